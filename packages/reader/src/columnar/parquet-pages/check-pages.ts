import type { ParquetType } from 'hyparquet'
import { checkDelta, readDelta } from './delta.js'
import { encodings, type PageHeader, readPageHeader } from './page-header.js'
import { checkRuns, countOf } from './runs.js'
import type { Cursor } from './thrift.js'

/** The part of a column chunk that its pages depend on. */
export interface ChunkFacts {
  readonly type: ParquetType | undefined
  readonly typeLength: number
  readonly definitionLevel: number
  readonly repetitionLevel: number
  /** whether it is neither in a struct nor repeated: the library stops once its values are complete */
  readonly flat: boolean
  /** the values of the chunk, missing ones included */
  readonly values: number
  readonly compressed: boolean
}

/** Strings that share prefixes decode to at most this many bytes, or as many for each byte of their page. */
const mostStringBytes = 2 ** 28
const mostStringRatio = 1024

/** Checks the uncompressed pages at the start of bytes, up to the last page that the library reads. */
export function checkPages(bytes: Uint8Array, facts: ChunkFacts): void {
  const cursor = { bytes, at: 0 }
  // the library takes a last byte for padding
  for (let seen = 0; cursor.at < bytes.length - 1 && !(facts.flat && seen >= facts.values); ) {
    const header = readPageHeader(cursor)
    const page = bytes.subarray(cursor.at, cursor.at + header.bytes)
    if (page.length < header.bytes) throw new Error('a page is longer than its column')
    cursor.at += header.bytes
    if (header.kind === 'dictionary') {
      if (!facts.compressed) checkData(page, header, facts)
      continue
    }
    seen += header.values
    if (seen > facts.values)
      throw new Error(`expected ${facts.values} values but the pages of a column have more`)
    if (header.kind === 'data2') checkLevels(page, header, facts)
    if (!facts.compressed || !header.compressed) checkData(page.subarray(levelBytes(header)), header, facts)
  }
}

/** Returns the bytes of the levels before the values of a page: in version 1 they are compressed with its values. */
export function levelBytes({ definitionBytes, repetitionBytes }: PageHeader): number {
  return definitionBytes + repetitionBytes
}

/** Checks the levels of a page of version 2, which are never compressed. */
function checkLevels(page: Uint8Array, header: PageHeader, facts: ChunkFacts): void {
  const { definitionLevel, repetitionLevel } = facts
  const { values, rows, nulls, repetitionBytes, definitionBytes } = header
  if (repetitionBytes + definitionBytes > Math.min(page.length, header.size))
    throw new Error('the levels of a page are longer than the page')
  if (nulls > values || (repetitionLevel === 0 && rows !== values))
    throw new Error(`a page of ${values} values has ${rows} rows and ${nulls} missing values`)
  if (repetitionLevel > 0) checkRuns({ bytes: page, at: 0 }, widthOf(repetitionLevel), values)
  if (definitionLevel > 0) checkRuns({ bytes: page, at: repetitionBytes }, widthOf(definitionLevel), values)
}

/** Checks the decompressed data of a page; in version 2 without its levels. */
export function checkData(data: Uint8Array, header: PageHeader, facts: ChunkFacts): void {
  const cursor = { bytes: data, at: 0 }
  if (header.kind === 'dictionary') {
    checkPlain(data.length, header.values, facts)
    return
  }
  let most = header.values - header.nulls
  let present = header.kind === 'data2' || facts.definitionLevel === 0 ? most : undefined
  if (header.kind === 'data') {
    if (facts.repetitionLevel > 0) skipLevels(cursor, facts.repetitionLevel, header.values)
    const levels = cursor.at + 4
    if (facts.definitionLevel > 0) skipLevels(cursor, facts.definitionLevel, header.values)
    if (header.encoding >= encodings.delta && header.encoding <= encodings.deltaStrings)
      present ??= countOf(
        { bytes: data, at: levels },
        widthOf(facts.definitionLevel),
        header.values,
        facts.definitionLevel,
      )
    most = present ?? most
  }
  checkValues(cursor, header, facts, most)
}

/** Checks the levels of a page of version 1, and reads past them. */
function skipLevels(cursor: Cursor, level: number, values: number): void {
  const { bytes, at } = cursor
  if (at + 4 > bytes.length) throw new Error('the levels of a page are longer than the page')
  const length = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(at, true)
  if (length > bytes.length - at - 4) throw new Error('the levels of a page are longer than the page')
  checkRuns({ bytes, at: at + 4 }, widthOf(level), values)
  cursor.at = at + 4 + length
}

/** Checks `count` values, or fewer if some are missing. */
function checkValues(cursor: Cursor, header: PageHeader, facts: ChunkFacts, count: number): void {
  const { bytes } = cursor
  const second = header.kind === 'data2'
  switch (header.encoding) {
    case encodings.rle:
    case encodings.plainDictionary:
    case encodings.dictionary: {
      if (facts.type === 'BOOLEAN' || (second && header.encoding === encodings.rle)) {
        checkRuns({ bytes, at: cursor.at + 4 }, 1, count)
        return
      }
      const width = bytes[cursor.at++]
      if (width === undefined || (width === 0 && !second)) return
      checkRuns(cursor, width, count)
      return
    }
    case encodings.delta:
      checkDelta(cursor, count, facts.type === 'INT32' ? 32 : 64)
      return
    case encodings.deltaLengths:
      checkDelta(cursor, count, 32)
      return
    case encodings.deltaStrings:
      checkPrefixes(readDelta(cursor, count), readDelta(cursor, count), bytes.length)
      return
    case encodings.split:
      if (facts.typeLength > bytes.length) throw new Error('a value is longer than its page')
  }
}

/** Checks that each string has the prefix that it shares with the one before, which the library allocates without a check. */
function checkPrefixes(prefixes: Int32Array, suffixes: Int32Array, pageBytes: number): void {
  const most = Math.max(mostStringBytes, mostStringRatio * pageBytes)
  let before = 0
  let sum = 0
  for (let i = 0; i < prefixes.length; i++) {
    if (prefixes[i] < 0 || prefixes[i] > before || suffixes[i] < 0 || suffixes[i] > pageBytes)
      throw new Error('a string shares more with the one before than that has')
    before = prefixes[i] + suffixes[i]
    sum += before
    if (sum > most) throw new Error(`the strings of a page of ${pageBytes} bytes have more than ${most}`)
  }
}

/** Checks that the values of a dictionary fit into its page, with at least a bit for each. */
function checkPlain(pageBytes: number, values: number, { type, typeLength }: ChunkFacts): void {
  const bits =
    type === 'BOOLEAN' ? 1 : type === 'FIXED_LEN_BYTE_ARRAY' ? 8 * typeLength : type === 'INT96' ? 96 : 32
  if (values * bits > 8 * pageBytes)
    throw new Error(`a dictionary of ${values} values is longer than its page`)
}

/** Returns the bits of a level. */
function widthOf(level: number): number {
  return 32 - Math.clz32(level)
}
