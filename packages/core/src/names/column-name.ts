/**
 * Returns the name of the column of a feature: for a category `column=text`, the part before the sign; for a word
 * `namespace^word` with value 1, the namespace; undefined: the feature itself is a column.
 */
export function columnName(name: string, value: number): string | undefined {
  const sign = name.indexOf('=')
  if (sign > 0) return name.slice(0, sign)
  const within = name.indexOf('^')
  return within > 0 && value === 1 ? name.slice(0, within) : undefined
}
