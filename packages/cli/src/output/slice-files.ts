import { readFile } from 'node:fs/promises'
import type { Verdict } from '@ol/core/internal'
import { writeAtomic } from '@ol/platform'
import { OLError } from '@ol/spec'
import { outputError } from '../exit.js'

/** Writes a file at once. */
export async function saveBytes(path: string, bytes: Uint8Array): Promise<void> {
  const pieces = (function* () {
    yield bytes
    return { offset: 0, bytes: bytes.subarray(0, 0) }
  })()
  try {
    await writeAtomic(path, pieces)
  } catch (error) {
    throw outputError(path, error)
  }
}

/** Reads a verdict of `ol-cli jury`. */
export async function readVerdict(path: string): Promise<Verdict> {
  let verdict: Partial<Verdict> | null
  try {
    verdict = JSON.parse(await readFile(path, 'utf8')) as Partial<Verdict> | null
  } catch (cause) {
    const text = `expected a verdict of ol-cli jury but ${path} is none`
    throw new OLError('OL_FILE_UNREADABLE', text, { file: path, cause })
  }
  const { examples, weight, lossSum, evidence } = verdict ?? {}
  if (
    typeof examples === 'number' &&
    typeof weight === 'number' &&
    typeof lossSum === 'number' &&
    typeof evidence === 'object'
  )
    return { examples, weight, lossSum, evidence }
  throw new OLError('OL_FILE_UNREADABLE', `expected a verdict of ol-cli jury but ${path} is none`, {
    file: path,
  })
}
