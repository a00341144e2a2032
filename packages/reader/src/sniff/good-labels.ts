import { createTokens, fallback, reserveTokens, undouble } from '@ol/fallback'
import {
  type BackendStream,
  badFields,
  badWidth,
  counts,
  type DecimalMark,
  faults,
  labelModes,
  type ReadOptions,
  type Schema,
  type SchemaColumn,
  type TokenPlan,
  type Tokens,
} from '@ol/spec'
import { Expander } from '../features/expander.js'
import { type Refuses, refusesOf } from '../features/refuses.js'
import { defaultMaxLineBytes, type Tokenized } from '../source/chunks.js'
import { canonicalLabel } from '../token-plan/decimal-mark.js'
import { decodeText } from '../token-plan/encoding.js'
import { tokenPlan } from '../token-plan/token-plan.js'
import { bareLabel } from './cell-text.js'
import { CellTexts } from './cell-texts.js'
import type { Head } from './head.js'

type Tokenizes = Pick<BackendStream, 'tokenize'>

/**
 * Yields the labels of a chunk that its plan does not know, of the lines with no other fault, in order; with `strict`
 * only those before the first line that stays bad.
 */
export function* goodLabels(
  chunk: Tokenized,
  refuses: Refuses | undefined,
  strict = false,
  backend: Tokenizes = fallback,
): Generator<string> {
  for (const { text } of unknownLabels(chunk, refuses, strict, backend)) yield text
}

/** Yields the labels of `goodLabels`, each with its place among the bad lines of the chunk. */
export function* unknownLabels(
  chunk: Tokenized,
  refuses: Refuses | undefined,
  strict = false,
  backend: Tokenizes = fallback,
): Generator<{ readonly text: string; readonly bad: number }> {
  const { tokens, bytes } = chunk
  const { bad } = tokens
  const texts = new CellTexts(bytes, chunk.start, tokens.counts[counts.consumed])
  const size = tokens.counts[counts.bad]
  let any: NewExamples | undefined
  const seen = new Set<string>()
  for (let k = 0; k < size; k++) {
    const at = k * badWidth
    if (bad[at + badFields.fault] === faults.headerAgain) continue
    if (bad[at + badFields.fault] === faults.labelText) {
      any ??= new NewExamples(chunk, backend)
      const example = any.takeUntil(bad[at + badFields.line])
      const text =
        example < 0
          ? undefined
          : labelText(texts, bad[at + badFields.start], bad[at + badFields.end], chunk.plan)
      if (text !== undefined && (seen.has(text) || refuses?.(any.tokens, any.plan, example) !== true)) {
        seen.add(text)
        yield { text, bad: k }
        continue
      }
    }
    if (strict) return
  }
}

/** Finds the examples of a chunk that have no fault but their label, in order. */
class NewExamples {
  readonly tokens: Tokens = createTokens()
  readonly plan: TokenPlan
  readonly #known: Tokens
  #next = 0
  #nextKnown = 0

  constructor({ tokens, bytes, plan, start }: Tokenized, backend: Tokenizes) {
    this.#known = tokens
    this.plan = {
      ...plan,
      labelMode: labelModes.positive,
      positive: Number.NaN,
      labelTexts: new Uint8Array(0),
      labelEnds: new Uint32Array(0),
      wide: false,
    }
    const end = tokens.counts[counts.consumed]
    reserveTokens(this.tokens, end - start, this.plan)
    backend.tokenize(this.plan, { bytes, start, end, final: true }, this.tokens)
  }

  /** Returns the next of them if its record starts at or before this line; -1: it does not. */
  takeUntil(line: number): number {
    const { lines, counts: c } = this.tokens
    const known = this.#known
    while (
      this.#next < c[counts.examples] &&
      this.#nextKnown < known.counts[counts.examples] &&
      lines[this.#next] === known.lines[this.#nextKnown]
    ) {
      this.#next++
      this.#nextKnown++
    }
    return this.#next < c[counts.examples] && lines[this.#next] <= line ? this.#next++ : -1
  }
}

/** Returns a label as OL knows it; undefined: it cannot be a class name. */
function labelText(texts: CellTexts, start: number, end: number, plan: TokenPlan): string | undefined {
  const text = writtenLabel(texts, start, end, plan)
  return text === undefined ? undefined : canonicalLabel(text, markOf(plan))
}

function markOf({ decimal }: TokenPlan): DecimalMark {
  return decimal === 44 ? ',' : '.'
}

/** Returns the string that a tokenizer compares with the known ones. */
function writtenLabel(texts: CellTexts, start: number, end: number, plan: TokenPlan): string | undefined {
  const { bytes } = texts
  try {
    const quoted = start > 0 ? bytes[start - 1] : 0
    if (plan.format === 'csv' && plan.quote !== 0 && quoted === plan.quote) {
      const cell = quotedText(texts, start, end, plan)
      return (plan.missing ? bareLabel(cell, markOf(plan)) : cell) || undefined
    }
    const text = texts.piece(start, end)
    if (plan.format === 'jsonl') {
      const read = String(JSON.parse(`"${text}"`))
      return read === '' || /\p{Surrogate}/u.test(read) ? undefined : read
    }
    // a pair where the label should be
    const pair = (plan.format === 'vw' || plan.format === 'svmlight') && text.includes(':')
    return text === '' || pair ? undefined : text
  } catch {
    return undefined
  }
}

/** Returns the text between quotes. */
function quotedText(texts: CellTexts, start: number, end: number, plan: TokenPlan): string {
  const { bytes } = texts
  let p = start
  while (p < end && bytes[p] !== plan.quote && bytes[p] !== plan.escape) p++
  if (p === end) return texts.piece(start, end)
  const single = undouble(bytes, start, end, plan.quote, plan.escape)
  return decodeText(single.bytes.subarray(0, single.length))
}

/** Returns the labels of the good lines after the first `skip` bytes of a head, in order. */
export function headLabels(
  head: Head,
  schema: Schema,
  columns: readonly SchemaColumn[],
  skip: number,
  { maxLineBytes = defaultMaxLineBytes, backend = fallback }: ReadOptions,
  header?: Uint8Array,
): string[] {
  const { bytes, end } = head
  const start = head.start + skip
  if (end <= start) return []
  const unknown = { ...schema, positive: null, labelTexts: null, classes: { count: 0, names: [] } }
  const plan = tokenPlan(unknown, columns, maxLineBytes, false, { header })
  const tokens = createTokens()
  reserveTokens(tokens, end - start, plan)
  backend.tokenize(plan, { bytes, start, end, final: true }, tokens)
  const expander = schema.expand === undefined ? undefined : new Expander(schema.expand)
  const refuses = refusesOf({}, expander)
  return [...goodLabels({ tokens, bytes, plan, start }, refuses, false, backend)]
}
