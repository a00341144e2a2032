import type { Schema } from '@ol/spec'
import { tokenPlan } from './token-plan.js'

/** The feature of a column. */
export interface ColumnFeature {
  readonly index: number
  readonly upper: number
  readonly name: string
}

/** Returns the features of the columns of numbers, each one feature under the name of its column. */
export function columnFeatures(schema: Schema): readonly ColumnFeature[] {
  const { columns = [] } = schema
  const { columnHashes, columnUppers } = tokenPlan(schema, columns, 1, false)
  return columns.flatMap(({ name, role }, k) =>
    role === 'numeric' ? [{ index: columnHashes[k], upper: columnUppers[k], name }] : [],
  )
}

/** Returns the categorical column whose value a feature is, by its name: `month` of `month=jan`. */
export function categoryOf({ columns = [] }: Schema, name: string): string | undefined {
  const own = columns.filter((column) => column.role === 'categorical' && name.startsWith(`${column.name}=`))
  // of columns `a` and `a=b` the longer one
  return own.reduce<string | undefined>(
    (longest, column) => (column.name.length > (longest?.length ?? -1) ? column.name : longest),
    undefined,
  )
}
