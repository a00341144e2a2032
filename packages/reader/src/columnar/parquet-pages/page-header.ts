import { type Cursor, readStruct, type Struct } from './thrift.js'

/** The encodings of values that need checks, by their numbers in Parquet. */
export const encodings = {
  plain: 0,
  plainDictionary: 2,
  rle: 3,
  delta: 5,
  deltaLengths: 6,
  deltaStrings: 7,
  dictionary: 8,
  split: 9,
} as const

const kinds = ['data', 'index', 'dictionary', 'data2'] as const

/** The header of a page; numbers that are not of its kind are 0. */
export interface PageHeader {
  readonly kind: Exclude<(typeof kinds)[number], 'index'>
  readonly bytes: number
  /** bytes when they are decompressed, levels included */
  readonly size: number
  readonly values: number
  readonly encoding: number
  /** in version 2: */
  readonly nulls: number
  readonly rows: number
  readonly definitionBytes: number
  readonly repetitionBytes: number
  readonly compressed: boolean
}

const none: Struct = new Map()

/** Reads the header of a page; throws if one of its numbers is impossible. */
export function readPageHeader(cursor: Cursor): PageHeader {
  const header = readStruct(cursor)
  const number = (struct: Struct, field: number): number => {
    const value = struct.get(field)
    if (typeof value !== 'number' || value < 0)
      throw new Error(`the header of a page has no valid field ${field}`)
    return value
  }
  const inner = (field: number): Struct => {
    const struct = header.get(field)
    return typeof struct === 'object' ? struct : none
  }
  const kind = kinds[number(header, 1)]
  if (kind === undefined) throw new Error('a page is of no known kind')
  if (kind === 'index') throw new Error('a column has an index among its pages')
  const fields = inner({ data: 5, dictionary: 7, data2: 8 }[kind])
  const second = kind === 'data2'
  return {
    kind,
    size: number(header, 2),
    bytes: number(header, 3),
    values: number(fields, 1),
    encoding: number(fields, second ? 4 : 2),
    nulls: second ? number(fields, 2) : 0,
    rows: second ? number(fields, 3) : 0,
    definitionBytes: second ? number(fields, 5) : 0,
    repetitionBytes: second ? number(fields, 6) : 0,
    compressed: !second || fields.get(7) !== 0,
  }
}
