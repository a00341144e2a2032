// npm run soak -- [--minutes N] [--features F] [--seed S] [--rule R] [--bits B]
//
// Learns for a long time: ends when both the minutes and the features have passed. Feeds generated examples to a
// learner with the addon, and fails if memory grows or a prediction or a loss is not finite. Prints features
// learned, features per second, resident memory after the warm-up and its maximum, and the loss.
import { parseArgs } from 'node:util'
import { Learner } from '@ol/core'
import { refuseStale } from '../scripts/up-to-date.mjs'

refuseStale()

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '60' },
    features: { type: 'string', default: '0' },
    seed: { type: 'string', default: '1' },
    rule: { type: 'string', default: 'nag' },
    bits: { type: 'string', default: '18' },
  },
})
const minutes = Number(values.minutes)
const features = Number(values.features)
const seed = Number(values.seed)
const bits = values.bits === 'grow' ? 'grow' : Number(values.bits)
if (!(minutes > 0) || !(features >= 0) || !(Number.isInteger(seed) && seed > 0 && seed < 2 ** 32))
  throw new Error(
    `Expected minutes > 0, features >= 0 and a seed in [1, 2^32) but received ${values.minutes}, ${values.features}, ${values.seed}`,
  )

const size = 2000
const perExample = 50
/** The number of distinct features: a growing table stops growing when it has all of them. */
const kinds = 2 ** 20
/** The maximum growth of resident memory after the warm-up. */
const growthBytes = 64 * 2 ** 20
/** The part of the time after which memory is expected to be flat. */
const warmUp = 0.2

let x = seed
function random() {
  x ^= x << 13
  x ^= x >>> 17
  x ^= x << 5
  return (x >>> 0) / 2 ** 32
}

// the arrays are reused, so any growth is the learner's
const count = size * perExample
const batch = {
  size,
  offsets: Uint32Array.from({ length: size + 1 }, (_, e) => e * perExample),
  indices: new Uint32Array(count),
  upper: new Uint32Array(count),
  values: new Float64Array(count),
  labels: new Float64Array(size),
}

/** Labels depend on the features, and the features that matter drift. */
function refill(round) {
  for (let e = 0; e < size; e++) {
    let score = 0
    for (let i = e * perExample; i < (e + 1) * perExample; i++) {
      // few features are frequent, most are rare
      const square = random() ** 2
      const kind = Math.floor(kinds * square * square)
      const value = 1 + random()
      batch.indices[i] = Math.imul(kind, 2654435761) >>> 0
      batch.values[i] = value
      score += value * (((kind + (round >>> 12)) % 7) - 3)
    }
    batch.labels[e] = score + random() * 10 - 5 > 0 ? 1 : -1
  }
}

const learner = new Learner({ rule: values.rule, loss: 'logistic', bits, backend: 'native' })
const start = performance.now()
const end = start + minutes * 60_000
let learned = 0
let seconds = 0
let flat = 0
let most = 0
let shown = start
for (let round = 0; performance.now() < end || learned < features; round++) {
  refill(round)
  const before = performance.now()
  const predictions = learner.learn(batch)
  seconds += (performance.now() - before) / 1000
  learned += count
  if (!predictions.every(Number.isFinite))
    throw new Error(`a prediction of batch ${round} (seed ${seed}) is not finite`)
  if (round % 100 !== 0) continue
  const now = performance.now()
  const { rss } = process.memoryUsage()
  if (now - start >= warmUp * (end - start)) {
    if (flat === 0) flat = rss
    most = Math.max(most, rss)
    if (rss > flat + growthBytes)
      throw new Error(`memory grew from ${mib(flat)} to ${mib(rss)} by batch ${round} (seed ${seed})`)
  }
  if (now - shown < 60_000) continue
  shown = now
  print(now)
}
if (flat === 0) throw new Error('the run was too short to see whether memory is flat')
const { averageLoss, diverged } = learner.report()
if (!Number.isFinite(averageLoss) || diverged > 0)
  throw new Error(`average loss ${averageLoss}, ${diverged} examples diverged (seed ${seed})`)
print(performance.now())

function print(now) {
  const rate = (learned / seconds / 1e6).toFixed(1)
  console.log(
    `${((now - start) / 60_000).toFixed(1)} min: ${learned.toExponential(2)} features, ${rate} million a second of learning; memory ${mib(flat)} after the warm-up, at most ${mib(most)}; loss ${learner.report().averageLoss.toFixed(4)}`,
  )
}

function mib(bytes) {
  return `${(bytes / 2 ** 20).toFixed(0)} MiB`
}
