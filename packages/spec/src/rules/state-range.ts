/**
 * The range of a state's numbers, both ends included. A model file with a number outside is refused; NaN is outside of
 * every range. The ranges are wider than what a learner can reach, and narrow enough that sums and products of numbers
 * within them stay finite.
 */
export interface StateRange {
  readonly min: number
  readonly max: number
  readonly integer?: boolean
  /** one number that belongs to it too, outside of the ends */
  readonly also?: number
  /** whether the negative of each number belongs to it too, with a meaning of its own */
  readonly eitherSign?: boolean
  /** the largest is one more than the examples that the model has learned from, as the last of them may have been refused */
  readonly round?: boolean
}

/** Most examples, features or rounds that are counted exactly. */
const most = 2 ** 53

/** Sums of steps: no single step is larger than 1e140. */
export const signed: StateRange = { min: -1e250, max: 1e250 }
/** Norms and sums of magnitudes. */
export const positive: StateRange = { min: 0, max: 1e250 }
/** Sums of squares of numbers up to 1e140. */
export const squareSum: StateRange = { min: 0, max: 1e300 }
/** Sums over the rows of a table of powers of numbers up to 1; one that fell is summed again only where it is small. */
export const powerSum: StateRange = { min: 0, max: 1e12 }
export const counted: StateRange = { min: 0, max: most, integer: true }
/** The number of a round. */
export const roundNumber: StateRange = { min: 0, max: most, integer: true, round: true }
export const probability: StateRange = { min: 0, max: 1 }
/** Sums of the weights of examples. */
export const weightSum: StateRange = { min: 0, max: 1e30 }
/** Sums of losses, some of which are negative; large ones overflow. */
export const lossSum: StateRange = { min: Number.NEGATIVE_INFINITY, max: Number.POSITIVE_INFINITY }
/** Labels, also in units of their spread, under which one of small weight can be large. */
export const anyLabel: StateRange = { min: -1e200, max: 1e200 }
export const smallestLabel: StateRange = { ...anyLabel, also: Number.POSITIVE_INFINITY }
export const largestLabel: StateRange = { ...anyLabel, also: Number.NEGATIVE_INFINITY }
/** Magnitudes of feature values, of which 0 says that there were none. */
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
