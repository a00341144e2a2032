// node bench/expand-cost.mjs DATA [--set NAME ...] [--expand auto] [--rows N] [--bits 18]
//
// What derived features cost: a model without and one with them learn the same batches in turn, in one process, so that what else
// the machine does weighs on both. Microseconds of processor time for each row, features of an example, ratio.
import { parseArgs } from 'node:util'
import { Learner } from '@ol/core'
import { loaders } from './auto-sets.mjs'
import { cell, folderOf, lossFor } from './passes.mjs'
import { batchOf, permutation } from './shuffles.mjs'

const { values, positionals } = parseArgs({
  options: {
    expand: { type: 'string', default: 'auto' },
    set: { type: 'string', multiple: true },
    rows: { type: 'string' },
    bits: { type: 'string', default: '18' },
  },
  allowPositionals: true,
})
const folder = folderOf(positionals)

function learnerFor(set, expand) {
  return new Learner({
    rule: 'auto',
    loss: lossFor(set.task),
    bits: Number(values.bits),
    expand,
    ...(set.task === 'multiclass' ? { classes: set.K } : {}),
  })
}

console.log(
  `${'set'.padEnd(20)}${['rows', 'features', 'off us', `${values.expand} us`, 'ratio', 'late ratio'].map((t) => t.padStart(11)).join('')}`,
)
for (const [name, load] of Object.entries(loaders)) {
  if (values.set !== undefined && !values.set.includes(name)) continue
  const set = load(folder)
  const n = Math.min(set.labels.length, Number(values.rows ?? Number.POSITIVE_INFINITY))
  const order = permutation(set.labels.length, 1).subarray(0, n)
  const learners = ['off', values.expand].map((expand) => learnerFor(set, expand))
  const spent = [0, 0]
  const late = [0, 0]
  let features = 0
  for (let from = 0; from < n; from += 1024) {
    const batch = batchOf(set, order, from, Math.min(n, from + 1024), set.names)
    features += batch.offsets[batch.size]
    learners.forEach((learner, k) => {
      const before = process.cpuUsage()
      learner.learn(batch)
      const { user, system } = process.cpuUsage(before)
      spent[k] += user + system
      if (from > n / 2) late[k] += user + system
    })
  }
  console.log(
    `${name.padEnd(20)} ${cell(n, 0)} ${cell(features / n, 1)} ${cell(spent[0] / n, 1)} ${cell(spent[1] / n, 1)} ${cell(spent[1] / spent[0], 1)} ${cell(late[1] / late[0], 1)}`,
  )
}
