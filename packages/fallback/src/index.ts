import type { Backend } from '@ol/spec'
import { learn, predict } from './engine/engine.js'
import { expand } from './expand/expand.js'
import { screen } from './expand/screen.js'
import { locate } from './index/locate.js'
import { unseen } from './index/unseen.js'
import { merge, split } from './merge/merge.js'
import { mix } from './mixture/mix.js'
import { tokenizers } from './tokenizers/index.js'

export { weightOf } from './engine/engine.js'
export { stepLimit } from './engine/run.js'
export { explainOne, type ScoreParts } from './engine/score-parts.js'
export { binsAt, type Crossed, crossKeys, type DerivedOrigin, originsOf } from './expand/origins.js'
export { candidatePlace } from './expand/screen.js'
export { findBounds, isBuilt, rankOf } from './expand/sketch.js'
export { homeOf } from './index/home.js'
export { bayesWeights } from './mixture/bayes.js'
export { normalizedProbabilities, softmaxProbabilities } from './mixture/probabilities.js'
export { ruleTwins } from './rules/index.js'
export type { RuleTwin, Step } from './rules/rule.js'

/** The backend in TypeScript alone: runs wherever JavaScript does. */
export const fallback: Backend = {
  name: 'fallback',
  learn,
  predict,
  locate,
  unseen,
  mix,
  expand,
  screen,
  merge,
  split,
  learnAsync: (plan, table, batch, results) =>
    Promise.resolve().then(() => {
      learn(plan, table, batch, results)
    }),
  tokenize: (plan, chunk, out) => tokenizers[plan.format](plan, chunk, out),
  tokenizeAsync: (plan, chunk, out) =>
    Promise.resolve().then(() => {
      tokenizers[plan.format](plan, chunk, out)
    }),
  stream: () => ({ ...fallback, ahead: 0, close: () => undefined }),
}

export { standardScale } from './merge/merge-units.js'
export type { Field } from './tokenizers/csv-field.js'
export { found, isMissing, nextField, undouble } from './tokenizers/csv-field.js'
export { tokenizeNamed, tokenizers } from './tokenizers/index.js'
export type { FeatureName, NameOf } from './tokenizers/naming.js'
export { parseNumber } from './tokenizers/number.js'
export { createTokens, reserveTokens } from './tokenizers/tokens.js'
