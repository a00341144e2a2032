import { createRequire } from 'node:module'
import * as os from 'node:os'
import * as zlib from 'node:zlib'
import { OLError } from '@ol/spec'
import { crc32 } from '../checksum.js'
import { openFile, writeAtomic } from './files.js'
import type { NativeLoad, Platform } from './platform.js'

/** Node, Deno and Bun. */
export const platform: Platform = {
  env(name) {
    try {
      return process.env[name]
    } catch {
      // Deno asks for permission, and throws without it
      return undefined
    }
  },
  memory() {
    try {
      // a container's limit, where there is one; 0 or a huge number where there is none
      const limit = process.constrainedMemory?.() ?? 0
      const total = os.totalmem()
      return limit > 0 && limit < total ? limit : total
    } catch {
      return Number.POSITIVE_INFINITY
    }
  },
  crc32: typeof zlib.crc32 === 'function' ? (bytes, previous) => zlib.crc32(bytes, previous) : crc32,
  loadNative() {
    let native: { load(): NativeLoad }
    try {
      native = createRequire(import.meta.url)('@ol/native') as typeof native
    } catch (cause) {
      if (isAbsent(cause)) return { missing: 'the package @ol/native is not installed' }
      throw new OLError('OL_ADDON_BROKEN', `The package @ol/native cannot be loaded: ${String(cause)}`, {
        cause,
      })
    }
    return native.load()
  },
  writeFile: (path, pieces) => writeAtomic(path, pieces),
  openFile,
}

function isAbsent(error: unknown): boolean {
  const { code, message } = error as { code?: unknown; message?: unknown }
  return code === 'MODULE_NOT_FOUND' && String(message).includes("'@ol/native'")
}
