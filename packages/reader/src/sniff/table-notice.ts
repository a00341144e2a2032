import { valueText } from '@ol/spec'

/** What was decided about a table, or does not look right. */
export type NoticeKind =
  | 'preamble'
  | 'footer'
  | 'header-rows'
  | 'unnamed'
  | 'renamed'
  | 'index'
  | 'mixed'
  | 'identifier'
  | 'constant'
  | 'date-order'
  | 'nested'
  | 'encoding'
  | 'matched'
  | 'no-header'
  | 'new-columns'
  | 'one-label'
  | 'repeated-header'
  | 'short-rows'
  | 'odd-cells'

/** A notice about a table, for people to read: `text` is a clause after the place. */
export interface TableNotice {
  readonly why: NoticeKind
  readonly file: string | undefined
  readonly line?: number
  /** the columns that it is about */
  readonly columns: readonly string[]
  readonly text: string
}

/** Returns the names of columns in a sentence: `column a`, `columns a, b and 3 more`. */
export function columnsText(names: readonly string[]): string {
  const shown = names.slice(0, 5).map(valueText)
  const rest = names.length - shown.length
  const list = rest > 0 ? `${shown.join(', ')} and ${rest} more` : shown.join(', ')
  return `${names.length === 1 ? 'column' : 'columns'} ${list}`
}
