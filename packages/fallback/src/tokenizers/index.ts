import type { TokenFormat, Tokenizer } from '@ol/spec'
import { tokenizeCounts } from './counts.js'
import { tokenizeCsv } from './csv.js'
import { tokenizeJsonl } from './jsonl.js'
import { tokenizeSvmlight } from './svmlight.js'
import { tokenizeVw } from './vw.js'

/** The tokenizers of this backend, by format. */
export const tokenizers: Record<TokenFormat, Tokenizer> = {
  vw: tokenizeVw,
  svmlight: tokenizeSvmlight,
  csv: tokenizeCsv,
  jsonl: tokenizeJsonl,
  counts: tokenizeCounts,
}
