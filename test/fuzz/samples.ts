import { spawnSync } from 'node:child_process'
import * as zlib from 'node:zlib'

/** A text, compressed in every way that this machine has a program for. */
export function compressionSamples(text: string): Record<string, Uint8Array> {
  const bytes = Buffer.from(text)
  const half = bytes.length >> 1
  const samples: Record<string, Uint8Array> = {
    gzip: zlib.gzipSync(bytes),
    'gzip in members': Buffer.concat([
      zlib.gzipSync(bytes.subarray(0, half)),
      zlib.gzipSync(bytes.subarray(half)),
    ]),
  }
  for (const program of ['zstd', 'bzip2', 'xz']) {
    const { status, stdout } = spawnSync(program, ['-c'], { input: bytes })
    if (status === 0) samples[program] = new Uint8Array(stdout)
  }
  return samples
}
