import { corruptData } from '@ol/platform'
import { optional } from './optional.js'

/** A compressed block has at most this many bytes per 100,000 of its size, plus a constant. */
const levelBytes = 100_000
const moreBytes = 25_000

/** Decompresses bzip2, of any number of streams, a block at a time, and verifies the checksums. */
export async function* decompressBzip2(
  pieces: AsyncIterable<Uint8Array>,
  file: string | undefined,
): AsyncGenerator<Uint8Array> {
  const [{ default: bzip2 }, { default: bitsOf }] = await Promise.all([
    optional<typeof import('unbzip2-stream/lib/bzip2.js')>('unbzip2-stream/lib/bzip2.js', 'bzip2', file),
    optional<typeof import('unbzip2-stream/lib/bit_iterator.js')>(
      'unbzip2-stream/lib/bit_iterator.js',
      'bzip2',
      file,
    ),
  ])
  const queue: Uint8Array[] = []
  let taken = 0
  let early = false
  const iterator = pieces[Symbol.asyncIterator]()
  let ended = false
  const take = async (): Promise<void> => {
    const { done, value } = await iterator.next()
    if (done === true) ended = true
    else if (value.length > 0) {
      queue.push(value)
      taken += value.length
    }
  }
  try {
    while (!ended && taken === 0) await take()
    const bits = bitsOf(() => {
      const piece = queue.shift()
      if (piece === undefined) early = true
      return piece
    })
    // 0: the header of a stream is next
    let level = 0
    let checksum = 0
    let buffer = new Int32Array(0)
    for (;;) {
      while (!ended && taken - bits.bytesRead < levelBytes * level + moreBytes) await take()
      if (level === 0 && taken === bits.bytesRead) return
      const block = new Block()
      try {
        if (level === 0) {
          level = bzip2.header(bits)
          checksum = 0
          if (buffer.length !== levelBytes * level) buffer = new Int32Array(levelBytes * level)
          continue
        }
        const next = bzip2.decompress(bits, block.put, buffer, buffer.length, checksum)
        if (next === null) level = 0
        else checksum = next
      } catch (cause) {
        const reason = cause instanceof Error ? cause.message : String(cause)
        throw corruptData('bzip2', taken, early ? undefined : reason, file, cause)
      }
      yield* block.take()
    }
  } finally {
    await iterator.return?.()
  }
}

const pieceBytes = 1 << 16

/** Collects single bytes in pieces: a block of 900,000 bytes may decompress to 46 million. */
class Block {
  readonly #pieces: Uint8Array[] = []
  #piece = new Uint8Array(0)
  #length = 0

  readonly put = (byte: number): void => {
    if (this.#length === this.#piece.length) {
      this.#piece = new Uint8Array(pieceBytes)
      this.#pieces.push(this.#piece)
      this.#length = 0
    }
    this.#piece[this.#length++] = byte
  };

  /** Yields the pieces and releases each. */
  *take(): Generator<Uint8Array> {
    for (let piece = this.#pieces.shift(); piece !== undefined; piece = this.#pieces.shift())
      yield this.#pieces.length > 0 ? piece : piece.subarray(0, this.#length)
  }
}
