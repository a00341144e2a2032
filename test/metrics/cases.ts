import { type EvaluationReport, Learner, type LearnerOptions } from '@ol/core'
import type { Batch } from '@ol/spec'

/** A run whose metrics scikit-learn computes from the same predictions. */
export interface MetricCase {
  readonly name: string
  readonly options: LearnerOptions
  readonly examples: number
  /** returns the label of a score of the generating model */
  readonly label: (score: number, noise: number) => number
}

/** The result of a case: scikit-learn gets it as JSON. */
export interface MetricRun {
  readonly name: string
  readonly loss: string
  readonly labels: readonly number[]
  readonly weights: readonly number[]
  /** before learning, without link; with several classes a row for each example */
  readonly scores: readonly number[]
  readonly evaluation: EvaluationReport
}

export const warmUp = 300
export const window = 500

/** Enough examples for AUC from bins. */
const many = 120_000
const sign = (score: number, noise: number): number => (score + 3 * noise > 1 ? 1 : -1)

export const metricCases: readonly MetricCase[] = [
  { name: 'binary', options: { loss: 'logistic' }, examples: 3000, label: sign },
  {
    name: 'rare',
    options: { loss: 'logistic', rule: 'adagrad' },
    examples: 3000,
    label: (z, e) => sign(z - 2, e),
  },
  { name: 'hinge', options: { loss: 'hinge' }, examples: 3000, label: sign },
  { name: 'many', options: { loss: 'logistic' }, examples: many, label: sign },
  {
    name: 'multiclass',
    options: { loss: 'logistic', classes: 6 },
    examples: 3000,
    label: (z, e) => Math.min(6, Math.max(1, Math.round(3 + z / 2 + e))),
  },
  {
    name: 'regression',
    options: { loss: 'squared', labelScale: 'none' },
    examples: 3000,
    label: (z, e) => 100 + 5 * z + 3 * e,
  },
  {
    name: 'median',
    options: { loss: 'absolute', labelScale: 'none' },
    examples: 3000,
    label: (z, e) => z + e,
  },
  {
    name: 'quantile',
    options: { loss: 'quantile', quantile: 0.8, labelScale: 'none' } as LearnerOptions,
    examples: 3000,
    label: (z, e) => 50 + z + e,
  },
  {
    name: 'counts',
    options: { loss: 'poisson', learningRate: 0.1, labelScale: 'none' },
    examples: 3000,
    label: (z, e) => Math.round(Math.exp(0.3 * z) * (1 + 0.3 * e) + 0.5),
  },
]

const features = 4

/** Returns examples of a generator (mulberry32): the same on every machine. */
export function dataOf({ examples, label }: MetricCase): Batch {
  const next = random(20260214)
  const truth = [1.5, -2, 0.5, 1]
  const values = new Float64Array(examples * features)
  const labels = new Float64Array(examples)
  const weights = new Float64Array(examples)
  for (let e = 0; e < examples; e++) {
    let score = 0
    for (let i = 0; i < features; i++) {
      // coarse, so that some scores are equal
      const value = Math.round(8 * (next() - 0.5)) / 4
      values[e * features + i] = value
      score += truth[i] * value
    }
    labels[e] = label(score, next() + next() - 1)
    // whole numbers: scikit-learn knows no weights in its calibration, but repetitions
    weights[e] = 1 + Math.floor(3 * next())
  }
  return {
    size: examples,
    offsets: Uint32Array.from({ length: examples + 1 }, (_, e) => e * features),
    indices: Uint32Array.from({ length: examples * features }, (_, k) => k % features),
    values,
    labels,
    weights,
  }
}

export async function runOf(one: MetricCase): Promise<MetricRun> {
  const batch = dataOf(one)
  // no default that may change: the predictions of scikit-learn.json are these
  const fixed = { bits: 4, update: 'invariant', learningRate: 0.5 } as const
  const learner = new Learner({ ...fixed, ...one.options })
  const scores: number[] = []
  const onBatch = (event: { readonly scores: Float64Array }): void => {
    for (const score of event.scores) scores.push(score)
  }
  const { evaluation } = await learner.learn([batch], { warmUp, window, onBatch })
  if (evaluation === undefined) throw new Error('a stream is evaluated')
  const { name } = one
  return {
    name,
    loss: learner.loss,
    labels: [...batch.labels],
    weights: [...(batch.weights as Float64Array)],
    scores,
    evaluation,
  }
}

function random(seed: number): () => number {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}
