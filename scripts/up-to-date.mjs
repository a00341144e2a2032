import { spawnSync } from 'node:child_process'
import { join, relative } from 'node:path'
import { root } from './prepare.mjs'

// Tests and benchmarks refuse to run if the build is older than the sources. Benchmarks import this file.

/** Returns the folders of the projects that `tsc -b --dry` would build. */
export function toBuild(output) {
  return [...output.matchAll(/would build project '(.*)[\\/]tsconfig\.json'/g)].map(([, folder]) => folder)
}

/** Returns everything that is older than its sources: packages, and the addon if it exists. */
export function stale() {
  const node = (...args) => spawnSync(process.execPath, args, { cwd: root, encoding: 'utf8' })
  const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
  const { stdout } = node(tsc, '-b', '--dry', 'packages/cli')
  const packages = toBuild(stdout).map((folder) => relative(root, folder))
  const { status } = node(join(root, 'native', 'build.mjs'), '--check')
  return status === 1 ? [...packages, 'native'] : packages
}

/** Throws if something is older than its sources. */
export function refuseStale() {
  const old = stale()
  if (old.length > 0) throw new Error(`Older than the sources: ${old.join(', ')}; run npm run build`)
}
