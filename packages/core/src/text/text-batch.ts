import {
  badLineError,
  createTokens,
  describeBad,
  groupsOf,
  oddAsBad,
  reserveTokens,
  withUpper,
} from '@ol/fallback'
import {
  type Batch,
  badFields,
  counts,
  markLength,
  oddFields,
  type Tokenizer,
  type Tokens,
  utf8,
} from '@ol/spec'
import type { TextPlan } from './text-plan.js'

/** Turns lines of text into a batch: throws OL_LINE_* with line and column for the first that is not of the format. */
export type TextReader = (text: string | Uint8Array) => Batch

const decoder = new TextDecoder()

/** Returns the bytes of a string without a byte order mark, which end with a line feed. */
export function lineBytes(text: string | Uint8Array): Uint8Array {
  const given = typeof text === 'string' ? utf8(text, 'lines of text') : text
  const start = markLength(given, 0)
  if (start === 0 && given.at(-1) === 10) return given
  const bytes = new Uint8Array(given.length - start + 1)
  bytes.set(given.subarray(start))
  bytes[bytes.length - 1] = 10
  return bytes.at(-2) === 10 ? bytes.subarray(0, -1) : bytes
}

/** Returns the examples of the lines from byte `start` on; `line` is the number of the first. */
export function batchOfLines(
  plan: TextPlan,
  tokenizer: Tokenizer,
  bytes: Uint8Array,
  start: number,
  line: number,
): Batch {
  const tokens = createTokens()
  reserveTokens(tokens, bytes.length, plan)
  withUpper(tokenizer)(plan, { bytes, start, end: bytes.length, final: true }, tokens)
  const c = tokens.counts
  const lineAt = (relative: number): number => line + relative
  const first = c[counts.bad] === 0 ? Number.POSITIVE_INFINITY : tokens.bad[badFields.line]
  // a cell that does not fit its column, too
  if (c[counts.odd] > 0 && tokens.odd[oddFields.line] < first)
    throw badLineError(describeBad(oddAsBad(tokens, 0, bytes), 0, bytes, lineAt, undefined))
  if (c[counts.bad] > 0) throw badLineError(describeBad(tokens.bad, 0, bytes, lineAt, undefined))
  const size = c[counts.examples]
  const features = tokens.offsets[size]
  return {
    size,
    hash: plan.hash,
    hashSeed: plan.seed,
    offsets: tokens.offsets.slice(0, size + 1),
    indices: tokens.indices.slice(0, features),
    ...(plan.wide ? { upper: tokens.upper.slice(0, features) } : {}),
    ...(plan.groups === true ? { groups: groupsOf(tokens, size) } : {}),
    values: tokens.values.slice(0, features),
    labels: tokens.labels.slice(0, size),
    weights: c[counts.weighted] === 1 ? tokens.weights.slice(0, size) : undefined,
    initial: c[counts.initial] === 1 ? tokens.initial.slice(0, size) : undefined,
    lines: Float64Array.from(tokens.lines.subarray(0, size), lineAt),
    tags: c[counts.tagged] === 1 ? tagsOf(tokens, size, bytes, plan.quote) : undefined,
  }
}

function tagsOf({ tags }: Tokens, size: number, bytes: Uint8Array, quote: number): (string | undefined)[] {
  const mark = String.fromCharCode(quote)
  return Array.from({ length: size }, (_, e) => {
    const [start, end] = [tags[2 * e], tags[2 * e + 1]]
    const text = decoder.decode(bytes.subarray(start, end))
    if (end === 0) return undefined
    return quote === 0 ? text : text.replaceAll(mark + mark, mark)
  })
}
