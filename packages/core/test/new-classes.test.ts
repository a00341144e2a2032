import { namedRules, plainRule } from '@ol/spec'
import { describe, expect, test } from 'vitest'
import { type AnyLearnerOptions, Learner } from '../src/index.js'
import { createTable, widenedTable } from '../src/table/allocate.js'

const growing = { classes: ['a', 'b'], mostClasses: 1000, bits: 6 } as const

function learner(options: AnyLearnerOptions = {}): Learner<string> {
  return new Learner<string>({ ...growing, ...options } as never)
}

const examples = ['a', 'b', 'a', 'b', 'b'].map((label, i) => ({ features: { [label]: 1, x: i }, label }))

describe('the example that brings a class', () => {
  const options = [
    {},
    { loss: 'softmax' },
    { learningRate: 'auto' },
    { rule: 'std' },
    { rule: 'auto-small' },
  ] as const

  test.each(options)('%j: is predicted without it, and its loss says so', async (own) => {
    const model = learner(own)
    model.learn(model.batch(examples))
    // scores far below 0, where an untrained class would be the likeliest
    const strange = { features: { x: -50 }, label: 'c' }
    const expected = model.predict(strange.features)
    const events: { predictions: number[]; scores: number[]; named: unknown }[] = []
    const report = await model.learn([...examples, strange, { features: { x: 1 }, label: 'c' }], {
      onBatch: (event) => {
        events.push({ predictions: [...event.predictions], scores: [...event.scores], named: event.class(0) })
      },
    })
    expect(events.map(({ predictions }) => predictions.length)).toEqual([5, 2])
    expect(events[1].scores[2]).toBe(Number.NEGATIVE_INFINITY)
    expect(events[1].scores[5]).toBeGreaterThan(Number.NEGATIVE_INFINITY)
    expect(['a', 'b']).toContain(events[1].named)
    expect(['a', 'b']).toContain(expected)
    const [asA, asB] = report.confusion?.slice(6, 8) ?? []
    expect(asA + asB).toBeGreaterThanOrEqual(1)
    // the loss of a guess among three
    const alone = learner(own)
    alone.learn(alone.batch(examples))
    expect((await alone.learn([strange])).logLoss).toBeCloseTo(Math.log(3), 12)
  })
})

test('classes one by one cost a few tables: room is doubled', () => {
  const first = createTable(plainRule('nag'), 4, 3, 'float32')
  first.lane.fill(1, 0, 3)
  const buffers = new Set([first.lane.buffer])
  let table = first
  for (let lanes = 4; lanes <= 1000; lanes++) {
    table = widenedTable(plainRule('nag'), table, lanes)
    buffers.add(table.lane.buffer)
    expect(table.lanes).toBe(lanes)
  }
  expect([...table.lane.subarray(0, 4)]).toEqual([1, 1, 1, 0])
  expect(buffers.size).toBeLessThan(10)
})

test('a thousand classes that appear during training are learned', () => {
  const model = learner({ rule: 'nag', bits: 10, names: 'off' })
  const labels = Array.from({ length: 998 }, (_, k) => `late ${k}`)
  model.learn(model.batch(labels.map((label) => ({ features: { [label]: 1 }, label }))))
  expect(model.classes).toHaveLength(1000)
  expect(Learner.fromBytes<string>(model.toBytes()).toBytes()).toEqual(model.toBytes())
  expect(() => model.learn({ features: {}, label: 'one more' })).toThrow(/mostClasses/)
})

describe('weights of classes that appear during training', () => {
  const late = [
    ...examples,
    ...['c', 'c', 'a', 'c', 'b'].map((label) => ({ features: { [label]: 1 }, label })),
  ]

  test('balanced: n / (K n_k), the class counting from its first example', () => {
    const balanced = learner({ rule: 'nag', classWeight: 'balanced' })
    const weighted = learner({ rule: 'nag' })
    const sums = new Map<string, number>()
    let n = 0
    for (const { features, label } of late) {
      sums.set(label, (sums.get(label) ?? 0) + 1)
      n++
      balanced.learn({ features, label })
      weighted.learn({ features, label, weight: n / (sums.size * (sums.get(label) as number)) })
    }
    for (let k = 0; k < 3; k++) expect([...balanced.weights(k)]).toEqual([...weighted.weights(k)])
  })

  test.each([
    ['by name', { b: 3, c: 5, never: 7 }],
    ['by place, of those that were there', [1, 3]],
  ])('%s: kept until the class comes, in the model file too', (kind, classWeight) => {
    const named = learner({ rule: 'nag', classWeight })
    const half = late.slice(0, 4)
    named.learn(named.batch(half))
    const again = Learner.fromBytes<string>(named.toBytes())
    expect(again.options.classWeight).toEqual(kind === 'by name' ? classWeight : { a: 1, b: 3 })
    again.learn(again.batch(late.slice(4)))
    const weights: Record<string, number> = kind === 'by name' ? { b: 3, c: 5 } : { b: 3 }
    const weighted = learner({ rule: 'nag' })
    for (const { features, label } of late) weighted.learn({ features, label, weight: weights[label] ?? 1 })
    for (let k = 0; k < 3; k++) expect([...again.weights(k)]).toEqual([...weighted.weights(k)])
    const other = { classWeight: { b: 4 } }
    expect(() => Learner.fromBytes(named.toBytes(), other as never)).toThrow(
      expect.objectContaining({ code: 'OL_MODEL_MISMATCH' }),
    )
  })

  test('a name that can be no class is refused', () => {
    expect(() => learner({ rule: 'nag', classes: ['1', '2', '3'], classWeight: { cat: 2 } })).toThrow(
      /a class of classWeight/,
    )
    expect(() => learner({ rule: 'nag', classWeight: { '': 2 } })).toThrow(/a class of classWeight/)
  })
})

test('every rule can get more classes, or refuses classes at all', () => {
  for (const rule of Object.keys(namedRules)) {
    const make = (): Learner<string> => learner({ rule: rule as never, bits: 4 } as AnyLearnerOptions)
    let model: Learner<string>
    try {
      model = make()
    } catch (error) {
      expect((error as { code: string }).code).toMatch(/OL_LOSS|OL_PARAMETER/)
      continue
    }
    if (model.needsFirstPass) continue
    model.learn(model.batch(examples))
    model.learn({ features: { c: 1 }, label: 'c' })
    expect(model.classes, rule).toEqual(['a', 'b', 'c'])
    expect(Learner.fromBytes<string>(model.toBytes()).toBytes(), rule).toEqual(model.toBytes())
  }
})
