import type { ColumnRole } from '@ol/spec'

/**
 * Returns a number or a boolean as a cell of a table, with the decimal mark of the table; undefined: a category beyond
 * 2^53, whose digits may differ from those that were written.
 */
export function cellOfValue(value: number | boolean, role: ColumnRole, mark: string): string | undefined {
  if (typeof value === 'boolean') return role === 'numeric' ? String(Number(value)) : String(value)
  if (role === 'categorical' && Math.abs(value) > Number.MAX_SAFE_INTEGER) return undefined
  return String(value).replace('.', mark)
}
