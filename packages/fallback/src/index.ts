export { hasApart } from './cross/combinations.js'
export { crossNamed, type Named } from './cross/cross.js'
export { weightOf, weightReader } from './engine/engine.js'
export { isPresent } from './engine/is-present.js'
export { stepLimit } from './engine/run.js'
export { explainOne, type ScoreParts } from './engine/score-parts.js'
export { engine, engineBackend, type FurtherCalls } from './engine-backend.js'
export { expand } from './expand/expand.js'
export { type NamedFeatures, namedBefore, noteColumns } from './expand/note.js'
export { binsAt, type Crossed, crossKeys, type DerivedOrigin, originsOf } from './expand/origins.js'
export { crossPlace, putCross } from './expand/places.js'
export { candidatePlace, screen } from './expand/screen.js'
export { findBounds, isBuilt, rankOf } from './expand/sketch.js'
export { fallback } from './fallback.js'
export { homeOf } from './index/home.js'
export { locate } from './index/locate.js'
export { placeRows, slotOf } from './index/place-rows.js'
export { plannedProbabilities, rankLabels, sizeSets } from './intervals/class-sets.js'
export { moveThresholds } from './intervals/move-thresholds.js'
export { learning } from './learning-backend.js'
export {
  commonLosses,
  everyLoss,
  type KnownLoss,
  type KnownLosses,
} from './losses/known-losses.js'
export { merge, split } from './merge/merge.js'
export { standardScale } from './merge/merge-units.js'
export { bayesWeights } from './mixture/bayes.js'
export { classProbabilities } from './mixture/class-probabilities.js'
export { finalize } from './mixture/finalize.js'
export { mix } from './mixture/mix.js'
export { errorWeights, mixErrors } from './mixture/mix-errors.js'
export { normalizedProbabilities, softmaxProbabilities } from './mixture/probabilities.js'
export { largestScore, settleClasses } from './mixture/settle-classes.js'
export { bendClasses } from './refine/bend-classes.js'
export { bendNumbers } from './refine/bend-numbers.js'
export { type CurvePlace, placeOn } from './refine/curve-place.js'
export {
  entriesIn,
  type KnownModifier,
  type KnownRule,
  type KnownRules,
  twinOf,
} from './rules/known.js'
export type { RuleTwin, Step } from './rules/rule.js'
export { knownWeight } from './rules/standardized/known-weight.js'
export { findHeld } from './table/find-held.js'
export { firstOutside } from './table/first-outside.js'
export { gather } from './table/gather.js'
export { hashColumns, hashNames } from './table/hash-names.js'
export { scatter } from './table/scatter.js'
export { type BadLine, badLineError, describeBad, excerptBytes, oddAsBad } from './tokenizers/bad-line.js'
export { cellOfValue } from './tokenizers/cell-of-value.js'
export { CellReader, unfit } from './tokenizers/cell-reader.js'
export { type ColumnPlan, type ColumnReading, columnPlan } from './tokenizers/column-plan.js'
export { tokenizeCsv } from './tokenizers/csv.js'
export type { Field } from './tokenizers/csv-field.js'
export { found, isMissing, nextField, otherDelimiter, undouble } from './tokenizers/csv-field.js'
export { isInfinity, isMissingWord } from './tokenizers/csv-words.js'
export {
  hourTexts,
  type Moment,
  monthTexts,
  parseIsoMoment,
  parseMoment,
  weekdayTexts,
} from './tokenizers/date-cell.js'
export { parseFormed } from './tokenizers/formed-number.js'
export { tokenizeNamed, tokenizers } from './tokenizers/index.js'
export type { FeatureName, NameOf } from './tokenizers/naming.js'
export { parseNumber } from './tokenizers/number.js'
export { prosePart } from './tokenizers/prose-part.js'
export { proseUnicode } from './tokenizers/prose-tables.js'
export { isTokenMemory } from './tokenizers/token-memory.js'
export { createTokens, groupsOf, reserveTokens } from './tokenizers/tokens.js'
export { tokenizeVw } from './tokenizers/vw.js'
export { withUpper } from './tokenizers/with-upper.js'
export { addMetrics } from './validation/add-metrics.js'
export { addProgress } from './validation/add-progress.js'
export { scoreBin } from './validation/score-bin.js'
export { scoreCurves } from './validation/score-curves.js'
