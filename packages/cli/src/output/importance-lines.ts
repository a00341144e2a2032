import type { FeatureImportance } from '@ol/core'
import { countText } from '@ol/pipeline/internal'
import { textTable } from './text-table.js'

/** A row of `inspect`, with its names from data files, if there were any. */
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
    return [nameOf(row), ...(classes ? [String(row.class)] : []), ...numbers]
  })
  const head = ['importance', 'weight', ...(based ? ['baseline'] : []), 'scale']
  return textTable(
    [['name', ...(classes ? ['class'] : []), ...head], ...lines],
    ['left', classes ? 'left' : 'right'],
  )
}

/** The meaning of the columns of the table. */
export const importanceNote =
  'importance: how far the feature moves the score where it is present, |weight - baseline| times scale'

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

/** Returns a field of CSV, quoted if necessary. */
export function csvField(value: string | number | undefined): string {
  const text = String(value ?? '')
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Returns a number to four significant digits, without zeros at its end. */
export function short(value: number): string {
  return Math.abs(value) < 1e3 || Math.abs(value) >= 1e15 || Number.isNaN(value)
    ? Number(value.toPrecision(4)).toString()
    : countText(Math.round(value))
}

function nameOf({ name, collisions = [], names, index }: ImportanceRow): string {
  if (names !== undefined) return names.length === 0 ? '(not in the data)' : names.join(' | ')
  return name === undefined ? `#${index}` : [name, ...collisions].join(' | ')
}
