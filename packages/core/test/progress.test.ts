import { type Batch, type LossId, type Results, status } from '@ol/spec'
import { describe, expect, test } from 'vitest'
import { resultsFor } from '../src/lanes/outcome.js'
import { ProgressiveValidation } from '../src/validation/progressive-validation.js'
import { parts, randomBatch } from './data.js'

function resultsOf(batch: Batch, loss: number, prediction: number): Results {
  const results = resultsFor(batch.size, 1)
  results.losses.fill(loss)
  results.predictions.fill(prediction)
  return results
}

function batchOf(labels: number[], weights?: number[]): Batch {
  const n = labels.length
  return {
    size: n,
    offsets: Uint32Array.from({ length: n + 1 }, (_, e) => e * 2),
    indices: new Uint32Array(n * 2),
    values: new Float64Array(n * 2).fill(1),
    labels: Float64Array.from(labels),
    weights: weights && Float64Array.from(weights),
  }
}

describe('progressive validation', () => {
  test('weights count; examples without a label do not lose', () => {
    const progress = new ProgressiveValidation('logistic')
    const batch = batchOf([1, -1, Number.NaN, 1], [1, 3, 5, 0])
    const results = resultsFor(4, 1)
    results.losses.set([2, 4, Number.NaN, 100])
    results.predictions.set([0.5, 0.5, 1, -1])
    progress.add(batch, results)
    expect(progress).toMatchObject({ examples: 4, labelled: 3, features: 8, weightSum: 9, diverged: 0 })
    expect(progress.averageLoss).toBe(14 / 4)
    expect(progress.errorRate).toBe(3 / 4)
    progress.mark()
    expect(progress.sinceLast).toBeNaN()
    progress.add(batchOf([1]), resultsOf(batchOf([1]), 6, 1))
    expect(progress.sinceLast).toBe(6)
    expect(progress.averageLoss).toBe(4)
  })

  test('a score of 0, or none, is a mistake', () => {
    for (const z of [0, -0, Number.NaN]) {
      const progress = new ProgressiveValidation('hinge')
      progress.add(batchOf([1, -1]), resultsOf(batchOf([1, -1]), 1, z))
      expect(progress.errorRate).toBe(1)
    }
  })

  test('before the first label the averages are NaN', () => {
    const progress = new ProgressiveValidation('squared')
    progress.add(batchOf([Number.NaN]), resultsOf(batchOf([1]), Number.NaN, 1))
    expect(progress.averageLoss).toBeNaN()
    expect(progress.errorRate).toBeUndefined()
    expect(progress.bestConstant).toBeUndefined()
  })

  test('a diverged example is counted, and its loss, not finite, spares the average', () => {
    const progress = new ProgressiveValidation('squared')
    const results = resultsOf(batchOf([1, 2]), 3, 1)
    results.status[1] = status.diverged
    results.losses[1] = Number.POSITIVE_INFINITY
    progress.add(batchOf([1, 2]), results)
    expect(progress.diverged).toBe(1)
    expect(progress.averageLoss).toBe(1.5)
  })

  test('the sums do not depend on how the examples are cut, or on a state saved in between', () => {
    const batch = randomBatch(8, 200)
    const results = resultsFor(200, 1)
    for (let e = 0; e < 200; e++) results.losses[e] = 1 / (e + 1)
    const whole = new ProgressiveValidation('squared')
    whole.add(batch, results)
    for (const size of [1, 7, 64]) {
      let cut = new ProgressiveValidation('squared')
      let from = 0
      for (const part of parts(batch, size)) {
        const own = { ...results, losses: results.losses.subarray(from, from + part.size) }
        cut.add(part, own)
        cut = new ProgressiveValidation('squared', cut.state())
        from += part.size
      }
      expect(cut.state()).toEqual(whole.state())
      const ranges = new ProgressiveValidation('squared')
      for (let e = 0; e < 200; e += size) ranges.add(batch, results, e, Math.min(200, e + size))
      expect(ranges.state()).toEqual(whole.state())
    }
  })

  test.each(['squared', 'logistic', 'hinge'] as const)('the best constant of %s loses least', (loss) => {
    const labels = loss === 'squared' ? [1, 5, 2, 2] : [1, -1, -1, 1]
    const weights = [1, 2, 3, 1]
    const progress = new ProgressiveValidation(loss)
    progress.add(batchOf(labels, weights), resultsOf(batchOf(labels), 1, 1))
    const average = (z: number): number =>
      labels.reduce((sum, y, e) => sum + weights[e] * value(loss, z, y), 0) / 7
    const best = progress.bestConstant!
    expect(best.loss).toBeCloseTo(average(best.prediction), 12)
    for (let z = -6; z <= 6; z += 0.01) expect(average(z)).toBeGreaterThanOrEqual(best.loss - 1e-12)
  })

  test('labels all alike', () => {
    const progress = new ProgressiveValidation('logistic')
    progress.add(batchOf([-1, -1]), resultsOf(batchOf([1, 1]), 1, 1))
    expect(progress.bestConstant).toEqual({ prediction: Number.NEGATIVE_INFINITY, loss: 0 })
    const real = new ProgressiveValidation('absolute')
    real.add(batchOf([1]), resultsOf(batchOf([1]), 1, 1))
    expect(real.bestConstant).toBeUndefined()
  })
})

function value(loss: LossId, z: number, y: number): number {
  if (loss === 'squared') return (z - y) ** 2
  return loss === 'logistic' ? Math.log1p(Math.exp(-y * z)) : Math.max(0, 1 - y * z)
}
