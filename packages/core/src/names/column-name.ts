/**
 * Returns the name of the column that a feature belongs to: of a category, `column=text`, the part before the sign; of a word of a
 * namespace, `namespace^word` of value 1, the namespace; undefined: the feature is a column of its own.
 */
export function columnName(name: string, value: number): string | undefined {
  const sign = name.indexOf('=')
  if (sign > 0) return name.slice(0, sign)
  const within = name.indexOf('^')
  return within > 0 && value === 1 ? name.slice(0, within) : undefined
}
