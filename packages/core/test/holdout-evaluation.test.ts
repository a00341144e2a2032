import type { Batch } from '@ol/spec'
import { describe, expect, it } from 'vitest'
import { Learner } from '../src/learner/learner.js'
import { holdoutEvaluationOf, reweightedBy } from '../src/learner/slices.js'
import type { HoldoutResult } from '../src/merge/holdout-result.js'
import type { AnyLearnerOptions } from '../src/options/learner-options.js'
import { checkOptions } from '../src/options/resolve-options.js'
import { randomBatch } from './data.js'

const batchOf = (seed: number): Batch => {
  const batch = randomBatch(seed, 300, 'logistic')
  const labels = batch.labels.map((_, e) => ((e * seed) % 7 === 3 ? 1 : -1))
  return { ...batch, initial: undefined, weights: undefined, labels }
}
const [learned, holdout] = [batchOf(5), batchOf(11)]
const mixture: AnyLearnerOptions = { rule: 'nag', loss: 'logistic', learningRate: 'auto', bits: 8 }

/** Returns the batch with these weights of -1 and +1 written on its examples. */
function written(batch: Batch, weightOf: (label: number, e: number) => number): Batch {
  return { ...batch, weights: Float64Array.from(batch.labels, (y, e) => weightOf(y, e)) }
}

function modelOf(options: AnyLearnerOptions, batch: Batch): Learner<number | string> {
  const model = new Learner<number | string>(checkOptions(options))
  model.learn(batch)
  return model
}

function resultOn(model: Learner<number | string>, batch: Batch): HoldoutResult {
  const evaluation = holdoutEvaluationOf(model)
  evaluation.add(batch, false)
  return evaluation.result
}

/** Returns the examples of -1 and of +1. */
function counts({ labels }: Batch): [number, number] {
  const positive = labels.filter((y) => y > 0).length
  return [labels.length - positive, positive]
}

describe.each([mixture, { rule: 'auto', loss: 'logistic', bits: 8 }] as AnyLearnerOptions[])(
  'a holdout evaluation of a model of $rule',
  (options) => {
    it('weighs its examples by their classes, as they are learned', () => {
      const weightOf = (y: number): number => (y > 0 ? 5 : 0.5)
      const own = resultOn(
        modelOf({ ...options, classWeight: [0.5, 5] } as AnyLearnerOptions, learned),
        holdout,
      )
      const other = resultOn(modelOf(options, written(learned, weightOf)), written(holdout, weightOf))
      expect(own.evidence).toEqual(other.evidence)
      expect(own.weight).toBe(300)
      expect(other.weight).not.toBe(300)
    })

    it('weighs its examples by the balance of the learned classes', () => {
      const sums: [number, number] = [0, 0]
      const balanced = (y: number): number => {
        const k = y > 0 ? 1 : 0
        sums[k]++
        return (sums[0] + sums[1]) / ((sums[1 - k] > 0 ? 2 : 1) * sums[k])
      }
      const model = modelOf({ ...options, classWeight: 'balanced' } as AnyLearnerOptions, learned)
      const same = modelOf(options, written(learned, balanced))
      const n = counts(learned)
      const weightOf = (y: number): number => (n[0] + n[1] + 1) / (2 * (n[y > 0 ? 1 : 0] + 1))
      const evidence = resultOn(same, written(holdout, weightOf)).evidence
      expect(resultOn(model, holdout).evidence).toEqual(evidence)
      expect(resultOn(same, holdout).evidence).not.toEqual(evidence)
    })

    it('changes only the weights of the lanes, and does not change the model', () => {
      const model = modelOf(options, learned)
      const before = Buffer.from(model.toBytes())
      const reweighted = reweightedBy(model, [resultOn(model, holdout), resultOn(model, learned)])
      expect(Buffer.from(model.toBytes()).equals(before)).toBe(true)
      expect([...reweighted.weights()].length).toBe([...model.weights()].length)
      expect(Buffer.from(reweighted.toBytes()).equals(before)).toBe(false)
    })
  },
)

it('weighs complete models of classes by the joint predictions of their lanes', () => {
  const options = { ...mixture, loss: 'softmax', classes: 3 } as AnyLearnerOptions
  const ofClasses = (batch: Batch): Batch => ({ ...batch, labels: batch.labels.map((_, e) => 1 + (e % 3)) })
  const model = modelOf(options, ofClasses(learned))
  const result = resultOn(model, ofClasses(holdout))
  const reweighted = reweightedBy(model, [result])
  expect(reweighted.toBytes()).toEqual(Learner.fromBytes(reweighted.toBytes()).toBytes())
  const weightsOf = ({ lanes }: Learner<number | string>): readonly (number | undefined)[] =>
    lanes.map(({ weight }) => weight)
  expect(weightsOf(reweighted)).not.toEqual(weightsOf(model))
  expect(Object.keys(result.evidence)).toContain('calibration')
})

it('takes no result twice', () => {
  const model = modelOf(mixture, learned)
  const result = resultOn(model, holdout)
  const again = JSON.parse(JSON.stringify(result)) as HoldoutResult
  expect(() => reweightedBy(model, [result, resultOn(model, learned), again])).toThrow(
    expect.objectContaining({ code: 'OL_PARAMETER', value: 'result 1 again' }),
  )
})

it('gives an example whose loss is not finite no weight in the mean', () => {
  // two steps whose predictions are finite, and far too large
  const model = new Learner({
    rule: 'sgd',
    learningRate: 1e9,
    update: 'plain',
    clip: 'none',
    labelScale: 'none',
    precision: 'float64',
    constant: false,
    bits: 8,
  })
  const names = Array.from({ length: 10 }, (_, k) => `f${k}`)
  const features = Object.fromEntries(names.map((name) => [name, 1e30]))
  for (let k = 0; k < 2; k++) model.learn({ features, label: 1e15 })
  const indices = Uint32Array.from(model.weights(), ({ index }) => index)
  const batch = {
    size: 2,
    offsets: Uint32Array.of(0, 1, 11),
    indices: Uint32Array.of(indices[0], ...indices),
    values: Float64Array.from({ length: 11 }, (_, i) => (i === 0 ? 1e-30 : 1e30)),
    labels: Float64Array.of(5, 5),
    weights: Float64Array.of(2, 7),
  }
  const { examples, weight, lossSum } = resultOn(model as Learner<number | string>, batch)
  expect({ examples, weight, finite: Number.isFinite(lossSum) }).toEqual({
    examples: 2,
    weight: 2,
    finite: true,
  })
})
