/** Names of features as a model file has them. */
export interface StoredNames {
  /** the key of each name, lower and upper half */
  readonly keys: Uint32Array
  /** where the text of each ends, in two halves */
  readonly ends: Uint32Array
  /** the names in UTF-8, one after another */
  readonly text: Uint8Array
  /** the largest |x| of each feature; absent where the rule keeps scales of its own */
  readonly scales?: Float64Array | undefined
}

/** Returns no names, of a model that keeps scales or of one that does not. */
export function noNames(scaled = false): StoredNames {
  const [keys, ends, text] = [new Uint32Array(0), new Uint32Array(0), new Uint8Array(0)]
  return { keys, ends, text, scales: scaled ? new Float64Array(0) : undefined }
}
