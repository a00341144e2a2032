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

  averages(): number[] {
    return this.#sums.map(({ loss, weight }) => loss / weight)
  }
}
