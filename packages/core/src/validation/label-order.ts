import type { Batch, Task } from '@ol/spec'

/** The sums of a state before its counts. */
const sums = 5

/**
 * Measures how alike the labels of neighbouring examples are, which shows whether the examples are in an order: of
 * time, of a group, or of their labels. It compares the mean distance of neighbours with the mean distance of any two
 * labels (for numbers the ratio of von Neumann; for classes, distances are 0 or 1).
 */
export class LabelOrder {
  /** of several classes: the number of labels of each, by its number from 1 */
  readonly #counts: number[] | undefined
  #labels = 0
  #last = 0
  /** the sum of distances of neighbours; of numbers the squares, of classes how many differ */
  #distances = 0
  #mean = 0
  #squares = 0

  constructor(task: Task) {
    this.#counts = task === 'multiclass' ? [] : undefined
  }

  /** Adds the examples from `from` to before `to` that have a label and a weight. */
  add({ labels, weights }: Pick<Batch, 'labels' | 'weights'>, from: number, to: number): void {
    for (let e = from; e < to; e++) {
      const label = labels[e]
      if (label === label && weights?.[e] !== 0) this.#add(label)
    }
  }

  #add(label: number): void {
    const counts = this.#counts
    const step = label - this.#last
    this.#last = label
    if (this.#labels++ > 0) this.#distances += counts === undefined ? step * step : Math.min(1, step * step)
    if (counts !== undefined) {
      while (counts.length <= label) counts.push(0)
      counts[label]++
      return
    }
    const off = label - this.#mean
    this.#mean += off / this.#labels
    this.#squares += off * (label - this.#mean)
  }

  /** 1 less the mean distance of neighbours over the mean distance of any two labels; NaN if all are equal. */
  get correlation(): number {
    const labels = this.#labels
    const any = this.#counts === undefined ? (2 * this.#squares) / labels : 1 - this.#chance(this.#counts)
    return any > 0 ? 1 - this.#distances / (labels - 1) / any : Number.NaN
  }

  /** Returns the probability that two labels are equal. */
  #chance(counts: readonly number[]): number {
    return counts.reduce((sum, count) => sum + (count / this.#labels) ** 2, 0)
  }

  /** The complete state: sums, then the counts of the classes. */
  get state(): readonly number[] {
    const own = [this.#labels, this.#last, this.#distances, this.#mean, this.#squares]
    return [...own, ...(this.#counts ?? [])]
  }

  /** Continues with a state. */
  restore(state: ArrayLike<number>): void {
    ;[this.#labels = 0, this.#last = 0, this.#distances = 0, this.#mean = 0, this.#squares = 0] =
      Array.from(state)
    for (let i = sums; i < state.length; i++) this.#counts?.push(state[i])
  }
}
