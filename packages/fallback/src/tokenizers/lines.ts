import { type Chunk, constantIndex, counts, type TokenPlan, type Tokens } from '@ol/spec'
import { endsLine } from './bytes.js'
import { viewOf } from './four.js'
import { finishTokens, hasNul, putBad, putSpace } from './tokens.js'
import { wrong } from './wrong.js'

/**
 * Reads the line whose first byte other than a blank is at `p` into row `e`, features from `n` and stretches from
 * `spaces` on; calls `endFeatures` and returns the start of the line end or comment after them, or calls `fail` and returns -1.
 */
export type ReadLine = (
  plan: TokenPlan,
  bytes: Uint8Array,
  view: DataView,
  p: number,
  out: Tokens,
  e: number,
  n: number,
  spaces: number,
) => number

/** Records the ends of the features and runs of a line. */
export function endFeatures(out: Tokens, n: number, spaces: number): void {
  out.counts[counts.features] = n
  out.counts[counts.spaces] = spaces
}

/** The same if all features are in the namespace without a name. */
export function endUnnamed(plan: TokenPlan, out: Tokens, n: number, spaces: number): void {
  endFeatures(out, n, plan.spaces ? putSpace(out, spaces, 32, n) : spaces)
}

/**
 * Walks over the lines of a chunk. The byte `comment` starts a comment; 0: no byte does. With `returns`, a carriage
 * return within a line counts as a blank.
 */
export function walkLines(
  plan: TokenPlan,
  chunk: Chunk,
  out: Tokens,
  read: ReadLine,
  comment: number,
  returns: boolean,
): void {
  const { bytes, end } = chunk
  const view = viewOf(bytes, end)
  let size = 0
  let n = 0
  let bad = 0
  let line = 0
  let spaces = 0
  let p = chunk.start
  out.offsets[0] = 0
  while (p < end) {
    const lineStart = p
    while (bytes[p] === 32 || bytes[p] === 9 || (returns && bytes[p] === 13 && bytes[p + 1] !== 10)) p++
    const empty = endsLine(bytes, p) || (comment !== 0 && bytes[p] === comment)
    if (!empty) p = read(plan, bytes, view, p, out, size, n, spaces)
    const lineEnd = p >= 0 && bytes[p] === 10 ? p : bytes.indexOf(10, p < 0 ? lineStart : p)
    if (p < 0 || lineEnd - lineStart > plan.maxLineBytes || hasNul(bytes, p, lineEnd)) {
      putBad(out, bad++, plan, bytes, line, lineStart, lineEnd, wrong.fault, wrong.start, wrong.end)
    } else if (!empty) {
      n = out.counts[counts.features]
      spaces = out.counts[counts.spaces]
      out.spaceEnds[size] = spaces
      if (plan.constant) {
        out.indices[n] = constantIndex
        out.values[n++] = 1
      }
      out.lines[size] = line
      out.offsets[++size] = n
    }
    line++
    p = lineEnd + 1
  }
  finishTokens(out, size, n, line, bad, p, spaces)
}
