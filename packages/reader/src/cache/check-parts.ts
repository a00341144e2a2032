import { isSchema } from '@ol/spec'
import type { ReadReport } from '../read-report.js'
import type { CacheHeader } from './cache-format.js'

/*
 * Checks the parts of a cache: a matching checksum does not prove that OL wrote them.
 */

type Fields = Readonly<Record<string, unknown>>

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
const isCount = (value: unknown): boolean => Number.isSafeInteger(value) && (value as number) >= 0
const isString = (value: unknown): value is string => typeof value === 'string'

export function isHeader(value: unknown): value is CacheHeader {
  if (!isObject(value)) return false
  const { made, schema, origins, names } = value
  const fits = isObject(made) && isString(made.key) && isObject(made.options) && isCount(names)
  return fits && isSchema(schema) && (origins === null || (Array.isArray(origins) && origins.every(isOrigin)))
}

function isOrigin(value: unknown): boolean {
  return isObject(value) && isString(value.path) && isCount(value.bytes) && Number.isFinite(value.modified)
}

/** Whether a value is a list of distinct strings. */
export function areNames(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every(isString) && new Set(value).size === value.length
}

export function areFeatureNames(value: unknown): boolean {
  return (
    isObject(value) && Array.isArray(value.at) && Array.isArray(value.texts) && value.texts.every(isString)
  )
}

export function isReport(value: unknown): value is ReadReport {
  if (!isObject(value)) return false
  const { badLines, badCounts, lines, examples, features, skipped } = value
  return (
    [lines, examples, features, skipped].every(isCount) &&
    isObject(badCounts) &&
    Object.values(badCounts).every(isCount) &&
    Array.isArray(badLines) &&
    badLines.every(
      (bad) => isObject(bad) && isString(bad.code) && isString(bad.message) && isString(bad.excerpt),
    )
  )
}
