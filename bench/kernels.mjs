// node bench/kernels.mjs [--bits 16,18,20,22,24,26] [--only PATTERN] [--tier NAME] [--features N] [--repeat N] [--gigabytes N]
//
// Times only the kernels, rule by rule, on batches in memory, on one thread. Prints a table: nanoseconds per
// feature. Each batch is cut into short pieces; the minimum time of each piece over all repeats counts, so that a
// busy machine affects the results little.
import { cpus, loadavg } from 'node:os'
import { parseArgs } from 'node:util'
import { createTable, learningPlan, resolveOptions } from '@ol/core/internal'
import { load } from '@ol/native'
import { refuseStale } from '../scripts/up-to-date.mjs'

refuseStale()

const plain = { expand: 'off', curve: 'off', stack: 'off' }
const { values } = parseArgs({
  options: {
    bits: { type: 'string', default: '16,18,20,22,24,26' },
    only: { type: 'string', default: '' },
    tier: { type: 'string', default: '' },
    features: { type: 'string', default: '600000' },
    repeat: { type: 'string', default: '8' },
    gigabytes: { type: 'string', default: '3' },
  },
})
const perExample = 75
const perPiece = 200
const bits = values.bits.split(',').map(Number)
const repeat = Number(values.repeat)
const most = Number(values.gigabytes) * 2 ** 30

const logistic = { loss: 'logistic' }
const kernels = [
  ['nag', { ...logistic, rule: 'nag' }],
  ['nag, plain update', { ...logistic, rule: 'nag', update: 'plain' }],
  ['nag, squared loss', { loss: 'squared', rule: 'nag', learningRate: 0.1, labelScale: 'none' }],
  ['nag, float64', { ...logistic, rule: 'nag', precision: 'float64' }],
  ['ng', { ...logistic, rule: 'ng' }],
  ['snag', { ...logistic, rule: 'snag' }],
  ['snag-seen', { ...logistic, rule: 'snag-seen' }],
  ['snag-meansquare', { ...logistic, rule: 'snag-meansquare' }],
  ['adagrad', { ...logistic, rule: 'adagrad' }],
  ['sgd', { ...logistic, rule: 'sgd' }],
  ['vw', { ...logistic, rule: 'vw' }],
  ['coin', { ...logistic, rule: 'coin' }],
  ['ftrl', { ...logistic, rule: 'ftrl' }],
  ['pa', { rule: 'pa', loss: 'hinge' }],
  ['arow', { rule: 'arow', loss: 'hinge' }],
  ['nag-averaged', { ...logistic, rule: 'nag-averaged' }],
  ['nag-regularized, l1 and l2', { ...logistic, rule: 'nag-regularized', l1: 1e-6, l2: 1e-6 }],
  ['nag, 16 rates', { ...logistic, rule: 'nag', learningRate: 'auto' }],
  ['nag, 7 classes', { ...logistic, rule: 'nag', classes: 7 }],
  ['nag, 20 classes', { ...logistic, rule: 'nag', classes: 20 }],
  ['std', { ...logistic, rule: 'std' }],
  ['auto-small', { ...logistic, rule: 'auto-small' }],
  ['auto', { ...logistic, rule: 'auto', ...plain }],
  ['auto, 7 classes', { loss: 'softmax', rule: 'auto', ...plain, classes: 7 }],
]

const native = load()
if (native.backend === undefined) {
  console.error(`The addon is not there (${native.missing})`)
  process.exit(1)
}
if (values.tier !== '') native.useTier(values.tier)
console.log(
  `${cpus()[0].model}, tier ${native.tier()}, Node ${process.version}, load ${loadavg()[0].toFixed(1)}\n`,
)
console.log(`| kernel | lanes | ${bits.map((b) => `2^${b}`).join(' | ')} |`)
console.log(`| --- | --- | ${bits.map(() => '---').join(' | ')} |`)
for (const [name, options] of kernels) {
  if (!name.includes(values.only)) continue
  const cells = bits.map((b) => time(options, b))
  const { lanes } = resolveOptions(options)
  console.log(
    `| ${name} | ${lanes} | ${cells.map((ns) => (ns === undefined ? '' : ns.toFixed(1))).join(' | ')} |`,
  )
}
console.log(`\nload at the end ${loadavg()[0].toFixed(1)}`)

/** Returns nanoseconds per feature; undefined if the table takes too much memory. */
function time(options, tableBits) {
  const settings = resolveOptions({ ...options, bits: tableBits })
  const plan = learningPlan(settings)
  const { lanes, precision } = settings
  const small = createTable(plan, 10, lanes, precision, native.backend)
  if (small.layout.bytes * 2 ** (tableBits - 10) > most) return undefined
  const table = createTable(plan, tableBits, lanes, precision, native.backend)
  const pieces = generate(Math.ceil(Number(values.features) / perExample), tableBits, options.classes)
  const least = pieces.map(() => Number.POSITIVE_INFINITY)
  const results = {
    predictions: new Float64Array(perPiece * lanes),
    losses: new Float64Array(perPiece * lanes),
    status: new Uint8Array(perPiece),
  }
  for (let k = 0; k < repeat; k++) {
    pieces.forEach((piece, p) => {
      const before = process.hrtime.bigint()
      native.backend.learn(plan, table, piece, results)
      least[p] = Math.min(least[p], Number(process.hrtime.bigint() - before))
    })
  }
  return least.reduce((a, b) => a + b) / (pieces.length * perPiece * perExample)
}

/**
 * Generates examples like text: ids that ascend within an example, spread over the table; larger tables have more ids.
 */
function generate(size, tableBits, classes) {
  let x = 1
  const random = () => {
    x ^= x << 13
    x ^= x >>> 17
    x ^= x << 5
    return (x >>> 0) / 2 ** 32
  }
  const spread = 4 * 2 ** (tableBits - 8)
  const pieces = []
  for (let e = 0; e < size; e += perPiece) {
    const indices = new Uint32Array(perPiece * perExample)
    for (let i = 0, id = 0; i < indices.length; i++) {
      if (i % perExample === 0) id = 0
      id += 1 + Math.floor(spread * random() ** 3)
      indices[i] = Math.imul(id, 0x9e3779b1)
    }
    pieces.push({
      size: perPiece,
      offsets: Uint32Array.from({ length: perPiece + 1 }, (_, i) => i * perExample),
      indices,
      values: Float64Array.from(indices, () => Math.fround(random())),
      labels: Float64Array.from({ length: perPiece }, () =>
        classes === undefined ? (random() < 0.5 ? -1 : 1) : Math.floor(random() * classes),
      ),
    })
  }
  return pieces
}
