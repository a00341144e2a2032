import type { AsyncBuffer, OffsetIndex } from 'hyparquet'
import type { ChunkPlace } from './check-metadata.js'
import { checkPages } from './check-pages.js'
import { readStruct } from './thrift.js'

type ReadIndex = (reader: { view: DataView; offset: number }) => OffsetIndex

/**
 * A Parquet file whose pages are checked when the library reads them: it decodes a slice only after it has it. Pages that
 * are compressed are checked by their decompressor.
 */
export class CheckedInput implements AsyncBuffer {
  readonly byteLength: number
  readonly #input: AsyncBuffer
  readonly #chunks: readonly ChunkPlace[]
  /** the chunks by the bytes of their tables of pages: a slice is requested each of them */
  readonly #indexed: ReadonlyMap<string, ChunkPlace>
  readonly #readIndex: ReadIndex

  /** @param chunks in the order of their places */
  constructor(input: AsyncBuffer, chunks: readonly ChunkPlace[], readIndex: ReadIndex) {
    this.byteLength = input.byteLength
    this.#input = input
    this.#chunks = chunks
    // the first of two chunks that share a table wins
    this.#indexed = new Map(
      chunks.toReversed().flatMap((chunk) => (chunk.index ? [[placeOf(chunk.index), chunk]] : [])),
    )
    this.#readIndex = readIndex
  }

  /**
   * Returns the bytes [start, end).
   *
   * @throws Error where a page in them cannot be decoded in bounded time
   */
  slice(start: number, end: number = this.byteLength): Promise<ArrayBuffer> {
    const bytes = this.#checked(start, end)
    // the library may read ahead and never await the result if another column fails first
    bytes.catch(() => undefined)
    return bytes
  }

  async #checked(start: number, end: number): Promise<ArrayBuffer> {
    if (!(start >= 0 && end >= start && end <= this.byteLength))
      throw new Error(`expected bytes within ${this.byteLength} but its places are ${start} to ${end}`)
    const buffer = await this.#input.slice(start, end)
    const index = this.#indexed.get(placeOf({ start, end }))
    if (index !== undefined) this.#checkIndex(buffer, index)
    else this.#checkChunks(new Uint8Array(buffer), start)
    return buffer
  }

  #checkChunks(bytes: Uint8Array, start: number): void {
    const end = start + bytes.length
    const chunks = this.#chunks
    let first = 0
    for (let to = chunks.length; first < to; ) {
      const middle = (first + to) >> 1
      if (chunks[middle].start < start) first = middle + 1
      else to = middle
    }
    // pages within a chunk, which the table of its pages has found
    const within = chunks[first - 1]
    if (within !== undefined && chunks[first]?.start !== start && within.end > start)
      checkPages(bytes.subarray(0, within.end - start), within)
    for (let k = first; k < chunks.length && chunks[k].start < end; k++)
      checkPages(bytes.subarray(chunks[k].start - start, chunks[k].end - start), chunks[k])
  }

  /** Checks that the pages of an index follow one another within their chunk. */
  #checkIndex(buffer: ArrayBuffer, { start, end, rows }: ChunkPlace): void {
    readStruct({ bytes: new Uint8Array(buffer), at: 0 })
    const pages = this.#readIndex({ view: new DataView(buffer), offset: 0 }).page_locations
    if (pages.length === 0) throw new Error('the index of the pages of a column is empty')
    let place = start
    let row = 0
    for (const { offset, compressed_page_size: bytes, first_row_index: first } of pages) {
      const at = Number(offset)
      if (!(at >= place && bytes >= 0 && at + bytes <= end && first >= row && first <= rows))
        throw new Error('the index of the pages of a column does not fit the column')
      place = at + bytes
      row = Number(first)
    }
  }
}

function placeOf({ start, end }: { readonly start: number; readonly end: number }): string {
  return `${start} ${end}`
}
