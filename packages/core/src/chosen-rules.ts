/**
 * Rules one by one, and by family, and the modifiers that they take, for `learnerWith`.
 *
 * @module @ol/core/rules
 */

export {
  adagrad,
  adagradFamily as adagradRules,
  allRules,
  auto,
  ftrl,
  fullMatrixFamily as fullMatrixRules,
  gradientFamily as gradientRules,
  marginFamily as marginRules,
  mirrorDescentFamily as mirrorDescentRules,
  modifiers,
  nag,
  ng,
  normalizedFamily as normalizedRules,
  parameterFreeFamily as parameterFreeRules,
  sgd,
  standardizedFamily as standardizedRules,
  std,
  vw,
} from '@ol/fallback/rules'
