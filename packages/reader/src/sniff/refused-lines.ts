import { createTokens, fallback, reserveTokens } from '@ol/fallback'
import { counts, type ReadOptions, type TokenPlan } from '@ol/spec'
import { Expander } from '../features/expander.js'
import { refusesOf } from '../features/refuses.js'
import { defaultMaxLineBytes } from '../source/chunks.js'
import { tokenPlan } from '../token-plan/token-plan.js'
import { CellTexts } from './cell-texts.js'
import type { Head, Sniffed } from './head.js'
import { countLines, sampleRecords } from './records.js'

const [feed, space] = [10, 32]

/**
 * Returns a head in which the lines that are bad under its schema are blank, each in its place, so that refused lines
 * do not affect inference. undefined: no line is bad, or more than half are, because the schema is wrong.
 */
export function withoutRefused(
  head: Head,
  { schema, columns, ...sniffed }: Sniffed,
  { maxLineBytes = defaultMaxLineBytes, backend = fallback }: ReadOptions,
): Head | undefined {
  const { bytes, end } = head
  const start = head.start + sniffed.skip
  if (start >= end) return undefined
  const plan = tokenPlan(schema, columns, maxLineBytes, false, sniffed)
  const tokens = createTokens()
  reserveTokens(tokens, end - start, plan)
  backend.tokenize(plan, { bytes, start, end, final: true }, tokens)
  const { lines, counts: c } = tokens
  const refuses = refusesOf({}, schema.expand === undefined ? undefined : new Expander(schema.expand))
  const good = new Set<number>()
  for (let e = 0; e < c[counts.examples]; e++) if (refuses?.(tokens, plan, e) !== true) good.add(lines[e])
  const refused = c[counts.examples] + c[counts.bad] - good.size
  if (refused === 0 || refused > good.size) return undefined
  const own = bytes.slice(head.start, end)
  blankOthers(own, start - head.start, good, plan)
  return { ...head, bytes: own, start: 0, end: own.length }
}

/** Writes spaces over all records from `start` that do not begin at one of these lines, counted from there. */
function blankOthers(
  bytes: Uint8Array,
  start: number,
  good: ReadonlySet<number>,
  { delimiter, quote, escape: escapeByte }: TokenPlan,
): void {
  const dialect = { delimiter, quote, escape: escapeByte }
  const { records } = sampleRecords(
    new CellTexts(bytes, start, bytes.length),
    dialect,
    Number.POSITIVE_INFINITY,
  )
  let [from, line] = [start, 0]
  for (const record of records) {
    line += countLines(bytes, from, record.start)
    blank(bytes, from, record.start)
    if (!good.has(line)) blank(bytes, record.start, record.next)
    line += record.lines
    from = record.next
  }
  blank(bytes, from, bytes.length)
}

function blank(bytes: Uint8Array, from: number, to: number): void {
  for (let p = from; p < to; p++) if (bytes[p] !== feed) bytes[p] = space
}
