import {
  type ClipSetting,
  inRange,
  invalid,
  type Link,
  type LossId,
  limits,
  losses,
  OLError,
  type RuleEntry,
  ruleOf,
} from '@ol/spec'
import { ensembleLanes, isCombined } from './ensemble-options.js'
import type { BootstrapSetting, ClassSetting, Settings } from './settings.js'

/**
 * The learning rates of `learningRate: 'auto'`: even on the log scale from 0.03 to 300, each 1.85 times the previous
 * one: short documents need the largest, and no data set so far needs less than 0.1. Decimal literals, so that every
 * machine has the same numbers.
 */
export const autoRates: readonly number[] = [
  0.03, 0.0554, 0.102, 0.189, 0.35, 0.646, 1.19, 2.21, 4.08, 7.54, 13.9, 25.7, 47.5, 87.9, 162, 300,
]

/** Returns the lanes of a new table: rates of `auto` within classes, or the model and its replicates. */
export function lanesOf(
  rule: RuleEntry,
  params: Float64Array,
  automatic: boolean,
  classes: ClassSetting | undefined,
  bootstrap: BootstrapSetting | undefined,
  loss: LossId,
): Pick<Settings, 'lanes' | 'params' | 'laneClasses'> {
  const at = rule.params.findIndex((p) => p.name === 'learningRate')
  const rates =
    rule.ensemble !== undefined
      ? ensembleLanes(rule, params, loss, classes)
      : automatic
        ? autoRates.filter((rate) => inRange(rule.params[at], rate))
        : [params[at]]
  const groups = classes?.count ?? 1
  const lanes = groups * rates.length + (bootstrap?.replicates ?? 0)
  if (lanes > limits.maxLanes)
    throw invalid('OL_PARAMETER', 'classes', `at most ${limits.maxLanes} lanes (classes times rates)`, lanes)
  const all = Float64Array.from({ length: params.length * lanes }, (_, i) => {
    const j = Math.floor(i / lanes)
    return automatic && j === at ? (rates[(i % lanes) % rates.length] as number) : params[j]
  })
  const laneClasses =
    classes === undefined
      ? undefined
      : Float64Array.from({ length: lanes }, (_, l) => Math.floor(l / rates.length))
  return { lanes, params: all, laneClasses }
}

/** Throws OL_PARAMETER or OL_LOSS for options that exclude each other. */
export function refuseTogether(
  rule: RuleEntry,
  automatic: boolean,
  classes: ClassSetting | undefined,
  bootstrap: BootstrapSetting | undefined,
  loss: LossId,
  clip: ClipSetting,
  link: Link,
): void {
  if (bootstrap !== undefined && rule.ensemble !== undefined)
    throw new OLError('OL_PARAMETER', `Expected bootstrap or rule ${rule.id} but received both`, {
      value: bootstrap.replicates,
    })
  if (rule.ensemble !== undefined && classes !== undefined && losses[loss].across === undefined)
    throw invalid('OL_LOSS', `loss of rule ${rule.id} with classes`, 'softmax', loss)
  if (bootstrap !== undefined && (automatic || classes !== undefined)) {
    const other = automatic ? "learningRate 'auto'" : 'classes'
    throw new OLError('OL_PARAMETER', `Expected bootstrap or ${other} but received both`, {
      value: bootstrap.replicates,
    })
  }
  if (classes !== undefined && losses[loss].labels === 'count')
    throw invalid(
      'OL_LOSS',
      'loss of a learner of classes',
      'a loss of labels -1 and 1 or of real labels',
      loss,
    )
  if (classes !== undefined && link !== 'identity')
    throw invalid('OL_PARAMETER', 'link of a learner of classes', "'identity'", link)
  if (automatic && losses[loss].square > 0 && clip === 'none')
    throw invalid(
      'OL_PARAMETER',
      `clip of learningRate 'auto' with ${loss} loss`,
      "'labels' or [min, max]",
      clip,
    )
}

/** Throws OL_PARAMETER for a mixture of models that predict with other weights than they learn. */
export function refuseMean({ averages }: RuleEntry): void {
  if (averages === true)
    throw invalid('OL_PARAMETER', 'learningRate of a rule with averaged weights', 'a number', 'auto')
}

/** Returns the settings with lanes for classes that are added, after the other lanes. */
export function withClasses(settings: Settings, classes: ClassSetting): Settings {
  const { lanes, automatic, loss, laneClasses = new Float64Array(0) } = settings
  const known = settings.classes?.count ?? 0
  const entry = ruleOf(settings)
  if (isCombined(settings)) return withModelsOf(settings, classes)
  const own = Float64Array.from(entry.params, (_, j) => settings.params[j * lanes])
  const added = { ...classes, count: classes.count - known }
  const more = lanesOf(entry, own, automatic, added, undefined, loss)
  const all = lanes + more.lanes
  const params = new Float64Array(entry.params.length * all)
  entry.params.forEach((_, j) => {
    params.set(settings.params.subarray(j * lanes, (j + 1) * lanes), j * all)
    params.set(more.params.subarray(j * more.lanes, (j + 1) * more.lanes), j * all + lanes)
  })
  const ofLanes = new Float64Array(all)
  ofLanes.set(laneClasses)
  more.laneClasses?.forEach((k, l) => {
    ofLanes[lanes + l] = known + k
  })
  return { ...settings, classes, lanes: all, params, laneClasses: ofLanes }
}

/** Returns the settings of a mixture of complete models with the lanes of more classes, for its remaining models. */
function withModelsOf(settings: Settings, classes: ClassSetting): Settings {
  const { lanes, params } = settings
  const each = lanes / (settings.classes?.count ?? 1)
  const all = each * classes.count
  return {
    ...settings,
    classes,
    lanes: all,
    params: Float64Array.from(
      { length: ruleOf(settings).params.length * all },
      (_, i) => params[Math.floor(i / all) * lanes + (i % each)],
    ),
    laneClasses: Float64Array.from({ length: all }, (_, l) => Math.floor(l / each)),
  }
}

/** Returns the settings with some of their lanes. */
export function withLanes(settings: Settings, kept: readonly number[]): Settings {
  const { lanes, params, laneClasses } = settings
  return {
    ...settings,
    lanes: kept.length,
    params: Float64Array.from(
      { length: (params.length / lanes) * kept.length },
      (_, i) => params[Math.floor(i / kept.length) * lanes + kept[i % kept.length]],
    ),
    laneClasses: laneClasses === undefined ? undefined : Float64Array.from(kept, (l) => laneClasses[l]),
  }
}

/** Returns the settings of an ensemble that has kept some of the models that it had. */
export function withModels(settings: Settings, kept: readonly number[]): Settings {
  const { models } = settings
  if (ruleOf(settings).ensemble === undefined) return settings
  return { ...settings, models: kept.map((l) => models?.[l] ?? l) }
}
