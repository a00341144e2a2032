/** The examples whose probability lies in (from, to]; the first bin also has `from`. */
export interface CalibrationBin {
  readonly from: number
  readonly to: number
  readonly weight: number
  /** weighted mean of the probabilities of the positive class; NaN where there is no example */
  readonly meanProbability: number
  /** weighted share of the positive class; NaN where there is no example */
  readonly positiveRate: number
}

const bins = 10
/** weight, sum of probabilities, weight of the positive class */
const fields = 3

/** Sums for a reliability diagram of ten bins of equal width. */
export class Calibration {
  readonly #sums: Float64Array = new Float64Array(bins * fields)

  add(probability: number, positive: boolean, weight: number): void {
    // the product can round to the other side of an edge; the edges are those of the division
    let bin = Math.min(bins - 1, Math.floor(probability * bins))
    while (bin > 0 && probability <= bin / bins) bin--
    while (bin < bins - 1 && probability > (bin + 1) / bins) bin++
    const at = bin * fields
    this.#sums[at] += weight
    this.#sums[at + 1] += weight * probability
    if (positive) this.#sums[at + 2] += weight
  }

  merge(other: Calibration): void {
    for (let i = 0; i < this.#sums.length; i++) this.#sums[i] += other.#sums[i]
  }

  state(): Float64Array {
    return this.#sums.slice()
  }

  restore(sums: Float64Array): void {
    this.#sums.set(sums)
  }

  bins(): readonly CalibrationBin[] {
    return Array.from({ length: bins }, (_, bin) => {
      const [weight, probabilities, positive] = this.#sums.subarray(bin * fields)
      return {
        from: bin / bins,
        to: (bin + 1) / bins,
        weight,
        meanProbability: probabilities / weight,
        positiveRate: positive / weight,
      }
    })
  }
}
