import { type Batch, engineLaneScalars, engineScalars, ruleOf } from '@ol/spec'
import { describe, expect, test } from 'vitest'
import { isInspection } from '../src/lanes/survival.js'
import { Learner } from '../src/learner/learner.js'
import type { ModelState } from '../src/model/model-file.js'
import { sumsOf } from '../src/model/model-tensors.js'
import type { AnyLearnerOptions } from '../src/options/learner-options.js'
import { checkOptions } from '../src/options/resolve-options.js'
import { backends, randomBatch, same } from './data.js'
import { modelFromBytes, modelToBytes } from './model-bytes.js'

// Models as they are after more examples than anybody waits for: what counts examples or weights is set, the rest learned.

const most = 2 ** 53
const runs: readonly AnyLearnerOptions[] = [
  ...(['nag', 'auto', 'auto-small', 'std', 'sgd', 'adagrad'] as const).flatMap((rule) => [
    { rule, loss: 'logistic' } as AnyLearnerOptions,
    { rule, loss: 'squared' } as AnyLearnerOptions,
  ]),
  { rule: 'nag', loss: 'logistic', learningRate: 'auto' },
  { rule: 'nag', loss: 'squared', bits: 'grow', precision: 'float64' },
]

/** Names of scalars that grow with the weights of the examples: sums of weights, and of squares of values. */
const growing = ['t', 'N', 'N_rms', 'counted', 'label_weight', 'label_squares']

/** Returns a model after `examples` examples of about the same kind as those it has learned from. */
function aged(model: ModelState, examples: number): ModelState {
  const { lanes } = model.settings
  const entry = ruleOf(model.settings)
  const factor = examples / model.counts.examples
  const { scalars } = model.table
  const common = [...engineScalars, ...entry.scalars]
  common.forEach(({ name }, i) => {
    if (growing.includes(name)) scalars[i] *= factor
    if (name === 'examples') scalars[i] = examples
  })
  const own = [...engineLaneScalars, ...entry.laneScalars]
  own.forEach(({ name }, j) => {
    if (!growing.includes(name)) return
    for (let l = 0; l < lanes; l++) scalars[common.length + j * lanes + l] *= factor
  })
  const { counts } = model
  const more = { weightSum: counts.weightSum * factor, labelledWeight: counts.labelledWeight * factor }
  const sums = { lossSum: counts.lossSum * factor, mistakes: counts.mistakes * factor }
  const labels = { labelSquares: counts.labelSquares * factor }
  const whole = { examples, labelled: examples, features: Math.min(most, examples * 4) }
  sumsOf(model.settings, model.table.rows).forEach(({ name }, i) => {
    if (name === 'mixture_rounds') model.sums[i][0] = examples
  })
  return { ...model, counts: { ...counts, ...more, ...sums, ...labels, ...whole } }
}

function keyed(batch: Batch): Batch {
  return { ...batch, upper: new Uint32Array(batch.indices.length) }
}

function young(options: AnyLearnerOptions): Uint8Array {
  const learner = new Learner(checkOptions({ bits: 6, ...options, backend: 'fallback' }))
  learner.learn(keyed(randomBatch(1, 300, options.loss)))
  return learner.toBytes()
}

describe.each(runs)('%o', (options) => {
  test.each([2 ** 32 - 20, 2 ** 53 - 20, most])('continues learning after %d examples', (examples) => {
    const file = modelToBytes(aged(modelFromBytes(young(options)), examples))
    const batch = keyed(randomBatch(2, 200, options.loss))
    const results = backends.map((backend) => {
      const learner = Learner.fromBytes(file, { backend })
      const predictions = learner.learn(batch)
      expect(predictions.every(Number.isFinite)).toBe(true)
      const report = learner.report()
      expect(report.examples).toBe(Math.min(most, examples + batch.size))
      expect(report.features).toBeLessThanOrEqual(most)
      expect(Number.isFinite(report.averageLoss)).toBe(true)
      expect(report.diverged).toBe(modelFromBytes(file).counts.diverged)
      const bytes = learner.toBytes()
      // the saved file is a model: no count has left its range
      expect(same(Learner.fromBytes(bytes, { backend }).toBytes(), bytes)).toBe(true)
      const { lane } = modelFromBytes(bytes).table
      expect(lane.every(Number.isFinite)).toBe(true)
      expect(same(new Uint8Array(lane.buffer), new Uint8Array(modelFromBytes(file).table.lane.buffer))).toBe(
        false,
      )
      return bytes
    })
    for (const bytes of results) expect(same(bytes, results[0])).toBe(true)
  })
})

test('a model is the same whichever batches it learned from after 2^53 examples', () => {
  const options: AnyLearnerOptions = { rule: 'auto', loss: 'logistic' }
  const file = modelToBytes(aged(modelFromBytes(young(options)), most))
  const whole = Learner.fromBytes(file)
  whole.learn(randomBatch(2, 200, 'logistic'))
  const parts = Learner.fromBytes(file)
  const batch = randomBatch(2, 200, 'logistic')
  for (let e = 0; e < batch.size; e++) {
    const [from, to] = [batch.offsets[e], batch.offsets[e + 1]]
    parts.learn({
      size: 1,
      offsets: Uint32Array.of(0, to - from),
      indices: batch.indices.slice(from, to),
      values: batch.values.slice(from, to),
      labels: batch.labels.slice(e, e + 1),
      weights: batch.weights?.slice(e, e + 1),
    })
  }
  expect(same(whole.toBytes(), parts.toBytes())).toBe(true)
})

test('mixtures are inspected when examples have doubled, until their number stops growing', () => {
  expect(isInspection(2 ** 32)).toBe(true)
  expect(isInspection(2 ** 52)).toBe(true)
  expect(isInspection(most)).toBe(false)
})
