import { upperSeed } from '@ol/numerics'
import type { Chunk, TokenFormat, Tokenizer, TokenPlan, Tokens } from '@ol/spec'
import { tokenizeCounts } from './counts.js'
import { tokenizeCsv } from './csv.js'
import { tokenizeJsonl } from './jsonl.js'
import { type NameOf, naming } from './naming.js'
import { tokenizeSvmlight } from './svmlight.js'
import { tokenizeVw } from './vw.js'

/** The tokenizers of this backend, by format. */
export const tokenizers: Record<TokenFormat, Tokenizer> = {
  vw: withUpper(tokenizeVw),
  svmlight: withUpper(tokenizeSvmlight),
  csv: withUpper(tokenizeCsv),
  jsonl: withUpper(tokenizeJsonl),
  counts: withUpper(tokenizeCounts),
}

/** Tokenizes a chunk; returns the name of each feature, the constant's excepted, by its position. */
export function tokenizeNamed(plan: TokenPlan, chunk: Chunk, out: Tokens): readonly (NameOf | undefined)[] {
  const names: NameOf[] = []
  naming.names = names
  try {
    tokenizers[plan.format](plan, chunk, out)
  } finally {
    naming.names = undefined
  }
  return names
}

/** Reads a chunk twice where upper halves are wanted: they are what the lower halves would be from other seeds. */
function withUpper(tokenize: Tokenizer): Tokenizer {
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
