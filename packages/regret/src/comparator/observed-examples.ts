import type { Batch } from '@ol/spec'
import { type Growing, growingFloats, growingIntegers } from './growing.js'

/** The row of a feature by the two halves of its key. */
export type RowOf = (index: number, upper: number) => number

/**
 * Examples with a label and a weight, in memory: compressed sparse rows over columns that are numbered as they appear.
 * The features of an example that share a row of the table are added, as in the score.
 */
export class Examples {
  readonly #rowOf: RowOf
  readonly #columnOf = new Map<number, number>()
  readonly #rows = growingIntegers()
  readonly #groups = growingIntegers()
  readonly #offsets = growingIntegers()
  readonly #columns = growingIntegers()
  readonly #values = growingFloats()
  readonly #labels = growingFloats()
  readonly #weights = growingFloats()
  readonly #initial = growingFloats()
  /** the last example that has each column, and the position in it */
  readonly #lastSeen: Growing<Float64Array> = growingFloats()
  readonly #place: Growing<Float64Array> = growingFloats()
  #shared = 0

  /** `rows`: the bits of the table whose rows the features are hashed to, or the row of each feature. */
  constructor(rows: number | RowOf) {
    const mask = typeof rows === 'number' ? 2 ** rows - 1 : 0
    this.#rowOf = typeof rows === 'number' ? (index) => (index & mask) >>> 0 : rows
    this.#offsets.push(0)
  }

  /** Appends example e of a batch; does nothing and returns false if it has no label or no weight. */
  add(batch: Batch, e: number): boolean {
    const weight = batch.weights === undefined ? 1 : batch.weights[e]
    if (Number.isNaN(batch.labels[e]) || weight === 0) return false
    for (let i = batch.offsets[e]; i < batch.offsets[e + 1]; i++) {
      if (batch.values[i] === 0) continue
      const row = this.#rowOf(batch.indices[i], batch.upper?.[i] ?? 0)
      this.#addFeature(row, batch.values[i], batch.groups?.[i] ?? 0)
    }
    this.#offsets.push(this.#columns.length)
    this.#labels.push(batch.labels[e])
    this.#weights.push(weight)
    this.#initial.push(batch.initial === undefined ? 0 : batch.initial[e])
    return true
  }

  /** Returns examples `from` to `to`, the latter excluded; their rows are the columns of this object. */
  part(from: number, to: number): Examples {
    const { offsets, columns, values, labels, weights, initial, groups } = this
    const part = new Examples((column) => column)
    const batch: Batch = {
      size: to - from,
      offsets: offsets.slice(from, to + 1).map((at) => at - offsets[from]),
      indices: columns.slice(offsets[from], offsets[to]),
      groups: Uint8Array.from(columns.subarray(offsets[from], offsets[to]), (column) => groups[column]),
      values: values.slice(offsets[from], offsets[to]),
      labels: labels.slice(from, to),
      weights: weights.slice(from, to),
      initial: initial.slice(from, to),
    }
    for (let e = 0; e < batch.size; e++) part.add(batch, e)
    return part
  }

  #addFeature(row: number, value: number, group: number): void {
    const column = this.#columnOf.get(row) ?? this.#addColumn(row)
    // a slot keeps the namespace with which it was first learned
    if (this.groups[column] === 0) this.groups[column] = group
    const lastSeen = this.#lastSeen.view()
    if (lastSeen[column] === this.size) {
      this.#values.view()[this.#place.view()[column]] += value
      this.#shared++
      return
    }
    lastSeen[column] = this.size
    this.#place.view()[column] = this.#columns.length
    this.#columns.push(column)
    this.#values.push(value)
  }

  #addColumn(row: number): number {
    const column = this.#rows.length
    this.#columnOf.set(row, column)
    this.#rows.push(row)
    this.#groups.push(0)
    this.#lastSeen.push(-1)
    this.#place.push(0)
    return column
  }

  /** Number of examples. */
  get size(): number {
    return this.#labels.length
  }

  /** Number of columns. */
  get width(): number {
    return this.#rows.length
  }

  /** Features that collide with another of the same example in a row of the table. */
  get shared(): number {
    return this.#shared
  }

  /** The row of the table of each column. */
  get rows(): Uint32Array {
    return this.#rows.view()
  }

  /** The namespace of each column: see `Batch.groups`. */
  get groups(): Uint32Array {
    return this.#groups.view()
  }

  /** size + 1 positions in `columns` and `values` */
  get offsets(): Uint32Array {
    return this.#offsets.view()
  }

  get columns(): Uint32Array {
    return this.#columns.view()
  }

  get values(): Float64Array {
    return this.#values.view()
  }

  get labels(): Float64Array {
    return this.#labels.view()
  }

  get weights(): Float64Array {
    return this.#weights.view()
  }

  /** The addition to the score of each example. */
  get initial(): Float64Array {
    return this.#initial.view()
  }

  /** Returns the largest |x| of each column. */
  maxima(): Float64Array {
    const { columns, values } = this
    const largest = new Float64Array(this.width)
    for (let k = 0; k < columns.length; k++) {
      const size = Math.abs(values[k])
      if (size > largest[columns[k]]) largest[columns[k]] = size
    }
    return largest
  }

  /** Scores of weights given by column, `initial` included. */
  scores(weights: Float64Array): Float64Array {
    const { offsets, columns, values, initial } = this
    const scores = new Float64Array(this.size)
    for (let e = 0; e < scores.length; e++) {
      let z = initial[e]
      for (let k = offsets[e]; k < offsets[e + 1]; k++) z += weights[columns[k]] * values[k]
      scores[e] = z
    }
    return scores
  }
}
