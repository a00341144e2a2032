import type { Tokens } from '@ol/spec'

/** The column whose features the words of a string are, and the position before the first. */
export interface ProsePlace {
  readonly seed: number
  /** the length of the longest character n-grams of each word, which are features as well; 0: none */
  readonly grams: number
  readonly column: number
  readonly n: number
}

/** Adds the words of a string; returns the position after the last. */
export type PutProse = (
  source: Uint8Array,
  from: number,
  end: number,
  place: ProsePlace,
  out: Tokens,
) => number

/** Adds words of prose; undefined in a page that reads only tables and so does not load the tables of Unicode. */
export const prosePart: { put: PutProse | undefined } = { put: undefined }
