// npm run merging -- --data FOLDER [--only NAME]... [--shards 2,4,8] [--work FOLDER] [--out FILE]
//
// The cost of a merge in loss: docs/results/merging.md. FOLDER has the public data sets; --work keeps results, so
// that another run continues.
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { run } from '../packages/cli/dist/main.js'
import { wrapped } from '../scripts/prose/wrap.mjs'
import { refuseStale } from '../scripts/up-to-date.mjs'
import { page } from './merging/page.mjs'
import { filesOf, sets } from './merging/sets.mjs'

refuseStale()

const { values } = parseArgs({
  options: {
    data: { type: 'string' },
    only: { type: 'string', multiple: true },
    shards: { type: 'string', default: '2,4,8,16,32,64' },
    work: { type: 'string' },
    out: { type: 'string' },
  },
})
if (values.data === undefined) {
  console.error(
    'npm run merging -- --data FOLDER [--only NAME]... [--shards 2,4,8] [--work FOLDER] [--out FILE]',
  )
  process.exit(2)
}
const counts = values.shards.split(',').map(Number)
const folder = mkdtempSync(join(tmpdir(), 'ol-merging-'))
const path = (name) => join(folder, name)
const roundShards = 8
const rounds = 3

/** Runs a command in this process; returns what it printed. */
async function ol(...args) {
  const write = process.stdout.write
  let text = ''
  process.stdout.write = (piece) => {
    text += piece
    return true
  }
  try {
    const code = await run(args)
    if (code !== 0) throw new Error(`ol-cli ${args.join(' ')}: exit ${code}`)
  } finally {
    process.stdout.write = write
  }
  return text
}

const lossOf = async (test, model) =>
  JSON.parse(await ol('test', test, '-m', path(model), '--json', '--quiet')).averageLoss

const numbered = (k, kind) => Array.from({ length: k }, (_, i) => path(`${i + 1}.${kind}`))

const isHoldout = (flag, i, flags) => flag === '--merge-holdout' || flags[i - 1] === '--merge-holdout'
const holdoutFlags = ({ holdout }) => ['--merge-holdout', `1/${holdout}`]

/** Learns k shards and merges them; `initial`: the model whose shards continue training. */
async function merge(train, k, flags, out, initial) {
  const models = numbered(k, 'ol')
  const own =
    initial === undefined ? flags : ['-i', path(initial), '--share', String(k), ...flags.filter(isHoldout)]
  for (const [i, model] of models.entries())
    await ol('train', train, ...own, '--shard', `${i + 1}/${k}`, '-o', model, '--quiet')
  await ol('merge', ...models, '-o', path(out))
}

/** Weights the lanes of a model by the holdout results of its shards; returns the loss that they report. */
async function weigh(train, k, holdout, model) {
  const files = numbered(k, 'json')
  for (const [i, file] of files.entries())
    await ol('holdout', path(model), train, ...holdout, '--shard', `${i + 1}/${k}`, '-o', file)
  await ol('merge', path(model), '--holdout-results', ...files, '-o', path(model))
  const results = files.map((file) => JSON.parse(readFileSync(file, 'utf8')))
  const sum = (name) => results.reduce((total, result) => total + result[name], 0)
  return sum('lossSum') / sum('weight')
}

async function sequential({ train, test }, flags) {
  await ol('train', train, ...flags, '-o', path('whole.ol'), '--quiet')
  return await lossOf(test, 'whole.ol')
}

async function ofShards({ train, test }, { flags, ...set }, k) {
  const holdout = holdoutFlags(set)
  await merge(train, k, [...flags, ...holdout], 'merged.ol')
  const [one, merged] = [await lossOf(test, '1.ol'), await lossOf(test, 'merged.ol')]
  const measured = await weigh(train, k, holdout, 'merged.ol')
  return { k, one, merged, weighed: await lossOf(test, 'merged.ol'), holdout: measured }
}

/**
 * Measures several rounds, with lanes weighted after each round, or with one rate, next to as many passes over all
 * rows.
 */
async function ofRounds({ train, test }, { flags, ...set }, own) {
  const all = [...flags, ...own]
  const holdout = own.length === 0 ? holdoutFlags(set) : []
  const whole = await sequential({ train, test }, all)
  const passes = await sequential({ train, test }, [...all, '--passes', String(rounds)])
  const losses = []
  for (let round = 0; round < rounds; round++) {
    await merge(train, roundShards, [...all, ...holdout], 'merged.ol', round === 0 ? undefined : 'merged.ol')
    if (holdout.length > 0) await weigh(train, roundShards, holdout, 'merged.ol')
    losses.push(await lossOf(test, 'merged.ol'))
  }
  return { k: roundShards, flags: own, whole, passes, losses }
}

/** Returns the result that an earlier run stored under a name, or computes and stores it. */
async function kept(name, find) {
  if (values.work === undefined) return await find()
  mkdirSync(values.work, { recursive: true })
  const file = join(values.work, `${name.replaceAll(/\W+/g, '-')}.json`)
  if (!existsSync(file)) writeFileSync(file, JSON.stringify(await find()))
  return JSON.parse(readFileSync(file, 'utf8'))
}

try {
  const found = []
  for (const set of sets) {
    const { name, held, flags } = set
    if (values.only !== undefined && !values.only.some((one) => name.startsWith(one))) continue
    const files = await filesOf(set, values.data, folder)
    if (files === undefined) {
      console.error(`${name}: not in ${values.data}; left out`)
      continue
    }
    const whole = await kept(name, () => sequential(files, flags))
    const shards = []
    for (const k of counts) shards.push(await kept(`${name} ${k}`, () => ofShards(files, set, k)))
    const several = []
    for (const own of set.rounds ?? [])
      several.push(await kept(`${name} rounds ${own.join(' ')}`, () => ofRounds(files, set, own)))
    found.push({ name, rows: files.rows, held, flags, holdout: set.holdout, whole, shards, rounds: several })
  }
  writeFileSync(
    values.out ?? fileURLToPath(new URL('../docs/results/merging.md', import.meta.url)),
    wrapped(page(found)),
  )
} finally {
  rmSync(folder, { recursive: true, force: true })
}
