// node bench/auto-targets.mjs DATA [--rule auto|auto-small|...] [--set NAME ...] [--precision float32|float64]
//                             [--orders 3] [--permutation FILE] [--targets FILE] [--backend native|fallback] [--keep-lanes]
//
// One pass of progressive validation over the files of DATA: the mean of some shuffles (electricity: in file order),
// next to the figures of FILE (auto-targets.json) if it is given. Log loss for two or more classes; for real labels,
// the mean squared error without the first example, divided by the variance of the labels. `--permutation`: one order
// instead of the shuffles, as row numbers from 0, separated by commas.
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { Learner } from '@ol/core'
import { loaders } from './auto-sets.mjs'
import { cell, folderOf, isWrong, logLossOf, lossFor, meanOf, varianceOf } from './passes.mjs'
import { batchOf, permutation } from './shuffles.mjs'

const { values, positionals } = parseArgs({
  options: {
    rule: { type: 'string', default: 'auto' },
    set: { type: 'string', multiple: true },
    precision: { type: 'string', default: 'float32' },
    orders: { type: 'string', default: '3' },
    permutation: { type: 'string' },
    targets: { type: 'string' },
    backend: { type: 'string', default: 'auto' },
    'learning-rate': { type: 'string' },
    'keep-lanes': { type: 'boolean' },
  },
  allowPositionals: true,
})
const folder = folderOf(positionals)
const targets = values.targets === undefined ? {} : JSON.parse(readFileSync(values.targets, 'utf8')).sets
const batchSize = 1024

/** Returns the figure of one pass in this order, the error rate, and the seconds of learning. */
function pass(set, order) {
  const loss = lossFor(set.task)
  const rate = values['learning-rate']
  const mixed = values.rule.startsWith('auto')
  const learner = new Learner({
    rule: values.rule,
    loss: set.task === 'multiclass' && !mixed && values.rule !== 'std' ? 'logistic' : loss,
    bits: 'grow',
    precision: values.precision,
    backend: values.backend,
    expand: 'off',
    curve: 'off',
    stack: 'off',
    ...(values['keep-lanes'] ? { keepLanes: true } : {}),
    ...(rate === undefined ? {} : { learningRate: rate === 'auto' ? rate : Number(rate) }),
    ...(set.task === 'multiclass' ? { classes: set.K } : {}),
  })
  let squares = 0
  let wrong = 0
  let seconds = 0
  for (let from = 0; from < order.length; from += batchSize) {
    const batch = batchOf(set, order, from, Math.min(order.length, from + batchSize))
    const start = process.hrtime.bigint()
    const predictions = learner.learn(batch)
    seconds += Number(process.hrtime.bigint() - start) / 1e9
    for (let e = 0; e < batch.size; e++) {
      const p = predictions[e]
      if (from + e > 0) squares += (p - batch.labels[e]) ** 2
      if (isWrong(set, p, batch.labels[e])) wrong++
    }
  }
  const n = order.length
  if (set.task === 'regression') {
    const variance = varianceOf(set)
    return {
      loss: squares / n / variance,
      err: Number.NaN,
      seconds,
      lanes: learner.lanes.length,
      bytes: learner.memory.table,
    }
  }
  const figure = logLossOf(learner, set)
  return {
    loss: figure,
    err: wrong / n,
    seconds,
    lanes: learner.lanes.length / (set.task === 'multiclass' ? set.K : 1),
    bytes: learner.memory.table,
  }
}

console.log(`rule ${values.rule}, ${values.precision}`)
console.log(
  `${'set'.padEnd(20)}${['loss', 'target', 'ratio', 'error', 'target', 'us/row', 'lanes', 'KiB'].map((t) => t.padStart(10)).join('')}`,
)
let misses = 0
for (const [name, load] of Object.entries(loaders)) {
  if (values.set !== undefined && !values.set.includes(name)) continue
  const set = load(folder)
  const n = set.labels.length
  const orders =
    values.permutation !== undefined
      ? [Uint32Array.from(readFileSync(values.permutation, 'utf8').split(','), Number)]
      : name === 'electricity'
        ? [Uint32Array.from({ length: n }, (_, i) => i)]
        : Array.from({ length: Number(values.orders) }, (_, seed) => permutation(n, seed + 1))
  const runs = orders.map((order) => pass(set, order))
  const target = targets[name]?.auto
  const loss = meanOf(runs.map((run) => run.loss))
  const ratio = target === undefined ? undefined : loss / target.loss
  const allowed = name === 'electricity' ? 1.01 : n < 6000 ? 1.03 : 1.02
  const missed = ratio !== undefined && ratio > allowed
  if (missed) misses++
  const us = (meanOf(runs.map((run) => run.seconds)) / n) * 1e6
  console.log(
    `${name.padEnd(20)}${cell(loss)}${cell(target?.loss)}${cell(ratio, 4)}${cell(meanOf(runs.map((run) => run.err)))}${cell(target?.err)}${cell(us, 2)}${cell(runs[0].lanes, 1)}${cell(runs[0].bytes / 2 ** 10, 1)}${missed ? '  misses' : ''}`,
  )
}
if (misses > 0) process.exitCode = 1
