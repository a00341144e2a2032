import type { Tokens } from '@ol/spec'

/** What the words of a text are features of, and the position before the first. */
export interface ProsePlace {
  readonly seed: number
  /** runs of so many characters of each word are features as well; 0: none */
  readonly grams: number
  readonly column: number
  readonly n: number
}

/** Adds the words of a text; returns the position after the last. */
export type PutProse = (
  source: Uint8Array,
  from: number,
  end: number,
  place: ProsePlace,
  out: Tokens,
) => number

/** What adds words of prose, of which a page that reads tables alone loads no tables; undefined: nothing does. */
export const prosePart: { put: PutProse | undefined } = { put: undefined }
