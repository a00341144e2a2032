/** Weights by class of the label, then by class predicted. Classes may be added, at a cost that is spread over them. */
export class Confusion {
  #classes: number
  /** places of a row */
  #capacity: number
  #sums: Float64Array

  /** `sums`: as `toArray` returns them */
  constructor(classes: number, sums?: Float64Array) {
    this.#classes = classes
    this.#capacity = classes
    this.#sums = sums?.slice() ?? new Float64Array(classes * classes)
  }

  get classes(): number {
    return this.#classes
  }

  add(label: number, predicted: number, weight: number): void {
    this.#sums[label * this.#capacity + predicted] += weight
  }

  at(label: number, predicted: number): number {
    return this.#sums[label * this.#capacity + predicted]
  }

  /** Adds classes up to this number. */
  grow(classes: number): void {
    if (classes <= this.#classes) return
    if (classes > this.#capacity) {
      const capacity = 2 ** Math.ceil(Math.log2(classes))
      this.#sums = this.#square(capacity)
      this.#capacity = capacity
    }
    this.#classes = classes
  }

  /** Returns a copy, row by row. */
  toArray(): Float64Array {
    return this.#square(this.#classes)
  }

  #square(side: number): Float64Array {
    const sums = new Float64Array(side * side)
    for (let y = 0; y < this.#classes; y++)
      sums.set(this.#sums.subarray(y * this.#capacity, y * this.#capacity + this.#classes), y * side)
    return sums
  }
}
