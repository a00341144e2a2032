import { oneLine } from './plain.js'

/** Returns the rows of a table with each cell on one line, without characters that a terminal hides or obeys. */
export function cellsOf(rows: readonly (readonly string[])[]): string[][] {
  return rows.map((row) => row.map(oneLine))
}

/** Returns the width of each column of a table: the most characters in one of its cells. */
export function widthsOf(rows: readonly (readonly string[])[]): number[] {
  // Math.max(...) of a hundred thousand rows overflows the stack
  return (rows[0] ?? []).map((_, k) => rows.reduce((most, row) => Math.max(most, row[k].length), 0))
}
