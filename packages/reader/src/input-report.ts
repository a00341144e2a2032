import type { ReadOptions, Schema } from '@ol/spec'
import { CellCounter, columnReports, tableReport } from './cell-counter.js'
import type { OpenedInput } from './open/open-input.js'
import { addReport, createReport, type ReadReport } from './read-report.js'
import type { Sniffed } from './sniff/head.js'

/** Returns the counter of the cells of a table, whose columns are part of the report from the first input on; undefined: it is none. */
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

/** Adds a notice where the bytes of an input were no UTF-8. */
export function addTextNotice(report: ReadReport, { file, form }: OpenedInput): void {
  const { foreign, firstForeign, encoding } = form
  if (foreign === 0 && encoding === undefined) return
  const bytes = `${foreign} ${foreign === 1 ? 'byte is' : 'bytes are'} no UTF-8 and read as windows-1252`
  const text =
    encoding === undefined
      ? `${bytes}, the first at byte ${firstForeign + 1} (--encoding)`
      : `read as ${encoding}`
  addReport(report, { ...createReport(), warnings: [{ why: 'encoding', file, columns: [], text }] })
}
