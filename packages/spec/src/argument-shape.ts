import { invalid } from './errors.js'
import { hasMembers } from './members.js'

type Kind =
  | 'string'
  | 'number'
  | 'boolean'
  | 'function'
  | 'object'
  | 'array'
  | 'objects'
  | 'strings'
  | 'numbers'

/** What a member of an argument must be; `?`: it may be absent. */
export type MemberKind = Kind | `${Kind}?`

const isArrayOf = (value: unknown, is: (one: unknown) => boolean): boolean =>
  Array.isArray(value) && value.every(is)

const kinds: Readonly<Record<Kind, { readonly is: (value: unknown) => boolean; readonly text: string }>> = {
  string: { is: (value: unknown) => typeof value === 'string', text: 'a string' },
  number: { is: (value: unknown) => typeof value === 'number', text: 'a number' },
  boolean: { is: (value: unknown) => typeof value === 'boolean', text: 'true or false' },
  function: { is: (value: unknown) => typeof value === 'function', text: 'a function' },
  object: { is: hasMembers, text: 'an object' },
  array: { is: Array.isArray, text: 'an array' },
  objects: { is: (value: unknown) => isArrayOf(value, hasMembers), text: 'an array of objects' },
  strings: {
    is: (value: unknown) => isArrayOf(value, (one) => typeof one === 'string'),
    text: 'an array of strings',
  },
  numbers: {
    is: (value: unknown) =>
      (ArrayBuffer.isView(value) && !(value instanceof DataView)) ||
      isArrayOf(value, (one) => typeof one === 'number'),
    text: 'an array of numbers',
  },
}

/** Checks one argument of a public function: OL_PARAMETER if it is of another kind. */
export function checkKind(name: string, value: unknown, kind: MemberKind): void {
  if (kind.endsWith('?') && value === undefined) return
  const { is, text } = kinds[kind.replace('?', '') as Kind]
  if (!is(value)) throw invalid('OL_PARAMETER', name, text, value)
}

/**
 * Checks an argument that is an object: OL_PARAMETER if it is not an object, or a member is of another kind.
 *
 * @param name what the message calls it
 */
export function checkShape(
  name: string,
  value: unknown,
  members: Readonly<Record<string, MemberKind>>,
): void {
  checkKind(name, value, 'object')
  for (const [member, kind] of Object.entries(members))
    checkKind(`${member} of ${name}`, (value as Readonly<Record<string, unknown>>)[member], kind)
}

/** Checks those members of a schema that its readers rely on: OL_PARAMETER. */
export function checkSchemaShape(schema: unknown): void {
  checkShape('schema', schema, {
    format: 'string',
    labels: 'string',
    hash: 'string',
    hashSeed: 'number',
    columns: 'objects?',
    classes: 'object?',
    expand: 'object?',
  })
}

/** The arrays of a batch. */
export const batchShape: Readonly<Record<string, MemberKind>> = {
  size: 'number',
  offsets: 'numbers',
  indices: 'numbers',
  values: 'numbers',
  labels: 'numbers',
}
