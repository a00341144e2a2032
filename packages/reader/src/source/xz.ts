import { OLError } from '@ol/spec'
import { damaged } from './damaged.js'
import { optional } from './optional.js'
import { toWeb } from './web.js'

/** Unpacks xz, of any number of streams; their checksums are checked. */
export async function* unpackXz(
  pieces: AsyncIterable<Uint8Array>,
  file: string | undefined,
): AsyncGenerator<Uint8Array> {
  const { XzReadableStream } = await optional('xz-decompress', 'xz', file, async () => {
    const found = await import('xz-decompress')
    // a bundle that names its exports at run time only
    return 'default' in found ? (found.default as typeof found) : found
  })
  const watched = toWeb(pieces)
  const reader = new XzReadableStream(watched.stream).getReader()
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) return
      yield value
    }
  } catch (cause) {
    if (watched.failure !== undefined) throw watched.failure.error
    const message = cause instanceof Error ? cause.message : String(cause)
    const code = / code (\d+)$/.exec(message)?.[1]
    if (code === '6')
      throw new OLError(
        'OL_INPUT_BINARY',
        'the xz data has a filter or a checksum that is not read: LZMA2 alone is, with CRC32, CRC64 or none',
        { ...(file === undefined ? {} : { file }), value: 'xz' },
      )
    throw damaged('xz', watched.taken, code === '8' ? undefined : message, file, cause)
  } finally {
    await reader.cancel().catch(() => undefined)
  }
}
