import { exp, log } from '@ol/numerics'
import { DirectWeigher } from './direct-weigher.js'

/**
 * c (z - y)^2: the aggregating algorithm (Vovk: Competitive On-line Statistics, 2001, section 2.4) at rate 2 / (c R^2),
 * R the range of predictions and labels.
 */
export class SquareWeigher extends DirectWeigher {
  /** Returns the score whose loss is at most the generalized one at both ends of the range. */
  protected scoreOf(g: number, z: Float64Array, at: number): number {
    const { from, to } = this.groups[g]
    const { low } = this.labels
    const range = this.labels.high - low
    if (!(range > 0)) return this.heaviest(this.groups[g], z, at)
    // in units of the range: c eta R^2 = 2
    let one = 0
    let other = 0
    for (let l = from; l < to; l++) {
      const score = z[at + l]
      if (score !== score) continue
      const u = (score - low) / range
      const w = this.evidence[l]
      one += w * exp(-2 * (u * u))
      other += w * exp(-2 * ((1 - u) * (1 - u)))
    }
    return low + range * (0.5 + 0.25 * log(other / one))
  }

  protected weigh(
    g: number,
    z: Float64Array,
    _losses: Float64Array,
    at: number,
    label: number,
    h: number,
  ): void {
    const { from, to } = this.groups[g]
    const { low, high } = this.labels
    const range = high - low
    const y = !(range > 0) || label < low ? 0 : label > high ? 1 : (label - low) / range
    const w = this.evidence
    let largest = 0
    for (let l = from; l < to; l++) {
      const score = z[at + l]
      // without a range all labels are the same, and so are the predictions
      const off = range > 0 ? (score - low) / range - y : 0
      w[l] = score !== score ? 0 : w[l] * exp(-2 * h * (off * off))
      if (w[l] > largest) largest = w[l]
    }
    this.rescale(this.groups[g], largest)
  }

  /** The rate falls with the range: the weights become the ones that the lower rate would have given for the same losses. */
  protected override rangeGrew(ratio: number): void {
    this.slow(ratio * ratio)
  }
}
