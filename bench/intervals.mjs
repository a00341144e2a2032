// npm run intervals -- --sets FOLDER [--set NAME]... [--jobs N] [--json FILE] [--page FILE]
//
// Intervals of labels and sets of classes of models that are given only a file and its label column, on the sets that
// bench/quality/collect.py wrote into FOLDER: their coverage, in total and over each 1,000 consecutive rows, their
// width, and the coverage of the last fifth by a model that does not learn it. Downloads nothing.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { ClassSets } from '../packages/core/dist/intervals/class-sets.js'
import { NumberIntervals } from '../packages/core/dist/intervals/number-intervals.js'
import { wrapped } from '../scripts/prose/wrap.mjs'
import { page } from './intervals/page.mjs'
import { learn } from './quality/ol.mjs'
import { labelsOf, setsOf } from './quality/sets.mjs'

const { values } = parseArgs({
  options: {
    sets: { type: 'string' },
    set: { type: 'string', multiple: true },
    jobs: { type: 'string', default: '1' },
    json: { type: 'string' },
    page: { type: 'string' },
  },
})
if (values.sets === undefined) {
  console.error('npm run intervals -- --sets FOLDER [--set NAME]... [--jobs N] [--json FILE] [--page FILE]')
  process.exit(2)
}
const level = 0.9
const stretch = 1000
const checkout = fileURLToPath(new URL('..', import.meta.url))
const scratch = mkdtempSync(join(tmpdir(), 'ol-intervals-'))

/** Yields the examples of a set with their predictions, one at a time. */
function turnsOf({ task, labels, K }, predictions) {
  const columns = task === 'multiclass' ? K : 1
  return Array.from(labels, (label, e) => {
    const own = predictions.slice(e * columns, (e + 1) * columns)
    const scores = task === 'multiclass' ? own.map(Math.log) : own
    const score = task === 'binary' ? Math.log(own[0] / (1 - own[0])) : own[0]
    return {
      batch: { size: 1, labels: Float64Array.of(task === 'binary' ? 2 * label - 1 : label) },
      outcome: {
        predictions: Float64Array.of(score),
        status: new Uint8Array(1),
        ...(task === 'multiclass' ? { scores } : {}),
      },
    }
  })
}

/** Returns whether the interval of an example contains its label, and its extent: the width, or the size of the set. */
function found(intervals, task, { batch, outcome }, following) {
  const [label] = batch.labels
  if (task === 'regression') {
    const { low, high } = intervals.at(outcome.predictions[0], level, following)
    return { held: low <= label && label <= high, extent: high - low }
  }
  const set = intervals.at(outcome, 0, 1, { level, following })
  return { held: set.includes(task === 'binary' ? (label + 1) / 2 : label), extent: set.length }
}

function measured(labelled, predictions) {
  const { task, labels } = labelled
  const make = () => (task === 'regression' ? new NumberIntervals('identity') : new ClassSets('softmax'))
  const intervals = make()
  const n = labels.length
  const frozenAt = Math.floor(0.8 * n)
  const held = []
  let extent = 0
  let late = 0
  let frozen
  turnsOf(labelled, predictions).forEach((turn, e) => {
    if (e === frozenAt) {
      const copy = intervals.state
      frozen = task === 'regression' ? new NumberIntervals('identity', copy) : new ClassSets('softmax', copy)
    }
    const now = found(intervals, task, turn, true)
    if (Number.isFinite(now.extent)) {
      held.push(now.held ? 1 : 0)
      extent += now.extent
    }
    if (frozen !== undefined && found(frozen, task, turn, false).held) late++
    intervals.learn(turn.batch, turn.outcome)
  })
  const sums = [0]
  for (const one of held) sums.push(sums[sums.length - 1] + one)
  const shares = sums.slice(stretch).map((sum, i) => (sum - sums[i]) / stretch)
  const sorted = task === 'regression' ? Float64Array.from(labels).sort() : undefined
  return {
    coverage: sums[held.length] / held.length,
    extent: extent / held.length,
    least: shares.length === 0 ? undefined : shares.reduce((a, b) => Math.min(a, b)),
    most: shares.length === 0 ? undefined : shares.reduce((a, b) => Math.max(a, b)),
    late: late / (n - frozenAt),
    range: sorted && sorted[n - 1] - sorted[0],
    middle: sorted && sorted[Math.ceil(0.95 * n) - 1] - sorted[Math.floor(0.05 * n)],
  }
}

const results = {}

async function measure(set) {
  const labelled = { ...labelsOf(set), task: set.task }
  const { predictions, report } = await learn(checkout, set, labelled, [], scratch, set.name)
  const own = measured(labelled, predictions)
  // the report on the same intervals
  const reported = report.intervals.coverage
  if (Math.abs(own.coverage - reported) > 0.002)
    throw new Error(`${set.name}: the report says ${reported}, measured ${own.coverage}`)
  const { task, order, rows, source } = set
  results[set.name] = { task, order, rows, classes: labelled.K, source, ...own }
  console.log(set.name.padEnd(24), own.coverage.toFixed(4), own.extent.toPrecision(5), own.late.toFixed(4))
}

try {
  const queue = setsOf(values.sets, values.set).sort((a, b) => b.rows * b.columns - a.rows * a.columns)
  const worker = async () => {
    for (let set = queue.shift(); set !== undefined; set = queue.shift()) await measure(set)
  }
  await Promise.all(Array.from({ length: Number(values.jobs) }, worker))
} finally {
  rmSync(scratch, { recursive: true, force: true })
}
if (values.json !== undefined) writeFileSync(values.json, `${JSON.stringify(results, null, 2)}\n`)
if (values.page !== undefined) writeFileSync(values.page, wrapped(page(results, { level, stretch })))
