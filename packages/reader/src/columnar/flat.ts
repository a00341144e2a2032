/**
 * Just enough of FlatBuffers to check the lengths in a message of Arrow IPC before the library allocates memory for
 * them. Each function throws where a length cannot be: a RangeError past the end, an Error otherwise.
 */

/** Returns the place of the root table of a buffer. */
export function rootOf(view: DataView): number {
  return view.getUint32(0, true)
}

/** Returns the place of field `k` of the table at `table`; -1: it is absent. */
export function fieldOf(view: DataView, table: number, k: number): number {
  const entries = table - view.getInt32(table, true)
  if (4 + 2 * k >= view.getUint16(entries, true)) return -1
  const offset = view.getUint16(entries + 4 + 2 * k, true)
  return offset === 0 ? -1 : table + offset
}

/** Returns the place that field `k` points to; -1: it is absent. */
export function targetOf(view: DataView, table: number, k: number): number {
  const at = fieldOf(view, table, k)
  return at < 0 ? -1 : at + view.getUint32(at, true)
}

/** Returns start and length of the vector in field `k`, with elements of `size` bytes. */
function vectorOf(
  view: DataView,
  table: number,
  k: number,
  width: number,
): { start: number; length: number } {
  const at = targetOf(view, table, k)
  if (at < 0) return { start: 0, length: 0 }
  const length = view.getUint32(at, true)
  if (length * width > view.byteLength)
    throw new Error(`a vector of ${length} entries is longer than its message`)
  return { start: at + 4, length }
}

const decoder = new TextDecoder()

/** Returns the keys of the pairs of strings in field `k` of the table at `table`. */
export function keysOf(view: DataView, table: number, k: number): readonly string[] {
  const { start, length } = vectorOf(view, table, k, 4)
  return Array.from({ length }, (_, i) => {
    const at = start + 4 * i
    const key = targetOf(view, at + view.getUint32(at, true), 0)
    if (key < 0) return ''
    const end = key + 4 + view.getUint32(key, true)
    return decoder.decode(
      new Uint8Array(view.buffer).subarray(view.byteOffset + key + 4, view.byteOffset + end),
    )
  })
}

/** Checks that the columns of the schema at `table` fit into it. */
export function checkSchema(view: DataView, table: number): void {
  let left = view.byteLength >> 2
  const checkFields = (parent: number, k: number): void => {
    const { start, length } = vectorOf(view, parent, k, 4)
    for (let i = 0; i < length; i++) {
      if (--left < 0) throw new Error('a schema has more columns than its message has room for')
      const at = start + 4 * i
      const child = at + view.getUint32(at, true)
      checkFields(child, 5)
      vectorOf(view, child, 6, 4)
    }
  }
  checkFields(table, 1)
  vectorOf(view, table, 2, 4)
}

/** Rows that a batch may always have: columns of nulls have no bytes. */
const mostRows = 2 ** 20
/** A byte of compressed data becomes at most this many, by the number of its codec: LZ4, zstd. */
const mostRatio = [256, 2 ** 15]
/** Bytes by which a decompressed buffer may exceed that. */
const freeBytes = 1 << 16

/** Checks that the records at `table` fit into a body, with at least a bit for each value. */
export function checkRecords(view: DataView, table: number, body: Uint8Array): void {
  const bytes = targetOf(view, table, 3) >= 0 ? decompressedBytes(view, table, body) : body.length
  const most = Math.max(8 * bytes, mostRows)
  const check = (at: number): void => {
    const length = at < 0 ? 0n : view.getBigInt64(at, true)
    if (length < 0n || length > BigInt(most)) throw new Error(`${length} rows do not fit into ${bytes} bytes`)
  }
  check(fieldOf(view, table, 0))
  const nodes = vectorOf(view, table, 1, 16)
  for (let i = 0; i < nodes.length; i++) check(nodes.start + 16 * i)
  const buffers = vectorOf(view, table, 2, 16)
  const variadic = vectorOf(view, table, 4, 8)
  for (let i = 0; i < variadic.length; i++)
    if (view.getBigUint64(variadic.start + 8 * i, true) > BigInt(buffers.length))
      throw new Error('a column has more buffers than its message')
}

/** Returns how many bytes the compressed buffers of records become. */
function decompressedBytes(view: DataView, table: number, body: Uint8Array): number {
  const codec = fieldOf(view, targetOf(view, table, 3), 0)
  const ratio = mostRatio[codec < 0 ? 0 : view.getUint8(codec)]
  if (ratio === undefined) throw new Error('the buffers of a message are compressed in an unknown way')
  const data = new DataView(body.buffer, body.byteOffset, body.byteLength)
  const buffers = vectorOf(view, table, 2, 16)
  let sum = 0
  for (let i = 0; i < buffers.length; i++) {
    const at = Number(view.getBigInt64(buffers.start + 16 * i, true))
    const length = Number(view.getBigInt64(buffers.start + 16 * i + 8, true))
    if (length === 0) continue
    if (!(at >= 0 && length >= 8 && at + length <= body.length))
      throw new Error('a buffer lies outside its message')
    // each begins with its size; -1: it is not compressed
    const size = Number(data.getBigInt64(at, true))
    if (size > ratio * length + freeBytes) throw new Error(`${length} bytes cannot become ${size}`)
    sum += size < 0 ? length : size
  }
  return sum
}
