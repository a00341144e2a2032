import type { CompressionCodec, Compressors, RowGroup } from 'hyparquet'
import { hasEndlessBlock } from '../../compression/zstd-weights.js'
import type { ChunkPlace } from './check-metadata.js'
import { checkData, levelBytes } from './check-pages.js'
import { checkSnappy } from './check-snappy.js'
import { type PageHeader, readPageHeader } from './page-header.js'

type Decompress = (bytes: Uint8Array, size: number) => Uint8Array

/** The largest number of bytes that a byte of each codec can become; a page may have `freeBytes` more. */
const mostRatio: Readonly<Record<string, number>> = {
  SNAPPY: 22,
  LZ4: 256,
  LZ4_RAW: 256,
  GZIP: 1032,
  ZSTD: 2 ** 15,
  BROTLI: 2 ** 16,
}
const freeBytes = 1 << 16

/**
 * Gives each compressed column chunk its own codec, and returns all their decompressors. The library passes a
 * decompressor only the bytes of a page; the name of the codec identifies the column.
 *
 * @param codecs the codecs of the packages that are loaded
 * @param snappy the one that the library has itself
 */
export function checkedCodecs(
  groups: readonly RowGroup[],
  chunks: readonly ChunkPlace[],
  codecs: Compressors,
  snappy: (bytes: Uint8Array, output: Uint8Array) => void,
): Compressors {
  const known: Readonly<Record<string, Decompress | undefined>> = { SNAPPY: decompressSnappy, ...codecs }
  const checked: Record<string, Decompress> = {}
  const starts = new Map(chunks.map((chunk) => [chunk.start, chunk]))
  function decompressSnappy(bytes: Uint8Array, size: number): Uint8Array {
    checkSnappy(bytes, size)
    const output = new Uint8Array(size)
    snappy(bytes, output)
    return output
  }
  const places = new WeakMap<ArrayBufferLike, PagePlaces>()
  for (const { columns } of groups)
    for (const { meta_data: data } of columns) {
      if (data === undefined || data.codec === 'UNCOMPRESSED') continue
      const codec = data.codec
      const decompress = known[codec]
      const chunk = starts.get(Number(data.dictionary_page_offset || data.data_page_offset))
      if (decompress === undefined || chunk === undefined) continue
      const name = `${codec} ${chunk.start}`
      data.codec = name as CompressionCodec
      checked[name] = (bytes, size) => {
        checkCompressed(codec, bytes, size)
        const { buffer, byteOffset } = bytes
        const pages = places.get(buffer) ?? new PagePlaces(new Uint8Array(buffer))
        places.set(buffer, pages)
        const header = pages.at(byteOffset)
        // a page with only missing values may be empty, which not every decompressor handles
        const page = size === 0 ? new Uint8Array(0) : decompress(bytes, size)
        // the library refuses another length
        if (page.length === size) checkData(page, header, chunk)
        return page
      }
    }
  return checked as Compressors
}

/** The headers of pages one after another, found by the place of the compressed bytes after each. */
class PagePlaces {
  readonly #bytes: Uint8Array
  #next = 0

  constructor(bytes: Uint8Array) {
    this.#bytes = bytes
  }

  at(place: number): PageHeader {
    while (this.#next < this.#bytes.length) {
      const cursor = { bytes: this.#bytes, at: this.#next }
      const header = readPageHeader(cursor)
      this.#next = cursor.at + header.bytes
      if (cursor.at + levelBytes(header) === place) return header
    }
    throw new Error('a page has no header')
  }
}

/** Checks for data for which a decompressor would allocate too much, or never end. */
function checkCompressed(codec: CompressionCodec, bytes: Uint8Array, size: number): void {
  const most = freeBytes + bytes.length * (mostRatio[codec] ?? mostRatio.BROTLI)
  if (size > most) throw new Error(`a page of ${bytes.length} bytes cannot become ${size} (${codec})`)
  if (codec === 'LZ4') checkHadoopLengths(bytes)
  if (codec === 'ZSTD' && hasEndlessBlock(bytes)) throw new Error('a code has no end (zstd)')
}

/** Checks the lengths that Hadoop writes before each block of LZ4: the decompressor goes back if one is negative. */
function checkHadoopLengths(bytes: Uint8Array): void {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 0; at + 8 < bytes.length; ) {
    const length = view.getInt32(at + 4)
    // it is a block without lengths, or corrupt: either is decompressed from the start
    if (length > bytes.length - at - 8) return
    if (length >= 0) at += 8 + length
    else if (view.getInt32(at) === 0) throw new Error('a block has a negative length (LZ4)')
    else return
  }
}
