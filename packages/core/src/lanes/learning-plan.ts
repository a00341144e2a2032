import {
  constantIndex,
  type LaterMeasure,
  losses,
  type Measure,
  type Plan,
  type RuleEntry,
  ruleOf,
} from '@ol/spec'
import { ensembleOf, ensembleParams } from '../options/ensemble-options.js'
import type { ClipSetting, Settings } from '../options/settings.js'
import { scalesOutside } from './label-scale.js'

/** Returns the plan of the backend for every batch. `errors`: see `Plan.errors` */
export function learningPlan(settings: Settings, errors?: Float64Array): Plan {
  const { rule, update, params, laneClasses } = settings
  const reach = reachOf(settings)
  const { ensemble, standardizes } = ruleOf(rule)
  if (standardizes !== true)
    return {
      rule,
      update,
      classes: laneClasses,
      params,
      reach,
      errors,
      ...measureOf(settings, settings.loss),
    }
  const [own, ...measures] = measuresOf(settings)
  return {
    update,
    classes: laneClasses,
    ...own,
    rule: ensemble?.rule ?? rule,
    params: withPriors(settings),
    reach,
    errors,
    ...(measures.length === 0 ? {} : { measures }),
    standardize: standardizeOf(settings),
  }
}

/** How far one value may move the scale of its feature: see `Plan.reach`. */
function reachOf({ rule, outliers }: Settings): number {
  const { reach = Number.POSITIVE_INFINITY }: RuleEntry = ruleOf(rule)
  return outliers === 'keep' ? Number.POSITIVE_INFINITY : reach
}

function measureOf(settings: Settings, loss: Settings['loss']): Measure {
  const { lossParams, clip } = settings
  // lanes that learn scaled labels know their range in that scale only
  const given: ClipSetting = scalesOutside(settings) && typeof clip !== 'string' ? 'none' : clip
  const range = typeof given !== 'string'
  return {
    loss,
    lossParams,
    clip: range ? 'range' : given,
    clipMin: range ? given[0] : Number.NEGATIVE_INFINITY,
    clipMax: range ? given[1] : Number.POSITIVE_INFINITY,
  }
}

/** The measure of lane 0, and those of lanes that differ from the lane before; in an ensemble of classes the lanes of scaling rms learn one against all. */
function measuresOf(settings: Settings): [Measure, ...LaterMeasure[]] {
  const { rule, lanes, classes, clip } = settings
  if (ruleOf(rule).ensemble === undefined || classes === undefined)
    return [measureOf(settings, settings.loss)]
  const each = ensembleOf(settings)
  const [low, high] = losses.logistic.clip
  const alone = { ...settings, clip: clip === 'none' ? ([Number(low), Number(high)] as const) : clip }
  const measures = each.map(({ scaling }) =>
    scaling === 0 ? measureOf(settings, settings.loss) : measureOf(alone, 'logistic'),
  )
  const later = Array.from({ length: lanes }, (_, l) => ({ ...measures[l % each.length], from: l })).filter(
    ({ from, loss }) => from > 0 && loss !== measures[(from - 1) % each.length].loss,
  )
  return [measures[0], ...later]
}

/** The parameters of the lanes, with G0 in units of the gradient of the loss: (2 c)^2 of a loss c (z - y)^2. */
function withPriors(settings: Settings): Float64Array {
  const { rule, loss, lanes } = settings
  const { square } = losses[loss]
  const params = ensembleParams(settings)
  const prior = ruleOf(ruleOf(rule).ensemble?.rule ?? rule).params.findIndex(({ name }) => name === 'prior')
  return square === 0
    ? params
    : params.map((value, i) => (Math.floor(i / lanes) === prior ? value * (4 * square * square) : value))
}

/** See `Plan.standardize`; the row of the constant in a growing table is known once it was met: see `noteConstant`. */
function standardizeOf({ labelScale, constant, bits }: Settings): Float64Array {
  return Float64Array.of(constant && bits !== 'grow' ? constantIndex : -1, labelScale === 'spread' ? 1 : 0)
}
