import { badLineText } from '@ol/pipeline'
import type { BlankColumns, ColumnDoubt, OtherMarks, ReadReport } from '@ol/reader'
import { plain } from './plain.js'

/**
 * Prints the columns that were read as strings although they may hold numbers, and the skipped lines to stderr: the first in
 * full, the others as counts. Prints nothing where there were none.
 */
export function printSkipped({ badLines, badCounts, skipped, doubts = [] }: ReadReport): void {
  for (const doubt of doubts) process.stderr.write(`ol-cli: ${plain(doubtText(doubt))}\n`)
  if (skipped === 0) return
  for (const bad of badLines) process.stderr.write(`ol-cli: ${plain(badLineText(bad))}\n`)
  const codes = Object.entries(badCounts).map(([code, count]) => `${code} ${count}`)
  const rest = skipped > badLines.length ? `, ${skipped - badLines.length} of them not shown` : ''
  process.stderr.write(
    `ol-cli: ${skipped} ${skipped === 1 ? 'line' : 'lines'} skipped${rest} (${codes.join(', ')})\n`,
  )
}

/** Returns a warning about columns that were read as strings although they may hold numbers. */
function doubtText(doubt: ColumnDoubt): string {
  const place = doubt.file === undefined ? '' : `${doubt.file}: `
  return `warning: ${place}${doubt.why === 'blank' ? blankText(doubt) : marksText(doubt)}`
}

function blankText({ columns }: BlankColumns): string {
  const many = columns.length > 1
  const names = columns.join(',')
  return `${many ? 'columns' : 'column'} ${listed(columns)} ${many ? 'have' : 'has'} no value at the start of the input (1 MiB at most), so OL reads later values as strings: give --numeric ${names} where they are numbers, or --categorical ${names} where they are not`
}

function marksText({ mark, columns, points }: OtherMarks): string {
  const many = columns.length > 1
  const why =
    mark === ','
      ? 'separators of thousands are not read: remove them, or give'
      : `${points.length > 0 ? `${listed(points)} ${points.length > 1 ? 'have' : 'has'} points` : 'their commas may separate thousands, which are to be removed'}: give --decimal , where commas are decimal marks, or`
  return `${many ? 'columns' : 'column'} ${listed(columns)} ${many ? 'hold' : 'holds'} numbers without decimal ${mark === '.' ? 'points' : 'commas'}, read as strings; ${why} --categorical ${columns.join(',')} where they are no numbers`
}

function listed(names: readonly string[]): string {
  return names.slice(0, 5).join(', ') + (names.length > 5 ? ', ...' : '')
}
