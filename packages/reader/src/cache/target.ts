import { isSameFile, openRandom } from '@ol/platform'
import { OLError } from '@ol/spec'
import { cacheMagic } from './cache-format.js'
import { isCache } from './cache-reader.js'

/**
 * Throws if a cache written to `path` would replace something else: it may replace only a cache or an empty file, and
 * never one of the inputs.
 *
 * @throws OLError OL_CACHE; OL_FILE_DIRECTORY for a directory
 */
export async function checkReplaceable(path: string, inputs: readonly string[]): Promise<void> {
  for (const input of inputs)
    if (await isSameFile(path, input))
      throw refused(path, 'it is an input, which the cache would overwrite: name another path')
  const head = await headOf(path)
  if (head === undefined || head.length === 0 || isCache(head)) return
  throw refused(path, 'the file exists and is not a cache: delete it, or name another path')
}

/** Returns the first bytes of a file; undefined: there is no such file. */
async function headOf(path: string): Promise<Uint8Array | undefined> {
  try {
    const file = await openRandom(path)
    if (file === undefined)
      throw refused(path, 'expected a file but received a pipe or a device: name another path')
    try {
      return new Uint8Array(await file.slice(0, Math.min(cacheMagic.length, file.byteLength)))
    } finally {
      await file.close()
    }
  } catch (error) {
    if (error instanceof OLError && error.code === 'OL_FILE_MISSING') return undefined
    throw error
  }
}

function refused(path: string, why: string): OLError {
  return new OLError('OL_CACHE', `The cache cannot be written: ${why}`, { file: path, value: path })
}
