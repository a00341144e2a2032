import { type DecimalMark, isNumberText, type ReadOptions } from '@ol/spec'
import { bareText, isMissingCell } from './cell-text.js'
import { ifNearlyAll } from './column-type.js'

/** A comma that may as well separate thousands. */
const thousands = /^[+-]?[1-9]\d{0,2},\d{3}$/

/** Numbers with marks of thousands and decimals, by their decimal mark. */
const grouped: Readonly<Record<DecimalMark, RegExp>> = {
  '.': /^[+-]?\d{1,3}(,\d{3})+\.\d+$/,
  ',': /^[+-]?\d{1,3}(\.\d{3})+,\d+$/,
}
const signs = /^[$\u00a2-\u00a5\u20a0-\u20bf]\s*|\s*[%$\u00a2-\u00a5\u20a0-\u20bf]$/g

/** The number of cells of a column that shows how its numbers are written. */
export const decimalCells = 2000

/**
 * Infers the decimal mark from the cells of each column: a comma if some column has numbers with decimal commas, and no
 * column has numbers with points. Commas that may separate thousands decide nothing.
 */
export function findDecimal(
  columns: readonly (readonly string[])[],
  { decimal, missing }: Pick<ReadOptions, 'decimal' | 'missing'>,
): DecimalMark {
  if (decimal !== undefined) return decimal
  const shows = (mark: DecimalMark, counts: (text: string) => boolean) =>
    columns.some((column) => {
      const cells = column.slice(0, decimalCells)
      // most columns of most files decide nothing, and schema inference tests them all
      if (!cells.some((text) => text.includes(mark))) return false
      const values = cells.filter((text) => !isMissingCell(text, missing))
      return ifNearlyAll(values, (text) => isMarked(text, mark)).some((text) => counts(unsigned(text)))
    })
  if (shows('.', (text) => text.includes('.'))) return '.'
  return shows(',', (text) => /,\d/.test(text) && !thousands.test(text)) ? ',' : '.'
}

/** Returns whether a cell is a number with a decimal mark, with or without a sign of a currency or of percent. */
function isMarked(cell: string, mark: DecimalMark): boolean {
  const text = bareText(cell)
  if (isNumberText(text, mark)) return true
  const bare = unsigned(text)
  return isNumberText(bare, mark) || grouped[mark].test(bare)
}

function unsigned(cell: string): string {
  return bareText(cell).replace(signs, '')
}

/** Returns whether all cells of a column are numbers, and some are not written with the decimal mark of the table. */
export function hasOtherMark(
  cells: readonly string[],
  mark: DecimalMark,
  missing: readonly string[] | undefined,
): boolean {
  let other = false
  // most columns end at their first cell
  for (const cell of cells) {
    const text = bareText(cell)
    if (isMissingCell(text, missing) || isNumberText(text, mark)) continue
    if (!isNumberText(text, mark === '.' ? ',' : '.')) return false
    other = true
  }
  return other
}
