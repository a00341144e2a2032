import { badWidth, counts, countsLength, faults, oddWidth, type TokenPlan, type Tokens } from '@ol/spec'
import { tokenMemory } from './token-memory.js'

/** The parts of a plan that need memory. */
type Asked = Pick<TokenPlan, 'wide' | 'spaces' | 'roles' | 'missing' | 'charNgrams'>

/** Returns arrays for `features` features and `examples` examples in one buffer. No other list of these arrays exists. */
function arraysFor(
  features: number,
  examples: number,
  { wide, spaces, roles }: Asked,
): Omit<Tokens, 'counts'> {
  const doubles = { values: features, labels: examples, weights: examples, initial: examples }
  const words = {
    offsets: examples + 1,
    indices: features,
    upper: wide ? features : 0,
    lines: examples,
    tags: 2 * examples,
    spaces: spaces ? 2 * features : 0,
    spaceEnds: examples,
    bad: badWidth * examples,
    odd: roles.length > 0 ? oddWidth * examples : 0,
    missing: roles.length,
  }
  const buffer = tokenMemory(8 * sum(Object.values(doubles)) + 4 * sum(Object.values(words)))
  let at = 0
  const views = <N extends string, A extends ArrayBufferView>(
    lengths: Record<N, number>,
    Type: new (buffer: ArrayBufferLike, at: number, length: number) => A,
  ): Record<N, A> => {
    const arrays = {} as Record<N, A>
    for (const name in lengths) {
      arrays[name] = new Type(buffer, at, lengths[name])
      at += arrays[name].byteLength
    }
    return arrays
  }
  return { ...views(doubles, Float64Array), ...views(words, Uint32Array) }
}

/** Empty arrays for a tokenizer. */
export function createTokens(): Tokens {
  return {
    ...arraysFor(0, 0, {
      wide: false,
      spaces: false,
      missing: false,
      charNgrams: 0,
      roles: new Uint8Array(0),
    }),
    counts: new Float64Array(countsLength),
  }
}

/**
 * Allocates memory for everything that a chunk of `bytes` bytes can contain. An example takes at least a byte and its
 * line feed, a feature a byte and a separator (a missing number: see `featuresOf`), and each example may add the
 * constant. The slot after the last feature and example is scratch. Arrays that the plan does not need are empty.
 * Chunks mostly differ by less than a line, so the arrays have capacity for somewhat longer ones.
 */
export function reserveTokens(tokens: Tokens, bytes: number, plan: Asked): void {
  const features = featuresOf(bytes, plan) + 8
  const fits =
    tokens.values.length >= features &&
    tokens.labels.length >= (bytes >> 1) + 8 &&
    tokens.missing.length === plan.roles.length &&
    (!plan.wide || tokens.upper.length >= features) &&
    (!plan.spaces || tokens.spaces.length >= 2 * features)
  if (fits) return
  const most = bytes + (bytes >> 3) + 8
  Object.assign(tokens, arraysFor(featuresOf(most, plan) + 8, (most >> 1) + 8, plan))
}

/**
 * Returns how many features a chunk of columns may have at most. A missing number takes only a delimiter and has two
 * features, and a record may lack half as many cells as it has. A word of one letter has two runs of two characters, a
 * longer one fewer for each byte.
 */
function featuresOf(bytes: number, { missing, charNgrams, roles }: Asked): number {
  return (missing && roles.length > 0 ? 3 * bytes : bytes) + (charNgrams > 0 ? 2 * bytes : 0)
}

function sum(counts: readonly number[]): number {
  return counts.reduce((total, count) => total + count, 0)
}

/** Returns whether there is a NUL byte in [start, end), a few bytes. */
export function hasNul(bytes: Uint8Array, start: number, end: number): boolean {
  for (let p = start; p < end; p++) if (bytes[p] === 0) return true
  return false
}

/** Writes entry `k` of the bad lines. A NUL byte anywhere in the line takes precedence over any other fault except its length. */
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

/** Adds a run of features of one namespace, up to feature `n`, as entry `k`; returns the number of entries. */
export function putSpace(out: Tokens, k: number, byte: number, n: number): number {
  out.spaces[2 * k] = byte
  out.spaces[2 * k + 1] = n
  return k + 1
}

/** Returns the namespace of each feature of the first examples, from the runs of their tokens: see `Batch.groups`. */
export function groupsOf(
  { spaces, spaceEnds, offsets }: Pick<Tokens, 'spaces' | 'spaceEnds' | 'offsets'>,
  size: number,
): Uint8Array {
  const groups = new Uint8Array(offsets[size])
  for (let e = 0, k = 0; e < size; e++) {
    let from = offsets[e]
    for (; k < spaceEnds[e]; k++) {
      const to = spaces[2 * k + 1]
      groups.fill(spaces[2 * k], from, to)
      from = to
    }
  }
  return groups
}

/** Sets row `e` to its defaults; its label is not set. */
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
  // counts of cells, which only CSV has
  c[counts.odd] = 0
  c[counts.short] = 0
  c[counts.blank] = 0
}
