import { type Duplex, Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import * as zlib from 'node:zlib'
import type { StreamCompression } from '../contract.js'
import { corruptData } from '../corrupt.js'

const pieceBytes = 1 << 18

/** The maximum of compressed bytes that wait for a decompressor, except for the last piece: they may hold much text. */
const waitingBytes = 1 << 14

function decompressor(compression: StreamCompression): Duplex & { readonly bytesWritten: number } {
  const options = { chunkSize: pieceBytes, writableHighWaterMark: waitingBytes }
  return compression === 'brotli' ? zlib.createBrotliDecompress(options) : zlib.createGunzip(options)
}

const afterPadding = 'there are bytes after its end and zeros'
/** zeros that may belong to the last member: its checksum and its size end with them, too */
const trailerZeros = 64

/**
 * Delays the last nonzero byte of gzip data and the zeros after it: these are the padding of tapes and of tar, which
 * zlib accepts only together with the end of the last member.
 */
class Unpadded {
  /** the number of bytes passed on, up to the last nonzero byte */
  given = 0
  readonly #pieces: AsyncIterable<Uint8Array>

  constructor(pieces: AsyncIterable<Uint8Array>) {
    this.#pieces = pieces
  }

  async *pieces(): AsyncGenerator<Uint8Array> {
    let last: number | undefined
    let zeros = 0
    for await (const piece of this.#pieces) {
      let end = piece.length
      while (end > 0 && piece[end - 1] === 0) end--
      if (end === 0) {
        zeros += piece.length
        continue
      }
      const head = last === undefined ? zeros : zeros + 1
      for (; zeros > pieceBytes; zeros -= pieceBytes) {
        const some = new Uint8Array(pieceBytes)
        if (last !== undefined) some[0] = last
        last = last === undefined ? undefined : 0
        yield some
      }
      const rest = new Uint8Array((last === undefined ? 0 : 1) + zeros + end - 1)
      if (last !== undefined) rest[0] = last
      rest.set(piece.subarray(0, end - 1), rest.length - end + 1)
      this.given += head + end - 1
      if (rest.length > 0) yield rest
      last = piece[end - 1]
      zeros = piece.length - end
    }
    if (last === undefined) return
    this.given++
    const end = new Uint8Array(1 + Math.min(zeros, trailerZeros))
    end[0] = last
    yield end
  }
}

/** Decompresses gzip, of any number of members, and brotli. */
export async function* decompress(
  pieces: AsyncIterable<Uint8Array>,
  compression: StreamCompression,
  file: string | undefined,
): AsyncGenerator<Uint8Array> {
  const stream = decompressor(compression)
  let taken = 0
  let sourceError: unknown
  async function* counted(): AsyncGenerator<Uint8Array> {
    try {
      for await (const piece of pieces) {
        taken += piece.length
        yield piece
      }
    } catch (error) {
      sourceError = error
      throw error
    }
  }
  const unpadded = compression === 'gzip' ? new Unpadded(counted()) : undefined
  const source = unpadded === undefined ? counted() : unpadded.pieces()
  const done = pipeline(Readable.from(source, { objectMode: true }), stream)
  // awaited below; until then a failure must not count as unhandled
  done.catch(() => undefined)
  try {
    for await (const piece of stream) yield piece as Buffer
    await done
    // zlib stops at a zero after a member, without an error for the bytes that follow
    if (unpadded !== undefined && stream.bytesWritten < unpadded.given) throw new Error(afterPadding)
  } catch (cause) {
    if (sourceError !== undefined) throw sourceError
    const { code } = cause as NodeJS.ErrnoException
    const early = code === 'ERR_STREAM_PREMATURE_CLOSE' || code === 'ABORT_ERR'
    const message = early ? afterPadding : (cause as Error).message
    const truncated = code === 'Z_BUF_ERROR' || /unexpected end/i.test(message)
    throw corruptData(compression, taken, truncated ? undefined : message, file, cause)
  } finally {
    stream.destroy()
  }
}
