import { createRequire } from 'node:module'
import { availableParallelism } from 'node:os'
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

/** Returns how many threads the machine has for this process. */
export function processors(): number {
  return availableParallelism()
}

/** Whether `optionalPackage` finds packages: not in browsers. */
export const loadsPackages: boolean = true

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
