import { copyFileSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { rolldown } from 'rolldown'

/**
 * Writes the modules of a package as few files: one for each entry, and shared chunks. Other packages remain imports,
 * so that each class exists only once.
 */
export async function bundle(from, to, manifest) {
  const input = entriesOf(from, manifest)
  const build = await rolldown({
    input,
    platform: 'neutral',
    external: (id) => !id.startsWith('.') && !id.startsWith('/') && !/^[a-z]:\\/i.test(id),
    // a build on a busy machine is slow, which is no fault
    checks: { bundlerTimings: false },
    onLog: (level, log) => {
      if (level === 'warn') throw new Error(`${manifest.name}: ${log.message}`)
    },
  })
  await build.write({
    dir: join(to, 'dist'),
    format: 'esm',
    // stack traces must name functions, and an uncaught error prints its line, so nothing is minified
    minify: false,
    chunkFileNames: '[name]-[hash].js',
  })
  await build.close()
  copyTypes(join(from, 'dist'), join(to, 'dist'))
  if (isLibrary(manifest)) copyModules(join(from, 'dist'), join(to, 'modules'))
}

/**
 * Returns the package.json of a package for programs and pages alike: Node.js, Deno and Bun load few files, which
 * starts faster. Bundlers for pages and workers get the modules, because they omit unused modules but keep unused parts
 * of a file.
 */
export function withModules(manifest) {
  if (!isLibrary(manifest)) return manifest
  const exports = Object.fromEntries(
    Object.entries(manifest.exports).map(([name, { default: file, ...conditions }]) => {
      const programs = Object.fromEntries(['node', 'deno', 'bun'].map((runtime) => [runtime, file]))
      return [name, { ...programs, ...conditions, default: file.replace('./dist/', './modules/') }]
    }),
  )
  const typesFirst = ([name, { types, ...conditions }]) => [name, { types, ...conditions }]
  return {
    ...manifest,
    exports: Object.fromEntries(Object.entries(exports).map(typesFirst)),
    files: [...manifest.files, 'modules'],
  }
}

/** Returns whether importing a package has no side effects, so that unused modules can be omitted. */
function isLibrary({ sideEffects }) {
  return sideEffects === false
}

function copyModules(from, to) {
  for (const file of filesUnder(from, '.js')) {
    const target = join(to, file.slice(from.length))
    mkdirSync(dirname(target), { recursive: true })
    writeFileSync(target, readFileSync(file, 'utf8').replace(/\n\/\/# sourceMappingURL=.*\n?$/, '\n'))
  }
}

/** Returns the entry modules by their names in the bundle: `exports`, and workers that the package starts by their file. */
export function entriesOf(from, manifest) {
  const entries = {}
  const walk = (target) => {
    if (typeof target !== 'string') Object.values(target).forEach(walk)
    else if (target.endsWith('.js'))
      entries[target.slice('./dist/'.length, -'.js'.length)] = join(from, target)
  }
  walk(manifest.exports)
  // a worker is next to the module that starts it, also in the bundle: both are directly in the folder
  const starts = /new URL\('\.\/([\w-]+\.js)', import\.meta\.url\)/g
  for (const file of filesUnder(join(from, 'dist'), '.js'))
    for (const [, worker] of readFileSync(file, 'utf8').matchAll(starts))
      entries[basename(worker, '.js')] = join(dirname(file), worker)
  return entries
}

function copyTypes(from, to) {
  for (const file of filesUnder(from, '.d.ts')) {
    const target = join(to, file.slice(from.length))
    mkdirSync(dirname(target), { recursive: true })
    // the source maps refer to sources that are not in the tarball
    writeFileSync(target, readFileSync(file, 'utf8').replace(/\n\/\/# sourceMappingURL=.*\n?$/, '\n'))
  }
}

function filesUnder(folder, end) {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(end))
    .map((entry) => join(entry.parentPath, entry.name))
}

/** Copies files unchanged. */
export function copy(from, to, files) {
  for (const file of files) {
    mkdirSync(dirname(join(to, file)), { recursive: true })
    copyFileSync(join(from, file), join(to, file))
  }
}
