/**
 * Learners with only chosen rules and their modifiers, for small pages: see `leanLearner`.
 *
 * @module @ol/core/lean
 */

export { everyLoss as allLosses, type KnownLosses, type KnownRule, type KnownRules } from '@ol/fallback'
export {
  adagrad,
  adagradFamily as adagradRules,
  ftrl,
  gradientFamily as gradientRules,
  marginFamily as marginRules,
  mirrorDescentFamily as mirrorDescentRules,
  modifiers,
  nag,
  ng,
  normalizedFamily as normalizedRules,
  parameterFreeFamily as parameterFreeRules,
  sgd,
  vw,
} from '@ol/fallback/rules'
export { type LeanLearnerClass, type LeanRules, leanLearner } from './learner/lean-class.js'
export { fromBytes, toBytes } from './learner/lean-files.js'
export type { LeanLearner } from './learner/lean-learner.js'
export { std } from './learner/lean-std.js'
export { type CsvColumns, csvText } from './text/csv-text.js'
export type { TextReader } from './text/text-batch.js'
export { vwText } from './text/vw-text.js'
