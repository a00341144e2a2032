/** Features, one after another, on memory that is reused. */
export class FeatureList {
  indices: Uint32Array = new Uint32Array(64)
  /** as long as `indices`, or empty if keys have no upper half */
  upper: Uint32Array
  values: Float64Array = new Float64Array(64)
  /** as long as `indices`, or empty if namespaces are not requested */
  groups: Uint8Array
  /** the namespace of the next pushed features: see `Batch.groups` */
  group = 32
  count = 0
  readonly #wide: boolean
  readonly #grouped: boolean

  constructor(wide: boolean, grouped: boolean) {
    this.#wide = wide
    this.#grouped = grouped
    this.groups = new Uint8Array(grouped ? this.indices.length : 0)
    this.upper = new Uint32Array(wide ? this.indices.length : 0)
  }

  push(index: number, upper: number, value: number): void {
    const { count } = this
    if (count === this.indices.length) this.reserve(1)
    this.indices[count] = index
    this.values[count] = value
    if (this.#wide) this.upper[count] = upper
    if (this.#grouped) this.groups[count] = this.group
    this.count = count + 1
  }

  /** Makes room for `more` further features. */
  reserve(more: number): void {
    let { length } = this.indices
    if (this.count + more <= length) return
    while (length < this.count + more) length *= 2
    this.indices = widened(this.indices, new Uint32Array(length))
    this.values = widened(this.values, new Float64Array(length))
    if (this.#wide) this.upper = widened(this.upper, new Uint32Array(length))
    if (this.#grouped) this.groups = widened(this.groups, new Uint8Array(length))
  }
}

/** The keys of the positions of an array, from 0 on. */
export class PositionKeys {
  lower: Uint32Array = new Uint32Array(0)
  /** empty if keys have no upper half */
  upper: Uint32Array = new Uint32Array(0)
  /** 1 if the user of a key has marked that the name of the feature is not needed, and never will be */
  unwanted: Uint8Array = new Uint8Array(0)

  get length(): number {
    return this.lower.length
  }

  /** Makes room for more keys. */
  extend(length: number, wide: boolean): void {
    this.lower = widened(this.lower, new Uint32Array(length))
    this.unwanted = widened(this.unwanted, new Uint8Array(length))
    if (wide) this.upper = widened(this.upper, new Uint32Array(length))
  }
}

/** Copies an array to the front of a longer one. */
export function widened<T extends Uint8Array | Uint32Array | Float64Array>(array: T, into: T): T {
  into.set(array)
  return into
}
