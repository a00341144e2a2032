import type { Schema } from '@ol/spec'
import type { TableNotice } from '../table-report.js'

/** Members that are no features, and what they are. */
const meanings = {
  weight: 'the weight of its example',
  initial: 'the initial prediction of its example',
  tag: 'the name of its example in predictions',
} as const

/**
 * Returns notices about members of JSON Lines that stand among features and are none, as in a table whose column has one of these names.
 * A member of an object with `features`, or with an underscore before its name, is meant to be no feature.
 */
export function memberNotices(
  lines: readonly string[],
  schema: Schema,
  file: string | undefined,
): TableNotice[] {
  const objects = lines.flatMap((line) => flatObject(line))
  return Object.entries(meanings)
    .filter(([name]) => name !== schema.labelKey && objects.some((object) => Object.hasOwn(object, name)))
    .map(([name, meaning]) => ({
      why: 'member',
      file,
      columns: [name],
      text: `the member ${name} is ${meaning} and no feature; within the object "features" it is a feature`,
    }))
}

/** Returns the object of a line whose features are its members; none of other lines. */
function flatObject(line: string): readonly object[] {
  try {
    const value: unknown = JSON.parse(line.replace(/-?\b(?:NaN|Infinity)\b/g, 'null'))
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    if (!isObject) return []
    const { features } = value as { features?: unknown }
    return typeof features === 'object' && features !== null ? [] : [value]
  } catch {
    // a bad line: the tokenizer reports it
    return []
  }
}
