import type { Progress } from '@ol/core'

/**
 * Computes the losses of passes from the running sums at the end of each: with differences from batch to batch, the
 * last digits would depend on how the input was cut.
 */
export class PassLosses {
  readonly #ends: { loss: number; weight: number }[] = []

  add(pass: number, { lossSum, labelledWeight }: Progress): void {
    this.#ends[pass] = { loss: lossSum, weight: labelledWeight }
  }

  /** Returns the running sums at the end of each pass; for the last pass, the sums so far. */
  state(): number[] {
    return this.#ends.flatMap(({ loss, weight }) => [loss, weight])
  }

  /** Continues from the sums of another run. */
  restore(sums: ArrayLike<number>): void {
    for (let k = 0; k < sums.length; k += 2) this.#ends.push({ loss: sums[k], weight: sums[k + 1] })
  }

  averages(): number[] {
    return this.#ends.map(({ loss, weight }, k) => {
      const before = k === 0 ? { loss: 0, weight: 0 } : this.#ends[k - 1]
      return (loss - before.loss) / (weight - before.weight)
    })
  }
}
