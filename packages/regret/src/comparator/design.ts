import type { Examples } from './observed-examples.js'

/** The data as the solvers see it: columns divided by d_i, the root of the weighted sum of their squares. */
export class Design {
  readonly size: number
  readonly width: number
  /** d_i; 1 for a column that is 0 throughout */
  readonly scales: Float64Array
  readonly #offsets: Uint32Array
  readonly #columns: Uint32Array
  readonly #values: Float64Array

  constructor(examples: Examples) {
    const { size, width, offsets, columns, values, weights } = examples
    this.size = size
    this.width = width
    const squares = new Float64Array(width)
    for (let e = 0; e < size; e++) {
      for (let k = offsets[e]; k < offsets[e + 1]; k++) squares[columns[k]] += weights[e] * values[k] ** 2
    }
    this.scales = squares.map((s) => (s > 0 ? Math.sqrt(s) : 1))
    this.#offsets = offsets
    this.#columns = columns
    this.#values = values.map((x, k) => x / this.scales[columns[k]])
  }

  /** out = X v */
  apply(v: Float64Array, out: Float64Array): void {
    for (let e = 0; e < this.size; e++) {
      let z = 0
      for (let k = this.#offsets[e]; k < this.#offsets[e + 1]; k++) z += v[this.#columns[k]] * this.#values[k]
      out[e] = z
    }
  }

  /** out = X' a */
  applyTransposed(a: Float64Array, out: Float64Array): void {
    out.fill(0)
    for (let e = 0; e < this.size; e++) {
      const factor = a[e]
      if (factor === 0) continue
      for (let k = this.#offsets[e]; k < this.#offsets[e + 1]; k++)
        out[this.#columns[k]] += factor * this.#values[k]
    }
  }

  /** Returns an estimate of the largest singular value of X, from below: power iteration from a fixed start. */
  norm(): number {
    const v = new Float64Array(this.width)
    for (let i = 0; i < v.length; i++) v[i] = 1 + ((i * 7) % 13) / 13
    const z = new Float64Array(this.size)
    let norm = 0
    for (let step = 0; step < 60; step++) {
      const length = Math.sqrt(dot(v, v))
      if (length === 0) return norm
      for (let i = 0; i < v.length; i++) v[i] /= length
      this.apply(v, z)
      norm = Math.sqrt(dot(z, z))
      this.applyTransposed(z, v)
    }
    return norm
  }
}

export function dot(a: Float64Array, b: Float64Array): number {
  let sum = 0
  for (let i = 0; i < a.length; i++) sum += a[i] * b[i]
  return sum
}
