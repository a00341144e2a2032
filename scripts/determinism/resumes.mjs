import { createHash } from 'node:crypto'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { train } from '@ol/pipeline'
import { combinations, optionsOf } from './combinations.mjs'

// node resumes.mjs NUMBER EXAMPLES CHECKPOINTS PATHS.json: trains one combination with a checkpoint after every batch, resumes from each
// of them, or from CHECKPOINTS of them at most, the last of each pass among them, and prints the digest of each training

const [number, examples, most] = process.argv.slice(2, 5).map(Number)
const paths = JSON.parse(readFileSync(process.argv[5], 'utf8'))
const combination = combinations[number]
const options = { ...optionsOf(combination, examples), chunkBytes: 4000 }
const path = paths[`${combination.format}-${combination.task}`]
const folder = mkdtempSync(join(tmpdir(), 'ol-determinism-'))
process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
const checkpoint = join(folder, 'checkpoint')
const cache = options.passes === 2 ? { cache: join(folder, 'own.olcache') } : {}

await trained('without a checkpoint', {})
const kept = []
let last = 0
const keep = () => {
  if (!existsSync(checkpoint)) return
  // a checkpoint replaces the file
  const { ino, mtimeMs } = statSync(checkpoint)
  if (last === `${ino} ${mtimeMs}`) return
  last = `${ino} ${mtimeMs}`
  kept.push(readFileSync(checkpoint))
}
const observe = () => ({ add: keep })
await trained('with checkpoints', { checkpoint: { path: checkpoint, every: { examples: 1 } }, observe })
keep()
const step = Math.max(1, kept.length / most)
const chosen = new Set([kept.length - 1])
for (let k = 0; k < kept.length; k += step) chosen.add(Math.floor(k))
for (const k of [...chosen].sort((a, b) => a - b))
  await trained(`resumed from checkpoint ${k + 1} of ${kept.length}`, { resume: kept[k] })

async function trained(name, how) {
  const own = how.resume === undefined ? { backend: 'native', ...options, ...cache } : {}
  const { model, report, reading, mixture } = await train(path, { ...own, ...how })
  const { examples: read, skipped, badCounts, lines, warnings, table, columns } = reading
  const { averageLoss, holdout, passes, labelled, task } = report
  const points = mixture?.map(({ examples: at, shares }) => [at, ...shares])
  const said = {
    points,
    read,
    skipped,
    badCounts,
    lines,
    warnings,
    table,
    columns,
    averageLoss,
    holdout,
    passes,
    labelled,
    task,
  }
  const digest = createHash('sha256').update(model.toBytes()).update(JSON.stringify(said)).digest('hex')
  console.log(JSON.stringify({ name, digest, read, skipped, averageLoss }))
}
