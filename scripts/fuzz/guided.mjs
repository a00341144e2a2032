import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { rolldown } from 'rolldown'
import { root } from '../prepare.mjs'

// npm run fuzz:guided [-- --seconds N] [--program NAME] [--keep] [--node PATH]
//
// Runs the readers and loaders in TypeScript under Jazzer.js, which changes inputs to reach new code. Jazzer.js
// needs glibc 2.38: --node names a Node that has it. It begins with the inputs in test/fuzz/guided/inputs; --keep
// adds inputs that reach more. Exit code 1 with a finding.

const { values: flags } = parseArgs({
  options: {
    seconds: { type: 'string', default: '60' },
    program: { type: 'string', default: '' },
    node: { type: 'string', default: process.execPath },
    keep: { type: 'boolean', default: false },
  },
})
const folder = join(root, 'node_modules', '.fuzz')
const version = '4.0.0'
/** the length in bytes of the longest input that `--keep` adds */
const mostBytes = 512
mkdirSync(folder, { recursive: true })
writeFileSync(
  join(folder, 'package.json'),
  JSON.stringify({ private: true, dependencies: { '@jazzer.js/core': version } }),
)
if (!existsSync(join(folder, 'node_modules', '@jazzer.js', 'core')))
  run('npm', ['install', '--no-audit', '--no-fund'])
const loaded = spawnSync(flags.node, ['-e', 'require("@jazzer.js/fuzzer")'], {
  cwd: folder,
  encoding: 'utf8',
})
if (loaded.status !== 0) {
  const [reason = `${flags.node} does not start`] = loaded.stderr?.match(/^Error: .*$/m) ?? []
  console.log(`SKIPPED: Jazzer.js does not load, --node names another Node: ${reason}`)
  process.exit(process.env.CI === undefined ? 0 : 1)
}
const inputs = join(root, 'test', 'fuzz', 'guided', 'inputs')
const names = readdirSync(inputs)
  .map((file) => file.replace('.json', ''))
  .filter((name) => name.includes(flags.program))
let found = 0
for (const name of names) {
  const target = await bundle(name)
  const corpus = join(folder, 'corpus', name)
  mkdirSync(corpus, { recursive: true })
  for (const text of JSON.parse(readFileSync(join(inputs, `${name}.json`), 'utf8'))) {
    const bytes = Buffer.from(text, 'base64')
    writeFileSync(join(corpus, createHash('sha1').update(bytes).digest('hex')), bytes)
  }
  const status = fuzz(target, [corpus], [`-max_total_time=${flags.seconds}`, '-max_len=4096'])
  if (status !== 0) found++
  console.log(
    `${name}: ${status === 0 ? 'no finding' : `a finding, exit code ${status}`}, ${readdirSync(corpus).length} inputs`,
  )
  if (flags.keep && status === 0) keep(name, corpus)
}
process.exitCode = found > 0 ? 1 : 0

/** Adds the short inputs of a corpus to those in the repository. */
function keep(name, corpus) {
  const file = join(inputs, `${name}.json`)
  const short = readdirSync(corpus)
    .map((input) => readFileSync(join(corpus, input)))
    .filter(({ length }) => length <= mostBytes)
    .map((bytes) => bytes.toString('base64'))
  const kept = [...new Set([...JSON.parse(readFileSync(file, 'utf8')), ...short])]
  kept.sort((a, b) => a.length - b.length || (a < b ? -1 : 1))
  writeFileSync(file, `${JSON.stringify(kept, undefined, 1)}\n`)
}

function fuzz(target, corpora, options) {
  const jazzer = join(folder, 'node_modules', '@jazzer.js', 'core', 'dist', 'cli.js')
  return run(flags.node, [
    jazzer,
    target,
    ...corpora,
    '-i',
    'target',
    '--disable_bug_detectors',
    '.*',
    // it replaces -timeout of libFuzzer; a busy machine may stop a process for many seconds
    '--timeout',
    '60000',
    '--',
    ...options,
  ])
}

/** Bundles a program as CommonJS, the only kind of module that Jazzer.js instruments. */
async function bundle(name) {
  const entry = join(folder, `${name}.entry.mjs`)
  const program = join(root, 'test', 'fuzz', 'guided', 'program.ts')
  writeFileSync(
    entry,
    `import { programs } from ${JSON.stringify(program)}\nexport const fuzz = (data) => programs[${JSON.stringify(name)}](new Uint8Array(data))\n`,
  )
  const build = await rolldown({
    input: entry,
    platform: 'node',
    external: ['@ol/native'],
    logLevel: 'silent',
  })
  const file = join(folder, `${name}.target.cjs`)
  await build.write({ file, format: 'cjs', codeSplitting: false })
  await build.close()
  return file
}

function run(command, args) {
  return spawnSync(command, args, { cwd: folder, stdio: 'inherit' }).status ?? 1
}
