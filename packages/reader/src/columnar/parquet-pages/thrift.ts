/**
 * Just enough of Thrift's compact protocol to check the structs of a Parquet file before the library reads them. The
 * library allocates as many elements as a list claims, and its time is quadratic in the length of a varint.
 */

const kinds = {
  true: 1,
  false: 2,
  byte: 3,
  i16: 4,
  i32: 5,
  i64: 6,
  double: 7,
  binary: 8,
  list: 9,
  struct: 12,
} as const

/** Structs within structs: Parquet's are nested less than ten deep. */
const mostDepth = 64
const mostField = 1 << 15

/** A place in bytes that moves as they are read. */
export interface Cursor {
  readonly bytes: Uint8Array
  at: number
}

/** Integers and structs of a struct by the number of their field; other fields are checked and left out. */
export type Struct = ReadonlyMap<number, number | Struct>

/** Reads a byte. */
export function byteAt(cursor: Cursor): number {
  if (cursor.at >= cursor.bytes.length) throw new Error('the data ends within a number or a struct')
  return cursor.bytes[cursor.at++]
}

/** Reads an unsigned number of 32 bits. */
export function varint32(cursor: Cursor): number {
  let value = 0
  for (let scale = 1; scale <= 2 ** 28; scale *= 128) {
    const byte = byteAt(cursor)
    value += (byte & 127) * scale
    if (byte >= 128) continue
    if (value >= 2 ** 32) break
    return value
  }
  throw new Error('a number has more than 32 bits')
}

/** Reads past a number of 64 bits. */
export function skipVarint64(cursor: Cursor): void {
  for (let k = 0; k < 10; k++) if (byteAt(cursor) < 128) return
  throw new Error('a number has more than 64 bits')
}

function zigzag(value: number): number {
  return value % 2 === 0 ? value / 2 : -(value + 1) / 2
}

/** Reads a struct; throws if it does not end, or claims more than its bytes can contain. */
export function readStruct(cursor: Cursor, depth = 0): Struct {
  if (depth > mostDepth) throw new Error('structs are nested too deeply')
  const fields = new Map<number, number | Struct>()
  for (let field = 0; ; ) {
    const byte = byteAt(cursor)
    const kind = byte & 15
    if (kind === 0) return fields
    field = byte >> 4 === 0 ? zigzag(varint32(cursor)) : field + (byte >> 4)
    if (field < 0 || field >= mostField) throw new Error(`a struct has a field ${field}`)
    const value = readValue(cursor, kind, depth)
    if (value !== undefined) fields.set(field, value)
  }
}

function readValue(cursor: Cursor, kind: number, depth: number): number | Struct | undefined {
  switch (kind) {
    case kinds.true:
    case kinds.false:
      return kind === kinds.true ? 1 : 0
    case kinds.byte:
      return byteAt(cursor)
    case kinds.i16:
    case kinds.i32:
      return zigzag(varint32(cursor))
    case kinds.i64:
      skipVarint64(cursor)
      return undefined
    case kinds.double:
      skip(cursor, 8)
      return undefined
    case kinds.binary:
      skip(cursor, varint32(cursor))
      return undefined
    case kinds.list:
      skipList(cursor, depth)
      return undefined
    case kinds.struct:
      return readStruct(cursor, depth + 1)
    default:
      throw new Error(`a field has the unknown type ${kind}`)
  }
}

function skip(cursor: Cursor, length: number): void {
  if (length > cursor.bytes.length - cursor.at) throw new Error('a field is longer than what holds it')
  cursor.at += length
}

function skipList(cursor: Cursor, depth: number): void {
  if (depth >= mostDepth) throw new Error('lists are nested too deeply')
  const head = byteAt(cursor)
  const length = head >> 4 === 15 ? varint32(cursor) : head >> 4
  // an element takes at least a byte
  if (length > cursor.bytes.length - cursor.at)
    throw new Error(`a list of ${length} elements is longer than what holds it`)
  const kind = head & 15
  const element = kind === kinds.true || kind === kinds.false ? kinds.byte : kind
  for (let i = 0; i < length; i++) readValue(cursor, element, depth + 1)
}
