import { upperSeed } from '@ol/numerics'
import type { Tokenizer } from '@ol/spec'

/** Reads a chunk twice if upper halves are requested: they are the lower halves that other seeds would give. */
export function withUpper(tokenize: Tokenizer): Tokenizer {
  return (plan, chunk, out) => {
    if (plan.wide) {
      const upperPlan = {
        ...plan,
        hash: plan.hash === 'all' ? plan.hash : ('whole' as const),
        seed: upperSeed(plan.seed),
        columnHashes: plan.columnUppers,
      }
      tokenize(upperPlan, chunk, { ...out, indices: out.upper })
    }
    tokenize(plan, chunk, out)
  }
}
