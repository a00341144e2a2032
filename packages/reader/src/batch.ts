import type { Batch, TokenPlan, Tokens } from '@ol/spec'
import { counts } from '@ol/spec'

const decoder = new TextDecoder('utf-8')

/** A batch of its own from what a tokenizer left. */
export function toBatch(tokens: Tokens, bytes: Uint8Array, firstLine: number, plan: TokenPlan): Batch {
  const c = tokens.counts
  const size = c[counts.examples]
  const features = c[counts.features]
  const lines = new Float64Array(size)
  for (let e = 0; e < size; e++) lines[e] = firstLine + tokens.lines[e]
  return {
    size,
    offsets: tokens.offsets.slice(0, size + 1),
    indices: tokens.indices.slice(0, features),
    values: tokens.values.slice(0, features),
    labels: tokens.labels.slice(0, size),
    weights: c[counts.weighted] === 1 ? tokens.weights.slice(0, size) : undefined,
    initial: c[counts.initial] === 1 ? tokens.initial.slice(0, size) : undefined,
    lines,
    tags: c[counts.tagged] === 1 ? tagsOf(tokens, size, bytes, plan) : undefined,
  }
}

function tagsOf(tokens: Tokens, size: number, bytes: Uint8Array, plan: TokenPlan): (string | undefined)[] {
  return Array.from({ length: size }, (_, e) => {
    const start = tokens.tags[2 * e]
    const end = tokens.tags[2 * e + 1]
    if (end === 0) return undefined
    const text = decoder.decode(bytes.subarray(start, end))
    return plan.format === 'csv' && plan.quotes ? text.replaceAll('""', '"') : text
  })
}
