/** Bytes that can be read anywhere. */
export interface RandomAccess {
  readonly byteLength: number
  /** The bytes [start, end), in memory of their own. */
  slice(start: number, end?: number): Promise<ArrayBuffer>
  close(): Promise<void>
}

/** Throws where there are no such bytes: what a damaged file says of its parts may be anything. */
export function checkRange(start: number, end: number, length: number): void {
  if (!(start >= 0 && start <= end && end <= length))
    throw new RangeError(`there are no bytes ${start} to ${end}: there are ${length}`)
}

export function inMemory(bytes: Uint8Array): RandomAccess {
  return {
    byteLength: bytes.length,
    slice: async (start, end = bytes.length) => {
      checkRange(start, end, bytes.length)
      return bytes.slice(start, end).buffer as ArrayBuffer
    },
    close: async () => undefined,
  }
}
