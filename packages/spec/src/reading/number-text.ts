/** The byte between a whole number and its decimals. */
export type DecimalMark = '.' | ','

/** The same grammars as `parseNumber` of the tokenizers. */
const numbers: Readonly<Record<DecimalMark, RegExp>> = {
  '.': /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i,
  ',': /^[+-]?(\d+,?\d*|,\d+)(e[+-]?\d+)?$/i,
}

/** Returns whether a string is a number. */
export function isNumberText(text: string, mark: DecimalMark = '.'): boolean {
  return numbers[mark].test(text)
}
