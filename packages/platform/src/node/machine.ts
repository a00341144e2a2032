import { createRequire } from 'node:module'
import { availableParallelism } from 'node:os'
import type { OptionalPackage } from '../contract.js'

/** Returns an environment variable; undefined if it is not set, or there is no permission to read it. */
export function env(name: string): string | undefined {
  try {
    return process.env[name]
  } catch {
    // Deno asks for permission, and throws without it
    return undefined
  }
}

/** Returns the number of threads that the machine has for this process. */
export function processors(): number {
  return availableParallelism()
}

/** Whether `optionalPackage` finds packages: not in browsers. */
export const loadsPackages: boolean = true

/** Loads a package if it is installed, resolved from the module at `from`; throws if it is installed and broken. */
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
