import type { ColumnReport, OddCell } from '@ol/reader'
import { placeText } from '@ol/spec'
import { textTable } from './text-table.js'

/** The row that is shown for a column. */
export interface ShownColumn {
  readonly name: string
  readonly role: ColumnReport['role']
  readonly type: ColumnReport['type']
  readonly missing: number
  readonly odd: number
  readonly firstOdd: OddCell | undefined
  /** cells with a value */
  readonly count?: number
  readonly min?: number | undefined
  readonly max?: number | undefined
  readonly mean?: number | undefined
}

/** Returns the role of a column in words. */
function roleText(role: ColumnReport['role']): string {
  return role === 'ignore' ? '-' : role === 'boolean' ? 'categorical' : role
}

/** Returns a number with up to 6 digits; for a date, its day. */
function valueText(value: number | undefined, type: ColumnReport['type']): string {
  if (value === undefined) return ''
  if (type === 'date') {
    const date = new Date(Math.round(value * 86_400_000))
    return Number.isNaN(date.getTime()) ? '' : date.toISOString().slice(0, 10)
  }
  return String(Number(value.toPrecision(6)))
}

/** Returns a table of columns, one per line, with their values if they were counted. */
export function columnTable(columns: readonly ShownColumn[]): string[] {
  const counted = columns.some(({ count }) => count !== undefined)
  const rows = columns.map(({ name, role, type, missing, odd, firstOdd, count, min, max, mean }) => [
    name,
    roleText(role),
    role === 'ignore' ? '' : (type ?? ''),
    ...(counted ? [role === 'ignore' ? '' : String(count ?? '')] : []),
    role === 'ignore' ? '' : String(missing - odd),
    role === 'ignore' ? '' : String(odd),
    ...(counted
      ? [valueText(min, type), valueText(max, type), type === 'date' ? '' : valueText(mean, type)]
      : []),
    firstOdd === undefined ? '' : oddText(firstOdd),
  ])
  const names = ['column', 'role', 'type', ...(counted ? ['values'] : []), 'missing', 'odd']
  const head = [...names, ...(counted ? ['min', 'max', 'mean'] : []), 'first odd']
  const align = head.map((_, k) => (k < 3 || k === head.length - 1 ? 'left' : 'right'))
  return textTable([head, ...rows], align)
}

function oddText({ file, line, column, text }: OddCell): string {
  return `${placeText({ ...(file === undefined ? {} : { file }), line, column })}${JSON.stringify(text)}`
}
