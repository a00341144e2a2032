import { otherDelimiter } from '@ol/fallback'
import {
  type Batch,
  badFields,
  badWidth,
  counts,
  faults,
  type SkippedLine,
  type TokenPlan,
  type Tokens,
} from '@ol/spec'
import type { BadLine } from './read-report.js'
import type { Tokenized } from './source/chunks.js'

/** The lines of a chunk that contain no example. */
export class SkippedOfChunk {
  readonly #lineAt: (relative: number) => number
  /** lines that are neither an example nor bad, 0 for the first of the chunk */
  readonly #blank: readonly number[]
  #blanks = 0
  #bad: BadLine[] = []

  constructor(chunk: Tokenized, lineAt: (relative: number) => number) {
    this.#lineAt = lineAt
    this.#blank = blankLines(chunk)
  }

  add(bad: BadLine): void {
    this.#bad.push(bad)
  }

  /** Returns the lines before a line of the chunk that have not been taken, ascending. */
  take(until: number): readonly SkippedLine[] {
    const taken: SkippedLine[] = this.#bad.map(skippedBad)
    this.#bad = []
    for (; this.#blanks < this.#blank.length && this.#blank[this.#blanks] < until; this.#blanks++)
      taken.push({ line: this.#lineAt(this.#blank[this.#blanks]) })
    return taken.sort((a, b) => a.line - b.line)
  }
}

/** Returns a bad line as a line without an example. */
export function skippedBad({ line, code, message }: BadLine): SkippedLine {
  return { line, code, message }
}

/** Returns a batch without examples, for lines without one. */
export function withoutExamples(skipped: readonly SkippedLine[], wide: boolean): Batch {
  return {
    size: 0,
    offsets: new Uint32Array(1),
    indices: new Uint32Array(0),
    ...(wide ? { upper: new Uint32Array(0) } : {}),
    values: new Float64Array(0),
    labels: new Float64Array(0),
    lines: new Float64Array(0),
    skipped,
  }
}

/** Returns the lines of a chunk, 0 for its first, that are not part of an example or of a bad record. */
function blankLines({ tokens, bytes, start, plan }: Tokenized): readonly number[] {
  const { counts: c, lines } = tokens
  if (c[counts.lines] === c[counts.examples] + c[counts.bad]) return []
  const quoted = plan.format === 'csv' && plan.quote !== 0
  const blank: number[] = []
  let e = 0
  let k = 0
  for (let p = start, line = 0; p < c[counts.consumed]; ) {
    const lineEnd = bytes.indexOf(10, p)
    const recordEnd = quoted ? endOfRecord(bytes, p, c[counts.consumed], plan) : lineEnd
    const within = quoted ? linesWithin(bytes, p, recordEnd) : 0
    const isExample = e < c[counts.examples] && lines[e] === line
    const isBad =
      !isExample && k < c[counts.bad] && ownsFault(tokens, k, line, within, isBlank(bytes, p, plan))
    if (isExample) e++
    else if (isBad) k++
    else blank.push(line)
    const whole = isExample || (isBad && !byLine(tokens, k - 1))
    line += 1 + (whole ? within : 0)
    p = (whole ? recordEnd : lineEnd) + 1
  }
  return blank
}

/** Returns whether bad entry k belongs to the record at a line, which spans `more` further lines. */
function ownsFault(tokens: Tokens, k: number, line: number, within: number, blank: boolean): boolean {
  const at = tokens.bad[k * badWidth + badFields.line]
  // quotes that do not close are reported where they open, and no blank line has any
  if (byLine(tokens, k) && at > line + within) return !blank
  return at >= line && at <= line + within
}

/** Returns whether reading continued after the first line of a bad record: its quotes are wrong. */
function byLine({ bad }: Tokens, k: number): boolean {
  const fault = bad[k * badWidth + badFields.fault]
  return fault === faults.quoteOpen || fault === faults.quoteAfter
}

/** Returns whether a line has no text: only white space, or only empty cells. */
function isBlank(bytes: Uint8Array, from: number, { skipBlank, delimiter, quote }: TokenPlan): boolean {
  let quotes = 0
  for (let p = from; ; p++) {
    const c = bytes[p]
    if (c === 32 || c === 9 || c === 13 || (skipBlank && c === delimiter)) continue
    if (!skipBlank || c !== quote || quote === 0) return c === 10 && quotes % 2 === 0
    quotes++
  }
}

function linesWithin(bytes: Uint8Array, from: number, to: number): number {
  let lines = 0
  for (let p = bytes.indexOf(10, from); p >= 0 && p < to; p = bytes.indexOf(10, p + 1)) lines++
  return lines
}

/** Returns the line feed that ends a record: if its quotes are wrong, the line feed of its first line. */
function endOfRecord(bytes: Uint8Array, from: number, end: number, { delimiter, quote }: TokenPlan): number {
  const other = otherDelimiter(delimiter)
  const delimits = (c: number): boolean => c === delimiter || c === other
  const blank = (c: number): boolean => (c === 32 || c === 9) && !delimits(c)
  const wrong = bytes.indexOf(10, from)
  for (let p = from; p < end; p++) {
    while (blank(bytes[p])) p++
    if (bytes[p] === quote) {
      // a doubled quote opens again at once
      do {
        p = bytes.indexOf(quote, p + 1)
        if (p < 0 || p >= end) return wrong
        p++
      } while (bytes[p] === quote)
      while (blank(bytes[p])) p++
      if (bytes[p] === 13 && bytes[p + 1] === 10) p++
      if (!delimits(bytes[p]) && bytes[p] !== 10) return wrong
    }
    while (!delimits(bytes[p]) && bytes[p] !== 10) p++
    if (bytes[p] === 10) return p
  }
  return wrong
}
