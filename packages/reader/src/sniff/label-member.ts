import { labelByName } from './column-roles.js'
import { type Head, headText } from './head.js'
import { isObject, objectOfLine } from './json-objects.js'

/**
 * Returns the member of JSON Lines that is named like the label of a table, if no line of the head has a label or an
 * object of features; undefined: there is none. At least half of the lines have it, with a value that can be a label.
 */
export function labelMember(head: Head): string | undefined {
  const labels = new Map<string, number>()
  let objects = 0
  for (const line of headText(head).split('\n')) {
    const object = objectOfLine(line)
    if (object === undefined) continue
    if (Object.hasOwn(object, 'label') || Object.hasOwn(object, '_label')) return undefined
    if (isObject(object.features)) return undefined
    objects++
    for (const [name, value] of Object.entries(object))
      labels.set(name, (labels.get(name) ?? 0) + (isNested(value) ? Number.NEGATIVE_INFINITY : 1))
  }
  const names = [...labels.keys()]
  const place = labelByName(names, (k) => 2 * (labels.get(names[k]) ?? 0) >= objects)
  return place < 0 ? undefined : names[place]
}

function isNested(value: unknown): boolean {
  return typeof value === 'object' && value !== null
}
