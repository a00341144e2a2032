import { candidates } from '../tokenizers/candidates.js'
import { fuzz } from '../tokenizers/fuzz.js'
import type { Kind } from '../tokenizers/lines.js'
import type { FuzzTarget } from './target.js'

const found = candidates()
// without an addon the fallback is held against itself
const all = found.length > 1 ? found : [...found, ...found]

/** Every tier of the addon against the fallback: the same bytes on chunks of good and hostile lines. */
export const tokenizerTargets: readonly FuzzTarget[] = (
  ['vw', 'svmlight', 'csv', 'jsonl', 'counts'] satisfies Kind[]
).map((kind) => ({
  name: `tokenizer ${kind}`,
  run: (random) => {
    const { examples, bad } = fuzz(kind, 1, random(2 ** 31), all, 4)
    return bad > 0 ? (examples > 0 ? 'mixed' : 'bad') : 'good'
  },
}))
