/** The members of an object of JSON. */
export interface Members {
  readonly [name: string]: unknown
}

/** Returns the object in a line of JSON Lines; undefined: it is not an object, or a bad line. */
export function objectOfLine(line: string): Members | undefined {
  const value = parsed(line) ?? parsed(withoutNumberWords(line))
  return isObject(value) ? value : undefined
}

export function isObject(value: unknown): value is Members {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function parsed(line: string): unknown {
  try {
    return JSON.parse(line) as unknown
  } catch {
    return undefined
  }
}

/** Returns a line with null for NaN and Infinity, which Python writes. */
function withoutNumberWords(line: string): string {
  return line.replace(/"(?:[^"\\]|\\.)*"|-?\b(?:NaN|Infinity)\b/g, (text) =>
    text.startsWith('"') ? text : 'null',
  )
}
