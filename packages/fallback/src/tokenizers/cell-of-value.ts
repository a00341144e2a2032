import type { ColumnRole } from '@ol/spec'

/**
 * Returns the cell of a table that a number or a boolean is, with the decimal mark of the table; undefined: a category past 2^53, whose
 * digits may be others than those that were written.
 */
export function cellOfValue(value: number | boolean, role: ColumnRole, mark: string): string | undefined {
  if (typeof value === 'boolean') return role === 'numeric' ? String(Number(value)) : String(value)
  if (role === 'categorical' && Math.abs(value) > Number.MAX_SAFE_INTEGER) return undefined
  return String(value).replace('.', mark)
}
