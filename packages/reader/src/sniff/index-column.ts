import type { ColumnRole } from '@ol/spec'
import type { SampleRecord } from './records.js'

/** The names that programs give an index of rows. */
const indexNames = ['', 'unnamed: 0', 'index', '__index_level_0__', 'rownames']

/**
 * Returns the place of the column that only numbers or names the rows: the first one, with no name or an index's name,
 * whose cells are the numbers of the rows, or all distinct. -1: there is none.
 */
export function indexColumn(
  written: readonly string[],
  rows: readonly SampleRecord[],
  roles: readonly (ColumnRole | undefined)[],
): number {
  const name = written[0].trim().toLowerCase()
  const level = written.indexOf('__index_level_0__')
  const place = level > 0 ? level : 0
  if (level <= 0 && !indexNames.includes(name)) return -1
  if (roles[place] !== undefined || written.length < 2) return -1
  if (rows.length < 2) return name === '' ? place : -1
  const cells = rows.map(({ fields }) => fields[place])
  const first = Number(cells[0])
  if (Number.isInteger(first) && cells.every((text, k) => Number(text) === first + k)) return place
  // a column that is called index may hold values
  if (name === 'index' && level < 0) return -1
  // in a column without a name some cells may be empty, as R writes them
  const filled = cells.filter((text) => text !== '')
  if (name !== '' && filled.length < cells.length) return -1
  return new Set(filled).size < filled.length ? -1 : place
}
