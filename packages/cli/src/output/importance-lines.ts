import type { FeatureImportance } from '@ol/core'
import { cellsOf, widthsOf } from './table-cells.js'

/** A row of `inspect`, with the names that data has for it where there was some. */
export type ImportanceRow = FeatureImportance & { readonly names?: readonly string[] }

/** Returns the features as a table for people. */
export function importanceTable(rows: readonly ImportanceRow[]): string[] {
  const classes = rows.some((row) => row.class !== undefined)
  const based = rows.some((row) => row.baseline !== undefined)
  const lines = rows.map((row) => {
    const { importance, weight, baseline, scale } = row
    const numbers = [
      short(importance),
      short(weight),
      ...(based ? [baseline === undefined ? '' : short(baseline)] : []),
      scale === undefined ? '?' : short(scale),
    ]
    return [...numbers, ...(classes ? [String(row.class)] : []), nameOf(row)]
  })
  const head = ['importance', 'weight', ...(based ? ['baseline'] : []), 'scale']
  const all = cellsOf([[...head, ...(classes ? ['class'] : []), 'name'], ...lines])
  const widths = widthsOf(all)
  return all.map((cells) =>
    cells
      .map((cell, k) => (k < head.length ? cell.padStart(widths[k]) : cell.padEnd(widths[k])))
      .join('  ')
      .trimEnd(),
  )
}

/** Returns the features as CSV, with a line of names. */
export function importanceCsv(rows: readonly ImportanceRow[]): string {
  const names = ['class', 'name', 'collisions', 'index', 'upper', 'weight', 'scale', 'baseline', 'importance']
  const lines = rows.map((row) =>
    [
      row.class,
      row.name ?? row.names?.[0],
      (row.collisions ?? row.names?.slice(1))?.join(' | '),
      row.index,
      row.upper,
      row.weight,
      row.scale,
      row.baseline,
      row.importance,
    ].map(csvField),
  )
  return [names, ...lines].map((cells) => `${cells.join(',')}\n`).join('')
}

/** Returns a field of CSV, in quotes where it needs them. */
export function csvField(value: string | number | undefined): string {
  const text = String(value ?? '')
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Returns a number in about seven digits. */
export function short(value: number): string {
  return Number(value.toPrecision(6)).toString()
}

function nameOf({ name, collisions = [], names, index }: ImportanceRow): string {
  if (names !== undefined) return names.length === 0 ? '(not in the data)' : names.join(' | ')
  return name === undefined ? `#${index}` : [name, ...collisions].join(' | ')
}
