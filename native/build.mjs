// Builds the addon. Without a compiler or cmake it says so once and succeeds: everything runs on the fallback.
// OL_REQUIRE_NATIVE=1 makes that a failure. --check builds nothing: exit code 1 where the addon is older than its sources.
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describeAddon } from './describe.mjs'

const here = dirname(fileURLToPath(import.meta.url))
const addon = join(here, 'build', 'Release', 'ol.node')
const stamp = join(here, 'build', 'stamp')
const required = process.env.OL_REQUIRE_NATIVE === '1'

/** A digest of everything that the addon is made from. */
function sources() {
  const hash = createHash('sha256')
  const walk = (folder) => {
    for (const entry of readdirSync(folder, { withFileTypes: true }).sort((a, b) =>
      a.name < b.name ? -1 : 1,
    )) {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) walk(path)
      else hash.update(`${entry.name}\0`).update(readFileSync(path))
    }
  }
  walk(join(here, 'core'))
  walk(join(here, 'binding'))
  for (const file of ['CMakeLists.txt', 'flags.cmake', 'build.mjs', 'describe.mjs', 'package.json'])
    hash.update(readFileSync(join(here, file)))
  return hash.digest('hex')
}

/** The variables that CMake reads from the environment when it configures, and never again. */
function settings() {
  const { CC, CXX, CFLAGS, CXXFLAGS, OL_NATIVE_FLAGS } = process.env
  return JSON.stringify([process.platform, process.arch, here, CC, CXX, CFLAGS, CXXFLAGS, OL_NATIVE_FLAGS])
}

function missing(reason) {
  rmSync(addon, { force: true })
  rmSync(`${addon}.json`, { force: true })
  rmSync(stamp, { force: true })
  if (required) {
    console.error(`@ol/native: the addon could not be built, and OL_REQUIRE_NATIVE=1 asks for it: ${reason}`)
    process.exit(1)
  }
  console.warn(`@ol/native: warning: the addon was not built (${reason}); OL runs on its TypeScript fallback`)
  process.exit(0)
}

const works = (command, ...args) => spawnSync(command, args, { stdio: 'ignore' }).status === 0

const digest = sources()
if (process.argv.includes('--check')) {
  const [built] = existsSync(stamp) ? readFileSync(stamp, 'utf8').split(' ') : []
  process.exit(existsSync(addon) && built !== digest ? 1 : 0)
}
const made = `${digest} ${createHash('sha256').update(settings()).digest('hex')}`
if (
  existsSync(addon) &&
  existsSync(`${addon}.json`) &&
  existsSync(stamp) &&
  readFileSync(stamp, 'utf8') === made
) {
  process.exit(0)
}

if (!works('cmake', '--version')) missing('cmake was not found')
const compilers = [process.env.CXX, 'c++', 'g++', 'clang++'].filter(Boolean)
if (process.platform !== 'win32' && !compilers.some((c) => works(c, '--version')))
  missing('no C++ compiler was found')

// A build that was configured with other flags would keep them.
const configured = join(here, 'build', 'configured')
if (!existsSync(configured) || readFileSync(configured, 'utf8') !== settings())
  rmSync(join(here, 'build', 'CMakeCache.txt'), { force: true })
mkdirSync(dirname(configured), { recursive: true })
writeFileSync(configured, settings())

const cmakeJs = createRequire(import.meta.url).resolve('cmake-js/bin/cmake-js')
const jobs = { ...process.env, CMAKE_BUILD_PARALLEL_LEVEL: process.env.CMAKE_BUILD_PARALLEL_LEVEL ?? '2' }
const built = spawnSync(process.execPath, [cmakeJs, 'compile', '--out', 'build'], {
  cwd: here,
  encoding: 'utf8',
  env: jobs,
})
if (built.status !== 0 || !existsSync(addon)) {
  process.stderr.write(`${built.stdout ?? ''}${built.stderr ?? ''}`)
  missing('cmake-js failed, its output is above')
}
mkdirSync(dirname(stamp), { recursive: true })
describeAddon(addon)
writeFileSync(stamp, made)
