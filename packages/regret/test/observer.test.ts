import { type AnyLearnerOptions, checkOptions, Learner, type LearnerOptions } from '@ol/core'
import type { Batch } from '@ol/spec'
import { describe, expect, it } from 'vitest'
import { thrown } from '../../core/test/data.js'
import { RegretObserver } from '../src/observer/observer.js'

const batch = (
  rows: readonly (readonly number[])[],
  labels: readonly number[],
  more: Partial<Batch> = {},
): Batch => ({
  size: rows.length,
  offsets: Uint32Array.from({ length: rows.length + 1 }, (_, e) => rows.slice(0, e).flat().length),
  indices: Uint32Array.from(rows.flatMap((row) => [...row.keys()])),
  values: Float64Array.from(rows.flat()),
  labels: Float64Array.from(labels),
  ...more,
})

const base = {
  loss: 'logistic',
  update: 'plain',
  clip: 'none',
  labelScale: 'none',
  constant: false,
  bits: 4,
} as const satisfies LearnerOptions

/** Learns and observes batches; the conditions that do not hold for weights of at most 0.1. */
function unmet(options: AnyLearnerOptions, batches: readonly Batch[], fresh = true): readonly string[] {
  const learner = new Learner(checkOptions({ ...base, ...options }))
  const observer = new RegretObserver(learner, { fresh })
  for (const read of batches) {
    for (const one of observer.batches(read)) observer.add(one, learner.learn(one))
  }
  const { theorem } = observer.report({ kind: 'box', radius: 0.1 })
  if (theorem === undefined) throw new Error('no theorem')
  expect(theorem.bound === undefined).toBe(theorem.unmet.length > 0)
  return theorem.unmet
}

const simple = batch(
  [
    [1, 2],
    [-1, 0.5],
    [2, -1],
  ],
  [1, -1, 1],
)

describe('an observer', () => {
  it('reports no violated condition if there is none', () => {
    expect(unmet({ rule: 'adagrad' }, [simple])).toEqual([])
    expect(unmet({ rule: 'ogd-coordinate' }, [simple])).toEqual([])
  })

  it.each([
    ['had learned before', { rule: 'adagrad' }, simple, false],
    ['plain updates', { rule: 'adagrad', update: 'invariant' }, simple, true],
    ['1 examples have a weight', { rule: 'adagrad' }, { ...simple, weights: Float64Array.of(1, 2, 1) }, true],
    [
      '1 examples have an initial prediction',
      { rule: 'perceptron', loss: 'hinge' },
      { ...simple, initial: Float64Array.of(1, 0, 0) },
      true,
    ],
    [
      '3 predictions were clipped',
      { rule: 'adagrad', loss: 'squared', clip: [-1, 0] },
      batch([[1], [1], [1]], [5, 5, 5]),
      true,
    ],
    ['share a row', { rule: 'adagrad', bits: 1 }, batch([[1, 2, 3]], [1]), true],
    ['half-squared loss', { rule: 'pnorm-lms', loss: 'squared' }, simple, true],
    ['outside the box', { rule: 'ogd-coordinate', upper: 1e-6 }, simple, true],
    ['L2 term', { rule: 'ogd-coordinate', l2: 0.1 }, simple, true],
    ['the projection is not l1', { rule: 'conditioner', projection: 'none' }, simple, true],
    ['smaller than the largest', { rule: 'adagrad-rda', delta: 0 }, simple, true],
    ['more than 1', { rule: 'kt' }, batch([[30]], [1]), true],
    ['eq12', { rule: 'scale-invariant-pnorm', formula: 'eq14' }, simple, true],
  ] as const)('says where a theorem does not apply: %s', (words, options, input, fresh) => {
    expect(unmet(options, [input], fresh).join('; ')).toContain(words)
  })

  it('leaves out examples without a label or a weight', () => {
    const learner = new Learner({ ...base, rule: 'ogd-coordinate' })
    const observer = new RegretObserver(learner)
    const input = { ...batch([[1], [1], [1]], [1, Number.NaN, 1]), weights: Float64Array.of(1, 1, 0) }
    observer.add(input, learner.learn(input))
    const report = observer.report({ kind: 'none' })
    expect(report.examples).toBe(1)
    expect(report.loss).toBeCloseTo(Math.LN2, 12)
  })

  it('sees features as they are learned, divided', () => {
    const learner = new Learner({ ...base, rule: 'adagrad', prenormalize: 'max' })
    learner.fitScales(simple)
    const observer = new RegretObserver(learner)
    for (const one of observer.batches(simple)) observer.add(one, learner.learn(one))
    expect(Array.from(observer.examples.maxima())).toEqual([1, 1])
  })

  it('has a regret of the losses that were observed, less the losses of the comparator', () => {
    const learner = new Learner({ ...base, rule: 'ogd-coordinate' })
    const observer = new RegretObserver(learner)
    observer.add(simple, learner.learn(simple))
    const report = observer.report({ kind: 'l2', radius: 0.5 })
    expect(report.loss).toBeCloseTo(learner.report().averageLoss * 3, 12)
    expect(report.regret).toBe(report.loss - report.comparator.loss)
    expect(observer.against(report.comparator)).toEqual(report)
  })

  it('gives the reason if there is no theorem', () => {
    const learner = new Learner({ ...base, rule: 'nag' })
    const observer = new RegretObserver(learner)
    observer.add(simple, learner.learn(simple))
    const report = observer.report({ kind: 'none' })
    expect(report.theorem).toBeUndefined()
    expect(report.reason).toContain('conditioner')
  })

  it('refuses learners that it cannot observe', () => {
    const learner = new Learner({ ...base, rule: 'adagrad' })
    const observer = new RegretObserver(learner)
    expect(observer.oneByOne).toBe(true)
    expect(thrown(() => observer.add(simple, new Float64Array(3))).code).toBe('OL_BATCH')
    expect(thrown(() => observer.add(simple, new Float64Array(2))).code).toBe('OL_BATCH')
    const several = new Learner({ rule: 'nag', ...base, classes: 3 })
    expect(thrown(() => new RegretObserver(several)).code).toBe('OL_PARAMETER')
    const scaled = new Learner({ rule: 'nag', ...base, loss: 'squared', labelScale: 'spread' })
    expect(thrown(() => new RegretObserver(scaled)).message).toMatch(/'none' for labelScale/)
  })

  it('reads weights by index', () => {
    for (const rule of ['adagrad', 'vaw'] as const) {
      const learner = new Learner({ ...base, rule, loss: 'half-squared' })
      learner.learn(simple)
      for (const { index, weight } of learner.weights()) expect(learner.weight(index)).toBe(weight)
      expect(learner.weight(9)).toBe(0)
      expect(thrown(() => learner.weight(-1)).code).toBe('OL_PARAMETER')
    }
  })
})
