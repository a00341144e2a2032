import { typeShare } from '@ol/spec'
import { ifNearlyAll } from './column-type.js'

/** From this number of distinct cells on, a column of numbers with a mark should be numeric; with fewer, categories are good. */
const least = 20

const number = '[+\\-\u2212]?\\d[\\d.,]*'
/** a number followed by a unit such as kg, °C, m/s or m²; a number in parentheses or before a minus sign, as in accounting */
const marked = new RegExp(`^(?:${number} ?([\\p{L}°µ²³/]{1,10})|\\(${number}\\)|${number}[-\u2212])$`, 'u')
const plain = new RegExp(`^${number}$`)

/**
 * Returns the first cell with a mark, of a column whose cells are nearly all numbers and many of them have the same mark:
 * a unit, or the accounting notation of a negative number; undefined: it is another column.
 */
export function markedNumber(cells: readonly string[]): string | undefined {
  if (ifNearlyAll(cells, (text) => marked.test(text) || plain.test(text)).length === 0) return undefined
  const found = cells.flatMap((text) => {
    const mark = text.length <= 64 ? marked.exec(text) : null
    return mark === null ? [] : [{ text, unit: mark[1] }]
  })
  if (found.length === 0) return undefined
  const { text: first, unit } = found[0]
  const same = found.filter((one) => one.unit === unit).length
  const plains = unit === undefined ? cells.filter((text) => plain.test(text)).length : 0
  const isMarked = same + plains >= typeShare * cells.length && new Set(cells).size >= least
  return isMarked ? first : undefined
}
