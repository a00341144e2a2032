import type { Backend } from '@ol/spec'
import { learn, predict } from './engine/engine.js'
import { locate } from './rows/locate.js'
import { tokenizers } from './tokenizers/index.js'

export { weightOf } from './engine/engine.js'
export { stepLimit } from './engine/run.js'
export { hashName, hashNameInt, hashText, murmur3, murmur3Int, namespaceHash } from './hash/murmur3.js'
export { joined, upperSeed } from './hash/upper.js'
export { lossTwins } from './losses/index.js'
export type { LossTwin } from './losses/loss.js'
export { exp } from './math/exp.js'
export { log, log1p } from './math/log.js'
export { boxed } from './projections/box.js'
export { l1Multiplier } from './projections/l1.js'
export { l2Multiplier } from './projections/l2.js'
export { homeOf } from './rows/locate.js'
export { ruleTwins } from './rules/index.js'
export type { RuleTwin, Step } from './rules/rule.js'

/** The backend in TypeScript alone: runs wherever JavaScript does. */
export const fallback: Backend = {
  name: 'fallback',
  learn,
  predict,
  locate,
  learnAsync: (plan, table, batch, results) =>
    Promise.resolve().then(() => {
      learn(plan, table, batch, results)
    }),
  tokenize: (plan, chunk, out) => tokenizers[plan.format](plan, chunk, out),
  tokenizeAsync: (plan, chunk, out) =>
    Promise.resolve().then(() => {
      tokenizers[plan.format](plan, chunk, out)
    }),
}

export type { Field } from './tokenizers/csv-field.js'
export { found, isMissing, nextField, undouble } from './tokenizers/csv-field.js'
export { tokenizers } from './tokenizers/index.js'
export { parseNumber } from './tokenizers/number.js'
export { createTokens, reserveTokens } from './tokenizers/tokens.js'
