import { counts, type Divisors, limits, OLError, type Tokens } from '@ol/spec'

/** A value whose quotient is outside the accepted range. */
export interface BadQuotient {
  readonly example: number
  readonly value: number
  readonly divisor: number
}

/** The features that are divided. */
type Divided = Pick<Tokens, 'counts' | 'offsets' | 'indices' | 'upper' | 'values'>

/**
 * Divides the value of each feature of a chunk by its divisor, 0 where that is 0, before n-grams and products are made;
 * stops at the first quotient outside the accepted range and returns it. `wide`: features have the upper halves of their keys.
 */
export function divide(tokens: Divided, divisors: Divisors, wide: boolean): BadQuotient | undefined {
  for (let e = 0; e < tokens.counts[counts.examples]; e++) {
    const wrong = divideExample(tokens, divisors, wide, e)
    if (wrong !== undefined) return wrong
  }
  return undefined
}

/** Divides the features of one example in the same way. */
export function divideExample(
  { offsets, indices, upper, values }: Divided,
  divisors: Divisors,
  wide: boolean,
  example: number,
): BadQuotient | undefined {
  const mask = divisors.length - 1
  for (let f = offsets[example]; f < offsets[example + 1]; f++) {
    const d =
      typeof divisors === 'function' ? divisors(indices[f], wide ? upper[f] : 0) : divisors[indices[f] & mask]
    // a missing value stays one
    if (values[f] !== values[f]) continue
    const quotient = d > 0 ? values[f] / d : 0
    const size = quotient < 0 ? -quotient : quotient
    if (size !== 0 && !(size >= limits.minValue && size <= limits.maxValue))
      return { example, value: values[f], divisor: d }
    values[f] = quotient
  }
  return undefined
}

/** Returns OL_VALUE for a quotient outside the accepted range, of an example by its number. */
export function quotientFault({ example, value, divisor }: BadQuotient): OLError {
  return new OLError('OL_VALUE', `${quotientText(value, divisor)}, in example ${example}`, { value })
}

/** Returns OL_VALUE for a quotient outside the accepted range. */
export function quotientError(
  { value, divisor }: BadQuotient,
  file: string | undefined,
  line: number,
): OLError {
  const text = quotientText(value, divisor)
  return new OLError('OL_VALUE', text, { line, ...(file === undefined ? {} : { file }), value })
}

function quotientText(value: number, divisor: number): string {
  return `Expected a quotient in the accepted range but received the feature value ${value} divided by ${divisor}`
}
