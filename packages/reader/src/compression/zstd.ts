import { corruptData } from '@ol/platform'
import { optional } from './optional.js'

/** fzstd's code for truncated input */
const endsEarly = 5

/**
 * Decompresses zstd, of any number of frames, where the platform has no decompressor. It does not verify checksums.
 */
export async function* decompressZstd(
  pieces: AsyncIterable<Uint8Array>,
  file: string | undefined,
): AsyncGenerator<Uint8Array> {
  const { Decompress } = await optional('fzstd', 'zstd', file, () => import('fzstd'))
  const unpacked: Uint8Array[] = []
  const unpack = new Decompress((bytes) => unpacked.push(bytes))
  let taken = 0
  const push = (piece: Uint8Array, last: boolean): readonly Uint8Array[] => {
    try {
      unpack.push(piece, last)
      return unpacked.splice(0)
    } catch (cause) {
      const { code, message } = cause as { code?: number; message?: string }
      throw corruptData('zstd', taken, code === endsEarly ? undefined : String(message ?? cause), file, cause)
    }
  }
  for await (const piece of pieces) {
    taken += piece.length
    yield* push(piece, false)
  }
  yield* push(new Uint8Array(0), true)
}
