/**
 * Non-negative numbers and their total, which depends only on the numbers and not on the order in which they grew, so
 * that storing them does not change it. It is a sum over a binary tree, updated along one path.
 */
export class TotalTree {
  readonly length: number
  /** the sum below node i at i, whose children are 2i and 2i + 1; the numbers from `#first` on */
  readonly #nodes: Float64Array
  readonly #first: number
  #positive = 0

  constructor(numbers: Float64Array) {
    this.length = numbers.length
    this.#first = 2 ** Math.ceil(Math.log2(Math.max(1, numbers.length)))
    this.#nodes = new Float64Array(2 * this.#first)
    numbers.forEach((number, k) => {
      this.add(k, number)
    })
  }

  /** Adds to number k, and returns it. */
  add(k: number, more: number): number {
    const nodes = this.#nodes
    let i = this.#first + k
    const before = nodes[i]
    const number = before + more
    nodes[i] = number
    if (before === 0 && number > 0) this.#positive++
    for (i >>= 1; i > 0; i >>= 1) nodes[i] = nodes[2 * i] + nodes[2 * i + 1]
    return number
  }

  get total(): number {
    return this.#nodes[1]
  }

  /** How many of the numbers are larger than 0. */
  get positive(): number {
    return this.#positive
  }

  numbers(): Float64Array {
    return this.#nodes.slice(this.#first, this.#first + this.length)
  }
}
