import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { OLError } from '@ol/spec'
import type { DatasetEntry } from './dataset-entry.js'
import { find } from './find-dataset.js'

/** The facts about a file of a data set after reading it. */
export interface CheckedFile {
  readonly path: string
  /** `unknown`: it could be read, and no checksum is known */
  readonly state: 'right' | 'wrong' | 'corrupt' | 'unknown'
  /** SHA-256 of its decompressed content; absent if it is corrupt */
  readonly sha256?: string | undefined
  /** its expected checksum */
  readonly expected?: string | undefined
  /** lines of its content */
  readonly lines?: number | undefined
}

/** Reads the available files of a data set, complete or sample, and compares their checksums. */
export async function checkDataset(entry: DatasetEntry, folder: string): Promise<CheckedFile[]> {
  const found = find(entry, folder)
  if (found.state === 'missing') return []
  const sums = found.state === 'sample' ? [entry.sample?.sha256] : entry.files.map((file) => file.sha256)
  const paths =
    found.state === 'sample'
      ? [join(folder, entry.sample?.path ?? '')]
      : entry.files.map((file) => join(folder, file.path))
  return Promise.all(paths.map((path, k) => checkFile(path, sums[k])))
}

/** Compares a gzip file's content with a checksum. */
export async function checkFile(path: string, expected: string | undefined): Promise<CheckedFile> {
  const hash = createHash('sha256')
  let lines = 0
  try {
    await pipeline(createReadStream(path), createGunzip(), async (pieces) => {
      for await (const piece of pieces as AsyncIterable<Buffer>) {
        hash.update(piece)
        for (let p = piece.indexOf(10); p >= 0; p = piece.indexOf(10, p + 1)) lines++
      }
    })
  } catch (cause) {
    if (isSystemError(cause))
      throw new OLError('OL_FILE_UNREADABLE', `${path} cannot be read`, { value: path, cause })
    return { path, state: 'corrupt', expected }
  }
  const sha256 = hash.digest('hex')
  const state = expected === undefined ? 'unknown' : sha256 === expected ? 'right' : 'wrong'
  return { path, state, sha256, expected, lines }
}

function isSystemError(error: unknown): boolean {
  return error instanceof Error && 'syscall' in error
}
