/** A data set in memory: examples in compressed sparse rows over features numbered 0 .. features - 1, no constant. */
export interface Dataset {
  readonly id: string
  /** number of examples */
  readonly size: number
  /** number of features */
  readonly features: number
  /** the first `numeric` features are the numeric columns; the others are categories of one column each, or words */
  readonly numeric: number
  /** size + 1 positions */
  readonly offsets: Uint32Array
  readonly ids: Uint32Array
  /** not 0 */
  readonly values: Float64Array
  /** -1 and 1, classes 1 .. K, or the target of a regression */
  readonly labels: Float64Array
  /** lines that could not be read */
  readonly skipped: number
  /** names of features that are categories, `column=text`; absent: there are none */
  readonly names?: ReadonlyMap<number, string> | undefined
}

/** The facts about each feature of a data set. */
export interface FeatureFacts {
  /** largest |x| */
  readonly largest: Float64Array
  /** sum of x^2 */
  readonly squares: Float64Array
  /** examples with the feature */
  readonly counts: Uint32Array
  /** whether all values are 1, where there are any */
  readonly binary: readonly boolean[]
}

export function featureFacts(data: Dataset): FeatureFacts {
  const largest = new Float64Array(data.features)
  const squares = new Float64Array(data.features)
  const counts = new Uint32Array(data.features)
  const binary = Array.from({ length: data.features }, () => true)
  for (let k = 0; k < data.ids.length; k++) {
    const i = data.ids[k]
    const x = data.values[k]
    const size = x < 0 ? -x : x
    if (size > largest[i]) largest[i] = size
    squares[i] += x * x
    counts[i]++
    if (x !== 1) binary[i] = false
  }
  return { largest, squares, counts, binary }
}

/** Appends examples one at a time. */
export class DatasetBuilder {
  #ids = new Uint32Array(1 << 16)
  #values = new Float64Array(1 << 16)
  #used = 0
  readonly #offsets: number[] = [0]
  readonly #labels: number[] = []

  feature(id: number, value: number): void {
    if (value === 0) return
    if (this.#used === this.#ids.length) {
      this.#ids = grown(this.#ids, new Uint32Array(2 * this.#used))
      this.#values = grown(this.#values, new Float64Array(2 * this.#used))
    }
    this.#ids[this.#used] = id
    this.#values[this.#used++] = value
  }

  end(label: number): void {
    this.#offsets.push(this.#used)
    this.#labels.push(label)
  }

  build(id: string, features: number, numeric: number, skipped = 0): Dataset {
    return {
      id,
      size: this.#labels.length,
      features,
      numeric,
      offsets: Uint32Array.from(this.#offsets),
      ids: this.#ids.slice(0, this.#used),
      values: this.#values.slice(0, this.#used),
      labels: Float64Array.from(this.#labels),
      skipped,
    }
  }
}

function grown<T extends Uint32Array | Float64Array>(from: T, to: T): T {
  to.set(from)
  return to
}
