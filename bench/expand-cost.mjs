// node bench/expand-cost.mjs DATA [--set NAME ...] [--expand auto] [--rows N] [--bits 18] [--threads 2]
//
// The cost of derived features: a model without them and a model with them learn the same batches in turn, in one
// process, so that other work of the machine affects both. Prints microseconds of processor time per row, features per
// example, and the ratio. Then both learn the batches once more with threads, as `train` does: wall-clock microseconds
// per row, and the ratio. The models must be the same. `active`: the features of an example that are learned, summed
// over all models; `ns`: nanoseconds of processor time for each of them.
import { parseArgs } from 'node:util'
import { Learner } from '@ol/core'
import { textBackend } from '@ol/core/internal'
import { loaders } from './auto-sets.mjs'
import { cell, folderOf, lossFor } from './passes.mjs'
import { batchOf, permutation } from './shuffles.mjs'

const { values, positionals } = parseArgs({
  options: {
    expand: { type: 'string', default: 'auto' },
    set: { type: 'string', multiple: true },
    rows: { type: 'string' },
    bits: { type: 'string', default: '18' },
    threads: { type: 'string', default: '2' },
  },
  allowPositionals: true,
})
const folder = folderOf(positionals)
/** The number of examples in a batch: about as many as `train` makes from two mebibytes of a table. */
const size = 16384

function learnerFor(set, expand) {
  return new Learner({
    rule: 'auto',
    loss: lossFor(set.task),
    bits: Number(values.bits),
    expand,
    curve: 'off',
    stack: 'off',
    ...(set.task === 'multiclass' ? { classes: set.K } : {}),
  })
}

/** The number of features of a batch that a model learns. */
const featuresOf = ({ size, offsets, ends }) =>
  ends === undefined
    ? offsets[size] - offsets[0]
    : ends.subarray(0, size).reduce((sum, end, e) => sum + end - offsets[e], 0)

/**
 * Returns the wall-clock microseconds per row for learning the batches with threads, and the features of a row that
 * models learn.
 */
async function timeWithThreads(set, expand, batches, rows, expected) {
  const learner = learnerFor(set, expand)
  const threads = textBackend('auto').stream(Number(values.threads))
  let active = 0
  const stream = {
    ...threads,
    learnAsync(plan, table, batch, results) {
      active += featuresOf(batch)
      return threads.learnAsync(plan, table, batch, results)
    },
  }
  const before = performance.now()
  try {
    await learner.learn(batches, { work: stream, early: true, trusted: true })
  } finally {
    stream.close()
  }
  const spent = (performance.now() - before) * 1000
  if (Buffer.compare(learner.toBytes(), expected.toBytes()) !== 0) throw new Error('The models differ')
  return { passing: spent / rows, active: active / rows }
}

console.log(
  `${'set'.padEnd(20)}${['rows', 'features', 'off us', `${values.expand} us`, 'ratio', 'late ratio', 'off wall', `${values.expand} wall`, 'ratio', 'off active', 'active', 'off ns', 'ns'].map((t) => t.padStart(11)).join('')}`,
)
for (const [name, load] of Object.entries(loaders)) {
  if (values.set !== undefined && !values.set.includes(name)) continue
  const set = load(folder)
  const n = Math.min(set.labels.length, Number(values.rows ?? Number.POSITIVE_INFINITY))
  const order = permutation(set.labels.length, 1).subarray(0, n)
  const learners = ['off', values.expand].map((expand) => learnerFor(set, expand))
  const spent = [0, 0]
  const late = [0, 0]
  const batches = []
  let features = 0
  for (let from = 0; from < n; from += size) {
    const batch = batchOf(set, order, from, Math.min(n, from + size), set.names)
    batches.push(batch)
    features += batch.offsets[batch.size]
    learners.forEach((learner, k) => {
      const before = process.cpuUsage()
      learner.learn(batch)
      const { user, system } = process.cpuUsage(before)
      spent[k] += user + system
      if (from > n / 2) late[k] += user + system
    })
  }
  const wall = []
  for (const [k, expand] of ['off', values.expand].entries())
    wall.push(await timeWithThreads(set, expand, batches, n, learners[k]))
  console.log(
    `${name.padEnd(20)} ${cell(n, 0)} ${cell(features / n, 1)} ${cell(spent[0] / n, 1)} ${cell(spent[1] / n, 1)} ${cell(spent[1] / spent[0], 1)} ${cell(late[1] / late[0], 1)} ${cell(wall[0].passing, 1)} ${cell(wall[1].passing, 1)} ${cell(wall[1].passing / wall[0].passing, 1)} ${wall.map(({ active }) => cell(active, 1)).join(' ')} ${wall.map(({ active }, k) => cell((1000 * spent[k]) / n / active, 1)).join(' ')}`,
  )
}
