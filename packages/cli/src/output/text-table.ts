import stringWidth from 'fast-string-width'
import { oneLine } from './plain.js'

export type Align = 'left' | 'right'

/**
 * Returns the lines of a table: columns padded to their widest cell as a terminal shows it, two spaces apart. `align`: of each
 * column; right where it names none. `indent`: spaces before each line
 */
export function textTable(
  rows: readonly (readonly string[])[],
  align: readonly (Align | undefined)[] = [],
  indent = 0,
): string[] {
  const cells = rows.map((row) => row.map(oneLine))
  const widths = cells.map((row) => row.map(columnsOf))
  const widest = (cells[0] ?? []).map((_, k) => widths.reduce((most, row) => Math.max(most, row[k]), 0))
  return cells.map((row, r) => {
    const line = row.map((cell, k) => {
      const space = ' '.repeat(widest[k] - widths[r][k])
      return align[k] === 'left' ? cell + space : space + cell
    })
    return `${' '.repeat(indent)}${line.join('  ')}`.trimEnd()
  })
}

/** ASCII, and the blocks that bars are drawn with: each takes a column. */
const oneColumnEach = /^[ -~\u2580-\u259f]*$/

/** Returns the columns that a string without line breaks takes. */
function columnsOf(text: string): number {
  // the patterns of the package take milliseconds to compile
  return oneColumnEach.test(text) ? text.length : stringWidth(text)
}

/** Returns the columns that the widest of some lines takes. */
export function widthOf(lines: readonly string[]): number {
  return lines.reduce((most, line) => Math.max(most, columnsOf(line)), 0)
}
