/** The lines of a chunk from which names of features are read, and their examples. */
export interface NamedLines {
  readonly bytes: Uint8Array
  /** the byte after the last line, which ends with a line feed */
  readonly end: number
  /** examples */
  readonly size: number
  /** the line of each example, 0 for the first line of the chunk, ascending */
  readonly lines: Uint32Array
  /** size + 1 positions: example e has the features offsets[e] .. offsets[e + 1] */
  readonly offsets: Uint32Array
  /** see `lineCursor`: on input at most the first requested line; on output the last line that was sought */
  readonly cursor: Uint32Array
}

/** Positions in `NamedLines.cursor`: a line, and the byte at which it starts. */
export const lineCursor = { line: 0, start: 1 } as const

/** Names in UTF-8 one after another, appended to arrays that JavaScript owns. */
export interface NameBytes {
  readonly text: Uint8Array
  /** the end of each name */
  readonly ends: Uint32Array
  /** see `nameCounts` */
  readonly counts: Uint32Array
}

/** Positions in `NameBytes.counts`. */
export const nameCounts = {
  names: 0,
  /** bytes of all names */
  bytes: 1,
  /** 1 if a name has a byte that is not ASCII */
  beyondAscii: 2,
  /** bytes of the name that did not fit; 0: all fit */
  needed: 3,
} as const
export const nameCountsLength = 4
