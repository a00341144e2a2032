import { createHash } from 'node:crypto'
import { createReadStream, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { train } from '@ol/pipeline'
import { combinations, optionsOf } from './combinations.mjs'
import { random } from './pairs.mjs'

// node variants.mjs NUMBER EXAMPLES REPEATS PATHS.json: trains one combination in every way that must not matter, and prints the
// digest of each as a line of JSON

const [number, examples, repeats] = process.argv.slice(2, 5).map(Number)
const paths = JSON.parse(readFileSync(process.argv[5], 'utf8'))
const combination = combinations[number]
const options = optionsOf(combination, examples)
const path = paths[`${combination.format}-${combination.task}`]
const once = options.passes === undefined && options.prenormalize === undefined
const chunkSizes = [1 << 10, 5000, 1 << 16, 100_003, 1 << 18, 1 << 20, 3_000_001, 1 << 26]

for (let k = 0; k < repeats; k++) await variant(`native, the file, run ${k + 1}`, path, {})
for (const [k, chunkBytes] of chunkSizes.entries())
  await variant(`native, chunks of ${chunkBytes}, ${k + 1} threads`, path, { chunkBytes, threads: k + 1 })
await variant('native, bytes', readFileSync(path), {})
if (once) await variant('native, a pipe', pieces(path, number), {})
if (options.cache !== false && options.prenormalize === undefined) {
  const folder = mkdtempSync(join(tmpdir(), 'ol-determinism-'))
  const cache = join(folder, 'own.olcache')
  await variant('native, a cache that is written', path, { cache })
  await variant('native, the cache', path, { cache })
  rmSync(folder, { recursive: true })
}
await variant('TypeScript, the file', path, { backend: 'fallback' })
await variant('TypeScript, chunks of 100003', path, { backend: 'fallback', chunkBytes: 100_003 })

async function variant(name, input, how) {
  const rows = []
  const onProgress = ({ seconds: _, ...row }) => rows.push(row)
  const run = { backend: 'native', ...options, ...how, onProgress }
  const { model, report, reading, mixture } = await train(input, run)
  const { examples: read, skipped, badCounts, lines } = reading
  const { averageLoss, holdout, passes } = report
  const points = mixture?.map(({ examples: at, shares }) => [at, ...shares])
  const said = JSON.stringify({ read, skipped, badCounts, lines, averageLoss, holdout, passes, rows, points })
  const digest = createHash('sha256').update(model.toBytes()).update(said).digest('hex')
  console.log(JSON.stringify({ name, digest, read, skipped, averageLoss }))
}

/** Yields the bytes of a file in pieces of random sizes. */
async function* pieces(file, seed) {
  const next = random(seed)
  for await (const piece of createReadStream(file)) {
    for (let at = 0; at < piece.length; ) {
      const size = 1 + Math.floor(next() ** 3 * 100_000)
      yield new Uint8Array(piece.subarray(at, at + size))
      at += size
    }
  }
}
