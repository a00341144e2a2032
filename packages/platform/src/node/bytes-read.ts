let total = 0

/** Counts bytes of a file that were read, or, if they were read at any offset, whose contents have been passed on. */
export function countBytes(bytes: number): void {
  total += bytes
}

/** Returns the number of bytes of files that this process has read, to show how far a run is. */
export function bytesRead(): number {
  return total
}
