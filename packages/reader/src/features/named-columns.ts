import { type Interaction, OLError, type SchemaColumn, valueText } from '@ol/spec'

/** Roles whose columns have features. */
const featured: readonly string[] = ['numeric', 'categorical', 'text']

/**
 * Throws for an interaction of a column that is not there, or that has no features.
 *
 * @throws OLError OL_INPUT_COLUMN; OL_PARAMETER where the input has no columns
 */
export function checkNamedColumns(
  interactions: readonly Interaction[],
  columns: readonly SchemaColumn[] | undefined,
  file: string | undefined,
): void {
  const place = file === undefined ? {} : { file }
  for (const name of interactions.flatMap((names) => (typeof names === 'string' ? [] : names))) {
    if (columns === undefined)
      throw new OLError(
        'OL_PARAMETER',
        `expected a table for interactions of columns (${valueText(name)}) but the input has namespaces: cross them by their first characters, such as ab`,
        { ...place, value: name },
      )
    const column = columns.find((one) => one.name === name)
    if (column === undefined) {
      const known = columns.filter(({ role }) => featured.includes(role)).map((one) => one.name)
      const near = nearest(name, known)
      const hint = near === undefined ? `expected one of ${shown(known)}` : `did you mean ${valueText(near)}?`
      throw new OLError('OL_INPUT_COLUMN', `there is no column ${valueText(name)}: ${hint}`, {
        ...place,
        value: name,
        expected: shown(known),
      })
    }
    if (!featured.includes(column.role))
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

/** Returns the name that differs least; undefined where each differs in more than a third. */
export function nearest(name: string, known: readonly string[]): string | undefined {
  let best: string | undefined
  let least = Math.max(1, Math.floor(name.length / 3)) + 1
  for (const other of known) {
    const distance = editDistance(name.toLowerCase(), other.toLowerCase())
    if (distance < least) {
      best = other
      least = distance
    }
  }
  return best
}

/** Returns how many insertions, deletions and substitutions of characters make one string of the other. */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++)
      next[j] = Math.min(next[j - 1] + 1, row[j] + 1, row[j - 1] + (a[i - 1] === b[j - 1] ? 0 : 1))
    row = next
  }
  return row[b.length]
}
