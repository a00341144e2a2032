import { escapeText } from '@ol/figures'
import { placeText } from '@ol/spec'
import type { SchemaReport } from '../reports.js'
import { countText } from '../text/number-text.js'
import { type PageCell, paragraph, tableHtml } from './page-parts.js'

/** The largest number of columns that a page lists; columns with missing or odd cells come first. */
const mostColumns = 200

/** Returns how a table was read: its columns, and the decisions about it. */
export function schemaParts({
  columns,
  notices,
  shortRows,
  blankRows,
  repeatedHeaders,
}: SchemaReport): string[] {
  const shown =
    columns.length <= mostColumns
      ? columns
      : columns.toSorted((a, b) => b.odd - a.odd || b.missing - a.missing).slice(0, mostColumns)
  const rows = shown.map(({ name, role, type, missing, odd, oddCells: [first] }): PageCell[] => [
    { text: name, kind: 'name' },
    { text: role === 'ignore' ? 'left out' : role, kind: 'left' },
    { text: role === 'ignore' ? '' : (type ?? ''), kind: 'left' },
    { text: role === 'ignore' ? '' : countText(missing - odd) },
    { text: role === 'ignore' ? '' : countText(odd) },
    { text: first === undefined ? '' : `${placeOf(first)}${JSON.stringify(first.text)}`, kind: 'left' },
  ])
  const caption =
    columns.length > shown.length
      ? `${countText(shown.length)} of ${countText(columns.length)} columns.`
      : 'How the columns were read.'
  const counts = [
    [shortRows, 'rows lack their last cells'],
    [blankRows, 'rows without any text were skipped'],
    [repeatedHeaders, 'lines that repeat the header were skipped'],
  ] as const
  const texts = counts.flatMap(([count, text]) => (count === 0 ? [] : [`${countText(count)} ${text}.`]))
  return [
    texts.length === 0 ? '' : paragraph(texts.join(' ')),
    tableHtml(caption, ['column', 'role', 'type', 'missing', 'odd', 'first odd cell'], rows),
    notices.length === 0
      ? ''
      : `<ul>${notices.map((notice) => `<li>${escapeText(noticeText(notice))}</li>`).join('\n')}</ul>`,
  ]
}

function placeOf({ file, line, column }: { file: string | undefined; line: number; column: number }): string {
  return placeText({ ...(file === undefined ? {} : { file }), line, column })
}

/** Returns a notice about a table as text. */
function noticeText(notice: SchemaReport['notices'][number]): string {
  const place = notice.file === undefined ? '' : `${notice.file}: `
  if ('text' in notice) return `${place}${notice.text}`
  const names = notice.columns.join(', ')
  if (notice.why === 'blank') return `${place}no value at the start in ${names}: read as strings`
  return `${place}numbers with another decimal mark than ${notice.mark} in ${names}: read as strings`
}
