import { OLError } from '@ol/spec'
import { systemCode } from '../exit.js'

export type ServerPackage = typeof import('@ol/server')

/** Loads the package of the server, which is optional: throws OL_PACKAGE if it is not installed. */
export async function loadServer(): Promise<ServerPackage> {
  try {
    return await import('@ol/server')
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : systemCode(cause)
    if (code !== 'ERR_MODULE_NOT_FOUND') throw cause
    const text = 'Expected the package @ol/server but it is not installed: npm install @ol/server'
    throw new OLError('OL_PACKAGE', text, { cause })
  }
}
