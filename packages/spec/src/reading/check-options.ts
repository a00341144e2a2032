import { invalid, OLError, valueText } from '../errors.js'
import { kinds } from './kinds.js'
import { readingEntry, readingNames } from './reading-options.js'
import type { ReadOptions } from './schema.js'
import { isSchema } from './schema-check.js'

/**
 * Checks reading options against the table.
 *
 * @throws OLError OL_PARAMETER for an unknown option, or a value of the wrong kind
 */
export function checkReadOptions(options: ReadOptions): void {
  for (const [given, value] of Object.entries(options)) {
    const name = readingNames.find((known) => known === given)
    if (name === undefined)
      throw new OLError('OL_PARAMETER', `There is no reading option ${valueText(given)}`, {
        value: given,
        expected: readingNames.join(', '),
      })
    if (value === undefined) continue
    const entry = readingEntry(name)
    const { expected, accepts } = kinds[entry.kind]
    const wrong = entry.kind === 'schema' ? !isSchema(value) : !accepts(value, entry)
    if (wrong) throw invalid('OL_PARAMETER', name, expected(entry), value)
  }
}
