import { createTokens, reserveTokens } from '@ol/fallback'
import { hashText } from '@ol/numerics'
import {
  badWidth,
  type Chunk,
  columnRoles,
  counts,
  labelModes,
  oddWidth,
  type Tokenizer,
  type TokenPlan,
  type Tokens,
} from '@ol/spec'
import type { Kind } from './lines.js'
import type { Random } from './texts.js'

export interface Candidate {
  readonly name: string
  readonly tokenize: Tokenizer
}

/** Returns a plan of any kind of setting for a format. */
export function planFor(kind: Kind, random: Random): TokenPlan {
  const roles = [
    'numeric',
    'categorical',
    // without a label, two numbers in a row
    random(4) === 0 ? 'numeric' : 'label',
    'numeric',
    random(3) === 0 ? 'text' : 'categorical',
    'weight',
    ...(random(3) === 0 ? (['date', 'boolean'] as const) : []),
  ] as const
  const texts = new TextEncoder().encode('1-1')
  return {
    format: kind,
    hash: random(4) === 0 ? 'all' : 'strings',
    seed: random(4) === 0 ? random(2 ** 31) : 0,
    constant: random(4) !== 0,
    missing: random(4) !== 0,
    labelMode: [
      labelModes.real,
      labelModes.real,
      labelModes.sign,
      labelModes.count,
      labelModes.strings,
      labelModes.positive,
      labelModes.class,
      labelModes.unread,
    ][random(8)],
    positive: 1 + random(2),
    labelTexts: texts,
    labelEnds: Uint32Array.of(1, 3),
    labelValues: Float64Array.of(1, -1),
    labelNumbers: Float64Array.of(random(3), random(2) === 0 ? Number.NaN : random(3)),
    maxLineBytes: random(3) === 0 ? 60 : 1 << 24,
    delimiter: [44, 44, 59, 9, 32][random(5)],
    decimal: kind === 'csv' && random(3) === 0 ? 44 : 46,
    quote: [34, 34, 34, 39, 0][random(5)],
    comment: random(5) === 0 ? 37 : 0,
    escape: random(5) === 0 ? 92 : 0,
    dates: random(3),
    skipBlank: random(2) === 0,
    missingTexts: new TextEncoder().encode(random(5) === 0 ? '1\nNA\n' : ''),
    header: new TextEncoder().encode(random(3) === 0 ? '1' : random(3) === 0 ? 'a,b,c' : ''),
    forms: Uint8Array.from(roles, (role) => (role === 'date' ? random(4) : random(16))),
    roles: Uint8Array.from(roles, (role) => columnRoles[role]),
    labelKey: new Uint8Array(0),
    spaces: random(3) === 0,
    columnSpaces: Uint8Array.from('abcdeafg', (c) => c.charCodeAt(0)),
    columnOrder: Uint32Array.from(random(3) === 0 ? orderOf(random, roles.length) : []),
    columnHashes: Uint32Array.from(roles, (_, k) => hashText(`c${k}`, 0, 'strings')),
    columnUppers: Uint32Array.from(roles, (_, k) => hashText(`c${k}`, 7, 'whole')),
    wide: random(2) === 0,
    prose: random(2) === 0,
    charNgrams: random(3) === 0 ? 2 + random(3) : 0,
  }
}

/** Returns the numbers below `size` in any order. */
function orderOf(random: Random, size: number): number[] {
  return Array.from({ length: size }, (_, k) => ({ k, by: random(2 ** 31) }))
    .sort((a, b) => a.by - b.by)
    .map(({ k }) => k)
}

/** Everything that a tokenizer says of a chunk, as bytes. */
function outcome(tokenize: Tokenizer, plan: TokenPlan, chunk: Chunk, out: Tokens): Map<string, Uint8Array> {
  reserveTokens(out, chunk.end - chunk.start, plan)
  for (const array of [out.offsets, out.indices, out.upper, out.values, out.labels, out.weights, out.initial])
    array.fill(7)
  tokenize(plan, chunk, out)
  const c = out.counts
  const examples = c[counts.examples]
  const features = c[counts.features]
  const bytes = (array: Uint32Array | Float64Array, length: number) => {
    const part = array.slice(0, length)
    // a NaN is a NaN, whatever its bits
    if (part instanceof Float64Array)
      for (let i = 0; i < length; i++) if (Number.isNaN(part[i])) part[i] = Number.NaN
    return new Uint8Array(part.buffer)
  }
  return new Map([
    ['counts', bytes(c, c.length)],
    ['offsets', bytes(out.offsets, examples + 1)],
    ['indices', bytes(out.indices, features)],
    ['upper', bytes(out.upper, plan.wide ? features : 0)],
    ['values', bytes(out.values, features)],
    ['labels', bytes(out.labels, examples)],
    ['weights', bytes(out.weights, examples)],
    ['initial', bytes(out.initial, examples)],
    ['lines', bytes(out.lines, examples)],
    ['tags', bytes(out.tags, 2 * examples)],
    ['spaces', bytes(out.spaces, plan.spaces ? 2 * c[counts.spaces] : 0)],
    ['spaceEnds', bytes(out.spaceEnds, plan.spaces ? examples : 0)],
    ['bad', bytes(out.bad, badWidth * c[counts.bad])],
    ['odd', bytes(out.odd, oddWidth * c[counts.odd])],
    ['missing', bytes(out.missing, plan.format === 'csv' ? out.missing.length : 0)],
  ])
}

const a = createTokens()
const b = createTokens()

/** Throws where two tokenizers differ on a chunk, with the smallest run of its lines on which they do. */
export function compare(one: Candidate, other: Candidate, plan: TokenPlan, chunk: Chunk): Tokens {
  const difference = differs(one, other, plan, chunk)
  if (difference === undefined) return a
  const starts = [chunk.start]
  for (let p = chunk.start; p < chunk.end; p++) if (chunk.bytes[p] === 10) starts.push(p + 1)
  let from = 0
  let to = starts.length - 1
  while (from < to - 1 && differs(one, other, plan, { ...chunk, start: starts[from + 1], end: starts[to] }))
    from++
  while (to > from + 1 && differs(one, other, plan, { ...chunk, start: starts[from], end: starts[to - 1] }))
    to--
  const text = Buffer.from(chunk.bytes.subarray(starts[from], starts[to])).toString('latin1')
  const what = differs(one, other, plan, { ...chunk, start: starts[from], end: starts[to] }) ?? difference
  throw new Error(
    `${one.name} and ${other.name} differ in ${what} on ${JSON.stringify(text)} with ${JSON.stringify(plan)}`,
  )
}

function differs(one: Candidate, other: Candidate, plan: TokenPlan, chunk: Chunk): string | undefined {
  const x = outcome(one.tokenize, plan, chunk, a)
  const y = outcome(other.tokenize, plan, chunk, b)
  for (const [name, bytes] of x)
    if (Buffer.compare(bytes, y.get(name) ?? new Uint8Array(0)) !== 0) return name
  return undefined
}

/** Whole lines as a chunk somewhere in a buffer; with room around it or without. */
export function chunkOf(text: string, random: Random): Chunk {
  const encoded = Buffer.from(text, 'utf8')
  const before = [0, 3, 64, 100][random(4)]
  const after = [0, 1, 64, 200][random(4)]
  const bytes = new Uint8Array(before + encoded.length + after)
  bytes.fill(random(256))
  bytes.set(encoded, before)
  return { bytes, start: before, end: before + encoded.length, final: random(2) === 0 }
}
