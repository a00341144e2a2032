import { fallback } from '@ol/fallback'
import { load } from '@ol/native'
import type { Candidate } from './compare.js'

/** The tokenizers of this machine; the fallback's first. */
export function candidates(): Candidate[] {
  const found: Candidate[] = [{ name: 'fallback', tokenize: fallback.tokenize }]
  const native = load()
  if ('missing' in native) return found
  for (const [name, tier] of [
    ['native scalar', 0],
    ['native vector', 1],
    ['native best', 2],
  ] as const)
    found.push({ name, tokenize: (plan, chunk, out) => native.tokenize(plan, chunk, out, tier) })
  return found
}
