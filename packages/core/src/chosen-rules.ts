/**
 * Rules one by one, and by family, for `learnerWith`.
 *
 * @module @ol/core/rules
 */

export {
  adagrad,
  adagradTwins as adagradRules,
  auto,
  extendedTwins as extendedRules,
  ftrl,
  fullMatrixTwins as fullMatrixRules,
  gradientTwins as gradientRules,
  marginTwins as marginRules,
  mirrorDescentTwins as mirrorDescentRules,
  nag,
  ng,
  normalizedTwins as normalizedRules,
  parameterFreeTwins as parameterFreeRules,
  ruleTwins as allRules,
  sgd,
  standardizedTwins as standardizedRules,
  std,
  vw,
} from '@ol/fallback/rules'
