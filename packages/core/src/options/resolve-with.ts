import {
  aliasOf,
  checkPlain,
  invalid,
  type LossEntry,
  type LossId,
  type LossTable,
  limits,
  lossOf,
  type ModifiedRule,
  type ModifierTable,
  OLError,
  optionNames,
  plainRule,
  type RuleEntry,
  type RuleId,
  type RuleName,
  type RuleTable,
  ruleEntries,
  ruleOf,
  ruleWith,
  singleRule,
  suggestion,
  valueText,
} from '@ol/spec'
import type { groupFactorsOf } from './check-group-factors.js'
import type { classLabels, classWeightOf } from './class-weight.js'
import { withBothFamilies } from './ensemble-options.js'
import { impliedUnder, namesOf } from './implied-rule.js'
import type { jsonCopy } from './json.js'
import type { lanesOf, refuseMean, refuseTogether } from './lane-options.js'
import type { AnyLearnerOptions } from './learner-options.js'
import {
  bitsOf,
  type bootstrapOf,
  type classesOf,
  clipOf,
  type curveOf,
  type expandOf,
  type Given,
  type intervalsOf,
  type keepLanesOf,
  labelScaleOf,
  type maxFeaturesOf,
  type nameLimitOf,
  numbers,
  oneOf,
  outliersOf,
  plainSettings,
  precisionOf,
  type prenormalizeOf,
  type stackOf,
} from './option-checks.js'
import { refusedLean } from './refusals.js'
import type { Settings } from './settings.js'
import type { signNamesOf } from './sign-names.js'
import { checkTask, lossForTask, requestedTask } from './task.js'

/** The rules and losses that options may name, and the options that only a whole learner takes. */
export interface OptionScope {
  readonly rules: RuleTable
  readonly modifiers: ModifierTable
  /** returns the rule of this name; throws if the learner was made without it */
  readonly namedRule: (rule: RuleId) => RuleId
  readonly losses: LossTable
  /** returns the loss of this name; throws if the learner was made without it */
  readonly namedLoss: (loss: unknown) => LossId
  /** absent: a lean learner, whose model is one table without names, classes or a first pass */
  readonly further?: FurtherOptions | undefined
}

/** The options that a lean learner does not take. */
export interface FurtherOptions {
  readonly bootstrapOf: typeof bootstrapOf
  readonly classLabels: typeof classLabels
  readonly classWeightOf: typeof classWeightOf
  readonly classesOf: typeof classesOf
  readonly curveOf: typeof curveOf
  readonly expandOf: typeof expandOf
  readonly groupFactorsOf: typeof groupFactorsOf
  readonly intervalsOf: typeof intervalsOf
  readonly jsonCopy: typeof jsonCopy
  readonly keepLanesOf: typeof keepLanesOf
  readonly lanesOf: typeof lanesOf
  readonly maxFeaturesOf: typeof maxFeaturesOf
  readonly nameLimitOf: typeof nameLimitOf
  readonly prenormalizeOf: typeof prenormalizeOf
  readonly refuseMean: typeof refuseMean
  readonly refuseTogether: typeof refuseTogether
  readonly signNamesOf: typeof signNamesOf
  readonly stackOf: typeof stackOf
}

/** Returns the rule of a name, with the modifier in the name; throws if the learner was made without it. */
export function namedRuleOf(name: RuleName, { modifiers, namedRule }: OptionScope): ModifiedRule {
  const alias = aliasOf(name, modifiers)
  if (alias === undefined) return plainRule(namedRule(name as RuleId))
  namedRule(alias.rule)
  return alias
}

/** Returns the rule that options name or imply, with the modifiers that their parameters add: see `ruleWith`. */
export function ruleOfOptions(options: AnyLearnerOptions, scope: OptionScope): ModifiedRule {
  const { rules, modifiers } = scope
  const named = namedRuleOf(impliedUnder(options, scope), scope)
  return named.modifiers.length > 0 ? named : ruleWith(named.rule, namesOf(options), rules, modifiers)
}

/** Validates options and fills in the defaults: OL_RULE, OL_LOSS or OL_PARAMETER with the name and the value. */
export function resolveWith(options: AnyLearnerOptions, scope: OptionScope): Settings {
  checkPlain(options)
  const given = options as Given
  const or = (name: string, absent: unknown): unknown => (given[name] === undefined ? absent : given[name])
  const { further } = scope
  /** Returns the options of a whole learner, for one that only such a learner takes. */
  const whole = (what: string, value?: unknown): FurtherOptions => {
    if (further === undefined) throw refusedLean(what, value)
    return further
  }
  const task = requestedTask(given.task)
  const modified = ruleOfOptions(options, scope)
  const rule = ruleOf(modified)
  const ofClasses = ['classes', 'mostClasses', 'classWeight'].find((name) => given[name] !== undefined)
  const several = task === 'multiclass' || ofClasses !== undefined
  if (several) whole(ofClasses ?? 'task', given[ofClasses ?? 'task'])
  const signNames =
    task === 'binary' && given.classes !== undefined ? further?.signNamesOf(given.classes) : undefined
  const combined = rule.ensemble !== undefined && given.classes !== undefined && signNames === undefined
  const usual = lossForTask(rule, combined ? 'multiclass' : task)
  const loss = lossOf(scope.namedLoss(or('loss', usual)))
  const lossId = loss.id as LossId
  refuseUnknown(given, rule, loss, scope)
  if (rule.othersRefused === true && rule.losses?.includes(lossId) === false)
    throw invalid('OL_LOSS', `loss of rule ${rule.id}`, `one of ${rule.losses.join(', ')}`, loss.id)
  const automatic = given.learningRate === 'auto' && rule.params.some((p) => p.name === 'learningRate')
  const mixed = automatic || rule.ensemble !== undefined
  if (rule.ensemble !== undefined) whole('rule', rule.id)
  if (automatic) whole('learningRate', 'auto').refuseMean(rule)
  if (given.bootstrap !== undefined) whole('bootstrap', given.bootstrap)
  const own = numbers(rule.params, automatic ? { ...given, learningRate: undefined } : given)
  const bits = bitsOf(rule, own, given.bits)
  if (rule.kind === 'matrix') whole('rule', rule.id)
  if (bits === 'grow') whole('bits', bits)
  const classes = several
    ? further?.classesOf(signNames === undefined ? given.classes : undefined, given.mostClasses)
    : undefined
  checkTask(task, lossId, classes, scope.losses)
  const bootstrap = further?.bootstrapOf(given.bootstrap, given.bootstrapSeed)
  const labelScale = labelScaleOf(given.labelScale, lossId, classes !== undefined)
  const clip = clipOf(or('clip', 'auto'), rule, lossId, classes !== undefined, labelScale)
  const plain = plainSettings(given)
  further?.refuseTogether(rule, automatic, classes, bootstrap, lossId, clip, plain.link)
  const divisor = or('prenormalize', 'none')
  if (rule.firstPass === true) whole('rule', rule.id)
  const scales = divisor !== 'none' || rule.firstPass === true
  const prenormalize = scales ? whole('prenormalize', divisor).prenormalizeOf(rule, divisor) : 'none'
  const limit = or('names', further === undefined ? 'off' : limits.defaultNames)
  const names = limit === 'off' ? 0 : whole('names', limit).nameLimitOf(limit)
  const unset = further === undefined ? 'off' : undefined
  const { curve = unset, expand = unset, intervals = unset, stack: requested = unset } = given
  const stack =
    requested === 'off'
      ? requested
      : whole('stack', requested).stackOf(requested, { ...modified, loss: lossId, classes })
  // a model file names its families; older files had others
  const params = stack === 'off' || given.families !== undefined ? own : withBothFamilies(rule, own)
  const settings: Omit<Settings, 'expand'> = {
    ...plain,
    ...modified,
    curve: curve === 'off' ? curve : whole('curve', curve).curveOf(curve, { ...modified, loss: lossId }),
    stack,
    intervals: intervals === 'off' ? intervals : whole('intervals', intervals).intervalsOf(intervals),
    loss: lossId,
    update: oneOf('OL_PARAMETER', `update of rule ${rule.id}`, rule.updates, or('update', rule.updates[0])),
    bits,
    maxFeatures:
      given.maxFeatures === undefined
        ? undefined
        : whole('maxFeatures', given.maxFeatures).maxFeaturesOf(given.maxFeatures, bits),
    precision: precisionOf(rule, given.precision),
    ...(further?.lanesOf(rule, params, automatic, classes, bootstrap, lossId) ?? {
      lanes: 1,
      params,
      laneClasses: undefined,
    }),
    classes,
    signNames,
    automatic,
    keepLanes:
      given.keepLanes === undefined
        ? !mixed
        : whole('keepLanes', given.keepLanes).keepLanesOf(given.keepLanes, mixed),
    models: undefined,
    predictOnly: undefined,
    storedPrecision: undefined,
    bootstrap,
    lossParams: numbers(loss.params, given),
    clip,
    labelScale,
    outliers: outliersOf(given.outliers, rule, labelScale, lossId),
    classWeight: several
      ? further?.classWeightOf(
          given.classWeight,
          further.classLabels({ classes, signNames, loss: lossId }),
          classes?.most !== undefined,
        )
      : undefined,
    groupFactors:
      given.groupFactors === undefined
        ? undefined
        : whole('groupFactors', given.groupFactors).groupFactorsOf(given.groupFactors, rule, own),
    prenormalize,
    names,
    input: given.input === undefined ? undefined : whole('input').jsonCopy(given.input, 'input'),
  }
  return {
    ...settings,
    expand: expand === 'off' ? expand : whole('expand', expand).expandOf(expand, settings),
  }
}

function refuseUnknown(given: Given, rule: RuleEntry, loss: LossEntry, scope: OptionScope): void {
  const { rules, modifiers, losses } = scope
  const taken = [...rule.params, ...loss.params].map((p) => p.name)
  // if no rule is named, a parameter of the single one names it
  const single = given.rule === undefined ? (rules[singleRule]?.params ?? []).map((p) => p.name) : []
  const known: readonly string[] = [...new Set([...optionNames, ...taken, ...single])]
  for (const name of Object.keys(given)) {
    if (
      (optionNames as readonly string[]).includes(name) ||
      (taken as string[]).includes(name) ||
      given[name] === undefined
    )
      continue
    const owners = [...ruleEntries(rules, modifiers), ...Object.values(losses)]
      .filter((entry) => entry.params.some((p) => p.name === name))
      .map((entry) => entry.id)
    const text =
      owners.length > 0
        ? `${name} is a parameter of ${owners.join(', ')}; rule ${rule.id} with loss ${loss.id} takes ${taken.join(', ')}`
        : `There is no option ${valueText(name)}${suggestion(name, known) || `; there are ${known.join(', ')}`}`
    throw new OLError('OL_PARAMETER', text, { value: name, expected: known.join(', ') })
  }
}
