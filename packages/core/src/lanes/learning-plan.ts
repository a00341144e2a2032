import { constantIndex, type LaterMeasure, lossOf, type Measure, type Plan, ruleOf } from '@ol/spec'
import { ensembleOf, ensembleParams, learningRule } from '../options/ensemble-options.js'
import type { Settings } from '../options/settings.js'
import { measureOf, reachOf, singlePlan } from './single-plan.js'

/** Returns the plan of the backend for every batch, of any rule. `errors`: see `Plan.errors` */
export function learningPlan(settings: Settings, errors?: Float64Array): Plan {
  const { rule, modifiers, update, laneClasses } = settings
  const { ensemble, standardizes } = ruleOf(settings)
  if (standardizes !== true) return singlePlan(settings, errors)
  const [own, ...measures] = measuresOf(settings)
  return {
    update,
    classes: laneClasses,
    ...own,
    rule: ensemble?.rule ?? rule,
    modifiers,
    params: withPriors(settings),
    reach: reachOf(settings),
    errors,
    ...(measures.length === 0 ? {} : { measures }),
    standardize: standardizeOf(settings),
  }
}

/**
 * The measure of lane 0, and of each lane that differs from the lane before; in an ensemble of classes the lanes of
 * scaling rms learn one against all.
 */
function measuresOf(settings: Settings): [Measure, ...LaterMeasure[]] {
  const { lanes, classes, clip } = settings
  if (ruleOf(settings).ensemble === undefined || classes === undefined)
    return [measureOf(settings, settings.loss)]
  const each = ensembleOf(settings)
  const [low, high] = lossOf('logistic').clip
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
  const { loss, lanes } = settings
  const { square } = lossOf(loss)
  const params = ensembleParams(settings)
  const prior = learningRule(settings).params.findIndex(({ name }) => name === 'prior')
  return square === 0
    ? params
    : params.map((value, i) => (Math.floor(i / lanes) === prior ? value * (4 * square * square) : value))
}

/** See `Plan.standardize`; the row of the constant in a growing table is known once it was seen: see `noteConstant`. */
function standardizeOf({ labelScale, constant, bits }: Settings): Float64Array {
  return Float64Array.of(constant && bits !== 'grow' ? constantIndex : -1, labelScale === 'spread' ? 1 : 0)
}
