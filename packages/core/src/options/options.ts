import {
  type BackendName,
  defaultLoss,
  type HashMode,
  invalid,
  type Link,
  type LossId,
  limits,
  losses,
  OLError,
  type ParamEntry,
  type ParamName,
  type Precision,
  paramText,
  paramValue,
  type RuleEntry,
  type RuleId,
  rangeText,
  rules,
  type Update,
  valueText,
  wholeTable,
} from '@ol/spec'
import { isPlainObject, jsonCopy } from './json.js'
import { autoRates, lanesOf, refuseTogether } from './lane-options.js'
import { links } from './links.js'
import {
  type BootstrapSetting,
  type ClassSetting,
  type ClipSetting,
  type JsonValue,
  type Prenormalize,
  prenormalizers,
  type Settings,
} from './settings.js'

/** Which backend to run on: `auto` is native where it is there, otherwise fallback. */
export type BackendChoice = 'auto' | BackendName

/**
 * The parameters of the rule and of the loss, by name; each has its default and range in their tables. A parameter
 * with choices takes their names.
 */
export type ParameterOptions = { readonly [name in ParamName]?: number | string | undefined }

/** Options of a learner. Everything has a default. A learning rate of 'auto' is a mixture of many: docs/auto.md. */
export interface LearnerOptions extends ParameterOptions {
  /** the update rule; default `nag` */
  readonly rule?: RuleId | undefined
  /** the loss to minimize; default `squared`, for rules that refuse it the first that they are made for */
  readonly loss?: LossId | undefined
  /**
   * The table has 2^bits rows, bits in [1, 30]; default 18, unless the rule has another. 'grow': a row for each feature
   * that was learned from, and no two features share one
   */
  readonly bits?: number | 'grow' | undefined
  /** of the table; arithmetic is always in double; default `float32`; rules with a matrix have `float64` alone */
  readonly precision?: Precision | undefined
  /** how the step of an example is sized; default: the first that the rule has, `invariant` */
  readonly update?: Update | undefined
  /**
   * The range that predictions are kept in. `auto`: [-50, 50] for logistic and poisson loss; the range of the labels learned so
   * far for losses of real labels; otherwise none.
   */
  readonly clip?: 'auto' | ClipSetting | undefined
  /** what is done with a score before `learn` and `predict` return it; default `identity` */
  readonly link?: Link | undefined
  /**
   * One against all: the number of classes, or their names. With a number, labels are the numbers 1 .. K, or texts,
   * which are numbered in the order in which they come. Default: none, labels are what the loss takes.
   */
  readonly classes?: number | readonly string[] | undefined
  /**
   * Replicates that learn beside the model from a resampled stream, for intervals of the loss and of predictions: a
   * whole number in [2, 1000]; 0: none; default 0
   */
  readonly bootstrap?: number | undefined
  /** seed of the resampling: a whole number in [0, 2^32); default 0 */
  readonly bootstrapSeed?: number | undefined
  /**
   * What features are divided by, as a first pass over the data finds it (`Learner.survey`): `max`: the largest |x|;
   * `square`: the root mean square over all examples. Default `none`
   */
  readonly prenormalize?: Prenormalize | undefined
  /** whether examples given as objects get a constant feature (index 11650396, value 1); default true */
  readonly constant?: boolean | undefined
  /** how names become hashes; default `strings` */
  readonly hash?: HashMode | undefined
  /** a whole number in [0, 2^32); default 0 */
  readonly hashSeed?: number | undefined
  /** default: the environment variable OL_BACKEND, or `auto` */
  readonly backend?: BackendChoice | undefined
  /** any JSON value, kept in the model file: how its input was read */
  readonly input?: JsonValue | undefined
}

const optionNames = [
  'rule',
  'loss',
  'bits',
  'precision',
  'update',
  'clip',
  'link',
  'prenormalize',
  'classes',
  'bootstrap',
  'bootstrapSeed',
  'constant',
  'hash',
  'hashSeed',
  'backend',
  'input',
] as const

interface Given {
  readonly [name: string]: unknown
}

const linkNames = Object.keys(links) as Link[]

/** Validates options and fills in the defaults: OL_RULE, OL_LOSS or OL_PARAMETER with the name and the value. */
export function resolveOptions(options: LearnerOptions = {}): Settings {
  if (!isPlainObject(options)) throw invalid('OL_PARAMETER', 'the options', 'an object', options)
  const given = options as Given
  const or = (name: string, absent: unknown): unknown => (given[name] === undefined ? absent : given[name])
  const rule = rules[oneOf('OL_RULE', 'rule', Object.keys(rules) as RuleId[], or('rule', 'nag'))]
  const loss =
    losses[oneOf('OL_LOSS', 'loss', Object.keys(losses) as LossId[], or('loss', defaultLoss(rule)))]
  refuseUnknown(given, rule.id as RuleId, loss.id as LossId)
  if (rule.othersRefused === true && rule.losses?.includes(loss.id as LossId) === false)
    throw invalid('OL_LOSS', `loss of rule ${rule.id}`, `one of ${rule.losses.join(', ')}`, loss.id)
  const automatic = given.learningRate === 'auto' && rule.params.some((p) => p.name === 'learningRate')
  const params = numbers(rule.params, automatic ? { ...given, learningRate: undefined } : given)
  const classes = classesOf(given.classes)
  const bootstrap = bootstrapOf(given.bootstrap, or('bootstrapSeed', 0))
  const clip = clipOf(or('clip', 'auto'), loss.id as LossId, classes !== undefined)
  const link = oneOf('OL_PARAMETER', 'link', linkNames, or('link', 'identity'))
  refuseTogether(automatic, classes, bootstrap, loss.id as LossId, clip, link)
  return {
    rule: rule.id as RuleId,
    loss: loss.id as LossId,
    update: oneOf('OL_PARAMETER', `update of rule ${rule.id}`, rule.updates, or('update', rule.updates[0])),
    bits: bitsOf(rule, params, given.bits),
    precision: precisionOf(rule, given.precision),
    ...lanesOf(rule, params, automatic, classes, bootstrap),
    classes,
    automatic,
    bootstrap,
    lossParams: numbers(loss.params, given),
    clip,
    link,
    prenormalize: prenormalizeOf(rule, or('prenormalize', 'none')),
    constant: oneOf('OL_PARAMETER', 'constant', [true, false], or('constant', true)),
    hash: oneOf('OL_PARAMETER', 'hash', ['strings', 'all'], or('hash', 'strings')),
    hashSeed: whole('hashSeed', 0, 0xffffffff, or('hashSeed', 0)),
    input: given.input === undefined ? undefined : jsonCopy(given.input, 'input'),
  }
}

/** The options that `resolveOptions` makes the same settings of. */
export function optionsOf(settings: Settings): LearnerOptions {
  const params: Record<string, number | string> = {}
  rules[settings.rule].params.forEach((p, i) => {
    params[p.name] =
      settings.automatic && p.name === 'learningRate'
        ? 'auto'
        : paramText(p, settings.params[i * settings.lanes])
  })
  const { classes: { names, count } = {}, bootstrap } = settings
  const classes = names !== undefined && names.length === count ? names : count

  losses[settings.loss].params.forEach((p, i) => {
    params[p.name] = paramText(p, settings.lossParams[i])
  })
  const { rule, loss, bits, precision, update, clip, link, constant, hash, hashSeed, input } = settings
  const { prenormalize } = settings
  return {
    rule,
    loss,
    bits,
    precision,
    update,
    clip,
    link,
    prenormalize,
    constant,
    hash,
    hashSeed,
    input,
    ...params,
    ...(classes === undefined ? {} : { classes }),
    ...(bootstrap === undefined ? {} : { bootstrap: bootstrap.replicates, bootstrapSeed: bootstrap.seed }),
  }
}

function refuseUnknown(given: Given, rule: RuleId, loss: LossId): void {
  const taken = [...rules[rule].params, ...losses[loss].params].map((p) => p.name)
  const known: readonly string[] = [...optionNames, ...taken]
  for (const name of Object.keys(given)) {
    if (known.includes(name) || given[name] === undefined) continue
    const owners = [...Object.values(rules), ...Object.values(losses)]
      .filter((entry) => entry.params.some((p) => p.name === name))
      .map((entry) => entry.id)
    const text =
      owners.length > 0
        ? `${name} is a parameter of ${owners.join(', ')}; rule ${rule} with loss ${loss} takes ${taken.join(', ')}`
        : `There is no option ${valueText(name)}; there are ${known.join(', ')}`
    throw new OLError('OL_PARAMETER', text, { value: name, expected: known.join(', ') })
  }
}

function numbers(entries: readonly ParamEntry[], given: Given): Float64Array {
  return Float64Array.from(entries, (entry) => {
    const asked = given[entry.name]
    const value = asked === undefined ? entry.default : paramValue(entry, asked)
    if (value === undefined) throw invalid('OL_PARAMETER', entry.name, rangeText(entry), asked)
    return value
  })
}

function precisionOf(rule: RuleEntry, given: unknown): Precision {
  if (rule.kind !== 'matrix')
    return oneOf('OL_PARAMETER', 'precision', ['float32', 'float64'], given ?? 'float32')
  return oneOf('OL_PARAMETER', `precision of rule ${rule.id}`, ['float64'], given ?? 'float64')
}

function prenormalizeOf(rule: RuleEntry, value: unknown): Prenormalize {
  // such a rule finds its own scales in its first pass, and would find them all 1; the divisors of a first pass go by
  // hashed rows, which a rule with a matrix does not have
  const none = rule.firstPass === true || rule.kind === 'matrix'
  const all = none ? (['none'] as const) : prenormalizers
  return oneOf('OL_PARAMETER', none ? `prenormalize of rule ${rule.id}` : 'prenormalize', all, value)
}

function bitsOf(rule: RuleEntry, params: Float64Array, given: unknown): number | 'grow' {
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

/** What `Learner.warnings` says of these settings: that the theory of a rule does not cover the loss. */
export function warningsOf({ rule, loss, automatic }: Settings): readonly string[] {
  const { losses: allowed, scaleInvariant } = rules[rule]
  const warnings: string[] = []
  if (allowed !== undefined && !allowed.includes(loss))
    warnings.push(
      `the theory of rule ${rule} is about ${allowed.join(', ')} loss; it learns with ${loss}, without its bounds`,
    )
  if (automatic && !scaleInvariant)
    warnings.push(
      `the best rate of rule ${rule} depends on the units of the features, and auto looks within [${autoRates[0]}, ${autoRates[autoRates.length - 1]}]`,
    )
  return warnings
}

function clipOf(value: unknown, loss: LossId, classes: boolean): ClipSetting {
  // the labels of a class against the others are -1 and 1
  if (classes && value === 'labels') return [-1, 1]
  if (classes && value === 'auto' && losses[loss].labels === 'real') return [-1, 1]
  if (value === 'none' || value === 'labels') return value
  if (value === 'auto') return losses[loss].clip
  if (Array.isArray(value) && value.length === 2) {
    const [min, max] = value as [unknown, unknown]
    const finite = Number.isFinite(min) && Number.isFinite(max)
    if (finite && (min as number) < (max as number)) return [(min as number) + 0, (max as number) + 0]
    throw invalid('OL_PARAMETER', 'clip', 'two finite numbers, min < max', `[${String(min)}, ${String(max)}]`)
  }
  throw invalid('OL_PARAMETER', 'clip', "'auto', 'none', 'labels' or [min, max]", value)
}

function classesOf(value: unknown): ClassSetting | undefined {
  if (value === undefined) return undefined
  if (!Array.isArray(value)) return { count: whole('classes', 2, limits.maxClasses, value), names: undefined }
  const names = value as readonly unknown[]
  const texts = names.every((name) => typeof name === 'string' && name !== '')
  if (names.length < 2 || names.length > limits.maxClasses || !texts || new Set(names).size < names.length)
    throw invalid('OL_PARAMETER', 'classes', `2 to ${limits.maxClasses} different texts`, value)
  return { count: names.length, names: [...(names as readonly string[])] }
}

function bootstrapOf(replicates: unknown, seed: unknown): BootstrapSetting | undefined {
  const checked = whole('bootstrapSeed', 0, 0xffffffff, seed)
  if (replicates === undefined || replicates === 0) return undefined
  return { replicates: whole('bootstrap', 2, 1000, replicates), seed: checked }
}

function oneOf<T>(
  code: 'OL_RULE' | 'OL_LOSS' | 'OL_PARAMETER',
  name: string,
  all: readonly T[],
  value: unknown,
): T {
  if (!all.includes(value as T)) throw invalid(code, name, `one of ${all.map(valueText).join(', ')}`, value)
  return value as T
}

function whole(name: string, min: number, max: number, value: unknown): number {
  if (typeof value !== 'number' || !Number.isInteger(value) || value < min || value > max)
    throw invalid('OL_PARAMETER', name, `a whole number >= ${min} and <= ${max}`, value)
  return value + 0
}
