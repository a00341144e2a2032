import { type Batch, type FeatureNames, limits, namesInUtf8 } from '@ol/spec'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { chooseBackend } from '../src/backend/backends.js'
import { Learner } from '../src/index.js'
import { FeatureDictionary } from '../src/names/feature-dictionary.js'
import { allSteps } from '../src/table/steps.js'
import { backends } from './data.js'

const encoder = new TextEncoder()

/** The same names, in UTF-8. */
function inUtf8({ at, texts }: FeatureNames): FeatureNames {
  let end = 0
  const ends = Uint32Array.from(texts, (text) => {
    end += encoder.encode(text).length
    return end
  })
  return namesInUtf8(at, { bytes: encoder.encode(texts.join('')), ends })
}

/** Two examples of features with these keys; of most of them the name is known. */
function batchOf(keys: readonly number[], names: readonly (string | undefined)[], wide: boolean): Batch {
  const at = Uint32Array.from(names.keys()).filter((k) => names[k] !== undefined)
  return {
    size: 2,
    offsets: Uint32Array.of(0, keys.length >> 1, keys.length),
    indices: Uint32Array.from(keys, (key) => (wide ? key % 7 : key)),
    upper: wide ? Uint32Array.from(keys, (key) => Math.floor(key / 7)) : undefined,
    values: new Float64Array(keys.length).fill(2),
    labels: Float64Array.of(1, -1),
    names: { at, texts: names.filter((name) => name !== undefined) },
  }
}

const long = [
  'x'.repeat(255),
  'x'.repeat(256),
  'é'.repeat(127),
  `${'x'.repeat(251)}é${'y'.repeat(9)}`,
  `${'x'.repeat(250)}é${'y'.repeat(9)}`,
  `${'x'.repeat(249)}\u{1f600}${'y'.repeat(9)}`,
  '日'.repeat(90),
]
const batches: readonly (readonly [readonly number[], readonly (string | undefined)[]])[] = [
  [
    [0, 1, 2, 3],
    ['', 'b', undefined, 'café'],
  ],
  // a name that is known, one that comes twice, one of another key
  [
    [1, 4, 4, 5],
    ['other', 'twice', 'again', 'b'],
  ],
  [long.map((_, k) => 10 + k), long],
  [
    [20, 21, 22, 23, 24],
    ['a', long[1], 'c', long[6], 'e'],
  ],
]

describe.each(backends)('names of features on %s', (backend) => {
  test.each([
    ['nag', 18, 100],
    ['nag', 'grow', 100],
    ['adagrad', 18, 100],
    ['adagrad', 18, 6],
    ['nag', 18, 3],
    ['adagrad', 'grow', 12],
  ] as const)('are kept as strings and as UTF-8 alike (%s, bits %s, %i names)', (rule, bits, names) => {
    const options = { rule, bits, names, loss: 'logistic', backend } as const
    const [strings, utf8] = [new Learner(options), new Learner(options)]
    for (const [keys, known] of batches) {
      const batch = batchOf(keys, known, bits === 'grow')
      strings.learn(batch)
      utf8.learn({ ...batch, names: batch.names && inUtf8(batch.names) })
      expect(utf8.toBytes()).toEqual(strings.toBytes())
    }
    expect(utf8.names.known).toBe(Math.min(names, 17))
    const loaded = Learner.fromBytes(utf8.toBytes(), { backend })
    expect(loaded.toBytes()).toEqual(utf8.toBytes())
  })

  test('are the same where text stops before a character that would just fit, as in Node.js 26.12', () => {
    const { encodeInto } = TextEncoder.prototype
    const names = ['é'.repeat(127), `${'x'.repeat(250)}é${'y'.repeat(9)}`, `${'x'.repeat(253)}é`]
    const learned = (): Uint8Array => {
      const model = new Learner({ rule: 'nag', loss: 'logistic', backend })
      for (const name of names) model.learn({ features: { [name]: 1 }, label: 1 })
      return model.toBytes()
    }
    const expected = learned()
    const spy = vi.spyOn(TextEncoder.prototype, 'encodeInto').mockImplementation(function (
      this: InstanceType<typeof TextEncoder>,
      text,
      into,
    ) {
      const tight = into.length < 3 * text.length
      return encodeInto.call(this, text, tight ? into.subarray(0, into.length - 1) : into)
    })
    onTestFinished(() => spy.mockRestore())
    expect(learned()).toEqual(expected)
  })

  test('that are too long keep whole characters and an ellipsis', () => {
    const model = new Learner({ rule: 'nag', loss: 'logistic', backend })
    const batch = batchOf(
      long.map((_, k) => k),
      long,
      false,
    )
    model.learn({ ...batch, names: batch.names && inUtf8(batch.names) })
    const kept = long.map((_, k) => model.nameOf(k))
    expect(kept).toEqual([
      long[0],
      `${'x'.repeat(252)}…`,
      long[2],
      `${'x'.repeat(251)}…`,
      `${'x'.repeat(250)}é…`,
      `${'x'.repeat(249)}…`,
      `${'日'.repeat(84)}…`,
    ])
    for (const name of kept) expect(encoder.encode(name).length).toBeLessThanOrEqual(limits.maxNameBytes)
  })

  test('of features outside a part of a batch are not learned', () => {
    const names = new FeatureDictionary(chooseBackend(backend).backend, {
      limit: 9,
      wide: false,
      scaled: true,
    })
    const batch = batchOf([1, 2, 3, 4, 5, 6], ['a', 'b', 'c', 'd', 'e', 'f'], false)
    const part = {
      ...batch,
      size: 1,
      offsets: Uint32Array.of(2, 4),
      names: batch.names && inUtf8(batch.names),
    }
    names.learn(part, new Uint8Array(1))
    expect([...names.entries()].map(({ index, name }) => [index, name])).toEqual([
      [3, 'c'],
      [4, 'd'],
    ])
    expect([names.scaleOf(0), names.scaleOf(1), names.nameOf(2)]).toEqual([2, 2, undefined])
  })

  test('of a batch that could not be learned are left to those that come after it', () => {
    const names = new FeatureDictionary(chooseBackend(backend).backend, {
      limit: 5,
      wide: false,
      scaled: true,
    })
    const admitted = (keys: readonly number[], inFlight: boolean): Batch => {
      const batch = batchOf(
        keys,
        keys.map((key) => `n${key}`),
        false,
      )
      return { ...batch, names: names.fresh(batch, inFlight) }
    }
    const learn = (batch: Batch): void => names.learn(batch, new Uint8Array(2))
    const lost = admitted([1, 2], false)
    expect([names.size, names.nameOf(1), names.wants(1, 0), names.scaleOf(0)]).toEqual([
      0,
      undefined,
      true,
      0,
    ])
    // one that came while it was learned has no name again
    const next = admitted([2, 3], true)
    expect([lost.names?.texts, next.names?.texts]).toEqual([['n1', 'n2'], ['n3']])
    learn(next)
    expect([...names.entries()].map(({ name }) => name)).toEqual(['n3'])
    const [third, fourth] = [admitted([1, 3, 5], false), admitted([5, 6, 7, 8, 9], true)]
    expect([third.names?.texts, fourth.names?.texts]).toEqual([
      ['n1', 'n5'],
      ['n6', 'n7'],
    ])
    learn(third)
    learn(fourth)
    expect(names.full).toBe(true)
    expect([...names.entries()].map(({ name }) => name)).toEqual(['n3', 'n1', 'n5', 'n6', 'n7'])
    expect(allSteps(names.storing()).keys.filter((_, k) => k % 2 === 0)).toEqual(
      Uint32Array.of(3, 1, 5, 6, 7),
    )
  })

  test('in UTF-8 that do not fit their features are refused', () => {
    const model = new Learner({ rule: 'nag', loss: 'logistic', backend })
    const batch = batchOf([1, 2, 3, 4], ['a', 'b', 'c', 'd'], false)
    const of = (at: readonly number[]): Batch => {
      const names = batch.names && inUtf8(batch.names)
      if (names !== undefined) Object.assign(names, { at: Uint32Array.from(at) })
      return { ...batch, names }
    }
    for (const at of [
      [0, 1, 2],
      [0, 1, 1, 2],
      [0, 1, 2, 4],
    ])
      expect(() => model.learn(of(at))).toThrow(/names\.at/)
    model.learn(of([0, 1, 2, 3]))
    expect(model.names.known).toBe(4)
  })
})
