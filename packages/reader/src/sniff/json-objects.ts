/** Returns the object that a line of JSON Lines is; undefined: it is none, or a bad line. */
export function objectOfLine(line: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(line.replace(/-?\b(?:NaN|Infinity)\b/g, 'null'))
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? (value as Record<string, unknown>) : undefined
  } catch {
    // the tokenizer reports it
    return undefined
  }
}
