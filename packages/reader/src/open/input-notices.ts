import type { ReadOptions, Schema } from '@ol/spec'
import { columnsText, type TableNotice } from '../table-report.js'
import type { Decompressed } from './decompress-input.js'

/**
 * Returns the notices about an input, except those about its columns.
 *
 * @param lone the names of two classes of which at most one has occurred; undefined: the labels are not two classes
 */
export function inputNotices(
  lone: readonly [string, string] | undefined,
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
    const taken = '-1, 0 or 1 alone is one of two classes (--task regression if they are numbers); '
    const means = lone[0] === '0' ? '' : ', and a label 0 means -1'
    warnings.push({
      why: 'one-label',
      file,
      columns: [],
      text: `the first labels are all the same: ${task === 'binary' ? '' : taken}the classes are called ${lone.join(' and ')}${means}`,
    })
  }
  return warnings
}
