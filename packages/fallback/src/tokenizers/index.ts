import { upperSeed } from '@ol/numerics'
import type { TokenFormat, Tokenizer } from '@ol/spec'
import { tokenizeCounts } from './counts.js'
import { tokenizeCsv } from './csv.js'
import { tokenizeJsonl } from './jsonl.js'
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
