import { exp, log } from '@ol/numerics'
import type { Settings } from '../../options/settings.js'
import type { LaneGroup } from './lane-groups.js'
import { RateWeigher } from './rate-weigher.js'

/** The smallest share of the largest weight, so that a lane that was bad for long can recover. */
const leastWeight = 1e-200

/** Just within the logarithm of the smallest weight. */
export const farthest = 440

/** Weights that are stored directly, the largest of each group 1. */
export abstract class DirectWeigher extends RateWeigher {
  constructor(settings: Settings) {
    super(settings, 1)
  }

  weights(g: number): Float64Array {
    const { from, to } = this.groups[g]
    return this.evidence.slice(from, to)
  }

  protected drop(lane: number): void {
    this.evidence[lane] = 0
  }

  /** Raises the weights to a power, as a lower rate would have given for the same losses. */
  protected slow(power: number): void {
    const w = this.evidence
    for (let l = 0; l < w.length; l++) if (w[l] > 0) w[l] = exp(power * log(w[l]))
  }

  /** Returns the score of the lane with the largest weight. */
  protected heaviest({ from, to }: LaneGroup, z: Float64Array, at: number): number {
    let best = -1
    for (let l = from; l < to; l++) {
      const score = z[at + l]
      if (score === score && (best < 0 || this.evidence[l] > this.evidence[best])) best = l
    }
    return z[at + best]
  }

  /** Makes the largest weight of a group 1 again. */
  protected rescale({ from, to }: LaneGroup, largest: number): void {
    const w = this.evidence
    for (let l = from; l < to; l++) {
      if (w[l] === 0) continue
      const scaled = w[l] / largest
      w[l] = scaled < leastWeight ? leastWeight : scaled
    }
  }
}
