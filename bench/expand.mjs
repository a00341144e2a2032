// node bench/expand.mjs DATA [--expand off|bins|pairs|triples|auto] [--set NAME ...] [--precision float32|float64] [--orders 3]
//                      [--backend native|fallback] [--bits 18] [--rows N]
//
// One pass of progressive validation with derived features: the mean of some shuffles (electricity: also in the order
// of its file). Log loss for two or more classes; for real labels, the mean squared error divided by the variance. The
// last columns: the loss over the last fifth, and microseconds per row.
import { parseArgs } from 'node:util'
import { Learner } from '@ol/core'
import { loaders } from './auto-sets.mjs'
import { cell, folderOf, isWrong, logLossOf, lossFor, meanOf, varianceOf } from './passes.mjs'
import { batchOf, permutation } from './shuffles.mjs'

const { values, positionals } = parseArgs({
  options: {
    expand: { type: 'string', default: 'auto' },
    set: { type: 'string', multiple: true },
    precision: { type: 'string', default: 'float32' },
    orders: { type: 'string', default: '3' },
    backend: { type: 'string', default: 'auto' },
    bits: { type: 'string', default: '18' },
    rows: { type: 'string' },
    'keep-lanes': { type: 'boolean' },
  },
  allowPositionals: true,
})
const folder = folderOf(positionals)
const batchSize = 1024

function pass(set, order) {
  const learner = new Learner({
    rule: 'auto',
    loss: lossFor(set.task),
    bits: Number(values.bits),
    precision: values.precision,
    backend: values.backend,
    expand: values.expand,
    curve: 'off',
    stack: 'off',
    ...(values['keep-lanes'] ? { keepLanes: true } : {}),
    ...(set.task === 'multiclass' ? { classes: set.K } : {}),
  })
  const n = order.length
  const tail = Math.floor(0.8 * n)
  let [squares, late, wrong, seconds] = [0, 0, 0, 0]
  let before
  for (let from = 0; from < n; ) {
    const to = Math.min(n, from + batchSize, from < tail ? tail : n)
    if (from === tail) before = logLossOf(learner, set)
    const batch = batchOf(set, order, from, to, set.names)
    const start = process.hrtime.bigint()
    const predictions = learner.learn(batch)
    seconds += Number(process.hrtime.bigint() - start) / 1e9
    for (let e = 0; e < batch.size; e++) {
      const p = predictions[e]
      const square = from + e > 0 ? (p - batch.labels[e]) ** 2 : 0
      squares += square
      if (from >= tail) late += square
      if (isWrong(set, p, batch.labels[e])) wrong++
    }
    from = to
  }
  const us = (seconds / n) * 1e6
  if (set.task === 'regression') {
    const variance = varianceOf(set)
    return { loss: squares / n / variance, err: Number.NaN, late: late / (n - tail) / variance, us }
  }
  const loss = logLossOf(learner, set)
  return { loss, err: wrong / n, late: (loss * n - (before ?? 0) * tail) / (n - tail), us }
}

console.log(`expand ${values.expand}, ${values.precision}`)
console.log(
  `${'set'.padEnd(20)}${['loss', 'error', 'last fifth', 'us/row'].map((t) => t.padStart(10)).join('')}`,
)
for (const [name, load] of Object.entries(loaders)) {
  if (values.set !== undefined && !values.set.includes(name)) continue
  const set = load(folder)
  const n = Math.min(set.labels.length, Number(values.rows ?? Number.POSITIVE_INFINITY))
  const orders =
    name === 'electricity'
      ? [Uint32Array.from({ length: n }, (_, i) => i)]
      : Array.from({ length: Number(values.orders) }, (_, seed) =>
          permutation(set.labels.length, seed + 1).subarray(0, n),
        )
  const runs = orders.map((order) => pass(set, order))
  const of = (key) => meanOf(runs.map((run) => run[key]))
  console.log(
    `${name.padEnd(20)}${cell(of('loss'))}${cell(of('err'))}${cell(of('late'))}${cell(of('us'), 2)}`,
  )
}
