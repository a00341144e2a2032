import { type AnyLearnerOptions, checkOptions, Learner } from '@ol/core'
import {
  type Comparator,
  type ComparatorSet,
  type Examples,
  RegretObserver,
  type RegretReport,
  type SolverOptions,
} from '@ol/regret'
import { namedRules, singleRule } from '@ol/spec'
import type { Dataset } from '../data/dataset.js'
import { batchesOf } from '../data/dataset-batches.js'
import { Random } from '../data/random.js'

/** Returns the first examples of a random order. */
export function firstOf(data: Dataset, size: number, seed: number): Dataset {
  const order = new Random(seed).permutation(data.size)
  const count = Math.min(size, data.size)
  const offsets = new Uint32Array(count + 1)
  const labels = new Float64Array(count)
  for (let t = 0; t < count; t++) {
    offsets[t + 1] = offsets[t] + data.offsets[order[t] + 1] - data.offsets[order[t]]
    labels[t] = data.labels[order[t]]
  }
  const ids = new Uint32Array(offsets[count])
  const values = new Float64Array(offsets[count])
  for (let t = 0; t < count; t++) {
    const from = data.offsets[order[t]]
    ids.set(data.ids.subarray(from, from + offsets[t + 1] - offsets[t]), offsets[t])
    values.set(data.values.subarray(from, from + offsets[t + 1] - offsets[t]), offsets[t])
  }
  return { ...data, size: count, offsets, ids, values, labels }
}

/** A run whose regret was observed, and its progressive losses. */
export interface ObservedRun {
  readonly report: RegretReport
  /** scores made before learning */
  readonly scores: Float64Array
  readonly examples: Examples
}

const expansion = { products: false, constant: false }

/**
 * Learns from all examples of a data set in their order, without a constant, and measures the regret against the best
 * weights of a set, or against weights found earlier.
 */
export function observe(
  data: Dataset,
  options: AnyLearnerOptions,
  against: ComparatorSet | Comparator,
  solver: SolverOptions = { tolerance: 1e-5 },
): ObservedRun {
  const bits = Math.max(1, Math.ceil(Math.log2(data.features)))
  const learner = new Learner(
    checkOptions({
      ...options,
      rule: options.rule ?? singleRule,
      bits,
      constant: false,
      precision: 'float64',
      clip: 'none',
      labelScale: 'none',
      outliers: 'keep',
    }),
  )
  if (learner.needsFirstPass) {
    const { size, offsets, ids: indices, values, labels } = data
    learner.fitScales({ size, offsets, indices, values, labels })
  }
  const observer = new RegretObserver(learner)
  const scores = new Float64Array(data.size)
  let at = 0
  for (const whole of batchesOf(data, undefined, expansion)) {
    for (const batch of observer.batches(whole)) {
      const made = learner.learn(batch)
      observer.add(batch, made)
      scores.set(made, at)
      at += batch.size
    }
  }
  const report = 'weights' in against ? observer.against(against) : observer.report(against, solver)
  return { report, scores, examples: observer.examples }
}

/** Returns the share of wrong signs of a learner over a data set in its order; a score of 0 is wrong. */
export function mistakesOf(data: Dataset, options: AnyLearnerOptions): number {
  const matrix = namedRules[options.rule ?? singleRule].kind === 'matrix'
  const bits = Math.max(1, Math.ceil(Math.log2(data.features)))
  const learner = new Learner(
    checkOptions({
      ...options,
      rule: options.rule ?? singleRule,
      ...(matrix ? {} : { bits }),
      constant: false,
      labelScale: 'none',
      outliers: 'keep',
    }),
  )
  let wrong = 0
  for (const batch of batchesOf(data, undefined, expansion)) {
    const scores = learner.learn(batch)
    for (let e = 0; e < batch.size; e++) if (!(batch.labels[e] * scores[e] > 0)) wrong++
  }
  return wrong / data.size
}
