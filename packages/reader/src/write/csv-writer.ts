import { hashText, namespaceHash } from '@ol/numerics'
import { type Batch, checkSchemaShape, OLError, type Schema, type SchemaColumn, valueText } from '@ol/spec'
import { features, formatNumber } from './batch-text.js'
import { indicatorOf } from './missing-numbers.js'

export interface CsvWriter {
  /** the names of the columns, as a line */
  readonly head: string
  rows(batch: Batch): string
}

/**
 * Writes examples of a table of numbers as CSV: its columns of numbers in their order, then weight, tag and label where
 * it has them. A missing number is an empty field, and so is its indicator. One that is absent becomes 0. Names that are numbers
 * alone would be read as a row: without a header in the table, a column that is no feature has its role as its name.
 *
 * @throws OLError OL_PARAMETER where only the hashes of features are known: of categories, words, products, other
 * formats
 */
export function csvWriter(schema: Schema): CsvWriter {
  checkSchemaShape(schema)
  const { columns, expand } = schema
  if (columns === undefined)
    throw new OLError('OL_PARAMETER', `CSV needs columns, which ${schema.format} text does not have`, {
      value: schema.format,
    })
  if (expand !== undefined)
    throw new OLError('OL_PARAMETER', 'CSV cannot express n-grams and interactions', {
      value: expand,
    })
  const hashed = columns.find(({ role }) => role === 'categorical' || role === 'text')
  if (hashed !== undefined)
    throw new OLError(
      'OL_PARAMETER',
      `expected columns of numbers but ${valueText(hashed.name)} is ${hashed.role}: ignore the column`,
      { value: hashed.name },
    )
  const space = namespaceHash(new Uint8Array(0), 0, 0, schema.hashSeed, schema.hash)
  const numeric = columns.filter(({ role }) => role === 'numeric')
  const places = new Map(numeric.map(({ name }, k) => [hashText(name, space, schema.hash), k]))
  if (places.size < numeric.length)
    throw new OLError('OL_PARAMETER', 'two columns have the same name, or names of the same hash', {
      value: numeric.map(({ name }) => name),
    })
  const indicators = new Set([...places.keys()].map((index) => indicatorOf(index)))
  const others = (['weight', 'tag', 'label'] as const).flatMap((role) =>
    columns.filter((column) => column.role === role),
  )
  const roles = others.map(({ name, role }) => (schema.header === false ? role : name))
  return {
    head: `${[...numeric.map(({ name }) => name), ...roles].map(field).join()}\n`,
    rows: (batch) => {
      let text = ''
      for (let e = 0; e < batch.size; e++) {
        const row = new Array<string>(numeric.length).fill('0')
        for (const [index, value] of features(batch, e, schema.constant)) {
          const place = places.get(index)
          if (place === undefined && indicators.has(index)) continue
          if (place === undefined)
            throw new OLError('OL_PARAMETER', `the feature ${index} is in no column`, { value: index })
          row[place] = Number.isNaN(value) ? '' : formatNumber(value)
        }
        text += `${[...row, ...others.map((column) => other(column, batch, e))].join()}\n`
      }
      return text
    },
  }
}

function other({ role }: SchemaColumn, batch: Batch, e: number): string {
  if (role === 'weight') return formatNumber(batch.weights?.[e] ?? 1)
  if (role === 'tag') return field(batch.tags?.[e] ?? '')
  const label = batch.labels[e]
  return Number.isNaN(label) ? '' : field(batch.classNames?.[label - 1] ?? formatNumber(label))
}

function field(text: string): string {
  return /^$|[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
