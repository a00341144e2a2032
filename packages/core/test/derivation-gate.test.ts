import { createHash } from 'node:crypto'
import type { Batch } from '@ol/spec'
import { describe, expect, it } from 'vitest'
import { rotation } from '../../spec/test/grid.js'
import { Learner } from '../src/learner/learner.js'
import type { AnyLearnerOptions } from '../src/options/learner-options.js'
import { checkOptions } from '../src/options/resolve-options.js'
import { backends, random } from './data.js'
import { modelFromBytes, modelToBytes } from './model-bytes.js'

const some = rotation()

interface Example {
  readonly features: Record<string, number>
  readonly label: number
}

/** Words, few of which are in half of the examples. */
function text(count: number, seed = 3): Example[] {
  const next = random(seed)
  return Array.from({ length: count }, () => {
    const words = Array.from({ length: 12 }, () => `w${Math.floor(400 * next() ** 2)}`)
    return { features: Object.fromEntries(words.map((word) => [word, 1])), label: next() < 0.4 ? 1 : -1 }
  })
}

function table(count: number, seed = 4): Example[] {
  const next = random(seed)
  return Array.from({ length: count }, () => {
    const [a, b, c] = [next() * 80, next(), next()]
    return { features: { a, b, c }, label: a > 30 === b > 0.5 ? 1 : -1 }
  })
}

function learned(all: readonly Example[], options: AnyLearnerOptions = {}, size = 50): Learner {
  const model = new Learner(checkOptions({ loss: 'logistic', bits: 12, expand: 'auto', ...options }))
  for (let from = 0; from < all.length; from += size)
    model.learn(model.batch(all.slice(from, from + size)) as Batch)
  return model
}

const hash = (model: Learner): string => createHash('sha256').update(model.toBytes()).digest('hex')
const derives = (model: Learner): boolean => (model.explain(table(1, 9)[0].features).derived ?? []).length > 0

describe('text with expand auto', () => {
  const all = text(700)

  it('is predicted and learned as without it, unless a depth is requested', () => {
    const asked = text(1, 5)[0].features
    const plain = learned(all, { expand: 'off' })
    const auto = learned(all)
    expect(auto.scores(asked)).toEqual(plain.scores(asked))
    expect(auto.report().averageLoss).toBe(plain.report().averageLoss)
    expect(auto.explain(asked).features).toEqual(plain.explain(asked).features)
    expect(auto.explain(asked).derived).toBeUndefined()
    expect(learned(all, { expand: 'triples' }).scores(asked)).not.toEqual(plain.scores(asked))
  })

  it('has the same bytes on every backend, in batches of any size, and resumed anywhere', () => {
    const whole = hash(learned(all))
    const others = [
      ...backends.flatMap((backend) => [1, 700].map((size) => learned(all, { backend }, size))),
      // text is recognized after 32 examples, and inspected again after 256
      ...[32, 33, 256, ...some([7, 200, 270, 288], 1)].map((cut) => {
        const model = Learner.fromBytes(learned(all.slice(0, cut)).toBytes())
        for (const example of all.slice(cut)) model.learn(example)
        return model
      }),
    ]
    expect(others.map(hash)).toEqual(others.map(() => whole))
  })

  it('is inspected again, and a table is detected when the stream becomes one', () => {
    expect(derives(learned([...text(40), ...table(210)]))).toBe(false)
    expect(derives(learned([...text(40), ...table(300)]))).toBe(true)
    expect(derives(learned(table(100)))).toBe(true)
    expect(derives(learned([...table(100), ...text(700)]))).toBe(true)
  })

  it('is expanded from the first example with real labels, until it turns out to be text', () => {
    const asked = text(1, 5)[0].features
    const of = (own: readonly Example[], expand: 'auto' | 'triples' | 'off'): Learner =>
      learned(own, { expand, loss: 'squared', rule: 'auto', stack: 'off', curve: 'off' }, 7)
    const [first, later] = [all.slice(0, 31), all.slice(31)]
    expect(of(first, 'auto').scores(asked)).toEqual(of(first, 'triples').scores(asked))
    const [auto, plain] = [of(all, 'auto'), of(all, 'off')]
    expect(auto.scores(asked)).toEqual(plain.scores(asked))
    expect(derives(auto)).toBe(false)
    // on both backends, one by one and resumed in the middle of the look
    const resumed = Learner.fromBytes(of(first.slice(0, 20), 'auto').toBytes())
    for (const example of [...first.slice(20), ...later]) resumed.learn(example)
    const other = learned(all, { loss: 'squared', stack: 'off', curve: 'off', backend: 'fallback' }, 700)
    expect([resumed, other].map(hash)).toEqual([hash(auto), hash(auto)])
    expect(derives(of(table(100), 'auto'))).toBe(true)
    // the text that was seen has no part in later choices
    const [one, two] = [1, 2].map((seed) => of([...text(40, seed), ...table(700)], 'auto'))
    const crosses = (model: Learner): unknown =>
      model
        .terms()
        .flatMap(({ kind, columns }) => (kind === 'column' ? [] : [[...columns].sort().join()]))
        .sort()
    expect(crosses(one)).toEqual(crosses(two))
    expect(crosses(one)).not.toEqual([])
  })

  it('grows with its classes before anything is derived', () => {
    const named = (expand: 'off' | 'auto') => {
      const model = new Learner<string>(
        checkOptions({ classes: ['u', 'v'], mostClasses: 4, bits: 12, expand, rule: 'auto' }),
      )
      for (const [i, { features }] of text(60).entries())
        model.learn({ features, label: ['u', 'v', 'w'][i % (i < 20 ? 2 : 3)] })
      return model.scores(text(1, 8)[0].features)
    }
    expect(named('auto')).toEqual(named('off'))
  })
})

describe('a model file', () => {
  it('of an older version has begun', () => {
    const state = modelFromBytes(learned(table(300)).toBytes())
    const { expansion } = state
    if (expansion === undefined) throw new Error('no expansion')
    const [count] = expansion.numbers
    const older = Float64Array.of(7, ...expansion.numbers.slice(1, 8), ...expansion.numbers.slice(1 + count))
    const model = Learner.fromBytes(modelToBytes({ ...state, expansion: { ...expansion, numbers: older } }))
    expect(derives(model)).toBe(true)
  })

  it('is refused if its bins have other levels or keys, or unnamed ones', () => {
    const bytes = learned(table(20)).toBytes()
    const levels = JSON.stringify(JSON.stringify({ bins: [3, 5], keys: 2 }).slice(1, -1)).slice(1, -1)
    const text = Buffer.from(bytes).toString('latin1')
    expect(text).toContain(levels)
    for (const [other, said] of [
      [levels.replace('3', '1'), '[1,5]'],
      [levels.replace('bins', 'bans'), 'bins of the levels [3,5] but the model has none'],
      [levels.replace('2', '1'), 'keys of version 2 but the model has 1'],
      [levels.replace('keys', 'kegs'), 'keys of version 2 but the model has none'],
    ]) {
      const changed = Buffer.from(text.replace(levels, other), 'latin1')
      expect(() => Learner.fromBytes(changed)).toThrowError(
        expect.objectContaining({ code: 'OL_MODEL_VERSION', message: expect.stringContaining(said) }),
      )
    }
  })

  it.each([
    ['begun twice', 8, 2],
    ['waits longer than it may', 9, 5],
  ])('is refused where it has %s', (_, at, value) => {
    const state = modelFromBytes(learned(table(20)).toBytes())
    const numbers = (state.expansion?.numbers ?? new Float64Array()).slice()
    numbers[at] = value
    const experts = state.expansion?.experts ?? []
    const bytes = modelToBytes({ ...state, expansion: { numbers, experts } })
    expect(() => Learner.fromBytes(bytes)).toThrowError(expect.objectContaining({ code: 'OL_MODEL_FORMAT' }))
  })

  it('of merged shards has begun if any shard has', () => {
    const [first, second] = [table(300), text(300)].map((all) => learned(all))
    expect(derives(Learner.merge([first, second]) as Learner)).toBe(true)
    const neither = Learner.merge([second, learned(text(300, 6))]) as Learner
    expect(derives(neither)).toBe(false)
  })
})
