const { existsSync, readFileSync } = require('node:fs')
const { createRequire, enableCompileCache } = require('node:module')
const { basename, dirname, join } = require('node:path')

const head = '(function (exports, require, module, __filename, __dirname) {'
const checksumBytes = 4
const bundles = join(__dirname, '..', 'bundle')
const loaded = new Map()

/** Returns the file of a command; one file has all commands, for help, completion and `vw`. */
function bundleOf(command) {
  const own = join(bundles, `${command}.js`)
  return /^[a-z]+$/.test(command) && existsSync(own) ? own : join(bundles, 'all.js')
}

/**
 * Loads a bundle, once, and returns its exports. The build keeps what V8 compiled of it (scripts/commands/compile.js): another version of
 * Node.js, or one with other flags, compiles it as any module and has the same results.
 */
function load(file) {
  const known = loaded.get(file)
  if (known !== undefined) return known.exports
  const module = { exports: {} }
  const run = compiled(file)
  if (run === undefined) {
    enableCompileCache?.()
    module.exports = createRequire(file)(file)
  } else {
    const require = createRequire(file)
    run.call(module.exports, module.exports, require, module, file, dirname(file))
  }
  loaded.set(file, module)
  return module.exports
}

/** Returns the function of a bundle from what was compiled of it; undefined where there is none for this Node.js, or V8 rejects it. */
function compiled(file) {
  let kept
  try {
    kept = readFileSync(compiledFile(file))
  } catch {
    return undefined
  }
  const source = readFileSync(file)
  const code = kept.subarray(checksumBytes)
  // V8 runs what it finds there without a check of its own, and crashes
  if (kept.length < checksumBytes || kept.readUInt32LE() !== checksum(source, code)) return undefined
  const script = scriptOf(file, source, code)
  return script.cachedDataRejected ? undefined : script.runInThisContext()
}

/** Returns a bundle as a script, which is a function of a module of CommonJS. */
function scriptOf(file, source, cachedData) {
  const { Script } = require('node:vm')
  // V8 keeps the name: it must not be a path of the machine that built it
  const filename = `ol-cli/bundle/${basename(file)}`
  // bundles are ASCII
  return new Script(`${head}${source.latin1Slice()}\n})`, {
    filename,
    columnOffset: -head.length,
    cachedData,
  })
}

/** Returns where what this Node.js compiles of a bundle is kept. */
function compiledFile(file) {
  const platform = `${process.version}-${process.platform}-${process.arch}`
  return join(dirname(file), 'compiled', platform, `${basename(file, '.js')}.bin`)
}

/** Returns what tells whether a file of compiled code is whole, and of this bundle and a Node.js built like this one. */
function checksum(source, code) {
  const { crc32 } = require('node:zlib')
  return crc32(JSON.stringify(process.config.variables), crc32(code, crc32(source)))
}

module.exports = { bundleOf, checksum, checksumBytes, compiledFile, load, scriptOf }
