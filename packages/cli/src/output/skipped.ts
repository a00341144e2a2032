import { badLineText } from '@ol/pipeline'
import type { BlankColumns, ColumnWarning, OtherMarks, ReadReport } from '@ol/reader'
import { placeText } from '@ol/spec'
import { oneLine } from './plain.js'

/**
 * Prints the columns that were read as strings although they may hold numbers, and the skipped lines to stderr: the first in
 * full, the others as counts. Prints nothing where there were none.
 */
export function printSkipped(report: ReadReport): void {
  const { badLines, badCounts, skipped, warnings = [] } = report
  const say = (text: string) => process.stderr.write(`ol-cli: ${oneLine(text)}\n`)
  for (const warning of warnings) say(warningText(warning))
  for (const text of cellTexts(report)) say(text)
  if (skipped === 0) return
  for (const bad of badLines) process.stderr.write(`ol-cli: ${oneLine(badLineText(bad))}\n`)
  const codes = Object.entries(badCounts).map(([code, count]) => `${code} ${count}`)
  const rest = skipped > badLines.length ? `, ${skipped - badLines.length} of them not shown` : ''
  process.stderr.write(
    `ol-cli: ${skipped} ${skipped === 1 ? 'line' : 'lines'} skipped${rest} (${codes.join(', ')})\n`,
  )
}

/** Returns what was said of the cells that do not fit their columns, and of lines that are no rows of their own. */
function cellTexts({ columns = [], shortRows, blankRows, repeatedHeaders }: ReadReport): string[] {
  const texts: string[] = []
  for (const { name, odd, oddCells, type } of columns) {
    const [first] = oddCells
    if (first === undefined) continue
    const place = placeText({
      ...(first.file === undefined ? {} : { file: first.file }),
      line: first.line,
      column: first.column,
    })
    const what =
      type === 'date' ? 'date' : type === 'time' ? 'time' : type === 'boolean' ? 'boolean' : 'number'
    const kind = odd === 1 ? `one cell is no ${what}` : `${odd} cells are no ${what}s`
    texts.push(
      `${place}warning: ${kind} in the column ${name} and ${odd === 1 ? 'counts' : 'count'} as missing: ${JSON.stringify(first.text)}`,
    )
  }
  if (shortRows > 0)
    texts.push(
      `${shortRows} ${shortRows === 1 ? 'row has' : 'rows have'} fewer cells than there are columns: the last ones are missing`,
    )
  if (blankRows > 0)
    texts.push(
      `${blankRows} ${blankRows === 1 ? 'row has' : 'rows have'} no value in any cell, and ${blankRows === 1 ? 'is' : 'are'} skipped`,
    )
  if (repeatedHeaders > 0)
    texts.push(
      `${repeatedHeaders} ${repeatedHeaders === 1 ? 'line repeats' : 'lines repeat'} the header and ${repeatedHeaders === 1 ? 'is' : 'are'} skipped`,
    )
  return texts
}

/** Returns a warning about columns that were read as strings although they may hold numbers. */
function warningText(warning: ColumnWarning): string {
  const place = warning.file === undefined ? '' : `${warning.file}: `
  if (warning.why === 'blank') return `warning: ${place}${blankText(warning)}`
  if (warning.why === 'marks') return `warning: ${place}${marksText(warning)}`
  const line =
    warning.line === undefined || warning.file === undefined ? place : `${warning.file}:${warning.line}: `
  return `${line}${warning.text}`
}

function blankText({ columns }: BlankColumns): string {
  const many = columns.length > 1
  const names = flagValue(columns)
  return `${many ? 'columns' : 'column'} ${listed(columns)} ${many ? 'have' : 'has'} no value at the start of the input (1 MiB at most), so OL reads later values as strings: give --numeric ${names} if they are numbers, or --categorical ${names} if they are not`
}

function marksText({ mark, columns, points }: OtherMarks): string {
  const many = columns.length > 1
  const why =
    mark === ','
      ? 'separators of thousands are not read: remove them, or give'
      : `${points.length > 0 ? `${listed(points)} ${points.length > 1 ? 'have' : 'has'} points` : 'their commas may separate thousands, which you must remove'}: give --decimal , if commas are decimal marks, or`
  return `${many ? 'columns' : 'column'} ${listed(columns)} ${many ? 'hold' : 'holds'} numbers without decimal ${mark === '.' ? 'points' : 'commas'}, read as strings; ${why} --categorical ${flagValue(columns)} if they are not numbers`
}

/** Returns columns as the value of a flag; many would fill the terminal. */
function flagValue(columns: readonly string[]): string {
  return columns.slice(0, 50).join(',') + (columns.length > 50 ? ',...' : '')
}

function listed(names: readonly string[]): string {
  return names.slice(0, 5).join(', ') + (names.length > 5 ? ', ...' : '')
}
