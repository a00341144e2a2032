import { type Interaction, isFeatureRole, OLError, type SchemaColumn, suggestion, valueText } from '@ol/spec'

/**
 * Throws for an interaction of a column that does not exist or has no features.
 *
 * @throws OLError OL_INPUT_COLUMN; OL_PARAMETER if the input has no columns
 */
export function checkNamedColumns(
  interactions: readonly Interaction[],
  columns: readonly SchemaColumn[] | undefined,
  file: string | undefined,
): void {
  const place = file === undefined ? {} : { file }
  const byName = new Map(columns?.map((one) => [one.name, one]))
  for (const name of interactions.flatMap((names) => (typeof names === 'string' ? [] : names))) {
    if (columns === undefined)
      throw new OLError(
        'OL_PARAMETER',
        `expected a table for interactions of columns (${valueText(name)}) but the input has namespaces: cross them by their first characters, such as ab`,
        { ...place, value: name },
      )
    const column = byName.get(name)
    if (column === undefined) {
      const known = columns.filter(({ role }) => isFeatureRole(role)).map((one) => one.name)
      const text = `there is no column ${valueText(name)}: expected one of ${shown(known)}${suggestion(name, known)}`
      throw new OLError('OL_INPUT_COLUMN', text, { ...place, value: name, expected: shown(known) })
    }
    if (!isFeatureRole(column.role))
      throw new OLError(
        'OL_INPUT_COLUMN',
        `expected a column of features for an interaction but ${valueText(name)} is ${column.role === 'ignore' ? 'ignored' : `the ${column.role}`}`,
        { ...place, value: name },
      )
  }
}

function shown(names: readonly string[]): string {
  return names.length > 20 ? `${names.slice(0, 20).join(', ')}, ...` : names.join(', ')
}
