import { invalid, isPlainObject, type JsonValue } from '@ol/spec'

const maxDepth = 100

/**
 * Returns a deep, frozen copy of a JSON value; OL_PARAMETER names the part that is not JSON.
 */
export function jsonCopy(value: unknown, name: string): JsonValue {
  checkJson(value, name)
  return JSON.parse(JSON.stringify(value), (_, part: unknown) => Object.freeze(part)) as JsonValue
}

/** Throws OL_PARAMETER with the part of a value that is not JSON; a cycle counts as nested too deep. */
export function checkJson(value: unknown, name: string, depth = 0): void {
  if (depth > maxDepth) throw invalid('OL_PARAMETER', name, `at most ${maxDepth} levels of nesting`, value)
  if (value === null || typeof value === 'string' || typeof value === 'boolean') return
  if (typeof value === 'number' && Number.isFinite(value)) return
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) checkJson(value[i], `${name}[${i}]`, depth + 1)
    return
  }
  if (!isPlainObject(value)) throw invalid('OL_PARAMETER', name, 'a JSON value', value)
  for (const key of Object.keys(value)) {
    if (value[key] !== undefined) checkJson(value[key], `${name}.${key}`, depth + 1)
  }
}
