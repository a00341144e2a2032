import { badWidth, counts, countsLength, faults, type TokenPlan, type Tokens } from '@ol/spec'
import { tokenMemory } from './token-memory.js'

/** Empty arrays for a tokenizer. */
export function createTokens(): Tokens {
  return {
    offsets: new Uint32Array(1),
    indices: new Uint32Array(0),
    upper: new Uint32Array(0),
    values: new Float64Array(0),
    labels: new Float64Array(0),
    weights: new Float64Array(0),
    initial: new Float64Array(0),
    lines: new Uint32Array(0),
    tags: new Uint32Array(0),
    spaces: new Uint32Array(0),
    spaceEnds: new Uint32Array(0),
    bad: new Uint32Array(0),
    counts: new Float64Array(countsLength),
  }
}

/**
 * Makes room for whatever a chunk of so many bytes can hold. An example takes at least a byte and its line feed,
 * a feature a byte and a separator, and each example may add the constant. The slot after the last feature and
 * example is scratch. What the plan does not ask for has no room. Chunks differ by less than a line, mostly, so there is
 * room for somewhat longer ones.
 */
export function reserveTokens(
  tokens: Tokens,
  bytes: number,
  { wide, spaces }: Pick<TokenPlan, 'wide' | 'spaces'>,
): void {
  const features = bytes + 8
  const fits =
    tokens.values.length >= features &&
    (!wide || tokens.upper.length >= features) &&
    (!spaces || tokens.spaces.length >= 2 * features)
  if (fits) return
  const most = features + (features >> 3)
  const examples = (most >> 1) + 8
  const doubleCounts = [most, examples, examples, examples]
  const wordCounts = [
    most,
    wide ? most : 0,
    examples + 1,
    examples,
    2 * examples,
    spaces ? 2 * most : 0,
    examples,
    badWidth * examples,
  ]
  const buffer = tokenMemory(8 * sum(doubleCounts) + 4 * sum(wordCounts))
  let at = 0
  const doubles = doubleCounts.map((count) => {
    const array = new Float64Array(buffer, at, count)
    at += array.byteLength
    return array
  })
  const words = wordCounts.map((count) => {
    const array = new Uint32Array(buffer, at, count)
    at += array.byteLength
    return array
  })
  ;[tokens.values, tokens.labels, tokens.weights, tokens.initial] = doubles
  ;[tokens.indices, tokens.upper, tokens.offsets, tokens.lines] = words
  ;[tokens.tags, tokens.spaces, tokens.spaceEnds, tokens.bad] = words.slice(4)
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0)
}

/** Returns whether there is a NUL byte in [start, end), a few bytes. */
export function hasNul(bytes: Uint8Array, start: number, end: number): boolean {
  for (let p = start; p < end; p++) if (bytes[p] === 0) return true
  return false
}

/** Writes entry `k` of the bad lines. A NUL byte anywhere in the line goes before any other fault but its length. */
export function putBad(
  out: Tokens,
  k: number,
  plan: TokenPlan,
  bytes: Uint8Array,
  line: number,
  lineStart: number,
  lineEnd: number,
  fault: number,
  start: number,
  end: number,
): void {
  if (lineEnd - lineStart > plan.maxLineBytes) {
    fault = faults.long
    start = lineStart
    end = lineStart
  } else {
    const nul = bytes.subarray(lineStart, lineEnd).indexOf(0)
    if (nul >= 0) {
      fault = faults.nul
      start = lineStart + nul
      end = start + 1
    }
  }
  const at = k * badWidth
  const bad = out.bad
  bad[at] = fault
  bad[at + 1] = line
  bad[at + 2] = lineStart
  bad[at + 3] = lineEnd
  bad[at + 4] = start
  bad[at + 5] = end
}

/** Adds a stretch of features of one namespace, up to feature `n`, as entry `k`; returns the number of entries. */
export function putSpace(out: Tokens, k: number, byte: number, n: number): number {
  out.spaces[2 * k] = byte
  out.spaces[2 * k + 1] = n
  return k + 1
}

/** Row `e` as it is where a line does not say otherwise; its label is not set. */
export function startExample(out: Tokens, e: number): void {
  out.weights[e] = 1
  out.initial[e] = 0
  out.tags[2 * e] = 0
  out.tags[2 * e + 1] = 0
}

/** Writes the counts of a chunk. */
export function finishTokens(
  out: Tokens,
  examples: number,
  features: number,
  lines: number,
  bad: number,
  consumed: number,
  spaces: number,
): void {
  let weighted = 0
  let initial = 0
  let tagged = 0
  for (let e = 0; e < examples; e++) {
    if (out.weights[e] !== 1) weighted = 1
    if (out.initial[e] !== 0) initial = 1
    if (out.tags[2 * e + 1] !== 0) tagged = 1
  }
  const c = out.counts
  c[counts.examples] = examples
  c[counts.features] = features
  c[counts.lines] = lines
  c[counts.bad] = bad
  c[counts.consumed] = consumed
  c[counts.weighted] = weighted
  c[counts.initial] = initial
  c[counts.tagged] = tagged
  c[counts.spaces] = spaces
}
