import { PerColumn, type Watch } from './theorem.js'

/** Collects ||g_(1:T,i)||, the largest |g|, and the smallest and largest weight of each column. */
export class AdaptedWatch {
  readonly squares: PerColumn = new PerColumn()
  readonly #lowest = new PerColumn()
  readonly #highest = new PerColumn()
  largestGradient = 0

  see({ columns, values, from, to, derivative }: Parameters<Watch['see']>[0]): void {
    for (let k = from; k < to; k++) {
      const g = derivative * values[k]
      this.squares.add(columns[k], g * g)
      if (Math.abs(g) > this.largestGradient) this.largestGradient = Math.abs(g)
    }
  }

  move(column: number, weight: number): void {
    this.#highest.raise(column, weight)
    this.#lowest.raise(column, -weight)
  }

  /** Returns the largest |u_i - w_ti| of a column over all rounds. */
  distance(u: Float64Array, i: number): number {
    return Math.max(Math.abs(u[i] - this.#highest.get(i)), Math.abs(u[i] + this.#lowest.get(i)))
  }

  norms(width: number): Float64Array {
    return this.squares.list(width).map(Math.sqrt)
  }
}
