import { corruptData, fromWeb, toWeb } from '@ol/platform'
import { OLError } from '@ol/spec'
import { optional } from './optional.js'

/** Decompresses xz, of any number of streams, and verifies the checksums. */
export async function* decompressXz(
  pieces: AsyncIterable<Uint8Array>,
  file: string | undefined,
): AsyncGenerator<Uint8Array> {
  const found = await optional<typeof import('xz-decompress')>('xz-decompress', 'xz', file)
  // a CommonJS bundle, whose exports are known only at run time
  const { XzReadableStream } = 'default' in found ? (found.default as typeof found) : found
  const watched = toWeb(pieces)
  yield* fromWeb(new XzReadableStream(watched.stream), watched, (cause) => {
    const message = cause instanceof Error ? cause.message : String(cause)
    const code = / code (\d+)$/.exec(message)?.[1]
    if (code === '6')
      return new OLError(
        'OL_INPUT_BINARY',
        'expected xz data with the LZMA2 filter and CRC32, CRC64 or no checksum but received another filter or checksum: decompress it first',
        { ...(file === undefined ? {} : { file }), value: 'xz' },
      )
    return corruptData('xz', watched.taken, code === '8' ? undefined : message, file, cause)
  })
}
