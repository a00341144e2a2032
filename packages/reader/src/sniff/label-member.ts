import { labelByName } from './column-roles.js'
import { type Head, headText } from './head.js'
import { isObject, objectOfLine } from './json-objects.js'

/** The members that are the label whatever an input holds. */
const fixedMembers = ['label', '_label']

/** Returns whether a member is the label of each input. */
export function isFixedMember(name: string | undefined): boolean {
  return name !== undefined && fixedMembers.includes(name)
}

/**
 * Returns the member of JSON Lines that is the label: `label` or `_label` if a line of the head has it; otherwise, if no
 * line has an object of features, the member that is named like the label of a table, which at least half of the lines
 * have, with a value that can be a label. undefined: there is none.
 */
export function labelMember(head: Head): string | undefined {
  const labels = new Map<string, number>()
  let objects = 0
  for (const line of headText(head).split('\n')) {
    const object = objectOfLine(line)
    if (object === undefined) continue
    const fixed = fixedMembers.find((name) => Object.hasOwn(object, name))
    if (fixed !== undefined) return fixed
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
