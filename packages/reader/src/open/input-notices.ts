import type { ReadOptions, Schema } from '@ol/spec'
import { columnsText, type TableNotice } from '../table-report.js'
import type { Decompressed } from './decompress-input.js'

/** Returns the notices about an input next to its columns. */
export function inputNotices(
  { labels, positive, labelTexts }: Schema,
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
  const lone = known === undefined && labels === 'sign' && positive === null && labelTexts === null
  const namesOfLone = 'the classes are called -1 and 1, and a label 0 means -1'
  if (lone && (task === 'auto' || task === 'binary'))
    warnings.push({
      why: 'one-label',
      file,
      columns: [],
      text:
        task === 'binary'
          ? `the first labels are all the same: ${namesOfLone}`
          : `the first labels are all the same: -1, 0 or 1 alone is taken for one of two classes (--task regression where labels are numbers); ${namesOfLone}`,
    })
  return warnings
}
