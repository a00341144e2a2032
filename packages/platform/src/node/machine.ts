import { createRequire } from 'node:module'
import * as os from 'node:os'
import type { OptionalPackage } from '../contract.js'

/** Returns an environment variable; undefined where there is none or no permission to read it. */
export function env(name: string): string | undefined {
  try {
    return process.env[name]
  } catch {
    // Deno asks for permission, and throws without it
    return undefined
  }
}

/** Returns the bytes of memory of this machine, or of its container; Infinity where unknown. */
export function memory(): number {
  try {
    // 0 or a huge number where there is no container with a limit
    const limit = process.constrainedMemory?.() ?? 0
    const total = os.totalmem()
    return limit > 0 && limit < total ? limit : total
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

/** Loads a package where it is installed, as the module at `from` finds it; throws where it is there and broken. */
export function optionalPackage(name: string, from: string): OptionalPackage {
  try {
    return { exports: createRequire(from)(name) }
  } catch (cause) {
    const { code, message } = cause as { code?: unknown; message?: unknown }
    if (code === 'MODULE_NOT_FOUND' && String(message).includes(`'${name}'`))
      return { missing: `the package ${name} is not installed` }
    throw cause
  }
}
