import { corruptData, fromWeb, toWeb } from '@ol/platform'
import { OLError } from '@ol/spec'
import { optional } from './optional.js'

/** Unpacks xz, of any number of streams; their checksums are checked. */
export async function* decompressXz(
  pieces: AsyncIterable<Uint8Array>,
  file: string | undefined,
): AsyncGenerator<Uint8Array> {
  const { XzReadableStream } = await optional('xz-decompress', 'xz', file, async () => {
    const found = await import('xz-decompress')
    // a bundle that names its exports at run time only
    return 'default' in found ? (found.default as typeof found) : found
  })
  const watched = toWeb(pieces)
  yield* fromWeb(new XzReadableStream(watched.stream), watched, (cause) => {
    const message = cause instanceof Error ? cause.message : String(cause)
    const code = / code (\d+)$/.exec(message)?.[1]
    if (code === '6')
      return new OLError(
        'OL_INPUT_BINARY',
        'the xz data has a filter or a checksum that is not read: LZMA2 alone is, with CRC32, CRC64 or none',
        { ...(file === undefined ? {} : { file }), value: 'xz' },
      )
    return corruptData('xz', watched.taken, code === '8' ? undefined : message, file, cause)
  })
}
