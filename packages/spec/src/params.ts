/**
 * The names of all parameters of rules and losses, as the API has them; the command line writes them with dashes
 * (`learningRate` -> `--learning-rate`). The options of a learner take their type from here.
 */
export type ParamName =
  | 'learningRate'
  | 'decay'
  | 'count'
  | 'convexity'
  | 'diameter'
  | 'lower'
  | 'projection'
  | 'rescale'
  | 'strength'
  | 'upper'
  | 'quantile'
  | 'expectile'
  | 'huberDelta'
  | 'insensitivity'
  | 'adaptive'
  | 'aggressiveness'
  | 'alpha'
  | 'average'
  | 'beta'
  | 'confidence'
  | 'covariance'
  | 'delta'
  | 'dimension'
  | 'epsilon'
  | 'forget'
  | 'families'
  | 'formula'
  | 'gamma'
  | 'initialT'
  | 'l1'
  | 'l2'
  | 'lipschitz'
  | 'method'
  | 'mixture'
  | 'noise'
  | 'normalized'
  | 'p'
  | 'powerT'
  | 'prior'
  | 'radius'
  | 'regularizer'
  | 'scaling'
  | 'variance'

/** The values that a parameter accepts. */
export interface ParamRange {
  readonly min: number
  readonly max: number
  /** whether `min` itself is refused */
  readonly minExclusive?: boolean
  /** whether `max` itself is refused */
  readonly maxExclusive?: boolean
  /** a parameter with names for its values: 0 is the first */
  readonly choices?: readonly string[]
  /** only whole numbers */
  readonly integer?: boolean
}

/** A ball of weights u around 0; m_i is the largest |x_i| of the data. */
export interface Ball {
  /** `box`: |u_i| <= radius; `l1`: sum_i m_i |u_i| <= radius; `l2`: ||u||_2 <= radius */
  readonly norm: 'box' | 'l1' | 'l2'
  /** the choice of another parameter with which the ball applies; absent: it always applies */
  readonly where?: { readonly param: ParamName; readonly choice: string }
}

/** One numeric parameter of a rule or a loss: declared once; flags, help, validation and messages follow from it. */
export interface ParamEntry extends ParamRange {
  readonly name: ParamName
  readonly default: number
  /** every lane has the value of the first lane, because it determines the meaning of shared state */
  readonly common?: boolean
  /**
   * for a parameter of a loss: it is in units of the label, so labels in other units need another value
   * (`TargetBatch.labelUnits`)
   */
  readonly labelUnits?: boolean
  /** for a radius: the ball that contains the weights, or the ball of the weights that the rule competes with */
  readonly ball?: Ball
}

/** `0 < x <= 1`: the range in words, for help and messages. */
export function rangeText(p: ParamRange): string {
  if (p.choices !== undefined) return `one of ${p.choices.join(', ')}`
  const whole = p.integer === true ? 'a whole number' : 'a number'
  const low = Number.isFinite(p.min) ? `${p.minExclusive === true ? '>' : '>='} ${p.min}` : ''
  const high = Number.isFinite(p.max) ? `${p.maxExclusive === true ? '<' : '<='} ${p.max}` : ''
  return [whole, [low, high].filter((s) => s !== '').join(' and ')].filter((s) => s !== '').join(' ')
}

/**
 * Returns the number that represents a value: a number in range, or the place of a name among the choices; undefined
 * for other values. A place is not accepted as a value: 0 for the first choice, 'on', would read as its opposite.
 */
export function paramValue(p: ParamRange, value: unknown): number | undefined {
  if (p.choices === undefined) return inRange(p, value) ? value : undefined
  const at = typeof value === 'string' ? p.choices.indexOf(value) : -1
  return at < 0 ? undefined : at
}

/** Returns the value for users: the number, or its name if it has one. */
export function paramText(p: ParamRange, value: number): number | string {
  return p.choices === undefined ? value : p.choices[value]
}

/** Returns whether a value lies in the range of a parameter. */
export function inRange(p: ParamRange, value: unknown): value is number {
  if (typeof value !== 'number' || !Number.isFinite(value)) return false
  if (p.integer === true && !Number.isInteger(value)) return false
  if (p.minExclusive === true ? value <= p.min : value < p.min) return false
  return p.maxExclusive === true ? value < p.max : value <= p.max
}

/** `learningRate` -> `learning-rate` */
export function flagName(name: string): string {
  return name.replace(/[A-Z]/g, (c) => `-${c.toLowerCase()}`)
}

/** The limits of feature values, labels and example weights, for every rule and backend. */
export const limits = {
  /** smallest and largest magnitude of a feature value that is not 0: outside it, squares under- or overflow */
  minValue: 1e-100,
  maxValue: 1e100,
  /** largest magnitude of a label or of an initial prediction */
  maxLabel: 1e15,
  /** largest example weight */
  maxWeight: 1e9,
  /** features of an example, including its n-grams and interactions */
  maxExampleFeatures: 16_777_216,
  /** classes of a learner: the confusion matrix has a count for each pair */
  maxClasses: 4096,
  /** models in a table */
  maxLanes: 65536,
  /** names of features that a model keeps */
  maxNames: 16_777_216,
  defaultNames: 100_000,
  /** bytes of the name of a feature in UTF-8: only the start of a longer name is kept */
  maxNameBytes: 255,
  /** bits of a table: 2^bits rows */
  minBits: 1,
  maxBits: 30,
  defaultBits: 18,
} as const
