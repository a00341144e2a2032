import {
  aliasOf,
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
  valueText,
} from '@ol/spec'
import type { classLabels, classWeightOf } from './class-weight.js'
import { impliedUnder } from './implied-rule.js'
import { isPlainObject, type jsonCopy } from './json.js'
import type { lanesOf, refuseMean, refuseTogether } from './lane-options.js'
import type { AnyLearnerOptions } from './learner-options.js'
import { neededPart } from './needed-part.js'
import {
  bitsOf,
  type bootstrapOf,
  type classesOf,
  clipOf,
  type expandOf,
  type Given,
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
} from './option-checks.js'
import type { Settings } from './settings.js'
import type { signNamesOf } from './sign-names.js'
import { checkTask, lossForTask, requestedTask } from './task.js'

/** What options may name: the rules of a learner, and what its parts take. */
export interface OptionParts {
  readonly rules: RuleTable
  readonly modifiers: ModifierTable
  /** returns the rule of this name: throws where the learner was made without it */
  readonly namedRule: (rule: RuleId) => RuleId
  readonly losses: LossTable
  /** returns the loss of this name: throws where the learner was made without it */
  readonly namedLoss: (loss: unknown) => LossId
  readonly bootstrapping?: BootstrapOptions
  readonly classifying?: ClassOptions
  readonly deriving?: ExpandOptions
  readonly growing?: GrowingOptions
  readonly lanes?: LaneOptions
  readonly mixing?: object
  readonly naming?: NameOptions
  readonly scaling?: ScalingOptions
  readonly standardizing?: object
  readonly storing?: InputOptions
}

/** The option `input`. */
export interface InputOptions {
  readonly jsonCopy: typeof jsonCopy
}

/** Options of classes. */
export interface ClassOptions {
  readonly classesOf: typeof classesOf
  readonly classLabels: typeof classLabels
  readonly classWeightOf: typeof classWeightOf
  readonly signNamesOf: typeof signNamesOf
}

/** Options of replicates. */
export interface BootstrapOptions {
  readonly bootstrapOf: typeof bootstrapOf
}

/** The option `expand`. */
export interface ExpandOptions {
  readonly expandOf: typeof expandOf
}

/** The option `maxFeatures`. */
export interface GrowingOptions {
  readonly maxFeaturesOf: typeof maxFeaturesOf
}

/** The option `names`. */
export interface NameOptions {
  readonly nameLimitOf: typeof nameLimitOf
}

/** The option `prenormalize`. */
export interface ScalingOptions {
  readonly prenormalizeOf: typeof prenormalizeOf
}

/** Options of several lanes. */
export interface LaneOptions {
  readonly keepLanesOf: typeof keepLanesOf
  readonly lanesOf: typeof lanesOf
  readonly refuseMean: typeof refuseMean
  readonly refuseTogether: typeof refuseTogether
}

/** Returns the rule of a name, with the modifier that it may say: throws where the learner was made without it. */
export function namedRuleOf(name: RuleName, { modifiers, namedRule }: OptionParts): ModifiedRule {
  const alias = aliasOf(name, modifiers)
  if (alias === undefined) return plainRule(namedRule(name as RuleId))
  namedRule(alias.rule)
  return alias
}

/** Returns the rule that options name or imply, with the modifiers that their parameters bring: see `ruleWith`. */
export function ruleOfOptions(options: AnyLearnerOptions, parts: OptionParts): ModifiedRule {
  const { rules, modifiers } = parts
  const named = namedRuleOf(impliedUnder(options, rules, modifiers), parts)
  return named.modifiers.length > 0 ? named : ruleWith(named.rule, namesOf(options), rules, modifiers)
}

/** Validates options and fills in the defaults: OL_RULE, OL_LOSS or OL_PARAMETER with the name and the value. */
export function resolveWith(options: AnyLearnerOptions, parts: OptionParts): Settings {
  if (!isPlainObject(options)) throw invalid('OL_PARAMETER', 'the options', 'an object', options)
  const given = options as Given
  const or = (name: string, absent: unknown): unknown => (given[name] === undefined ? absent : given[name])
  const task = requestedTask(given.task)
  const modified = ruleOfOptions(options, parts)
  const rule = ruleOf(modified)
  const ofClasses =
    task === 'multiclass' ||
    ['classes', 'mostClasses', 'classWeight'].some((name) => given[name] !== undefined)
      ? neededPart(parts, 'classifying')
      : undefined
  const signNames =
    task === 'binary' && given.classes !== undefined ? ofClasses?.signNamesOf(given.classes) : undefined
  const combined = rule.ensemble !== undefined && given.classes !== undefined && signNames === undefined
  const usual = lossForTask(rule, combined ? 'multiclass' : task)
  const loss = lossOf(parts.namedLoss(or('loss', usual)))
  refuseUnknown(given, rule, loss, parts)
  if (rule.othersRefused === true && rule.losses?.includes(loss.id as LossId) === false)
    throw invalid('OL_LOSS', `loss of rule ${rule.id}`, `one of ${rule.losses.join(', ')}`, loss.id)
  const automatic = given.learningRate === 'auto' && rule.params.some((p) => p.name === 'learningRate')
  const ofReplicates =
    given.bootstrap === undefined ? parts.bootstrapping : neededPart(parts, 'bootstrapping')
  const mixed = automatic || rule.ensemble !== undefined
  if (mixed) neededPart(parts, 'mixing')
  if (rule.standardizes === true) neededPart(parts, 'standardizing')
  const ofLanes =
    mixed || ofClasses !== undefined || given.bootstrap !== undefined
      ? neededPart(parts, 'lanes')
      : parts.lanes
  if (automatic) ofLanes?.refuseMean(rule)
  const params = numbers(rule.params, automatic ? { ...given, learningRate: undefined } : given)
  const bits = bitsOf(rule, params, given.bits)
  if (bits === 'grow' || rule.kind === 'matrix') neededPart(parts, 'growing')
  const classes = ofClasses?.classesOf(signNames === undefined ? given.classes : undefined, given.mostClasses)
  checkTask(task, loss.id as LossId, classes, parts.losses)
  const bootstrap = ofReplicates?.bootstrapOf(given.bootstrap, given.bootstrapSeed)
  const labelScale = labelScaleOf(given.labelScale, loss.id as LossId, classes !== undefined)
  const clip = clipOf(or('clip', 'auto'), rule, loss.id as LossId, classes !== undefined, labelScale)
  const plain = plainSettings(given)
  ofLanes?.refuseTogether(rule, automatic, classes, bootstrap, loss.id as LossId, clip, plain.link)
  const divisor = or('prenormalize', 'none')
  const scales = divisor !== 'none' || rule.firstPass === true
  const prenormalize = scales ? neededPart(parts, 'scaling').prenormalizeOf(rule, divisor) : 'none'
  const limit = or('names', parts.naming === undefined ? 'off' : limits.defaultNames)
  const names = limit === 'off' ? 0 : neededPart(parts, 'naming').nameLimitOf(limit)
  const settings: Omit<Settings, 'expand'> = {
    ...plain,
    ...modified,
    loss: loss.id as LossId,
    update: oneOf('OL_PARAMETER', `update of rule ${rule.id}`, rule.updates, or('update', rule.updates[0])),
    bits,
    maxFeatures:
      given.maxFeatures === undefined
        ? undefined
        : neededPart(parts, 'growing').maxFeaturesOf(given.maxFeatures, bits),
    precision: precisionOf(rule, given.precision),
    ...(ofLanes?.lanesOf(rule, params, automatic, classes, bootstrap, loss.id as LossId) ?? {
      lanes: 1,
      params,
      laneClasses: undefined,
    }),
    classes,
    signNames,
    automatic,
    keepLanes:
      given.keepLanes === undefined ? !mixed : neededPart(parts, 'lanes').keepLanesOf(given.keepLanes, mixed),
    models: undefined,
    predictOnly: undefined,
    storedPrecision: undefined,
    bootstrap,
    lossParams: numbers(loss.params, given),
    clip,
    labelScale,
    outliers: outliersOf(given.outliers, rule, labelScale, loss.id as LossId),
    classWeight: ofClasses?.classWeightOf(
      given.classWeight,
      ofClasses.classLabels({ classes, signNames, loss: loss.id as LossId }),
      classes?.most !== undefined,
    ),
    prenormalize,
    names,
    input:
      given.input === undefined ? undefined : neededPart(parts, 'storing').jsonCopy(given.input, 'input'),
  }
  const { expand = 'off' } = given
  return {
    ...settings,
    expand: expand === 'off' ? expand : neededPart(parts, 'deriving').expandOf(expand, settings),
  }
}

/** Returns the names of the options that have a value. */
function namesOf(options: AnyLearnerOptions): string[] {
  return Object.entries(options).flatMap(([name, value]) => (value === undefined ? [] : [name]))
}

function refuseUnknown(given: Given, rule: RuleEntry, loss: LossEntry, parts: OptionParts): void {
  const { rules, modifiers, losses } = parts
  const taken = [...rule.params, ...loss.params].map((p) => p.name)
  // where no rule is named, a parameter of the single one names it
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
        : `There is no option ${valueText(name)}; there are ${known.join(', ')}`
    throw new OLError('OL_PARAMETER', text, { value: name, expected: known.join(', ') })
  }
}
