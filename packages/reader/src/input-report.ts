import type { ErrorCode, ReadOptions, Schema } from '@ol/spec'
import { CellCounter, columnReports } from './cell-counter.js'
import type { TextForm } from './encoding/to-utf8.js'
import type { OpenedInput } from './open/open-input.js'
import { addReport, createReport, type ReadReport } from './read-report.js'
import { isLabelName } from './sniff/column-roles.js'
import type { Sniffed } from './sniff/head.js'
import type { LabelReport, TableNotice } from './table-report.js'

/**
 * Returns the counter of the cells of a table; undefined: the input is not a table. The report has the label, and the
 * columns of a table, from the first input on.
 */
export function cellCounter(
  report: ReadReport,
  schema: Schema,
  options: ReadOptions,
  { file, sampled = 0, table }: OpenedInput,
  sniffed: Sniffed,
): CellCounter | undefined {
  const label = labelReport(schema, options, sniffed, sampled === 0)
  if (label !== undefined) report.label ??= label
  if (schema.format !== 'csv') return undefined
  report.columns ??= columnReports(schema.columns ?? [])
  report.table ??= {
    delimiter: table === undefined ? schema.delimiter : undefined,
    header: schema.header === true || schema.arff === true,
  }
  return new CellCounter(report.columns, sniffed.columns, file, sampled)
}

/** Returns the label of a table or of JSON Lines. `known`: an earlier input decided it. */
function labelReport(
  { columns = [], labelKey }: Schema,
  { label, schema: given }: ReadOptions,
  { labelMember = labelKey, declaresLabel = false }: Sniffed,
  known: boolean,
): LabelReport | undefined {
  const column = labelMember ?? columns.find(({ role }) => role === 'label')?.name
  if (column === undefined) return undefined
  if (known || given !== undefined) return { column, by: 'input' }
  if (label !== undefined) return { column, by: 'option' }
  if (declaresLabel) return { column, by: 'header' }
  if (labelMember !== undefined || isLabelName(column)) return { column, by: 'name' }
  return { column, by: column === columns.at(-1)?.name ? 'last' : 'last-free' }
}

/** Returns what adds the notices about an input to a report once it is complete; the report is of earlier inputs so far. */
export function endNotices(report: ReadReport, { file, form, rows }: OpenedInput): () => void {
  const before = { ...report, badCounts: { ...report.badCounts } }
  return () => {
    const warnings = [
      ...badNotices(report, before, file),
      ...encodingNotices(form, file),
      ...(rows?.notices() ?? []),
    ]
    if (warnings.length > 0) addReport(report, { ...createReport(), warnings })
  }
}

/** Returns a notice if more than half of the lines of an input are bad, by the reports before and after it. */
function badNotices(report: ReadReport, before: ReadReport, file: string | undefined): TableNotice[] {
  const bad = report.skipped - before.skipped
  const examples = report.examples - before.examples
  if (bad <= examples) return []
  const counts = Object.entries(report.badCounts)
    .map(([code, count]) => [code, count - (before.badCounts[code as ErrorCode] ?? 0)] as const)
    .filter(([, count]) => count > 0)
    .map(([code, count]) => `${code} ${count}`)
  const text = `${bad} of ${bad + examples} lines are bad and skipped (${counts.join(', ')})`
  return [{ why: 'mostly-bad', file, columns: [], text }]
}

/** Returns a notice if bytes of an input were not UTF-8. */
function encodingNotices(
  { foreign, firstForeign, encoding, replaced }: TextForm,
  file: string | undefined,
): TableNotice[] {
  if (foreign === 0 && encoding === undefined) return []
  const bytes = `${foreign} ${foreign === 1 ? 'byte is' : 'bytes are'} not UTF-8 and read as windows-1252`
  const invalid = `; ${replaced} ${replaced === 1 ? 'character is' : 'characters are'} U+FFFD, which replaces invalid bytes`
  const text =
    encoding === undefined
      ? `${bytes}, the first at byte ${firstForeign + 1} (--encoding)`
      : `read as ${encoding}${replaced === 0 ? '' : invalid}`
  return [{ why: 'encoding', file, columns: [], text }]
}
