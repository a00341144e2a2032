import { describe, expect, test } from 'vitest'
import { bootstrapWeights, percentileInterval } from '../src/lanes/bootstrap.js'
import { Learner } from '../src/learner/learner.js'
import { backends, randomBatch } from './data.js'

test('weights are Poisson with mean 1, and independent from replicate to replicate and example to example', () => {
  const B = 50
  const n = 4000
  const w = new Float64Array(n * (B + 1))
  for (let t = 0; t < n; t++) bootstrapWeights(3, t, B, w, t * (B + 1))
  const counts = new Float64Array(16)
  let [mean, across, along] = [0, 0, 0]
  for (let t = 0; t < n; t++) {
    expect(w[t * (B + 1)]).toBe(1)
    for (let b = 1; b <= B; b++) {
      const x = w[t * (B + 1) + b]
      counts[x]++
      mean += x
      if (b > 1) across += (x - 1) * (w[t * (B + 1) + b - 1] - 1)
      if (t > 0) along += (x - 1) * (w[(t - 1) * (B + 1) + b] - 1)
    }
  }
  const total = n * B
  expect(mean / total).toBeCloseTo(1, 1)
  let p = Math.exp(-1)
  for (let k = 0; k < 6; k++) {
    expect(Math.abs(counts[k] / total - p)).toBeLessThan(5 * Math.sqrt((p * (1 - p)) / total))
    p /= k + 1
  }
  expect(Math.abs(across / total)).toBeLessThan(0.015)
  expect(Math.abs(along / total)).toBeLessThan(0.015)
})

test('the percentile interval of a sample is between its quantiles', () => {
  const values = Float64Array.from({ length: 101 }, (_, i) => (i * 37) % 101)
  expect(percentileInterval(values, 0.9).low).toBeCloseTo(5, 10)
  expect(percentileInterval(values, 0.9).high).toBeCloseTo(95, 10)
  expect(percentileInterval(Float64Array.of(4, Number.NaN), 0.5)).toEqual({ low: 4, high: 4 })
})

describe.each(backends)('replicates on %s', (backend) => {
  const batch = { ...randomBatch(1, 3000, 'logistic'), weights: undefined }
  const make = () =>
    new Learner({ rule: 'nag', bootstrap: 20, bootstrapSeed: 5, loss: 'logistic', bits: 6, backend })

  test('the model is the one without them, and batches do not matter', () => {
    const learner = make()
    const predictions = learner.learn(batch)
    const plain = new Learner({ rule: 'nag', loss: 'logistic', bits: 6, backend })
    expect(plain.learn(batch)).toEqual(predictions)
    expect([...learner.weights()]).toEqual([...plain.weights()])
    const halves = make()
    const cut = batch.offsets[1000]
    halves.learn({
      ...batch,
      size: 1000,
      offsets: batch.offsets.slice(0, 1001),
      indices: batch.indices.slice(0, cut),
      values: batch.values.slice(0, cut),
      labels: batch.labels.slice(0, 1000),
    })
    const second = Learner.fromBytes(halves.toBytes(), { backend })
    second.learn({
      ...batch,
      size: 2000,
      offsets: batch.offsets.slice(1000).map((o) => o - cut),
      indices: batch.indices.slice(cut),
      values: batch.values.slice(cut),
      labels: batch.labels.slice(1000),
    })
    expect(Buffer.compare(second.toBytes(), learner.toBytes())).toBe(0)
  })

  test('the interval of the loss surrounds the loss of the model, and predictions spread over the replicates', async () => {
    const learner = make()
    learner.learn(batch)
    const { averageLoss, lossInterval } = learner.report()
    expect(lossInterval).toBeDefined()
    const { low, high } = lossInterval ?? { low: 0, high: 0 }
    expect(low).toBeLessThan(averageLoss)
    expect(high).toBeGreaterThan(averageLoss)
    expect(high - low).toBeGreaterThan(0)
    for await (const { predictions, replicates, spread } of learner.predict([batch], { spread: true })) {
      const lanes = (replicates?.length ?? 0) / batch.size
      for (const e of [0, 7, 999]) {
        const own = Array.from(replicates?.subarray(e * lanes + 1, (e + 1) * lanes) ?? [])
        const mean = own.reduce((sum, x) => sum + x, 0) / own.length
        const square = own.reduce((sum, x) => sum + (x - mean) ** 2, 0) / own.length
        expect(spread?.[e]).toBeCloseTo(Math.sqrt(square), 9)
        expect(spread?.[e]).toBeGreaterThan(0)
        expect(Math.abs(predictions[e] - mean)).toBeLessThan(9 * (spread?.[e] ?? 0))
      }
    }
    expect(() => new Learner({ rule: 'nag', bootstrap: 3, classes: 3 })).toThrow(
      /Expected bootstrap or classes/,
    )
    expect(() => new Learner({ rule: 'nag', bootstrap: 1 })).toThrow(/bootstrap/)
  })
})
