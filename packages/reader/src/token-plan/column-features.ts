import { checkSchemaShape, type Schema } from '@ol/spec'
import { tokenPlan } from './token-plan.js'

/** The feature of a column. */
export interface ColumnFeature {
  readonly index: number
  readonly upper: number
  readonly name: string
}

/** Returns the features of the columns of numbers, each one feature under the name of its column. */
export function columnFeatures(schema: Schema): readonly ColumnFeature[] {
  checkSchemaShape(schema)
  const { columns = [] } = schema
  const { columnHashes, columnUppers } = tokenPlan(schema, columns, 1, false)
  return columns.flatMap(({ name, role }, k) =>
    role === 'numeric' ? [{ index: columnHashes[k], upper: columnUppers[k], name }] : [],
  )
}
