import {
  type ClipSetting,
  type Curve,
  type Expand,
  invalid,
  type LabelScaling,
  type LearnsIntervals,
  type LossId,
  learnerOptions,
  limits,
  lossOf,
  nameOf,
  OLError,
  type OptionChoice,
  type OptionName,
  type OptionWith,
  type Outliers,
  optionEntry,
  optionNames,
  type ParamEntry,
  type Precision,
  type Prenormalize,
  paramValue,
  type RuleEntry,
  rangeText,
  type Stack,
  suggestion,
  valueText,
  wholeTable,
} from '@ol/spec'
import { ensembleOf, hasLikelihood, realLabels } from './ensemble-options.js'
import type { BootstrapSetting, ClassSetting, SettingName, Settings } from './settings.js'
import { checkClassNames } from './sign-names.js'

/** Options that are not validated yet. */
export type Given = Readonly<Record<string, unknown>>

export function numbers(entries: readonly ParamEntry[], given: Given): Float64Array {
  return Float64Array.from(entries, (entry) => {
    const requested = given[entry.name]
    const value = requested === undefined ? entry.default : paramValue(entry, requested)
    if (value === undefined) throw invalid('OL_PARAMETER', entry.name, rangeText(entry), requested)
    return value
  })
}

/** The options that are fully described by their entries, because they do not depend on others. */
type PlainName = SettingName & OptionWith<{ readonly default: unknown }>

const plainNames = optionNames.filter((name) => {
  const entry = optionEntry(name)
  return entry.file !== undefined && entry.default !== undefined
})

/** Returns the settings of options that depend on no others. */
export function plainSettings(given: Given): Pick<Settings, PlainName> {
  return Object.fromEntries(plainNames.map((name) => [name, plainValue(name, given[name])])) as Pick<
    Settings,
    PlainName
  >
}

/** Returns the value of an option by its entry; throws OL_PARAMETER for an invalid value. */
function plainValue(name: OptionName, given: unknown): unknown {
  const { kind, choices = [], min = 0, max = 0, default: absent } = optionEntry(name)
  const value = given === undefined ? absent : given
  if (kind === 'whole') return whole(name, min, max, value)
  const all: readonly unknown[] = kind === 'boolean' ? [true, false] : choices
  return oneOf('OL_PARAMETER', name, all, value)
}

/** Returns the choices of an option, in the order of the table. */
function choicesOf<Name extends OptionWith<{ readonly choices: readonly string[] }>>(
  name: Name,
): readonly OptionChoice<Name>[] {
  return learnerOptions[name].choices
}

export function precisionOf(rule: RuleEntry, given: unknown): Precision {
  if (rule.kind !== 'matrix')
    return oneOf('OL_PARAMETER', 'precision', choicesOf('precision'), given ?? 'float32')
  return oneOf('OL_PARAMETER', `precision of rule ${rule.id}`, ['float64'], given ?? 'float64')
}

export function prenormalizeOf(rule: RuleEntry, value: unknown): Prenormalize {
  // such a rule computes its own scales in its first pass, and they would all be 1; the divisors of a first pass belong
  // to hashed rows, which a rule with a matrix does not have
  const none = rule.firstPass === true || rule.kind === 'matrix'
  const all = none ? (['none'] as const) : choicesOf('prenormalize')
  return oneOf('OL_PARAMETER', none ? `prenormalize of rule ${rule.id}` : 'prenormalize', all, value)
}

export function bitsOf(rule: RuleEntry, params: Float64Array, given: unknown): number | 'grow' {
  if (given === 'grow' && rule.kind !== 'matrix') return given
  const { maxBits = limits.maxBits, defaultBits = limits.defaultBits } = wholeTable(rule, params) ? rule : {}
  const name = rule.kind === 'matrix' ? `bits of rule ${rule.id}` : 'bits'
  const { minBits } = limits
  const bits = given === undefined ? defaultBits : given
  if (typeof bits !== 'number' || !Number.isInteger(bits) || bits < minBits || bits > limits.maxBits) {
    const or = rule.kind === 'matrix' ? '' : " or 'grow'"
    throw invalid('OL_PARAMETER', name, `a whole number >= ${minBits} and <= ${limits.maxBits}${or}`, given)
  }
  if (bits <= maxBits) return bits
  const dense = rule.dense === undefined ? '' : ` with this ${rule.dense.param}`
  const text = `Expected at most ${maxBits} bits for rule ${rule.id}${dense}, which works on its whole table at every example, but received ${bits}`
  throw new OLError('OL_PARAMETER', text, { value: bits, expected: `<= ${maxBits}` })
}

/** The most features of a table that grows. */
export function maxFeaturesOf(value: unknown, bits: number | 'grow'): number {
  if (bits === 'grow') return plainValue('maxFeatures', value) as number
  throw invalid('OL_PARAMETER', 'maxFeatures without bits grow', 'none', value)
}

export function clipOf(
  value: unknown,
  rule: RuleEntry,
  loss: LossId,
  classes: boolean,
  labelScale: LabelScaling,
): ClipSetting {
  // the labels of a class against the others are -1 and 1
  if (classes && (value === 'labels' || value === 'vw')) return rangeOf(-1, 1)
  if (classes && value === 'auto' && lossOf(loss).labels === 'real') return rangeOf(-1, 1)
  if (value === 'none' || value === 'labels' || value === 'vw') return value
  if (value === 'auto') {
    const { clip, link } = lossOf(loss)
    if (typeof clip !== 'string') return rangeOf(...clip)
    // labels are in the unit of the scores under no other link
    if (rule.clip === undefined || link !== 'identity') return clip
    if (classes) return rangeOf(-1, 1)
    // the 0 of that range has no meaning for labels that are learned as distances from their mean
    return labelScale === 'spread' ? clip : rule.clip
  }
  if (Array.isArray(value) && value.length === 2) {
    const [min, max] = value as [unknown, unknown]
    const finite = Number.isFinite(min) && Number.isFinite(max)
    if (finite && (min as number) < (max as number)) return rangeOf((min as number) + 0, (max as number) + 0)
    throw invalid('OL_PARAMETER', 'clip', 'two finite numbers, min < max', `[${String(min)}, ${String(max)}]`)
  }
  throw invalid('OL_PARAMETER', 'clip', "'auto', 'none', 'labels', 'vw' or [min, max]", value)
}

/** Frozen: `Learner.options` hands it out. */
function rangeOf(min: number, max: number): readonly [number, number] {
  return Object.freeze<[number, number]>([min, max])
}

/** Returns the unit of labels: by default their spread if labels are real numbers. */
export function labelScaleOf(value: unknown, loss: LossId, classes: boolean): LabelScaling {
  const real = !classes && lossOf(loss).labels === 'real'
  if (value === undefined) return real ? 'spread' : 'none'
  const name = real ? 'labelScale' : `labelScale of ${classes ? 'a learner of classes' : `loss ${loss}`}`
  return oneOf('OL_PARAMETER', name, real ? choicesOf('labelScale') : (['none'] as const), value)
}

/** Returns the treatment of outliers: by default they are bounded if the rule, the label scale or the loss has a measure of them. */
export function outliersOf(
  value: unknown,
  rule: RuleEntry,
  labelScale: LabelScaling,
  loss: LossId,
): Outliers {
  if (labelScale === 'spread' && lossOf(loss).square > 0)
    return oneOf('OL_PARAMETER', 'outliers', choicesOf('outliers'), value ?? 'errors')
  if (labelScale === 'spread' || rule.reach !== undefined) {
    const name = labelScale === 'spread' ? `outliers of loss ${loss}` : 'outliers without a label scale'
    return oneOf('OL_PARAMETER', name, ['bound', 'keep'] as const, value ?? 'bound')
  }
  const name = `outliers of rule ${rule.id} without a label scale`
  return oneOf('OL_PARAMETER', name, ['keep'] as const, value ?? 'keep')
}

/**
 * Returns which features are derived: by default some, unless another option excludes them. Throws OL_PARAMETER if one
 * excludes a given choice.
 */
export function expandOf(value: unknown, others: Omit<Settings, 'expand'>): Expand {
  const against = notExpanded(others)
  if (value === undefined) return against === undefined ? 'auto' : 'off'
  const expand = oneOf('OL_PARAMETER', 'expand', choicesOf('expand'), value)
  if (expand === 'off' || against === undefined) return expand
  const text = `Expected expand 'off' with ${against} but received ${valueText(expand)}`
  throw new OLError('OL_PARAMETER', text, { value: expand, expected: "'off'" })
}

/** Returns whether a curve is learned over the score, by default over a mixture's: OL_PARAMETER if there is none. */
export function curveOf(value: unknown, own: Pick<Settings, 'rule' | 'loss'>): Curve {
  return refinementOf('curve', true, value, own)
}

/**
 * Returns whether the lanes of a mixture are stacked, by default with real labels: OL_PARAMETER if there are none.
 */
export function stackOf(value: unknown, own: Pick<Settings, 'rule' | 'loss' | 'classes'>): Stack {
  return refinementOf('stack', realLabels(own.loss, own.classes), value, own)
}

/** Returns whether intervals of labels are learned. */
export function intervalsOf(value: unknown): LearnsIntervals {
  return oneOf('OL_PARAMETER', 'intervals', choicesOf('intervals'), value ?? 'auto')
}

/** Returns the choice of a refinement, which mixtures by likelihood have; `fits`: whether it applies to these labels. */
function refinementOf<Name extends 'curve' | 'stack'>(
  option: Name,
  fits: boolean,
  value: unknown,
  { rule, loss }: Pick<Settings, 'rule' | 'loss'>,
): OptionChoice<Name> {
  const has = rule === 'auto' && fits && hasLikelihood(loss)
  const name = has ? option : rule === 'auto' ? `${option} of loss ${loss}` : `${option} of rule ${rule}`
  const choices = has ? choicesOf(option) : (['off'] as const)
  return oneOf(
    'OL_PARAMETER',
    name,
    choices as readonly OptionChoice<Name>[],
    value ?? (has ? 'auto' : 'off'),
  )
}

/** Returns the option that excludes derived features. */
function notExpanded(settings: Omit<Settings, 'expand'>): string | undefined {
  const { rule, loss, bits, classWeight } = settings
  if (rule !== 'auto') return `rule ${nameOf(settings)}`
  if (bits === 'grow') return "bits 'grow'"
  if (classWeight !== undefined) return 'classWeight'
  if (!hasLikelihood(loss)) return `loss ${loss}`
  // experts are lanes of the family that centres features
  return ensembleOf({ ...settings, expand: 'off' })[0].scaling === 0 ? undefined : "families 'rms'"
}

/** Returns whether lanes without weight are kept: a single model has none. */
export function keepLanesOf(value: unknown, mixed: boolean): boolean {
  const name = mixed ? 'keepLanes' : 'keepLanes of a single model'
  return oneOf('OL_PARAMETER', name, mixed ? [false, true] : [true], value)
}

export function classesOf(value: unknown, most?: unknown): ClassSetting | undefined {
  if (most !== undefined && !Array.isArray(value))
    throw invalid('OL_PARAMETER', 'classes with mostClasses', 'the names of the first classes', value)
  if (value === undefined) return undefined
  if (!Array.isArray(value)) return { count: whole('classes', 2, limits.maxClasses, value), names: undefined }
  const names = value as readonly unknown[]
  const expected = `2 to ${limits.maxClasses} distinct strings`
  if (names.length < 2 || names.length > limits.maxClasses)
    throw invalid('OL_PARAMETER', 'classes', expected, value)
  checkClassNames('classes', expected, names)
  return {
    count: names.length,
    names: [...names],
    ...(most === undefined ? {} : { most: whole('mostClasses', names.length, limits.maxClasses, most) }),
  }
}

export function bootstrapOf(replicates: unknown, seed: unknown): BootstrapSetting | undefined {
  const checked = plainValue('bootstrapSeed', seed) as number
  if (replicates === undefined || replicates === 0) return undefined
  return { replicates: plainValue('bootstrap', replicates) as number, seed: checked }
}

/** The largest number of names of features that a model keeps, unless they are 'off'. */
export function nameLimitOf(value: unknown): number {
  if (Number.isInteger(value) && (value as number) >= 1 && (value as number) <= limits.maxNames)
    return value as number
  throw invalid('OL_PARAMETER', 'names', `a whole number >= 1 and <= ${limits.maxNames}, or 'off'`, value)
}

export function oneOf<T>(
  code: 'OL_RULE' | 'OL_LOSS' | 'OL_PARAMETER',
  name: string,
  all: readonly T[],
  value: unknown,
): T {
  if (all.includes(value as T)) return value as T
  const near = typeof value === 'string' ? suggestion(value, all.map(String)) : ''
  if (near === '') throw invalid(code, name, `one of ${all.map(valueText).join(', ')}`, value)
  throw new OLError(code, `There is no ${name} ${valueText(value)}${near}`, { value })
}

export function whole(name: string, min: number, max: number, value: unknown): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < min || value > max)
    throw invalid('OL_PARAMETER', name, `a whole number >= ${min} and <= ${max}`, value)
  return value + 0
}
