import { derivationScalars, OLError } from '@ol/spec'
import { expect, it } from 'vitest'
import { isFull } from '../../spec/test/grid.js'
import { Learner } from '../src/learner/learner.js'
import { checkOptions } from '../src/options/resolve-options.js'
import { backends, random } from './data.js'
import { modelFromBytes, modelToBytes } from './model-bytes.js'

const rounds = Number(process.env.OL_HOSTILE ?? (isFull ? 150 : 15))

function* examples(count: number, seed: number) {
  const next = random(seed)
  for (let e = 0; e < count; e++) {
    const a = next()
    const b = Math.floor(next() * 50)
    const features = { a, b, c: ['x', 'y', 'z'][e % 3], d: next() < 0.2 ? next() : 0 }
    yield { features, label: a > 0.5 === b > 25 ? 1 : -1 }
  }
}

const odd = [0, 1, -1, 2, 63, 64, 65, 127, 128, 255, 256, 4095, 4096, 65535, 2 ** 32, 1e300, 0.5, Number.NaN]

/** Returns numbers with one to three of them others. */
function tampered(numbers: Float64Array, next: () => number): Float64Array {
  const other = numbers.slice()
  for (let k = 1 + Math.floor(next() * 3); k > 0; k--) {
    const at = Math.floor(next() * (next() < 0.5 ? 600 : numbers.length)) % numbers.length
    const kind = next()
    other[at] = kind < 0.7 ? odd[Math.floor(next() * odd.length)] : numbers[at] + (kind < 0.85 ? 1 : -1)
  }
  return other
}

it.each(backends)(
  'refuses numbers of derived features that nobody wrote, or stays finite (%s)',
  (backend) => {
    const options = { loss: 'logistic', expand: 'auto', bits: 6, backend } as const
    const model = new Learner(checkOptions(options))
    for (const example of examples(700, 1)) model.learn(example)
    const state = modelFromBytes(model.toBytes())
    const { expansion } = state
    if (expansion === undefined) throw new Error('expected an expansion')
    const next = random(5)
    const more = [...examples(300, 2)]
    let refused = 0
    for (let k = 0; k < rounds; k++) {
      const bytes = modelToBytes({
        ...state,
        expansion: { ...expansion, numbers: tampered(expansion.numbers, next) },
      })
      try {
        const other = Learner.fromBytes(bytes, { backend })
        expect(Buffer.compare(other.toBytes(), bytes)).toBe(0)
        for (const { features, label } of more.slice(0, 20 + (k % 5) * 50)) {
          expect(Number.isFinite(other.predict(features))).toBe(true)
          other.learn({ features, label })
        }
        Learner.fromBytes(other.toBytes(), { backend })
      } catch (error) {
        if (!(error instanceof OLError)) throw error
        expect(error.code).toBe('OL_MODEL_FORMAT')
        refused++
      }
    }
    expect(refused).toBeGreaterThan(rounds / 5)
    expect(refused).toBeLessThan(rounds)
  },
)

it('refuses one column more than there are features that have one, and a number that would be saved as another', () => {
  const model = new Learner({ loss: 'logistic', expand: 'auto', bits: 6 })
  for (const example of examples(700, 1)) model.learn(example)
  const state = modelFromBytes(model.toBytes())
  const { expansion } = state
  if (expansion === undefined) throw new Error('expected an expansion')
  // the first list is the scalars, after its length
  const place = 1 + derivationScalars.columns
  const refusal = (number: number, at = place): string | undefined => {
    const numbers = expansion.numbers.slice()
    numbers[at] = number
    try {
      Learner.fromBytes(modelToBytes({ ...state, expansion: { ...expansion, numbers } }))
      return undefined
    } catch (error) {
      return String(error)
    }
  }
  const own = expansion.numbers[place]
  expect(refusal(own)).toBeUndefined()
  // the list of the cells in use, then two float32 numbers of each, of which the second is not 0
  let at = 0
  for (let list = 0; list < 17; list++) at += 1 + expansion.numbers[at]
  expect(refusal(expansion.numbers[at + 2], at + 2)).toBeUndefined()
  for (const number of [0, 1e300]) expect(refusal(number, at + 2)).toContain('a cell without evidence')
  const wanted = 'more columns than features that have one'
  const first = Array.from({ length: 60 - own }, (_, k) => own + k).find((columns) =>
    refusal(columns)?.includes(wanted),
  )
  expect(first).toBeDefined()
  for (let columns = first ?? 0; columns <= 64; columns++) expect(refusal(columns)).toContain(wanted)
})
