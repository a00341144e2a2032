import { type AnyLearnerOptions, checkOptions, Learner } from '@ol/core'
import { lossTwins } from '@ol/numerics'
import { bestFixed, Examples } from '@ol/regret'
import type { Batch } from '@ol/spec'
import type { Dataset } from '../../data/dataset.js'
import { batchesOf } from '../../data/dataset-batches.js'
import { type Part, part } from '../../run/part.js'
import type { Runner } from '../../run/runner.js'
import { type ClickLog, clickLog } from './clicks.js'

/** The factor of both rates of the theorems. */
export const factor = 0.1
/** Strength of the L2 term of every impression, l2 ||w||^2 / 2. */
export const l2 = 1e-5
/** The seed of the first log; each further log adds 1. */
export const seed = 1

const shape = { impressions: 60_000, exponent: 1, vocabulary: 5_000, spread: 0.4 } as const

export const logs: readonly ClickLog[] = [
  { ...shape, name: 'log A', queries: 10_000, ads: 50, clicks: 0.05 },
  { ...shape, name: 'log B', queries: 10_000, ads: 50, clicks: 0.05, exponent: 1.25 },
  { ...shape, name: 'log C', queries: 3_000, ads: 20, clicks: 0.02 },
  { ...shape, name: 'log D', queries: 30_000, ads: 200, clicks: 0.1 },
]

export const learners: readonly (readonly [string, AnyLearnerOptions])[] = [
  ['Global', { rule: 'ogd-global' }],
  ['Per-Coord', { rule: 'ogd-coordinate' }],
]

/** A point of a curve: impressions so far, and a value per impression. */
export type Curve = readonly (readonly [impressions: number, value: number])[]

export interface Regrets {
  readonly features: number
  /** loss per impression of the static optimum, its L2 term included */
  readonly optimum: number
  /** regret per impression against it, learner by learner */
  readonly curves: readonly Curve[]
}

const box = { kind: 'box', radius: 1 } as const
const expansion = { products: false, constant: false }

export const regrets: Part<{ log: ClickLog; seed: number }, Regrets> = part(
  'streeter-regret',
  ({ log, seed: own }): Regrets => {
    const data = clickLog(log, own)
    const examples = new Examples(Math.ceil(Math.log2(data.features)))
    for (const batch of batchesOf(data, undefined, expansion))
      for (let e = 0; e < batch.size; e++) examples.add(batch, e)
    const { weights, loss } = bestFixed(examples, { id: 'logistic' }, box, {
      tolerance: 1e-3,
      iterations: 500,
      l2,
    })
    const curves = learners.map(([, options]) => {
      const diameter = options.rule === 'ogd-global' ? { diameter: 2 * Math.sqrt(data.features) } : {}
      return regretOf(data, { ...options, ...diameter }, weights)
    })
    return { features: data.features, optimum: loss / data.size, curves }
  },
)

/** Returns the logs with their regrets, computed off the main thread. */
export function regretsOfLogs(runner: Runner): Promise<(Regrets & { readonly log: ClickLog })[]> {
  runner.expect(logs.length)
  return Promise.all(
    logs.map(async (log, k) => ({
      log,
      ...(await runner.part(regrets, { log, seed: seed + k }, log.name)),
    })),
  )
}

/**
 * Returns the regret per impression of a learner against fixed weights, with columns numbered as the features of the
 * log. The learner's L2 term uses each weight at the end of the last block of impressions with its feature. The weight
 * has shrunk since then, so the true regret is no larger.
 */
function regretOf(data: Dataset, options: AnyLearnerOptions, best: Float64Array): Curve {
  const bits = Math.max(1, Math.ceil(Math.log2(data.features)))
  const learner = new Learner(
    checkOptions({
      ...options,
      bits,
      constant: false,
      clip: 'none',
      precision: 'float64',
      lower: -1,
      upper: 1,
      loss: 'logistic',
      learningRate: factor,
      l2,
    }),
  )
  const { value } = lossTwins.logistic
  const bestTerm = (l2 / 2) * best.reduce((sum, w) => sum + w * w, 0)
  const blocks = blocksOf(data.size)
  const points: (readonly [number, number])[] = []
  const weights = new Float64Array(data.features)
  let squares = 0
  let sum = 0
  for (let b = 0; b + 1 < blocks.length; b++) {
    const [from, to] = [blocks[b], blocks[b + 1]]
    const batch = rowsOf(data, from, to)
    const scores = learner.learn(batch)
    for (let t = from; t < to; t++) {
      let z = 0
      for (let k = data.offsets[t]; k < data.offsets[t + 1]; k++) z += best[data.ids[k]] * data.values[k]
      sum += value(scores[t - from], data.labels[t], 0) - value(z, data.labels[t], 0)
    }
    for (const i of new Set(batch.indices)) {
      const w = learner.weight(i)
      squares += w * w - weights[i] * weights[i]
      weights[i] = w
    }
    sum += (to - from) * ((l2 / 2) * squares - bestTerm)
    const noted = points.length === 0 ? 9 : points[points.length - 1][0]
    if (to >= 1.05 * noted || to === data.size) points.push([to, sum / to])
  }
  return points
}

/** Returns the ends of blocks: each is 5% later than the previous one, and no block is longer than 250. */
function blocksOf(size: number): number[] {
  const ends = [0]
  for (let t = 0; t < size; ) {
    t = Math.min(size, t + 250, Math.max(t + 1, Math.round(t * 1.05)))
    ends.push(t)
  }
  return ends
}

function rowsOf(data: Dataset, from: number, to: number): Batch {
  const start = data.offsets[from]
  const end = data.offsets[to]
  return {
    size: to - from,
    offsets: data.offsets.slice(from, to + 1).map((offset) => offset - start),
    indices: data.ids.subarray(start, end),
    values: data.values.subarray(start, end),
    labels: data.labels.subarray(from, to),
  }
}
