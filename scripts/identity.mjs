import { spawn, spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { rolldown } from 'rolldown'
import { browse } from './identity/browse.mjs'
import { browsers, runtimes } from './identity/runtimes.mjs'
import { addonOf } from './pack/addon.mjs'
import { fail, root } from './prepare.mjs'

// npm run identity [-- --groups TEXT] [--runtimes NAME,...] [--json FILE]: trains the same streams (test/identity/streams.mjs) with the packages of
// `npm run pack` in every available runtime, on the addon and on the fallback, and compares the files of the models.
// Exit code 1 if one differs or a run fails.

const { values: flags } = parseArgs({
  options: {
    groups: { type: 'string', default: '' },
    runtimes: { type: 'string', default: '' },
    json: { type: 'string' },
  },
})
const isWanted = ({ name }) => flags.runtimes.split(',').some((one) => name.includes(one))
const cache = join(root, 'node_modules', '.identity')
const folder = join(cache, 'packages')
install()
const streams = join(folder, 'streams.mjs')
cpSync(join(root, 'test', 'identity', 'streams.mjs'), streams)
const { groups: all } = await import(streams)
const wanted = all.filter((group) => group.includes(flags.groups))
if (wanted.length === 0) fail(`No stream has ${flags.groups} in its name`, 2)
const program = join(folder, 'program.mjs')
writeFileSync(
  program,
  `import { digests, groups } from './streams.mjs'
const [backend, text] = process.argv.slice(2)
const found = await digests(backend, groups.filter((group) => group.includes(text)))
console.log(JSON.stringify(found))
process.exit(0)
`,
)

const columns = []
const absent = []
for (const runtime of runtimes(cache).filter(isWanted)) {
  const lacks = runtime.platform !== undefined && addonOf({ id: runtime.platform }) === undefined
  if (runtime.command === undefined || lacks) {
    absent.push(lacks ? `${runtime.name} (node native/cross.mjs ${runtime.platform})` : runtime.name)
    continue
  }
  for (const backend of ['native', 'fallback']) {
    if (runtime.slow && backend === 'fallback') continue
    const args = [...runtime.args, program, backend, flags.groups]
    await column(`${runtime.name}, ${backend}`, () => output(runtime.command, args))
  }
}
const bundled = await bundle()
for (const browser of browsers().filter(isWanted)) {
  if (browser.command === undefined) absent.push(browser.name)
  else await column(`${browser.name}, fallback`, () => browse(browser, bundled, 300))
}

const reference = columns.find(({ failed }) => !failed) ?? columns[0]
let different = 0
for (const group of wanted) {
  const digest = reference.found[group]
  const others = columns.filter(({ found, failed }) => !failed && found[group] !== digest)
  if (others.length > 0) different++
  const note = others.length === 0 ? 'all the same' : `differs: ${others.map(({ name }) => name).join('; ')}`
  console.log(`${digest?.slice(0, 16) ?? '-'.repeat(16)}  ${group.padEnd(34)} ${note}`)
}
console.log(
  `\n${wanted.length} groups, ${different} with a difference, in: ${columns.map(({ name }) => name).join('; ')}`,
)
const broken = columns.filter(({ failed }) => failed)
if (broken.length > 0) console.log(`failed: ${broken.map(({ name }) => name).join('; ')}`)
if (absent.length > 0) console.log(`not to be had here: ${absent.join('; ')}`)
if (flags.json !== undefined) writeFileSync(flags.json, JSON.stringify({ columns, absent }, undefined, 1))
process.exitCode = different > 0 || broken.length > 0 ? 1 : 0

async function column(name, run) {
  const started = performance.now()
  const text = await run()
  let found = {}
  let failed = false
  try {
    found = JSON.parse(text)
    if (found.error !== undefined) throw new Error(found.error)
  } catch {
    failed = true
    console.error(`${name} failed:\n${String(text).slice(0, 2000)}`)
    found = {}
  }
  columns.push({ name, found, failed })
  console.error(`${name}: ${((performance.now() - started) / 1000).toFixed(1)} s`)
}

/** Runs a program and returns its output, with its error output if it fails. */
function output(command, args) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: folder, timeout: 900_000, stdio: ['ignore', 'pipe', 'pipe'] })
    const texts = ['', '']
    child.stdout.on('data', (piece) => {
      texts[0] += piece
    })
    child.stderr.on('data', (piece) => {
      texts[1] += piece
    })
    child.once('error', ({ message }) => resolve(message))
    child.once('close', (code, signal) =>
      resolve(code === 0 ? texts[0] : `ended with ${signal ?? code}\n${texts.join('')}`),
    )
  })
}

/** Installs the packages of `npm run pack` in the folder in which the program runs. */
function install() {
  rmSync(folder, { recursive: true, force: true })
  const modules = join(folder, 'node_modules')
  mkdirSync(join(modules, '@ol'), { recursive: true })
  const tarballs = join(cache, 'tarballs')
  const packed = spawnSync(process.execPath, [join(root, 'scripts', 'pack.mjs'), '--out', tarballs], {
    cwd: root,
    encoding: 'utf8',
  })
  if (packed.status !== 0) fail(`the packages could not be made:\n${packed.stderr}`, 1)
  for (const file of readdirSync(tarballs).filter((name) => name.endsWith('.tgz'))) {
    spawnSync('tar', ['-xzf', join(tarballs, file), '-C', folder])
    const { name } = JSON.parse(readFileSync(join(folder, 'package', 'package.json'), 'utf8'))
    renameSync(join(folder, 'package'), join(modules, name))
  }
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }')
}

/** Bundles the streams and their imports into one module for browsers. */
async function bundle() {
  const build = await rolldown({
    input: 'start',
    cwd: folder,
    platform: 'browser',
    plugins: [
      {
        name: 'start',
        resolveId: (id) => (id === 'start' ? join(folder, 'start.mjs') : null),
        load: (id) =>
          id.endsWith('start.mjs')
            ? `import { digests, groups } from './streams.mjs'
const post = (body) => fetch('/done', { method: 'POST', body: JSON.stringify(body) })
digests('fallback', groups.filter((group) => group.includes(${JSON.stringify(flags.groups)})))
  .then(post, (error) => post({ error: String(error?.stack ?? error) }))`
            : null,
      },
    ],
  })
  const { output: files } = await build.generate({ format: 'esm', codeSplitting: false })
  return files[0].code
}
