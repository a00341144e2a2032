let total = 0

/** Counts bytes that were read from a file. */
export function countBytes(bytes: number): void {
  total += bytes
}

/** Returns the number of bytes of files that this process has read. */
export function bytesRead(): number {
  return total
}
