// node bench/merging.mjs TRAIN TEST [--shards 4,8,64] [--rounds 3] [-- FLAGS of ol-cli train]
//
// What a merge costs in loss: the loss on TEST of one sequential pass over TRAIN, of one shard of K, of the merge of all, of the
// same weighed by a jury of 1/100, and of further rounds, each over that of the sequential pass.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from '../packages/cli/dist/main.js'

const [argv, flags] = split(process.argv.slice(2), '--')
const [train, test] = argv
const option = (name, otherwise) => (argv.includes(name) ? argv[argv.indexOf(name) + 1] : otherwise)
const counts = option('--shards', '4,8,64').split(',').map(Number)
const rounds = Number(option('--rounds', '1'))
const folder = mkdtempSync(join(tmpdir(), 'ol-merging-'))
const path = (name) => join(folder, name)
const jury = ['--jury', '1/100']

function split(list, at) {
  const i = list.indexOf(at)
  return i < 0 ? [list, []] : [list.slice(0, i), list.slice(i + 1)]
}

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

const lossOf = async (model) =>
  JSON.parse(await ol('test', test, '-m', path(model), '--json', '--quiet')).averageLoss

async function shards(k, initial, out) {
  const names = Array.from({ length: k }, (_, i) => path(`${i + 1}.ol`))
  const again = initial === undefined ? flags : ['-i', path(initial), '--share', String(k)]
  for (const [i, name] of names.entries())
    await ol('train', train, ...again, ...jury, '--shard', `${i + 1}/${k}`, '-o', name, '--quiet')
  await ol('merge', ...names, '-o', path(out))
}

async function weigh(k, model) {
  const verdicts = Array.from({ length: k }, (_, i) => path(`${i + 1}.json`))
  for (const [i, name] of verdicts.entries())
    await ol('jury', path(model), train, ...jury, '--shard', `${i + 1}/${k}`, '-o', name)
  const verdict = verdicts.map((name) => JSON.parse(readFileSync(name, 'utf8')))
  await ol('merge', path(model), '--verdicts', ...verdicts, '-o', path(model))
  const sum = (name) => verdict.reduce((total, one) => total + one[name], 0)
  return sum('lossSum') / sum('weight')
}

try {
  await ol('train', train, ...flags, '-o', path('whole.ol'), '--quiet')
  const whole = await lossOf('whole.ol')
  const over = (loss) => `${loss.toFixed(4)} (${(loss / whole).toFixed(4)})`
  console.log(`one sequential pass: ${whole.toFixed(4)}\n`)
  console.log('| K | one shard | merged | weighed by a jury | what the jury says | further rounds |')
  console.log('| - | --------- | ------ | ----------------- | ------------------ | -------------- |')
  for (const k of counts) {
    await shards(k, undefined, 'merged.ol')
    const row = [over(await lossOf('1.ol')), over(await lossOf('merged.ol'))]
    const said = await weigh(k, 'merged.ol')
    row.push(over(await lossOf('merged.ol')), said.toFixed(4))
    const further = []
    for (let round = 2; round <= rounds; round++) {
      await shards(k, 'merged.ol', 'next.ol')
      await weigh(k, 'next.ol')
      await ol('merge', path('next.ol'), '-o', path('merged.ol'))
      further.push(over(await lossOf('merged.ol')))
    }
    console.log(`| ${[k, ...row, further.join(', ') || '-'].join(' | ')} |`)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
