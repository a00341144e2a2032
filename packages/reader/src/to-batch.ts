import { groupsOf } from '@ol/fallback'
import { type Batch, type BatchNaming, counts, type Schema, type TokenPlan, type Tokens } from '@ol/spec'
import type { Expanded } from './features/expanded.js'

const decoder = new TextDecoder('utf-8')

/** A batch that was built from a chunk or of a part of it. */
export interface ChunkBatch {
  readonly batch: Batch
  /** for each example: its number in the chunk; undefined: the same number */
  readonly examples: readonly number[] | undefined
}

/**
 * Returns a batch that owns its arrays, copied from the first `examples` of the output of a tokenizer or from a part of
 * it after expansion. With `reuseBuffers` its arrays are views on theirs.
 */
export function toBatch(
  tokens: Tokens,
  bytes: Uint8Array,
  lineAt: (relative: number) => number,
  plan: TokenPlan,
  expanded: Expanded | undefined,
  naming: BatchNaming = {},
  examples: number = tokens.counts[counts.examples],
  reuseBuffers = false,
): ChunkBatch {
  const c = tokens.counts
  const first = expanded?.first ?? 0
  const until = expanded?.until ?? examples
  const size = until - first
  const lines = new Float64Array(size)
  for (let e = 0; e < size; e++) lines[e] = lineAt(tokens.lines[first + e])
  const { offsets, indices, upper, values } = expanded ?? tokens
  const features = expanded?.features ?? offsets[size]
  const part = reuseBuffers ? view : copy
  const batch: Batch = {
    size,
    offsets: part(offsets, 0, size + 1),
    indices: part(indices, 0, features),
    ...(plan.wide ? { upper: part(upper, 0, features) } : {}),
    ...groupsIn(),
    values: part(values, 0, features),
    labels: part(tokens.labels, first, until),
    weights: c[counts.weighted] === 1 ? part(tokens.weights, first, until) : undefined,
    initial: c[counts.initial] === 1 ? part(tokens.initial, first, until) : undefined,
    lines,
    tags: c[counts.tagged] === 1 ? tagsOf(tokens, first, size, bytes, plan) : undefined,
    ...naming,
  }
  function groupsIn(): Pick<Batch, 'groups'> {
    if (plan.groups !== true) return {}
    return { groups: expanded === undefined ? groupsOf(tokens, size) : part(expanded.groups, 0, features) }
  }

  const all = first === 0 ? undefined : Array.from({ length: size }, (_, e) => first + e)
  if (expanded === undefined || expanded.bad.length === 0) return { batch, examples: all }
  const left = new Set(expanded.bad.map(({ example }) => example - first))
  const kept = Array.from({ length: size }, (_, e) => e).filter((e) => !left.has(e))
  return { batch: only(batch, kept), examples: kept.map((e) => first + e) }
}

/** Returns how the names in an input with this schema become numbers. */
export function namingOf({ hash, hashSeed, classes, positive, labelTexts }: Schema): BatchNaming {
  return {
    hash,
    hashSeed,
    classNames: classes?.names ?? undefined,
    signNames: labelTexts ?? (positive === null ? undefined : [undefined, positive]),
  }
}

type Part = <A extends Uint8Array | Uint32Array | Float64Array>(array: A, from: number, to: number) => A

const view: Part = (array, from, to) => array.subarray(from, to) as typeof array
const copy: Part = (array, from, to) => array.slice(from, to) as typeof array

/** Returns a batch of some of its examples; the others have no features. */
function only(batch: Batch, kept: readonly number[]): Batch {
  const pick = (array: Float64Array) => Float64Array.from(kept, (e) => array[e])
  return {
    ...batch,
    size: kept.length,
    offsets: Uint32Array.from([0, ...kept.map((e) => batch.offsets[e + 1])]),
    labels: pick(batch.labels),
    weights: batch.weights === undefined ? undefined : pick(batch.weights),
    initial: batch.initial === undefined ? undefined : pick(batch.initial),
    lines: batch.lines === undefined ? undefined : pick(batch.lines),
    tags: batch.tags === undefined ? undefined : kept.map((e) => batch.tags?.[e]),
  }
}

function tagsOf(
  tokens: Tokens,
  first: number,
  size: number,
  bytes: Uint8Array,
  plan: TokenPlan,
): (string | undefined)[] {
  return Array.from({ length: size }, (_, k) => {
    const e = first + k
    const start = tokens.tags[2 * e]
    const end = tokens.tags[2 * e + 1]
    if (end === 0) return undefined
    const text = decoder.decode(bytes.subarray(start, end))
    if (plan.format === 'jsonl' && bytes[start - 1] === 34) return String(JSON.parse(`"${text}"`))
    const quote = String.fromCharCode(plan.quote)
    return plan.format === 'csv' && plan.quote !== 0 ? text.replaceAll(quote + quote, quote) : text
  })
}
