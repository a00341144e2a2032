import { fallback } from '@ol/fallback'
import { load } from '@ol/native'
import type { Candidate } from './compare.js'

/** Returns the tokenizers of this machine, the native ones on each of its tiers; the fallback's first. */
export function candidates(): Candidate[] {
  const found: Candidate[] = [{ name: 'fallback', tokenize: fallback.tokenize }]
  const native = load()
  if ('missing' in native) return found
  const widest = native.tier()
  for (const tier of native.tiers)
    found.push({
      name: `native ${tier}`,
      tokenize: (plan, chunk, out) => {
        native.useTier(tier)
        try {
          native.backend.tokenize(plan, chunk, out)
        } finally {
          native.useTier(widest)
        }
      },
    })
  return found
}
