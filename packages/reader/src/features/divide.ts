import { counts, type Divisors, limits, OLError, type Tokens } from '@ol/spec'

/**
 * Divides the value of each feature by its divisor, 0 where that is 0, before n-grams and products are made. OL_VALUE
 * where a quotient is outside the accepted range. `wide`: features have the upper halves of their keys.
 */
export function divide(
  tokens: Tokens,
  divisors: Divisors,
  wide: boolean,
  file: string | undefined,
  lineAt: (relative: number) => number,
): void {
  const { offsets, indices, upper, values } = tokens
  const mask = divisors.length - 1
  for (let e = 0; e < tokens.counts[counts.examples]; e++) {
    for (let f = offsets[e]; f < offsets[e + 1]; f++) {
      const d =
        typeof divisors === 'function'
          ? divisors(indices[f], wide ? upper[f] : 0)
          : divisors[indices[f] & mask]
      const quotient = d > 0 ? values[f] / d : 0
      const size = quotient < 0 ? -quotient : quotient
      if (size !== 0 && !(size >= limits.minValue && size <= limits.maxValue)) {
        const text = `Expected a quotient in the accepted range but received the feature value ${values[f]} divided by ${d}`
        const place = { line: lineAt(tokens.lines[e]), ...(file === undefined ? {} : { file }) }
        throw new OLError('OL_VALUE', text, { ...place, value: values[f] })
      }
      values[f] = quotient
    }
  }
}
