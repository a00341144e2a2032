/**
 * Rules one by one, and by family, for `learnerWith`.
 *
 * @module @ol/core/rules
 */

export {
  adagrad,
  adagradRules,
  allRules,
  auto,
  extendedRules,
  ftrl,
  fullMatrixRules,
  gradientRules,
  marginRules,
  mirrorDescentRules,
  nag,
  ng,
  normalizedRules,
  parameterFreeRules,
  sgd,
  standardizedRules,
  std,
  vw,
} from '@ol/fallback/rules'
