const plain = /^[+-]?(\d+\.?\d*|\.\d+)(e[+-]?\d+)?$/i

/**
 * Returns the ways in which programs write a label: of a number the usual ones, such as 1, +1, 1.0, 1.000000e+00, without those that
 * are other labels.
 */
export function spellingsOf(label: string, labels: ReadonlySet<string>): readonly string[] {
  if (!plain.test(label)) return [label]
  const number = Number(label)
  const fixed = [0, 1, 2, 3, 4, 6].map((digits) => number.toFixed(digits))
  // C and numpy write at least two digits of an exponent
  const exponents = [6, 18].map((digits) => number.toExponential(digits).replace(/e([+-])(\d)$/, 'e$10$2'))
  const unsigned = [label, String(number), ...fixed, `${number.toFixed(0)}.`, ...exponents]
  const signed = unsigned.filter((text) => /^\d/.test(text)).map((text) => `+${text}`)
  const exact = [...unsigned, ...signed].filter((text) => Number(text) === number)
  return [...new Set([label, ...exact.filter((text) => !labels.has(text))])]
}
