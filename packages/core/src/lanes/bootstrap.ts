import { links } from '@ol/numerics'
import { checkKind, invalid, type Link } from '@ol/spec'
import type { BootstrapSetting, Settings } from '../options/settings.js'
import type { PreparedBatch } from '../targets/targets.js'
import type { Combiner } from './combiner.js'
import { deviation } from './deviation.js'
import type { LinearGroup } from './linear.js'
import type { Combining, LaneTurns } from './mixture/weigher.js'
import type { Outcome } from './outcome.js'

/*
 * The online bootstrap (Oza and Russell: Online Bagging and Boosting, 2001): each replicate sees every example a Poisson(1) number of times, the limit of resampling with replacement for long streams.
 */

/** P(X <= k) for a Poisson variable of mean 1, times 2^32, k = 0, 1, ...; beyond the last the weight is 12. */
const thresholds = Uint32Array.from([
  1580030168, 3160060337, 3950075421, 4213413783, 4279248373, 4292415291, 4294609777, 4294923276, 4294962463,
  4294966817, 4294967252, 4294967292,
])

/** Mixes 32 bits (the finalizer of MurmurHash3). */
function mixed(h: number): number {
  let x = h
  x = Math.imul(x ^ (x >>> 16), 0x85ebca6b)
  x = Math.imul(x ^ (x >>> 13), 0xc2b2ae35)
  return (x ^ (x >>> 16)) >>> 0
}

/**
 * The weights of replicates 1 .. B for example number `round`, into out[at + 1 ...]; out[at] is 1, the model's own.
 * They depend only on seed, round and replicate.
 */
export function bootstrapWeights(
  seed: number,
  round: number,
  replicates: number,
  out: Float64Array,
  at: number,
): void {
  out[at] = 1
  const high = Math.floor(round / 2 ** 32)
  const stream = mixed(mixed(seed ^ 0x9e3779b9) + mixed(round >>> 0) + Math.imul(high, 0x7feb352d))
  for (let b = 1; b <= replicates; b++) {
    const u = mixed(stream + Math.imul(b, 0x9e3779b1))
    let k = 0
    while (k < thresholds.length && u >= thresholds[k]) k++
    out[at + b] = k
  }
}

/**
 * Returns the seed of shard k, from 0, of a model with this seed, so that shards resample independently; the first
 * shard keeps the seed.
 */
export function shardSeed(seed: number, k: number): number {
  return k === 0 ? seed : mixed(mixed(seed ^ 0x9e3779b9) + Math.imul(k, 0x9e3779b1))
}

/** The ends of an interval. */
export interface Interval {
  readonly low: number
  readonly high: number
}

/**
 * Returns the percentile interval of a sample: its quantiles (1 - level) / 2 and 1 - (1 - level) / 2, linear between
 * values.
 *
 * @param values the sample, in any order; NaN is ignored
 * @param level the share of the sample inside the interval, in (0, 1)
 * @returns the ends of the interval, in the unit of the values; NaN for an empty sample
 * @throws OLError OL_PARAMETER if the level is not in (0, 1)
 */
export function percentileInterval(values: Float64Array, level: number): Interval {
  checkKind('values', values, 'numbers')
  if (!(typeof level === 'number' && level > 0 && level < 1))
    throw invalid('OL_PARAMETER', 'level', 'a number > 0 and < 1', level)
  const sorted = Float64Array.from(values)
    .filter((value) => !Number.isNaN(value))
    .sort()
  const tail = (1 - level) / 2
  return { low: quantile(sorted, tail), high: quantile(sorted, 1 - tail) }
}

function quantile(sorted: Float64Array, p: number): number {
  if (sorted.length === 0) return Number.NaN
  const position = p * (sorted.length - 1)
  const below = Math.floor(position)
  const above = below + 1 < sorted.length ? below + 1 : below
  return sorted[below] + (position - below) * (sorted[above] - sorted[below])
}

/** The model, lane 0, and its replicates, each of which sees an example with its own weight. */
export class Replicates implements Combiner {
  readonly memory: readonly Float64Array[] = []
  readonly #settings: Settings
  readonly #bootstrap: BootstrapSetting

  constructor(settings: Settings, bootstrap: BootstrapSetting) {
    this.#settings = settings
    this.#bootstrap = bootstrap
  }

  weights(): undefined {
    return undefined
  }

  linearGroups(): readonly LinearGroup[] {
    return [{ offset: 0, lanes: [{ lane: 0, factor: 1 }] }]
  }

  weighted(batch: PreparedBatch, round: number): PreparedBatch {
    const { seed, replicates } = this.#bootstrap
    const { lanes } = this.#settings
    const laneWeights = new Float64Array(batch.size * lanes)
    for (let e = 0; e < batch.size; e++) bootstrapWeights(seed, round + e, replicates, laneWeights, e * lanes)
    return { ...batch, laneWeights }
  }

  combine({ size, scores, losses = scores, laneWeights }: LaneTurns, { outcome, from }: Combining): void {
    const { lanes } = this.#settings
    outcome.replicates?.predictions.set(scores, from * lanes)
    outcome.replicates?.weights.set(laneWeights ?? [], from * lanes)
    for (let e = 0; e < size; e++) {
      outcome.predictions[from + e] = scores[e * lanes]
      outcome.losses[from + e] = losses[e * lanes]
    }
  }

  /** Returns an outcome with the standard deviation of the replicates' predictions. */
  withSpread(scores: Float64Array, outcome: Outcome, link: Link): Outcome {
    const { lanes } = this.#settings
    const replicates = new Float64Array(lanes - 1).fill(1)
    const spread = outcome.predictions.map((_, e) =>
      deviation(scores.subarray(e * lanes + 1, (e + 1) * lanes).map(links[link]), replicates),
    )
    return { ...outcome, spread }
  }

  /** Replicates have no classes. */
  grow(): void {}
}
