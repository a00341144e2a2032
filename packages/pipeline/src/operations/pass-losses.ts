import type { Progress } from '@ol/core'

/** Computes the losses of passes, as differences of the running sums. */
export class PassLosses {
  readonly #sums: { loss: number; weight: number }[] = []
  #loss = 0
  #weight = 0

  add(pass: number, { lossSum, labelledWeight }: Progress): void {
    this.#sums[pass] ??= { loss: 0, weight: 0 }
    this.#sums[pass].loss += lossSum - this.#loss
    this.#sums[pass].weight += labelledWeight - this.#weight
    this.#loss = lossSum
    this.#weight = labelledWeight
  }

  /** Returns the sums: those of the run, then of each pass. */
  state(): number[] {
    return [this.#loss, this.#weight, ...this.#sums.flatMap(({ loss, weight }) => [loss, weight])]
  }

  /** Goes on from the sums of another run. */
  restore([loss, weight, ...sums]: ArrayLike<number> & Iterable<number>): void {
    this.#loss = loss
    this.#weight = weight
    for (let k = 0; k < sums.length; k += 2) this.#sums.push({ loss: sums[k], weight: sums[k + 1] })
  }

  averages(): number[] {
    return this.#sums.map(({ loss, weight }) => loss / weight)
  }
}
