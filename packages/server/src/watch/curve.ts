/** A point of a curve: the mean over the examples between it and the point before. */
export interface Point {
  /** examples so far */
  readonly examples: number
  readonly loss: number
}

/** The state from which a curve continues. */
export interface CurveState {
  readonly points: readonly Point[]
  readonly every: number
  readonly sum: number
  readonly count: number
  readonly examples: number
}

/** A curve of at most this many points over all examples: if there would be more, each two become one. */
export class Curve {
  readonly #most: number
  #points: Point[] = []
  #every = 1
  #sum = 0
  #count = 0
  #examples = 0

  constructor(most: number) {
    this.#most = most
  }

  add(loss: number): void {
    this.#examples++
    this.#sum += loss
    if (++this.#count < this.#every) return
    this.#points.push({ examples: this.#examples, loss: this.#sum / this.#count })
    this.#sum = 0
    this.#count = 0
    if (this.#points.length < this.#most) return
    this.#points = this.#points.flatMap((point, i, all) =>
      i % 2 === 0 ? [] : [{ examples: point.examples, loss: (point.loss + all[i - 1].loss) / 2 }],
    )
    this.#every *= 2
  }

  state(): CurveState {
    return {
      points: [...this.#points],
      every: this.#every,
      sum: this.#sum,
      count: this.#count,
      examples: this.#examples,
    }
  }

  restore({ points, every, sum, count, examples }: CurveState): void {
    this.#points = [...points]
    this.#every = every
    this.#sum = sum
    this.#count = count
    this.#examples = examples
  }

  get points(): readonly Point[] {
    return this.#points
  }
}
