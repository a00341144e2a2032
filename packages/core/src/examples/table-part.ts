import { OLError, type SchemaColumn, type Tokens } from '@ol/spec'
import type { Features, FeatureValue } from './features.js'
import type { Hashing } from './name-hasher.js'
import { type TableInput, tableInput } from './table-input.js'

/** A column of the table that a model learned from. */
export interface TableColumn extends SchemaColumn {
  readonly place: number
  /** the namespace of its features: see `Batch.groups` */
  readonly group: number
}

/** A member of an object. `column`: its column; undefined: it is not a column. */
export interface Member {
  readonly name: string
  readonly value: FeatureValue
  readonly column: TableColumn | undefined
}

/** Reads members of objects as cells of a table: see `TableCells`. */
export interface RowReader {
  membersOf(features: Features): readonly Member[]
  isPlain(column: TableColumn, value: number): boolean
  read(column: TableColumn, value: unknown, named: boolean): number
  readonly features: Pick<Tokens, 'indices' | 'upper' | 'values'>
  nameOf(column: TableColumn, feature: number): string
}

/** Reads rows of tables; undefined: not loaded. A page with only new models, which have no input, does not load it. */
export const tablePart: { cellsOf: ((hashing: Hashing, input: TableInput) => RowReader) | undefined } = {
  cellsOf: undefined,
}

/** Returns the reader of cells for a model; undefined: it did not learn from a table. Throws OL_PART if the reader is not loaded. */
export function tableCells(hashing: Hashing): RowReader | undefined {
  const input = tableInput(hashing.input)
  if (input === undefined) return undefined
  if (tablePart.cellsOf !== undefined) return tablePart.cellsOf(hashing, input)
  throw new OLError(
    'OL_PART',
    'a lean learner reads rows of a table only if the page has fromBytes or @ol/core: import one of them',
    { value: 'input' },
  )
}
