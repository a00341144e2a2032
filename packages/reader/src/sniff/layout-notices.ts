import { valueText } from '@ol/spec'
import { columnsText, type NoticeKind, type TableNotice } from '../table-report.js'
import type { FoundTable } from './find-table.js'
import { type Head, skipThrough } from './head.js'
import type { givenNames } from './header.js'
import type { SampleRecord } from './records.js'

function notice(
  why: NoticeKind,
  file: string | undefined,
  text: string,
  columns: readonly string[] = [],
  line?: number,
): TableNotice {
  return { why, file, columns, text, ...(line === undefined ? {} : { line }) }
}

/** Returns the notice about the records before a table, if there are any. */
export function preambleNotices(
  records: readonly SampleRecord[],
  first: number,
  file: string | undefined,
): TableNotice[] {
  if (first === 0) return []
  const begins = records[0].fields.join(' ').trim().slice(0, 60)
  const lines = records.slice(0, first).reduce((sum, record) => sum + record.lines, 0)
  const skipped = lines === 1 ? '1 line' : `${lines} lines`
  return [notice('preamble', file, `${skipped} skipped before the table:  ${valueText(begins)}`, [], 1)]
}

/** Returns the notices about records before and after the table, and about several rows of names. */
export function layoutNotices(
  { records, first, body, layout, written, orange }: FoundTable,
  head: Head,
  file: string | undefined,
): TableNotice[] {
  const notices = preambleNotices(records, first, file)
  if (orange === undefined && body - first > 1 && written !== undefined) {
    const line = skipThrough(head, records[first]).skipLines - records[first].lines + 1
    notices.push(
      notice(
        'header-rows',
        file,
        `${body - first} rows of names joined: the first column is ${valueText(written[0])}`,
        [],
        line,
      ),
    )
  }
  if (written !== undefined && records[first].fields.length < layout.width)
    notices.push(
      notice(
        'unnamed',
        file,
        'the header has one name fewer than the rows have columns: the first column has no name',
      ),
    )
  return notices
}

/** Returns the notices about names that columns got, and about the index of rows. */
export function nameNotices(
  { unnamed, renamed }: ReturnType<typeof givenNames>,
  index: number,
  names: readonly string[],
  file: string | undefined,
): TableNotice[] {
  const notices: TableNotice[] = []
  const left = index < 0 ? undefined : names[index]
  if (left !== undefined)
    notices.push(
      notice(
        'index',
        file,
        `${columnsText([left])} only numbers or names the rows and is ignored (--numeric or --categorical includes it)`,
        [left],
      ),
    )
  const others = unnamed.filter((name) => name !== left)
  if (others.length > 0)
    notices.push(notice('unnamed', file, `${columnsText(others)}: the header has no name there`, others))
  if (renamed.length > 0)
    notices.push(
      notice('renamed', file, `${columnsText(renamed)}: the header has that name more than once`, renamed),
    )
  return notices
}
