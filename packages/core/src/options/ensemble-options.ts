import {
  type EnsembleLane,
  type LossId,
  lossOf,
  type MixtureOutput,
  type ModifiedRule,
  paramText,
  paramValue,
  type RuleEntry,
  ruleOf,
} from '@ol/spec'
import type { ClassSetting, Settings } from './settings.js'

/** Returns whether labels are real numbers, not classes. */
export function realLabels(loss: LossId, classes: ClassSetting | undefined): boolean {
  return classes === undefined && lossOf(loss).labels === 'real'
}

/** The settings that determine whether there is a mixture. */
export type MixtureSettings = Pick<Settings, 'rule' | 'modifiers' | 'automatic' | 'classes' | 'loss'>

/** Returns whether a mixture weighs models by their likelihood instead of a loss: log loss and squared loss have one. */
export function hasLikelihood(loss: LossId): boolean {
  return lossOf(loss).mixture !== 'hedge'
}

/**
 * Returns whether one mixture weighs complete models, each with all of its classes, by their likelihood: for a rule
 * that is an ensemble, and for rates under a loss across classes.
 */
export function isCombined(settings: MixtureSettings): boolean {
  const { automatic, classes, loss } = settings
  if (ruleOf(settings).ensemble !== undefined) return hasLikelihood(loss)
  return automatic && classes !== undefined && lossOf(loss).across !== undefined
}

/** Returns whether models of these settings predict with a mixture. */
export function mixes(settings: MixtureSettings): boolean {
  return settings.automatic || ruleOf(settings).ensemble !== undefined
}

/** Returns the rule by which the lanes learn: in an ensemble the rule of its lanes. */
export function learningRule({ rule, modifiers }: ModifiedRule): RuleEntry {
  return ruleOf({ rule: ruleOf({ rule, modifiers }).ensemble?.rule ?? rule, modifiers })
}

/** Returns the lanes of each class (or of the model) of a rule that is an ensemble; `params`: in the order of its entry. */
export function ensembleLanes(
  rule: RuleEntry,
  params: ArrayLike<number>,
  loss: LossId,
  classes: ClassSetting | undefined,
): readonly EnsembleLane[] {
  const all = rule.ensemble?.lanes ?? []
  const named = choiceOf(rule, params, 'families')
  const families = named === 'auto' ? (realLabels(loss, classes) ? 'deviation' : 'both') : named
  return families === 'both' ? all : all.filter(({ scaling }) => scaling === (families === 'rms' ? 1 : 0))
}

/** Returns the parameters of an ensemble with the lanes of both families. */
export function withBothFamilies(rule: RuleEntry, params: Float64Array): Float64Array {
  const at = rule.params.findIndex((p) => p.name === 'families')
  return params.with(at, paramValue(rule.params[at], 'both') as number)
}

/** Returns the output of the mixture of these settings. */
export function outputOf(settings: Settings): MixtureOutput {
  const { loss, classes } = settings
  const rule = ruleOf(settings)
  // lanes of only rates: there is no parameter to name another
  if (rule.ensemble === undefined) return 'ew'
  const named = choiceOf(rule, ownParams(rule, settings), 'mixture')
  return named === 'auto' ? (realLabels(loss, classes) ? 'ew' : 'cal') : (named as MixtureOutput)
}

/** Returns the parameters of a rule that is an ensemble, which all of its lanes have, in the order of its entry. */
function ownParams({ params: entries }: RuleEntry, { params, lanes }: Settings): readonly number[] {
  return entries.map((_, j) => params[j * lanes])
}

function choiceOf(rule: RuleEntry, params: ArrayLike<number>, name: string): string {
  const at = rule.params.findIndex((p) => p.name === name)
  return String(paramText(rule.params[at], params[at]))
}

/** Returns the lanes of these settings: the lanes of a class, if there are classes. */
export function ensembleOf(settings: Settings): readonly EnsembleLane[] {
  const { loss, classes } = settings
  const rule = ruleOf(settings)
  if (rule.ensemble === undefined) return ratesOf(settings)
  const all = ensembleLanes(rule, ownParams(rule, settings), loss, classes)
  return settings.models?.map((l) => all[l]) ?? all
}

/** Returns how many lanes of each class (or of the model) an ensemble has, including pruned ones. */
export function lanesOfEnsemble(settings: Settings): number {
  const { loss, classes } = settings
  const rule = ruleOf(settings)
  return ensembleLanes(rule, ownParams(rule, settings), loss, classes).length
}

/** The rates of the lanes of `nag` that are stacked next to an ensemble. */
export const nagRates: readonly number[] = [0.1, 1, 10, 100]

/**
 * Returns how many lanes of `nag` are stacked; only models with derived features use them. Models from before these
 * lanes do not name their families.
 */
export function nagLanesOf(settings: Settings): number {
  if (settings.stack === 'off') return 0
  const rule = ruleOf(settings)
  return choiceOf(rule, ownParams(rule, settings), 'families') === 'auto' ? 0 : nagRates.length
}

/** Returns how many lanes a stack has: the ensemble's, and the lanes of `nag`. */
export function stackedLanes(settings: Settings): number {
  return lanesOfEnsemble(settings) + nagLanesOf(settings)
}

/** The lanes of a class of a mixture of rates. */
function ratesOf(settings: Settings): readonly EnsembleLane[] {
  const { params, lanes, classes } = settings
  const at = ruleOf(settings).params.findIndex((p) => p.name === 'learningRate')
  return Array.from({ length: lanes / (classes?.count ?? 1) }, (_, l) => ({
    learningRate: params[at * lanes + l],
    scaling: 0,
  }))
}

/** Returns the parameters of the lanes of an ensemble, in the order of the rule that they learn by. */
export function ensembleParams(settings: Settings): Float64Array {
  const { params, lanes } = settings
  const { ensemble, params: own } = ruleOf(settings)
  if (ensemble === undefined) return params
  const each = ensembleOf(settings)
  const prior = own.findIndex((p) => p.name === 'prior')
  const taken = learningRule(settings).params
  return Float64Array.from({ length: taken.length * lanes }, (_, i) => {
    const { name } = taken[Math.floor(i / lanes)]
    const lane = each[(i % lanes) % each.length]
    if (name === 'learningRate') return lane.learningRate
    return name === 'scaling' ? lane.scaling : params[prior * lanes]
  })
}
