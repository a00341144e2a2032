import type { Schema } from '@ol/spec'
import type { TableNotice } from '../table-report.js'
import { isObject, objectOfLine } from './json-objects.js'

/** Members that are not features, and their meanings. */
const meanings = {
  weight: 'the weight of its example',
  initial: 'the initial prediction of its example',
  tag: 'the name of its example in predictions',
} as const

/**
 * Returns notices about members of JSON Lines that are among features but are not features, by `meanings`. There is no
 * notice in an object with `features`, or for a name with an underscore before it.
 */
export function memberNotices(
  lines: readonly string[],
  { labelKey }: Schema,
  file: string | undefined,
): TableNotice[] {
  const notice = (name: string, text: string): TableNotice => ({ why: 'member', file, columns: [name], text })
  const objects = lines
    .map(objectOfLine)
    .filter((object) => object !== undefined)
    .filter(({ features }) => !isObject(features))
  return Object.entries(meanings)
    .filter(([name]) => name !== labelKey && objects.some((object) => Object.hasOwn(object, name)))
    .map(([name, meaning]) =>
      notice(
        name,
        `the member ${name} is ${meaning} and not a feature; inside the object "features" it is a feature`,
      ),
    )
}
