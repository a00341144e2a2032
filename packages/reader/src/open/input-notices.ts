import type { ReadOptions, Schema } from '@ol/spec'
import { columnsText, type TableNotice } from '../table-report.js'
import type { Decompressed } from './decompress-input.js'

/** Two classes of which at most one has come, with their names if these are known. */
export interface LoneLabel {
  readonly names: readonly [string, string] | undefined
}

/**
 * Returns the notices about an input next to its columns.
 *
 * @param lone undefined: its labels are not, or not all the same
 */
export function inputNotices(
  lone: LoneLabel | undefined,
  known: Schema | undefined,
  { task, ignore = [] }: ReadOptions,
  table: Decompressed['table'],
  file: string | undefined,
): TableNotice[] {
  const warnings: TableNotice[] = []
  const ignored = new Set(ignore)
  const nested = (table?.columns ?? []).filter(({ name, kind }) => kind === 'nested' && !ignored.has(name))
  if (known === undefined && nested.length > 0) {
    const columns = nested.map(({ name }) => name)
    warnings.push({
      why: 'nested',
      file,
      columns,
      text: `${columnsText(columns)}: lists and maps are left out`,
    })
  }
  if (lone !== undefined) {
    const [negative, positive] = lone.names ?? ['-1', '1']
    const called = `the classes are called ${negative} and ${positive}`
    const means = lone.names === undefined ? `${called}, and a label 0 means -1` : called
    warnings.push({
      why: 'one-label',
      file,
      columns: [],
      text:
        task === 'binary'
          ? `the first labels are all the same: ${means}`
          : `the first labels are all the same: -1, 0 or 1 alone is taken for one of two classes (--task regression where labels are numbers); ${means}`,
    })
  }
  return warnings
}
