/** The keys of the positions of an array, from 0 on. */
export class PositionKeys {
  lower: Uint32Array = new Uint32Array(0)
  /** empty where keys have no upper half */
  upper: Uint32Array = new Uint32Array(0)
  /** 1 where who uses a key has noted that the name of the feature is not wanted, and never will be */
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
