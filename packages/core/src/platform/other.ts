import { OLError } from '@ol/spec'
import { crc32 } from '../checksum.js'
import type { Platform } from './platform.js'

function noFiles(path: string): Promise<never> {
  const text = `${path}: there is no file system here; use toBytes() and fromBytes()`
  return Promise.reject(new OLError('OL_FILE_UNREADABLE', text, { value: path }))
}

/** Browsers, workers and other places without a file system or addons. */
export const platform: Platform = {
  env: () => undefined,
  memory: () => Number.POSITIVE_INFINITY,
  crc32,
  loadNative: () => ({ missing: 'this runtime does not load native addons' }),
  writeFile: noFiles,
  openFile: noFiles,
}
