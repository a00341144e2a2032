// node scripts/commands/compile.cjs BUNDLE [LINE...]    runs commands of a bundle, each LINE an array of arguments as JSON, and keeps what
// V8 has compiled by then: the functions that a short run needs. The working folder is one of its own.
const { mkdirSync, readFileSync, writeFileSync } = require('node:fs')
const { createRequire } = require('node:module')
const { dirname, resolve } = require('node:path')
const { setFlagsFromString } = require('node:v8')
const { checksum, checksumBytes, compiledFile, scriptOf } = require('../../packages/cli/bin/load.js')

const [bundle, ...lines] = process.argv.slice(2)
const file = resolve(bundle)
const source = readFileSync(file)
const script = scriptOf(file, source, undefined)
const module_ = { exports: {} }
script.runInThisContext()(module_.exports, createRequire(file), module_, file, dirname(file))
runAll()

async function runAll() {
  for (const line of lines) {
    const code = await module_.exports.run(JSON.parse(line))
    if (code !== 0) throw new Error(`${line} ended with ${code}`)
  }
  process.on('exit', keep)
  await module_.exports.main(['--version'])
}

function keep() {
  // V8 takes compiled code only under the flags that it was compiled with: the flags of packages/cli/src/heap.ts are
  // set later
  setFlagsFromString('--heap-growing-percent=0')
  const code = script.createCachedData()
  const to = compiledFile(file)
  mkdirSync(dirname(to), { recursive: true })
  const head = Buffer.alloc(checksumBytes)
  head.writeUInt32LE(checksum(source, code))
  writeFileSync(to, Buffer.concat([head, code]))
}
