import type { ReadOptions, Schema } from '@ol/spec'
import { CellCounter, columnReports, tableReport } from './cell-counter.js'
import type { TextForm } from './encoding/to-utf8.js'
import type { OpenedInput } from './open/open-input.js'
import { addReport, createReport, type ReadReport } from './read-report.js'
import type { Sniffed } from './sniff/head.js'
import type { TableNotice } from './table-report.js'

/**
 * Returns the counter of the cells of a table, whose columns are in the report from the first input on; undefined: the
 * input is not a table.
 */
export function cellCounter(
  report: ReadReport,
  schema: Schema,
  options: ReadOptions,
  { file, sampled = 0, table }: OpenedInput,
  { columns, declaresLabel = false }: Sniffed,
): CellCounter | undefined {
  if (schema.format !== 'csv') return undefined
  report.columns ??= columnReports(schema.columns ?? [])
  report.table ??= tableReport(schema, options, table !== undefined, sampled === 0, declaresLabel)
  return new CellCounter(report.columns, columns, file, sampled)
}

/** Adds the notices about a complete input. */
export function addEndNotices(report: ReadReport, { file, form, rows }: OpenedInput): void {
  const warnings = [...encodingNotices(form, file), ...(rows?.notices() ?? [])]
  if (warnings.length > 0) addReport(report, { ...createReport(), warnings })
}

/** Returns a notice if bytes of an input were not UTF-8. */
function encodingNotices(
  { foreign, firstForeign, encoding }: TextForm,
  file: string | undefined,
): TableNotice[] {
  if (foreign === 0 && encoding === undefined) return []
  const bytes = `${foreign} ${foreign === 1 ? 'byte is' : 'bytes are'} not UTF-8 and read as windows-1252`
  const text =
    encoding === undefined
      ? `${bytes}, the first at byte ${firstForeign + 1} (--encoding)`
      : `read as ${encoding}`
  return [{ why: 'encoding', file, columns: [], text }]
}
