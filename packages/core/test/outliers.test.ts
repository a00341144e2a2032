import type { Batch, Outliers, RuleName } from '@ol/spec'
import { describe, expect, test } from 'vitest'
import { Learner } from '../src/learner/learner.js'
import type { AnyLearnerOptions } from '../src/options/learner-options.js'
import { backends } from './data.js'

// One value or label far beyond what came before: what the next examples lose, and that neither units, batches nor backends matter.

function generator(seed: number): () => number {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return (state + 0.5) / 2 ** 32
  }
}

const columns = 6
const known = 1500
const next = 800

interface Change {
  /** number of the example after which there is one more, with an outlier */
  readonly at?: number
  readonly value?: number
  readonly label?: number
  /** factor of every value, and of every label */
  readonly unit?: number
  readonly labelUnit?: number
  /** number of the example from which on the weights of the columns have the other sign */
  readonly flip?: number
}

/** Examples of numeric columns, whose label is linear in them up to noise. */
function examples(
  signs: boolean,
  { at, value, label, unit = 1, labelUnit = 1, flip = known + next }: Change = {},
): Batch {
  const random = generator(7)
  const normal = (): number => Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random())
  const weights = Array.from({ length: columns }, normal)
  const values: number[] = []
  const labels: number[] = []
  for (let e = 0; e < known + next; e++) {
    const x = weights.map(() => normal())
    const score = x.reduce((sum, one, i) => sum + one * weights[i], 0.3 * normal())
    const y = signs ? Math.sign(score) : e < flip ? score : -score
    values.push(...x)
    labels.push(y)
    if (e !== at) continue
    values.push(...x.with(2, value ?? x[2]))
    labels.push(label ?? y)
  }
  const size = labels.length
  return {
    size,
    offsets: Uint32Array.from({ length: size + 1 }, (_, e) => e * columns),
    indices: Uint32Array.from({ length: size * columns }, (_, i) => i % columns),
    values: Float64Array.from(values, (x) => x * unit),
    labels: Float64Array.from(labels, (y) => y * labelUnit),
  }
}

function part(batch: Batch, from: number, to: number): Batch {
  const { offsets, indices, values, labels } = batch
  return {
    size: to - from,
    offsets: offsets.slice(from, to + 1).map((end) => end - offsets[from]),
    indices: indices.slice(offsets[from], offsets[to]),
    values: values.slice(offsets[from], offsets[to]),
    labels: labels.slice(from, to),
  }
}

const learner = (options: AnyLearnerOptions): Learner =>
  new Learner({ bits: 4, ...options } as never) as Learner

const usual = { true: examples(true), false: examples(false) }
const usualLosses = new Map<string, number>()

/** The loss on the last examples where nothing is unusual. */
function usualLoss(options: AnyLearnerOptions): number {
  const key = JSON.stringify(options)
  const found = usualLosses.get(key) ?? lossAfter(options, usual[`${options.loss === 'logistic'}`])
  usualLosses.set(key, found)
  return found
}

/** The loss on the last examples. */
function lossAfter(options: AnyLearnerOptions, batch: Batch): number {
  const predictions = learner(options).learn(batch)
  let sum = 0
  for (let e = batch.size - next; e < batch.size; e++) {
    const y = batch.labels[e]
    sum += options.loss === 'logistic' ? Math.log1p(Math.exp(-y * predictions[e])) : (predictions[e] - y) ** 2
  }
  return sum
}

const at = known - 1
const ruleIds: readonly RuleName[] = ['nag', 'ng', 'std', 'auto']

describe.each(ruleIds)('rule %s', (rule) => {
  test.each([1e3, -1e6, 1e38, 1e99])('recovers from one value of %f', (value) => {
    for (const loss of ['logistic', 'squared'] as const) {
      const signs = loss === 'logistic'
      const ratio = (outliers: 'bound' | 'keep'): number =>
        lossAfter({ rule, loss, outliers }, examples(signs, { at, value })) /
        usualLoss({ rule, loss, outliers })
      const [bound, keep] = [ratio('bound'), ratio('keep')]
      // the line still is one wrong example, and under squared loss without noise to speak of that is felt
      expect(bound).toBeLessThan(signs ? 1.05 : 1.45)
      if (rule !== 'ng') expect(keep - 1).toBeGreaterThan(4 * (bound - 1))
    }
  })

  test.each([1e3, -1e6, 1e15])('does not learn from one label of %f', (label) => {
    const ratio = (outliers: 'bound' | 'keep'): number =>
      lossAfter({ rule, loss: 'squared', outliers }, examples(false, { at, label })) /
      usualLoss({ rule, loss: 'squared', outliers })
    expect(ratio('bound')).toBeLessThan(1.05)
    expect(ratio('keep')).toBeGreaterThan(5)
  })

  test.each([-8, 8])('learns less from one label of %f, which its prediction is far from', (label) => {
    const ratio = (outliers: Outliers): number =>
      lossAfter({ rule, loss: 'squared', outliers }, examples(false, { at, label })) /
      usualLoss({ rule, loss: 'squared', outliers })
    const [errors, bound] = [ratio('errors'), ratio('bound')]
    expect(errors).toBeLessThan(1.05)
    expect(errors - 1).toBeLessThan(0.5 * Math.max(bound - 1, 0.04))
  })

  test('learns the new data when everything changes, and the same as before when nothing does', () => {
    const loss = (outliers: Outliers, change: Change): number =>
      lossAfter({ rule, loss: 'squared', outliers }, examples(false, change))
    expect(loss('errors', { flip: known })).toBeLessThan(1.15 * loss('bound', { flip: known }))
    expect(loss('errors', {})).toBeLessThan(1.004 * loss('bound', {}))
  })

  test('learns the same from labels in other units, clipped errors or not', () => {
    const [a, b] = [1, 2 ** 20].map((labelUnit) =>
      learner({ rule, loss: 'squared' }).learn(examples(false, { at, label: 8, labelUnit })),
    )
    expect(b).toEqual(a.map((z) => z * 2 ** 20))
  })

  test('learns the same in other units, outliers or not', () => {
    const change = { at, value: 1e5 }
    const [a, b] = [1, 2 ** -20].map((unit) =>
      learner({ rule, loss: 'logistic' }).learn(examples(true, { ...change, unit })),
    )
    expect(b).toEqual(a)
  })

  test.each([8, 1e9])('learns the same in any batches, on each backend, with a label of %f', (label) => {
    const batch = examples(false, { at, value: -1e7, label })
    const counts: number[] = []
    const files = backends.flatMap((backend) =>
      [batch.size, 7].map((step) => {
        const model = learner({ rule, loss: 'squared', backend })
        for (let e = 0; e < batch.size; e += step) model.learn(part(batch, e, Math.min(batch.size, e + step)))
        counts.push(model.clippedErrors)
        return model.toBytes()
      }),
    )
    for (const file of files) expect(file).toEqual(files[0])
    expect(Learner.fromBytes(files[0]).toBytes()).toEqual(files[0])
    expect(counts).toEqual(counts.map(() => counts[0]))
    if (label === 8) expect(counts[0]).toBeGreaterThan(0)
  })
})

describe('labels', () => {
  const one = (labels: readonly number[]): Batch => ({
    size: labels.length,
    offsets: Uint32Array.from({ length: labels.length + 1 }, (_, e) => e),
    indices: new Uint32Array(labels.length),
    values: new Float64Array(labels.length).fill(1),
    labels: Float64Array.from(labels),
  })

  test('that are rare and large are soon learned from', () => {
    const random = generator(3)
    const labels = Array.from({ length: 200_000 }, () => (random() < 1 / 1000 ? 1000 : random()))
    const model = learner({ rule: 'nag', loss: 'squared' })
    model.learn(one(labels))
    const outliers = model.labelOutliers
    expect(outliers).toBeGreaterThan(0)
    expect(outliers).toBeLessThan(30)
    model.learn(one(labels))
    expect(model.labelOutliers).toBe(outliers)
  })

  test('that move for good are followed', () => {
    const random = generator(3)
    const model = learner({ rule: 'nag', loss: 'squared' })
    model.learn(one(Array.from({ length: 2000 }, random)))
    model.learn(one(Array.from({ length: 2000 }, () => 1e6 + random())))
    expect(model.labelOutliers).toBeLessThan(60)
    expect(model.predict(one([0]))[0]).toBeGreaterThan(0.9e6)
  })

  test('are outliers by their distance from their initial predictions', () => {
    const at = 200
    const batch = examples(false, { at, label: 1000 })
    const initial = new Float64Array(batch.size)
    initial[at + 1] = 1000
    const labelOutliers = (more: Partial<Batch>): number => {
      const model = new Learner({ rule: 'nag', loss: 'squared', bits: 6 })
      model.learn({ ...batch, ...more })
      return model.labelOutliers
    }
    expect([labelOutliers({}), labelOutliers({ initial })]).toEqual([1, 0])
  })

  test('that are outliers count in the loss', () => {
    const batch = examples(false, { at, label: 1e6 })
    const [bound, keep] = (['bound', 'keep'] as const).map((outliers) => {
      const model = learner({ loss: 'squared', outliers })
      model.learn(batch)
      return model
    })
    expect(bound.report().labelled).toBe(keep.report().labelled)
    expect(bound.report().averageLoss * batch.size).toBeGreaterThan(0.9e12)
    expect([bound.labelOutliers, keep.labelOutliers]).toEqual([1, 0])
  })
})

test('a feature whose unit changes is learned in the new one', () => {
  const batch = examples(true)
  const values = batch.values.map((x, i) => (i % columns === 2 && i > known * columns ? x * 1e6 : x))
  const changed = lossAfter({ rule: 'nag', loss: 'logistic' }, { ...batch, values })
  const kept = lossAfter({ rule: 'nag', loss: 'logistic', outliers: 'keep' }, { ...batch, values })
  expect(changed).toBeLessThan(1.02 * kept)
})

test.each(ruleIds)('rule %s: a weight of 100 costs what 100 copies of its example cost', (rule) => {
  for (const loss of ['logistic', 'squared'] as const) {
    const batch = examples(loss === 'logistic')
    const first = part(batch, 0, known)
    const line = part(batch, at, known)
    const rest = part(batch, known, known + next)
    const ratio = (times: number, weight: number): number => {
      const own = learner({ rule, loss })
      own.learn(first)
      for (let k = 0; k < times; k++) own.learn({ ...line, weights: Float64Array.of(weight) })
      const predictions = own.learn(rest)
      return predictions.reduce((sum, p, e) => {
        const y = rest.labels[e]
        return sum + (loss === 'logistic' ? Math.log1p(Math.exp(-y * p)) : (p - y) ** 2)
      }, 0)
    }
    expect(Math.abs(Math.log(ratio(1, 100) / ratio(100, 1)))).toBeLessThan(0.1)
  }
})

test('nothing is bounded without a measure', () => {
  expect(learner({ rule: 'sgd', loss: 'logistic' }).options.outliers).toBe('keep')
  expect(() => learner({ rule: 'sgd', loss: 'logistic', outliers: 'bound' })).toThrow(/outliers of rule sgd/)
  expect(learner({ rule: 'sgd', loss: 'squared' }).options.outliers).toBe('errors')
  expect(learner({ rule: 'sgd', loss: 'absolute' }).options.outliers).toBe('bound')
  expect(() => learner({ loss: 'absolute', outliers: 'errors' })).toThrow(/outliers of loss absolute/)
  expect(() => learner({ loss: 'logistic', outliers: 'errors' })).toThrow(/without a label scale/)
})
