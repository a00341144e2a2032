/**
 * The range of a state's numbers, both ends included. A model file with a number outside is refused; NaN is outside
 * every range. The ranges are wider than a learner can reach, and narrow enough that sums and products of numbers
 * within them stay finite.
 */
export interface StateRange {
  readonly min: number
  readonly max: number
  readonly integer?: boolean
  /** one further number that belongs to the range, outside its ends */
  readonly also?: number
  /** whether the negative of each number also belongs to the range, with a separate meaning */
  readonly eitherSign?: boolean
  /**
   * the maximum is the number of examples that the model has learned from, plus one, because the last example may have
   * been refused
   */
  readonly round?: boolean
}

/** The maximum number of examples, features or rounds that is counted exactly. */
const most = 2 ** 53

/** Sums of steps: no single step is larger than 1e140. */
export const signed: StateRange = { min: -1e250, max: 1e250 }
/** Norms and sums of magnitudes. */
export const positive: StateRange = { min: 0, max: 1e250 }
/** Sums of squares of numbers up to 1e140. */
export const squareSum: StateRange = { min: 0, max: 1e300 }
/** Sums, over the rows of a table, of powers of numbers up to 1; a sum that fell is recomputed only if it is small. */
export const powerSum: StateRange = { min: 0, max: 1e12 }
export const counted: StateRange = { min: 0, max: most, integer: true }
/** The number of a round. */
export const roundNumber: StateRange = { min: 0, max: most, integer: true, round: true }
export const probability: StateRange = { min: 0, max: 1 }
/** Sums of the weights of examples. */
export const weightSum: StateRange = { min: 0, max: 1e30 }
/** Sums of losses, some of which are negative; large ones overflow. */
export const lossSum: StateRange = { min: Number.NEGATIVE_INFINITY, max: Number.POSITIVE_INFINITY }
/** Labels, also in units of their spread, in which a label of small weight can be large. */
export const anyLabel: StateRange = { min: -1e200, max: 1e200 }
export const smallestLabel: StateRange = { ...anyLabel, also: Number.POSITIVE_INFINITY }
export const largestLabel: StateRange = { ...anyLabel, also: Number.NEGATIVE_INFINITY }
/** Magnitudes of feature values; 0: there were none. */
export const magnitude: StateRange = { min: 1e-100, max: 1e100, also: 0 }
/** Means of magnitudes, rounded. */
export const meanMagnitude: StateRange = { min: 0, max: 1.001e100 }

/** Whether a number belongs to a range. */
export function isWithin(range: StateRange, value: number): boolean {
  if (value === range.also) return true
  const size = range.eitherSign === true && value < 0 ? -value : value
  return size >= range.min && size <= range.max && (range.integer !== true || value === Math.floor(value))
}

/** `within [0, 1]`, `a whole number within [0, 600]` */
export function stateRangeText({ min, max, integer, eitherSign, also }: StateRange): string {
  const kind = integer === true ? 'a whole number' : 'a number'
  const sign = eitherSign === true ? ' of either sign' : ''
  return `${kind} within [${min}, ${max}]${sign}${also === undefined ? '' : ` or ${also}`}`
}
