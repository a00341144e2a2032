import { exp, log } from '@ol/numerics'
import type { Settings } from '../../options/settings.js'

/** Lanes that mix with each other: those of one class, or all. */
export interface LaneGroup {
  readonly from: number
  readonly to: number
}

/** Returns the groups of lanes that are mixed: those of a class, or all. */
export function groupsOf({ lanes, laneClasses, classes }: Settings): LaneGroup[] {
  if (classes === undefined || laneClasses === undefined) return [{ from: 0, to: lanes }]
  const ends = new Float64Array(classes.count)
  laneClasses.forEach((k, l) => {
    ends[k] = l + 1
  })
  return Array.from(ends, (to, k) => ({ from: k === 0 ? 0 : ends[k - 1], to }))
}

/** The lane that an untrained one comes from: see `Weigher.select`. */
export const newLane = -1

/** A scheme of weights for lanes; a lane whose score is NaN was pruned and has no weight. */
export interface Weigher {
  /** by lane; stored in a model file */
  readonly evidence: Float64Array
  /** by group; stored in a model file */
  gaps: Float64Array
  /** The score of the mixture of group g for the scores z[at + lane]. */
  predict(g: number, z: Float64Array, at: number): number
  /** Updates the weights of group g by the losses of an example of weight h, after `predict` for the same scores. */
  learn(g: number, z: Float64Array, losses: Float64Array, at: number, label: number, h: number): void
  /** The weights of the lanes of group g, the largest 1. */
  weights(g: number): Float64Array
  prune(lane: number): void
  /** Arranges the lanes, at least one of each group: each as it was at another place, or untrained (`newLane`). */
  select(lanes: readonly number[], groups: readonly LaneGroup[]): void
  /** Lowers the rate to this share. */
  slow(share: number): void
}

/** The least share of the largest weight: a lane that was bad for long can recover. */
const leastWeight = 1e-200

/** Just within the logarithm of the least weight. */
export const farthest = 440

/** Returns numbers by group, 0 for groups that are new. */
export function resized(gaps: Float64Array, groups: number): Float64Array {
  return Float64Array.from({ length: groups }, (_, g) => gaps[g] ?? 0)
}

/** Weights that are stored directly, the largest of each group 1. */
export abstract class Weights {
  evidence: Float64Array
  gaps: Float64Array
  groups: readonly LaneGroup[]

  constructor(groups: readonly LaneGroup[]) {
    this.groups = groups
    this.evidence = new Float64Array(groups[groups.length - 1].to).fill(1)
    this.gaps = new Float64Array(groups.length)
  }

  weights(g: number): Float64Array {
    const { from, to } = this.groups[g]
    return this.evidence.slice(from, to)
  }

  prune(lane: number): void {
    this.evidence[lane] = 0
  }

  select(lanes: readonly number[], groups: readonly LaneGroup[]): void {
    this.evidence = Float64Array.from(lanes, (l) => this.evidence[l] ?? 1)
    this.gaps = resized(this.gaps, groups.length)
    this.groups = groups
  }

  /** Raises the weights to a power: what a lower rate would have given for the same losses. */
  slow(power: number): void {
    const w = this.evidence
    for (let l = 0; l < w.length; l++) if (w[l] > 0) w[l] = exp(power * log(w[l]))
  }

  /** Returns the score of the lane that weighs most. */
  protected heaviest({ from, to }: LaneGroup, z: Float64Array, at: number): number {
    let best = -1
    for (let l = from; l < to; l++) {
      const score = z[at + l]
      if (score === score && (best < 0 || this.evidence[l] > this.evidence[best])) best = l
    }
    return z[at + best]
  }

  /** Makes the largest weight of a group 1 again. */
  protected scale({ from, to }: LaneGroup, largest: number): void {
    const w = this.evidence
    for (let l = from; l < to; l++) {
      if (w[l] === 0) continue
      const scaled = w[l] / largest
      w[l] = scaled < leastWeight ? leastWeight : scaled
    }
  }
}
