import type { ColumnReading } from '@ol/fallback'
import { isColumn, isPlainObject, type JsonValue, type SchemaColumn } from '@ol/spec'

/** How a table was read: the part of a model's schema that determines the features of its cells. */
export interface TableInput extends Omit<ColumnReading, 'hash' | 'hashSeed' | 'missingAs'> {
  readonly columns: readonly SchemaColumn[]
}

/** Returns how a model's table was read; undefined: its input was not a table, or is not known. */
export function tableInput(input: JsonValue | undefined): TableInput | undefined {
  if (!isPlainObject(input) || input.format !== 'csv') return undefined
  const { columns, missing, decimal, dates, words, charNgrams, expand } = input
  if (!Array.isArray(columns) || !columns.every(isColumn)) return undefined
  const interactions = isPlainObject(expand) ? expand.interactions : undefined
  return {
    columns,
    ...(areStrings(missing) ? { missing } : {}),
    ...(decimal === ',' ? { decimal } : {}),
    ...(dates === 'number' || dates === 'off' ? { dates } : {}),
    ...(words === 'prose' ? { words } : {}),
    ...(typeof charNgrams === 'number' ? { charNgrams } : {}),
    ...(Array.isArray(interactions) ? { expand: { interactions: interactions.filter(isInteraction) } } : {}),
  } as TableInput
}

function areStrings(value: unknown): value is readonly string[] {
  return Array.isArray(value) && value.every((one) => typeof one === 'string')
}

function isInteraction(value: unknown): boolean {
  return typeof value === 'string' || areStrings(value)
}
