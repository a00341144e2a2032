/** Yields the bytes of a file in pieces, each valid until the next; returns patches of earlier bytes. */
export type Pieces = Generator<Uint8Array, readonly Patch[], void>

export interface Patch {
  /** bytes from the start of the file */
  readonly offset: number
  readonly bytes: Uint8Array
}

/** A file that appears under its name complete or not at all. */
export interface NewFile {
  /** Adds bytes at the end; they may change as soon as this returns. */
  write(bytes: Uint8Array): void
  /** Replaces bytes that were written. */
  patch(patch: Patch): void
  /** Puts the file into place. */
  finish(): Promise<void>
  /** Removes the written bytes; does nothing after `finish`. */
  abandon(): void
}

/** A file that is being written a few pieces at a time. */
export interface SlicedWrite {
  readonly finished: Promise<void>
  /** Takes all remaining pieces at once: their source may change as soon as this returns. */
  takeAll(): void
}

/** The destination of results: a file that appears complete or not at all, or a pipe or device. */
export interface Output {
  write(bytes: Uint8Array): Promise<void>
  finish(): Promise<void>
  abandon(): Promise<void>
}

export interface FileStat {
  readonly bytes: number
  /** milliseconds since 1970; programs can set it back */
  readonly modified: number
  /** the same for the last change of the content or of the file's metadata; programs cannot set it */
  readonly changed: number
}

/** The memory that a process may use. */
export interface MemoryFacts {
  /** the tightest limit */
  readonly where: 'this machine' | 'this container' | 'OL_MAX_MEMORY'
  /** bytes in all; Infinity where unknown */
  readonly total: number
  /** bytes that are left */
  readonly left: number
}

/** Bytes that can be read at any offset. */
export interface RandomAccess {
  readonly byteLength: number
  /** Returns the bytes [start, end), in their own memory. */
  slice(start: number, end?: number): Promise<ArrayBuffer>
  /** Counts bytes whose contents have been passed on: see `bytesRead`. Absent: it is not a file. */
  readonly passed?: (bytes: number) => void
  close(): Promise<void>
}

/** The compressions that `decompress` takes. */
export type StreamCompression = 'gzip' | 'brotli'

/** A package that need not be installed: its exports, or the reason why it is missing. */
export type OptionalPackage = { readonly exports: unknown } | { readonly missing: string }
