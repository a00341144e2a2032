import { createRequire } from 'node:module'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { root } from '../prepare.mjs'

const native = join(root, 'native')
const dist = join(root, 'packages', 'cli', 'dist')
const backend = join(root, 'packages', 'core', 'dist', 'backend', 'choose.js')
const locate = join(native, 'locate.js')
const importPackage = join(root, 'packages', 'reader', 'dist', 'compression', 'import-package.js')
const thread = join(dist, 'commands', 'command-thread.js')

/** Packages outside the bundles: optional and long-running packages are loaded as modules. */
const apart = ['@ol/server', '@ol/experiments']

/** Modules of Node.js that few runs need, and modules that take time to load. */
const late = [
  'child_process',
  'crypto',
  'fs/promises',
  'net',
  'readline',
  'stream',
  'stream/promises',
  'v8',
  'worker_threads',
  'zlib',
]

/** Returns the names of the commands in main.js. */
export function commandsOf(main) {
  return [...main.matchAll(/import\('\.\/commands\/[\w-]+\.js'\)\)\.(\w+)Command\b/g)].map(([, name]) => name)
}

/**
 * Returns the text of one file with a command and all its modules, as a CommonJS module: V8 compiles it at once and
 * caches the code.
 *
 * @param command undefined: all commands
 */
export async function bundled(command) {
  return ascii(await build(join(dist, 'main.js'), [oneFile(command), atRunTime]))
}

/** Returns the text of the file that finds the files of a glob pattern, which few runs need. */
export async function bundledGlob() {
  const glob = createRequire(join(root, 'packages', 'platform', 'package.json')).resolve('tinyglobby')
  return ascii(await build(glob, []))
}

/** Returns the text of the file that starts a thread with its own command. */
export async function bundledThread() {
  return ascii(await build(thread, [loadsBundle]))
}

async function build(input, plugins) {
  const made = await rolldown({
    input,
    platform: 'node',
    plugins,
    // a build on a busy machine is slow, which is no fault
    checks: { bundlerTimings: false },
    onLog: (level, { message }) => {
      if (level === 'warn') throw new Error(message)
    },
  })
  const { output } = await made.generate({
    format: 'cjs',
    codeSplitting: false,
    // performance of Node.js loads a module; the bundles only need the time
    banner: 'const performance={now(){const[s,n]=process.hrtime();return s*1e3+n/1e6}};',
    // stack traces must name functions, so nothing is renamed
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
  })
  await made.close()
  if (output.length !== 1) throw new Error(`expected one file, but there are ${output.length}`)
  return lazily(output[0].code)
}

/** Includes modules that are otherwise loaded lazily, so that no module is wrapped; omits other commands. */
function oneFile(command) {
  return {
    name: 'one-file',
    resolveId: (source) => (apart.includes(source) ? { id: source, external: true } : undefined),
    transform(code, id) {
      if (id === backend || id.endsWith('.json')) return undefined
      const imports = []
      if (apart.some((name) => code.includes(`import('${name}')`)))
        imports.push("import { importApart } from 'bundle:places'")
      const changed = code.replace(/(?<![\w.])import\('((?:\.|@ol\/)[^']+)'\)/g, (_, source) => {
        if (apart.includes(source)) return `importApart('${source}')`
        if (command !== undefined && isOther(command, id, source)) return 'Promise.reject()'
        const name = `imported${imports.length}`
        imports.push(`import * as ${name} from '${source}'`)
        return `Promise.resolve(${name})`
      })
      return imports.length === 0 && changed === code ? undefined : `${imports.join('\n')}\n${changed}`
    },
  }
}

function isOther(command, id, source) {
  return (
    id === join(dist, 'main.js') && source.startsWith('./commands/') && source !== `./commands/${command}.js`
  )
}

/** Packages are resolved at run time, from the packages that depend on them, because a bundle is in another folder. */
const places = `
import { existsSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import * as exports from '@ol/native'

let addon

/** Returns a file of the last package in a chain of dependencies. */
function placeOf(...packages) {
  let from = fileURLToPath(import.meta.url)
  for (const name of packages) from = linked(name, from) ?? createRequire(from).resolve(name)
  return from
}

/**
 * Returns the package.json of a package, from the layout of package managers, because resolving its entry takes
 * milliseconds.
 */
function linked(name, from) {
  for (let folder = dirname(from); folder !== dirname(folder); folder = dirname(folder)) {
    const file = join(folder, 'node_modules', name, 'package.json')
    if (existsSync(file)) return realpathSync(file)
  }
  return undefined
}

export function addonUrl() {
  addon ??= pathToFileURL(placeOf('@ol/core', '@ol/native')).href
  return addon
}

export function bundledAddon() {
  try {
    addonUrl()
    return { exports }
  } catch (cause) {
    if (cause.code === 'MODULE_NOT_FOUND') return { missing: 'the package @ol/native is not installed' }
    throw cause
  }
}

export function importApart(name) {
  return createRequire(import.meta.url)('../bin/import.js').importPackage(name)
}

export function globbing() {
  return createRequire(import.meta.url)('./path-patterns.js')
}

/** A module of the reader resolves its packages, so that no experimental loader of Node is needed. */
export async function importFromReader(specifier) {
  const place = placeOf('@ol/reader')
  const folder = place.endsWith('package.json') ? join(dirname(place), 'dist') : dirname(place)
  const { href } = pathToFileURL(join(folder, 'compression', 'import-package.js'))
  const { importPackage } = await importApart(href)
  return importPackage(specifier)
}
`

const glob = join(root, 'packages', 'platform', 'dist', 'node', 'glob.js')

/** For each file, the text that finds something relative to the file, and its replacement in a bundle. */
const moved = new Map([
  [backend, [/optionalPackage\('@ol\/native', import\.meta\.url\)/g, 'bundledAddon()', 'bundledAddon']],
  [locate, [/import\.meta\.url/g, 'addonUrl()', 'addonUrl']],
  [importPackage, [/import\([^\n]*specifier\)/g, 'importFromReader(specifier)', 'importFromReader']],
  [glob, [/await import\('tinyglobby'\)/g, 'globbing()', 'globbing']],
])

/** Commander starts a program for commands that are separate programs; OL has no such commands. */
const spawning = "const childProcess = require('node:child_process');"

const atRunTime = {
  name: 'at-run-time',
  resolveId(source) {
    if (source === 'bundle:places') return '\0places'
    return source === '@ol/native' ? join(native, 'index.js') : undefined
  },
  load: (id) => (id === '\0places' ? places : undefined),
  transform(code, id) {
    if (/[\\/]commander[\\/]lib[\\/]command\.js$/.test(id)) return withoutSpawning(code)
    if (!moved.has(id)) return undefined
    const [pattern, text, name] = moved.get(id)
    if (!pattern.test(code)) throw new Error(`${id} no longer has ${pattern}`)
    return `import { ${name} } from 'bundle:places'\n${code.replace(pattern, text)}`
  },
}

function withoutSpawning(code) {
  if (!code.includes(spawning)) throw new Error(`commander no longer has ${spawning}`)
  return code.replace(spawning, '').replaceAll('childProcess.', "require('node:child_process').")
}

/** A thread loads the bundle of its command, as the command line does. */
const loadsBundle = {
  name: 'loads-bundle',
  resolveId: (source) => (source === '../main.js' ? '\0main' : undefined),
  load: (id) => (id === '\0main' ? mainOfThread : undefined),
}

const mainOfThread = `
import { createRequire } from 'node:module'
const { bundleOf, load } = createRequire(import.meta.url)('../bin/load.js')
export const run = (args) => load(bundleOf(args[0])).run(args)
`

/**
 * Modules of Node.js that few runs need are loaded where they are used; a CommonJS module could be copied, but none is.
 */
function lazily(code) {
  code = code.replace(/(?<=;)(node_\w+)=__toESM\(\1,1\);/g, '')
  const lazy = []
  const names = late.join('|')
  const imports = new RegExp(`(?<=[;\\n])(?:let|const|var) (node_\\w+)=require\\("node:(${names})"\\);`, 'g')
  const without = code.replace(imports, (_, name, module) => {
    lazy.push(name)
    return `const ${name}=()=>require("node:${module}");`
  })
  if (lazy.length === 0) return code
  const uses = new RegExp(`(?<![\\w$.])(${lazy.join('|')})\\.`, 'g')
  const changed = without.replace(uses, '($1()).')
  const others = new RegExp(`(?<![\\w$.])(?:${lazy.join('|')})(?!\\(\\)\\)\\.|=\\(\\)=>)\\b`, 'g')
  const missed = changed.match(others)
  if (missed !== null) throw new Error(`used otherwise than by a name of it: ${missed.join(', ')}`)
  return changed
}

/** Text with one byte per character is read at once and takes half the memory. */
function ascii(code) {
  return code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
