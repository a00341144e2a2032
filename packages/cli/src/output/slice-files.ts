import { readFile } from 'node:fs/promises'
import type { HoldoutResult } from '@ol/core/internal'
import { writeWhole } from '@ol/platform'
import { OLError } from '@ol/spec'
import { outputError } from '../exit.js'

/** Writes a file at once. */
export async function saveBytes(path: string, bytes: Uint8Array): Promise<void> {
  try {
    await writeWhole(path, bytes)
  } catch (error) {
    throw outputError(path, error)
  }
}

/** Reads a result of `ol-cli holdout`. */
export async function readHoldoutResult(path: string): Promise<HoldoutResult> {
  const text = `expected a result of ol-cli holdout but ${path} is none`
  let result: Partial<HoldoutResult> | null
  try {
    result = JSON.parse(await readFile(path, 'utf8')) as Partial<HoldoutResult> | null
  } catch (cause) {
    throw new OLError('OL_FILE_UNREADABLE', text, { file: path, cause })
  }
  const { model, examples, weight, lossSum, evidence } = result ?? {}
  if (
    typeof model === 'string' &&
    typeof examples === 'number' &&
    typeof weight === 'number' &&
    typeof lossSum === 'number' &&
    typeof evidence === 'object'
  )
    return { model, examples, weight, lossSum, evidence }
  throw new OLError('OL_FILE_UNREADABLE', text, { file: path })
}
