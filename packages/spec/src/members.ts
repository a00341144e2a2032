import { invalid, OLError, valueText } from './errors.js'

/** Returns whether a value is an object with members; a list, a map or a set has no members named like options. */
export function hasMembers(value: unknown): boolean {
  return typeof value === 'object' && value !== null && !(Symbol.iterator in value)
}

/** Returns whether a value is an object without a class: `{}`, from any realm, or one without a prototype. */
export function isPlainObject(value: unknown): value is { readonly [key: string]: unknown } {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return (
    prototype === null ||
    prototype === Object.prototype ||
    (Object.getPrototypeOf(prototype) === null && Object.hasOwn(prototype as object, 'hasOwnProperty'))
  )
}

/**
 * Checks that options are a plain object: OL_PARAMETER. Some code would read members of a prototype, and some would
 * not.
 */
export function checkPlain(options: unknown): asserts options is object {
  if (!isPlainObject(options))
    throw invalid(
      'OL_PARAMETER',
      'the options',
      'a plain object, without a class or another prototype,',
      options,
    )
}

/**
 * Checks that options are a plain object with only these names, and the `silent` names, which the message does not
 * mention: OL_PARAMETER.
 */
export function checkNames(options: object, known: readonly string[], silent: readonly string[] = []): void {
  checkPlain(options)
  checkMembers('option', 'this call', options, known, silent)
}

/**
 * Checks that an object has only these members: OL_PARAMETER. An undefined member counts as absent.
 *
 * @param member what the message calls a member
 * @param object what the message calls the object
 * @param silent further members, which the message does not name
 */
export function checkMembers(
  member: string,
  object: string,
  value: object,
  known: readonly string[],
  silent: readonly string[] = [],
): void {
  // without a list of entries, because every learned example is checked
  for (const name in value) {
    if (known.includes(name) || silent.includes(name) || !Object.hasOwn(value, name)) continue
    if ((value as Readonly<Record<string, unknown>>)[name] === undefined) continue
    const text = `There is no ${member} ${valueText(name)} of ${object}; there are ${known.join(', ')}`
    throw new OLError('OL_PARAMETER', text, { value: name, expected: known.join(', ') })
  }
}
