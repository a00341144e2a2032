/** A block of a cache. */
export interface BlockNumbers {
  /** all of it, as it is stored */
  readonly bytes: Uint8Array
  /** the CRC-32 that these must have */
  readonly sum: number
  /** examples */
  readonly size: number
  /** size + 1 positions: example e has the features offsets[e] .. offsets[e + 1] */
  readonly offsets: Uint32Array
  /** one number per feature */
  readonly values: Float64Array
  /** the values where they are stored as float32: `values` are filled with them */
  readonly singles?: Float32Array | undefined
  /** NaN: none */
  readonly labels: Float64Array
  readonly weights?: Float64Array | undefined
  readonly initial?: Float64Array | undefined
}
