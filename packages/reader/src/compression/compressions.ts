import { decompress } from '@ol/platform'
import type { Compression } from '@ol/spec'
import { decompressBzip2 } from './bzip2.js'
import { decompressXz } from './xz.js'
import { decompressZstd } from './zstd.js'

/** Returns the function that decompresses bytes. */
export function decompressor(
  compression: Exclude<Compression, 'none'>,
  bytes: AsyncGenerator<Uint8Array>,
  file: string | undefined,
): AsyncIterable<Uint8Array> {
  if (compression === 'bzip2') return decompressBzip2(bytes, file)
  if (compression === 'xz') return decompressXz(bytes, file)
  if (compression === 'zstd') return decompressZstd(bytes, file)
  return decompress(bytes, compression, file)
}

const magics: readonly (readonly [Compression, readonly number[]])[] = [
  ['gzip', [0x1f, 0x8b]],
  ['zstd', [0x28, 0xb5, 0x2f, 0xfd]],
  ['xz', [0xfd, 0x37, 0x7a, 0x58, 0x5a, 0x00]],
]

/** Returns the compression that the first bytes or the file name indicate; undefined: none. */
export function compressionOf(head: Uint8Array, file: string | undefined): Compression | undefined {
  // an input may end within its magic number: compare the part that is there
  for (const [name, magic] of magics)
    if (head.length > 0 && magic.every((byte, i) => head[i] === byte || (i > 0 && i >= head.length)))
      return name
  if (isSkippableFrame(head)) return 'zstd'
  if (isBzip2(head, file?.endsWith('.bz2') === true)) return 'bzip2'
  return file?.endsWith('.br') === true ? 'brotli' : undefined
}

/** Returns whether bytes start with a frame that zstd skips: pzstd writes one with the size of the next frame. */
function isSkippableFrame(head: Uint8Array): boolean {
  return head[0] >>> 4 === 5 && [0x2a, 0x4d, 0x18].every((byte, i) => head[i + 1] === byte)
}

/**
 * Returns whether bytes are bzip2. Text could start with `BZh`; bzip2 continues with a digit and the digits of pi, or
 * of its square root where it is empty.
 */
function isBzip2(head: Uint8Array, named: boolean): boolean {
  const start = [0x42, 0x5a, 0x68].every(
    (byte, i) => head[i] === byte || (named && i > 0 && i >= head.length),
  )
  if (!start || head.length === 0) return false
  const digit = head.length > 3 ? head[3] >= 0x31 && head[3] <= 0x39 : named
  const rest = (a: number, b: number) =>
    (head.length < 5 || head[4] === a) && (head.length < 6 || head[5] === b)
  return digit && (rest(0x31, 0x41) || rest(0x17, 0x72))
}
