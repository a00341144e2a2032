import { invalid, OLError, valueText } from '../errors.js'

/** Namespaces by their first characters, such as 'ab'; or columns by their names. */
export type Interaction = string | readonly string[]

/** The first byte that represents a named column: in UTF-8 no name starts with it, or with the bytes that follow it. */
const firstColumnByte = 0x80

/** The largest number of columns that interactions name. */
const mostColumns = 64

/**
 * Returns the meaning of a string: columns if colons separate names (`job:marital`; a name in double quotes may have
 * colons), otherwise namespaces by their first characters.
 *
 * @throws OLError OL_PARAMETER if it could be either
 */
export function interactionOf(given: Interaction): Interaction {
  if (typeof given !== 'string' || !given.includes(':')) return given
  const parts: { readonly name: string; readonly quoted: boolean }[] = []
  let length = 0
  for (const [whole, quoted, bare, end] of given.matchAll(/(?:"((?:[^"]|"")+)"|([^":]+))(:|$)/gy)) {
    length += whole.length
    parts.push({ name: quoted?.replaceAll('""', '"') ?? bare, quoted: quoted !== undefined })
    if (end === '') break
  }
  // an empty part: a colon that is any namespace
  if (length !== given.length || given.endsWith(':') || parts.length < 2) return given
  if (parts.some(({ name, quoted }) => quoted || [...name].length > 1)) return parts.map(({ name }) => name)
  const letters = parts.map(({ name }) => name)
  throw new OLError(
    'OL_PARAMETER',
    `Expected interactions of namespaces or of columns but ${valueText(given)} may be either: write ${letters.join('')} for namespaces, ${letters.join('')}: for these and any other, ${letters.map((name) => `"${name}"`).join(':')} for columns`,
    { value: given },
  )
}

/** Returns whether a value is a list of names to cross. */
export function isNameList(value: unknown): value is readonly string[] {
  return (
    Array.isArray(value) &&
    value.length >= 2 &&
    value.every((name) => typeof name === 'string' && name !== '')
  )
}

/** Returns the byte for each column named in interactions; it replaces the byte of the column's namespace. */
export function columnBytes(interactions: readonly Interaction[]): ReadonlyMap<string, number> {
  const bytes = new Map<string, number>()
  for (const names of interactions.map(interactionOf))
    if (typeof names !== 'string')
      for (const name of names) if (!bytes.has(name)) bytes.set(name, firstColumnByte + bytes.size)
  if (bytes.size > mostColumns)
    throw invalid(
      'OL_PARAMETER',
      'interactions',
      `at most ${mostColumns} columns by their names`,
      [...bytes.keys()][mostColumns],
    )
  return bytes
}
