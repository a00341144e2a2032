import type { Chunk, TokenFormat, Tokenizer, TokenPlan, Tokens } from '@ol/spec'
import { tokenizeCounts } from './counts.js'
import { tokenizeCsv } from './csv.js'
import { tokenizeJsonl } from './jsonl.js'
import { NamedTokens } from './named-tokens.js'
import { type NameOf, tokenNames } from './naming.js'
import { putProse } from './prose.js'
import { prosePart } from './prose-part.js'
import { tokenizeSvmlight } from './svmlight.js'
import { tokenizeVw } from './vw.js'
import { withUpper } from './with-upper.js'

prosePart.put = putProse

/** The tokenizers of this backend, by format. */
export const tokenizers: Record<TokenFormat, Tokenizer> = {
  vw: withUpper(tokenizeVw),
  svmlight: withUpper(tokenizeSvmlight),
  csv: withUpper(tokenizeCsv),
  jsonl: withUpper(tokenizeJsonl),
  counts: withUpper(tokenizeCounts),
}

/** Tokenizes a chunk; returns the name of each feature by its position, except the constant's. */
export function tokenizeNamed(plan: TokenPlan, chunk: Chunk, out: Tokens): readonly (NameOf | undefined)[] {
  const names = new NamedTokens()
  tokenNames.names = names
  try {
    tokenizers[plan.format](plan, chunk, out)
  } finally {
    tokenNames.names = undefined
  }
  return names.found
}
