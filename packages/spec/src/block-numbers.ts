/** A block of a cache. */
export interface BlockNumbers {
  /** the entire block, as it is stored */
  readonly bytes: Uint8Array
  /** the CRC-32 that these bytes must have */
  readonly sum: number
  /** examples */
  readonly size: number
  /** size + 1 positions: example e has the features offsets[e] .. offsets[e + 1] */
  readonly offsets: Uint32Array
  /** one number per feature */
  readonly values: Float64Array
  /** the values if they are stored as float32: `values` is filled from them */
  readonly singles?: Float32Array | undefined
  /** NaN: none */
  readonly labels: Float64Array
  readonly weights?: Float64Array | undefined
  readonly initial?: Float64Array | undefined
}
