import { defaultLoss, losses, namedRules, type RuleName } from '@ol/spec'
import { describe, expect, test } from 'vitest'
import { Learner } from '../src/learner/learner.js'
import type { AnyLearnerOptions } from '../src/options/learner-options.js'
import { checkOptions } from '../src/options/resolve-options.js'
import { search } from '../src/search/search.js'
import { backends, batchFor, casesOnBackends, prepared, randomBatch, thrown } from './data.js'

const real = casesOnBackends.filter(([, loss]) => losses[loss].labels === 'real')
const batch = randomBatch(11, 250)

test.each(real)('%s with %s on %s: neither unit nor zero of the labels matters', (rule, loss, backend) => {
  const options: AnyLearnerOptions = { rule, loss, bits: 5, precision: 'float64', backend }
  const own = batchFor(rule, { ...batch, initial: undefined }, 5)
  const moved = { ...own, labels: own.labels.map((y) => 4096 * y + 1e6) }
  // parameters that are labels, such as the width of a loss, are in the unit of the labels
  const widths = losses[loss].params.filter((p) => p.labelUnits === true)
  const wider = Object.fromEntries(widths.map((p) => [p.name, 4096 * p.default]))
  const a = prepared(options, own).learn(own)
  const b = prepared({ rule: 'nag', ...options, ...wider }, moved).learn(moved)
  const size = Math.max(...own.labels.map(Math.abs))
  // with the second example the labels differ for the first time
  for (let e = 2; e < a.length; e++) expect(Math.abs((b[e] - 1e6) / 4096 - a[e])).toBeLessThan(1e-4 * size)
})

describe.each(backends)('label scale on %s', (backend) => {
  test('the lanes of bootstrap learn in the same unit, and intervals are in the unit of the labels', () => {
    const learner = new Learner({ rule: 'nag', bootstrap: 4, bits: 6, backend })
    const moved = new Learner({ rule: 'nag', bootstrap: 4, bits: 6, backend })
    learner.learn(batch)
    moved.learn({ ...batch, labels: batch.labels.map((y) => 1024 * y + 5e5), initial: undefined })
    const [a, b] = [learner, moved].map((one) => one.predictInterval({ x: 1 }))
    expect(((b.low as number) - 5e5) / 1024).toBeCloseTo(a.low as number, 0)
    expect(((b.high as number) - 5e5) / 1024).toBeCloseTo(a.high as number, 0)
    const again = Learner.fromBytes(learner.toBytes(), { backend })
    expect(again.toBytes()).toEqual(learner.toBytes())
    again.learn(batch)
    learner.learn(batch)
    expect(again.toBytes()).toEqual(learner.toBytes())
  })

  test('an intercept and a slope in large units are learned in one pass, at the default rate', () => {
    const learner = new Learner({ rule: 'nag', bits: 6, backend })
    let last = 0
    for (let i = 0; i < 4000; i++) {
      const x = ((i * 7919) % 1000) / 1000
      last = Number(learner.learn({ features: { x }, label: 2e5 + 3e4 * x })) - (2e5 + 3e4 * x)
    }
    expect(Math.abs(last)).toBeLessThan(300)
    const { averageLoss, bestConstant } = learner.report()
    expect(averageLoss).toBeLessThan(2e5 ** 2)
    expect(bestConstant?.prediction).toBeCloseTo(2e5 + 1.5e4, -2)
    const [{ weight }] = learner.inspect({ top: 1 })
    expect(weight / 3e4).toBeCloseTo(1, 1)
  })

  test('a search tells losses that scale labels from those that do not, each as a separate run', async () => {
    const signs = { ...batch, labels: batch.labels.map((y) => (y > 0 ? 1 : -1)) }
    const { trials, learner } = await search(() => [signs], {
      learner: { bits: 6, backend },
      losses: ['logistic', 'squared'],
      grid: { learningRate: [0.5, 2] },
      passes: 1,
    })
    expect(trials).toHaveLength(4)
    for (const { loss, parameters, averageLoss, errorRate } of trials) {
      const options = checkOptions({ loss, ...parameters, bits: 6, backend })
      const alone = new Learner(options)
      const predictions = alone.learn(signs)
      expect(averageLoss).toBe((await new Learner(options).learn([signs])).averageLoss)
      let wrong = 0
      predictions.forEach((z, e) => {
        if (!(z * signs.labels[e] > 0)) wrong += signs.weights?.[e] ?? 1
      })
      expect(errorRate).toBeCloseTo(wrong / alone.report().weightSum, 12)
      if (alone.loss === learner.loss && alone.options.learningRate === learner.options.learningRate)
        expect(learner.toBytes()).toEqual(alone.toBytes())
    }
  })
})

test('the default is the spread of real labels; others cannot be scaled', () => {
  expect(new Learner({ rule: 'nag', bits: 4 }).options.labelScale).toBe('spread')
  expect(new Learner({ rule: 'nag', bits: 4, labelScale: 'none' }).options.labelScale).toBe('none')
  for (const options of [
    { loss: 'logistic' },
    { loss: 'poisson' },
    { loss: 'squared', classes: 3 },
  ] as const) {
    expect(new Learner({ rule: 'nag', ...options, bits: 4 }).options.labelScale).toBe('none')
    const error = thrown(() => new Learner({ rule: 'nag', ...options, bits: 4, labelScale: 'spread' }))
    expect(error.code).toBe('OL_PARAMETER')
    expect(error.message).toMatch(/^Expected one of "none" for labelScale of/)
  }
  expect(thrown(() => new Learner(checkOptions({ labelScale: 'mean' as 'none' }))).message).toMatch(
    /labelScale/,
  )
})

test('a model keeps its scale, and refuses another', () => {
  for (const labelScale of ['spread', 'none'] as const)
    for (const learningRate of [1, 'auto'] as const) {
      const bytes = new Learner({ bits: 4, labelScale, learningRate }).toBytes()
      expect(Learner.fromBytes(bytes).options.labelScale).toBe(labelScale)
      const other = labelScale === 'none' ? 'spread' : 'none'
      expect(thrown(() => Learner.fromBytes(bytes, { labelScale: other })).code).toBe('OL_MODEL_MISMATCH')
    }
})

test('a header names the scale only where older versions had the other', () => {
  const named = (options: AnyLearnerOptions): boolean =>
    Buffer.from(new Learner(checkOptions({ bits: 4, expand: 'off', ...options })).toBytes())
      .toString('latin1')
      .includes('"label_scale":"')
  expect(named({ labelScale: 'none' })).toBe(false)
  expect(named({ labelScale: 'spread' })).toBe(true)
  expect(named({ learningRate: 'auto' })).toBe(false)
  expect(named({ learningRate: 'auto', labelScale: 'none' })).toBe(true)
  expect(named({ loss: 'logistic', learningRate: 'auto' })).toBe(false)
})

test('every rule that accepts a real loss scales its labels', () => {
  const accepting = new Set<RuleName>(real.map(([rule]) => rule))
  for (const rule of accepting) expect(namedRules[rule].id).toBe(rule)
  expect(accepting.has('nag') && accepting.has('vw') && accepting.has('sgd')).toBe(true)
  expect(defaultLoss(namedRules.nag)).toBe('squared')
})
