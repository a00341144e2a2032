// node scripts/bundle-commands.mjs    writes the modules of the command line as few files, packages/cli/bundle; after a build
//
// Loading a module takes longer than what a short run does with it, and the command line has hundreds. `bin/ol-cli.js` takes
// these files as long as nothing has been compiled since.
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { basename, dirname, join, relative } from 'node:path'
import { rolldown } from 'rolldown'
import { root } from './prepare.mjs'

const folder = join(root, 'packages', 'cli', 'bundle')
const record = join(folder, 'made-of.json')
const bin = join(root, 'packages', 'cli', 'bin')
const native = join(root, 'native')

/** What loads files by where it lies: it stays there. */
const left = [
  join(native, 'locate.js'),
  join(root, 'packages', 'reader', 'dist', 'compression', 'import-package.js'),
]

/** What changes when a module does: the compiler's records, and what is not compiled. */
function sources() {
  const compiled = readdirSync(join(root, 'packages')).map((name) =>
    join(root, 'packages', name, 'tsconfig.tsbuildinfo'),
  )
  const plain = ['index.js', 'calls.js', 'cached-arguments.js', 'locate.js'].map((name) => join(native, name))
  const files = [...compiled, ...plain, join(root, 'node_modules', '.ol-installed'), import.meta.filename]
  return files
    .filter((file) => existsSync(file))
    .map((file) => [relative(bin, file).replaceAll('\\', '/'), statSync(file).mtimeMs])
}

/** The entry, and workers, which are started by their files. */
function entries() {
  const found = { index: join(root, 'packages', 'cli', 'dist', 'index.js') }
  const starts = /new URL\('\.\/([\w-]+\.js)', import\.meta\.url\)/g
  for (const name of readdirSync(join(root, 'packages'))) {
    const dist = join(root, 'packages', name, 'dist')
    if (!existsSync(dist)) continue
    for (const file of readdirSync(dist, { recursive: true }).filter((one) => one.endsWith('.js')))
      for (const [, worker] of readFileSync(join(dist, file), 'utf8').matchAll(starts))
        found[basename(worker, '.js')] = join(dist, dirname(file), worker)
  }
  return found
}

const optionalNative = "optionalPackage('@ol/native', import.meta.url)"

const plugin = {
  name: 'commands',
  async resolveId(source, importer, options) {
    // a server runs for long: its packages are loaded as they are
    if (source === '@ol/server') return { id: source, external: true }
    if (source === '@ol/native') return join(native, 'index.js')
    const found = await this.resolve(source, importer, { ...options, skipSelf: true })
    if (!left.includes(found?.id)) return found
    return { id: relative(folder, found.id).replaceAll('\\', '/'), external: true }
  },
  transform(code, id) {
    if (id !== join(root, 'packages', 'core', 'dist', 'backend', 'choose.js')) return undefined
    if (!code.includes(optionalNative)) throw new Error(`${id} no longer has ${optionalNative}`)
    return `import * as addon from '@ol/native'\n${code.replace(optionalNative, '{ exports: addon }')}`
  },
}

const made = JSON.stringify(sources())
if (!existsSync(record) || readFileSync(record, 'utf8') !== made) {
  rmSync(folder, { recursive: true, force: true })
  const build = await rolldown({
    input: entries(),
    platform: 'node',
    plugins: [plugin],
    onLog: (level, { message }) => {
      if (level === 'warn') throw new Error(message)
    },
  })
  // a stack trace is to name functions: nothing is minified
  await build.write({
    dir: folder,
    format: 'esm',
    minify: { compress: false, mangle: false, codegen: { removeWhitespace: true } },
    chunkFileNames: '[name]-[hash].js',
  })
  await build.close()
  writeFileSync(record, made)
}
