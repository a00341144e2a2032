import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

/**
 * Returns the file of the addon, and how to make another one: from a build in this folder, otherwise from the package
 * for this platform; or why there is none.
 */
export function locate() {
  const built = fileURLToPath(new URL('./build/Release/ol.node', import.meta.url))
  if (existsSync(built)) return { file: built, again: 'build it again' }
  const platform = platformId()
  const name = `@ol/native-${platform}`
  try {
    const manifest = createRequire(import.meta.url).resolve(`${name}/package.json`)
    return { file: `${dirname(manifest)}/ol.node`, again: `install ${name} again` }
  } catch (cause) {
    if (cause?.code !== 'MODULE_NOT_FOUND') throw cause
    return {
      missing: `no addon was built for this installation, and the optional package ${name} is not installed`,
    }
  }
}

/** Returns the id that the package of this platform ends with. */
export function platformId() {
  const machine = `${process.platform}-${process.arch}`
  return process.platform === 'linux' ? `${machine}-${usesMusl() ? 'musl' : 'gnu'}` : machine
}

/** Whether the process runs on musl: its dynamic linker is mapped into it. `process.report` takes 20 ms. */
function usesMusl() {
  try {
    return /\/ld-musl-|\/libc\.musl-/.test(readFileSync('/proc/self/maps', 'utf8'))
  } catch {
    // without /proc it is taken for glibc, and loading the other's addon is reported as broken
    return false
  }
}
