import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { combinations } from './determinism/combinations.mjs'
import { writeData } from './determinism/data.mjs'
import { root } from './prepare.mjs'

// npm run determinism [-- --examples N] [--repeats N] [--jobs N] [--only TEXT]: trains pairwise combinations of format, task, rule, index,
// precision, derived features and passes over 200,000 examples, each 10 times from a file, in 8 chunk sizes and with 1 to 8 threads, from bytes,
// a pipe and a cache, on both backends; one digest of model and report for each combination, or exit code 1.
// npm run determinism -- --resume [--checkpoints N]: trains the combinations over 3,000 examples, and resumes each training from N of its
// checkpoints; the digest must equal the training's without one.

const { values: flags } = parseArgs({
  options: {
    resume: { type: 'boolean', default: false },
    checkpoints: { type: 'string', default: '40' },
    examples: { type: 'string' },
    repeats: { type: 'string', default: '10' },
    jobs: { type: 'string', default: String(availableParallelism()) },
    only: { type: 'string', default: '' },
  },
})
const examples = flags.examples ?? (flags.resume ? '3000' : '200000')
const folder = mkdtempSync(join(tmpdir(), 'ol-determinism-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
console.log(`${combinations.length} combinations, ${examples} examples`)
const list = join(folder, 'paths.json')
writeFileSync(list, JSON.stringify(writeData(folder, Number(examples))))
const names = combinations.map((row) => Object.values(row).join(', '))
const waiting = [...names.keys()].filter((k) => names[k].includes(flags.only))
const started = performance.now()
let trainings = 0
let different = 0
await Promise.all(
  Array.from({ length: Number(flags.jobs) }, async () => {
    for (let k = waiting.shift(); k !== undefined; k = waiting.shift()) await compare(k)
  }),
)
const minutes = ((performance.now() - started) / 60_000).toFixed(1)
console.log(`${trainings} trainings in ${minutes} minutes, ${different} combinations with a difference`)
process.exitCode = different > 0 ? 1 : 0

async function compare(k) {
  const program = join(root, 'scripts', 'determinism', flags.resume ? 'resumes.mjs' : 'variants.mjs')
  const times = flags.resume ? flags.checkpoints : flags.repeats
  const { lines, code, error } = await output([program, k, examples, times, list])
  trainings += lines.length
  const digests = groupsOf(lines)
  if (code === 0 && digests.size === 1) {
    const [{ digest, read, skipped, averageLoss }] = lines
    console.log(
      `${digest.slice(0, 16)}  ${names[k]}: ${lines.length} trainings of ${read} examples, ${skipped} bad lines, loss ${averageLoss.toFixed(4)}`,
    )
    return
  }
  different++
  console.log(`DIFFERENT  ${names[k]}${code === 0 ? '' : `: exit code ${code}: ${error}`}`)
  for (const [digest, same] of digests)
    console.log(`  ${digest.slice(0, 16)}  ${same.map(({ name }) => name).join('; ')}`)
}

function output(args) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    let [out, error] = ['', '']
    child.stdout.on('data', (data) => {
      out += data
    })
    child.stderr.on('data', (data) => {
      error += data
    })
    child.on('close', (code) => {
      const lines = out
        .split('\n')
        .filter(Boolean)
        .map((line) => JSON.parse(line))
      resolve({ lines, code, error: error.slice(-600) })
    })
  })
}

function groupsOf(lines) {
  const groups = new Map()
  for (const line of lines) groups.set(line.digest, [...(groups.get(line.digest) ?? []), line])
  return groups
}
