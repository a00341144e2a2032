// node bench/boosted.mjs DATA --python PYTHON [--set NAME ...]
//
// Runs HistGradientBoosting of scikit-learn, which PYTHON must have, on the sets of `ol-cli experiment expand`: fitted
// to the first four fifths of the first shuffle, with losses over the last fifth. These are the figures in
// derived-sets.ts.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { folderOf } from './passes.mjs'

const from = (path) => import(new URL(`../packages/experiments/dist/${path}`, import.meta.url))
const { derivedSets, examplesOf } = await from('experiments/derived/derived-sets.js')
const { tailOf } = await from('experiments/derived/expand-run.js')
const { readDataset } = await from('datasets/read-dataset.js')
const { datasetOf } = await from('datasets/datasets.js')
const { Random } = await from('data/random.js')

const { values, positionals } = parseArgs({
  options: { python: { type: 'string', default: 'python3' }, set: { type: 'string', multiple: true } },
  allowPositionals: true,
})
const folder = folderOf(positionals)

/** Writes rows of doubles, the label first; returns the number of columns, and the categorical ones. */
function writeRows(data, order, path) {
  const columns = new Map()
  const places = new Map()
  for (let i = 0; i < data.features; i++) {
    const name = data.names?.get(i)
    const column = name === undefined ? i : name.slice(0, name.indexOf('='))
    if (!columns.has(column))
      columns.set(column, { at: columns.size, texts: 0, category: name !== undefined })
    places.set(i, { ...columns.get(column), code: columns.get(column).texts++ })
  }
  const width = columns.size + 1
  const rows = new Float64Array(data.size * width)
  order.forEach((e, r) => {
    rows[r * width] = data.labels[e]
    for (let i = data.offsets[e]; i < data.offsets[e + 1]; i++) {
      const { at, category, code } = places.get(data.ids[i])
      rows[r * width + 1 + at] = category ? code : data.values[i]
    }
  })
  writeFileSync(path, rows)
  const all = [...columns.values()]
  return { columns: all.length, categories: all.filter(({ category }) => category).map(({ at }) => at) }
}

const scratch = mkdtempSync(join(tmpdir(), 'ol-boosted-'))
try {
  for (const set of derivedSets) {
    if (values.set !== undefined && !values.set.includes(set.name)) continue
    const { data: read } = await readDataset(datasetOf(set.dataset), folder)
    const data = examplesOf(read, set)
    const order = set.inOrder
      ? Uint32Array.from({ length: data.size }, (_, e) => e)
      : new Random(1).permutation(data.size)
    const file = join(scratch, 'rows.bin')
    const job = { file, rows: data.size, task: set.task, ...writeRows(data, order, file) }
    const script = fileURLToPath(new URL('tools/boosted.py', import.meta.url))
    const { status, stdout, stderr } = spawnSync(values.python, [script, JSON.stringify(job)], {
      encoding: 'utf8',
    })
    if (status !== 0) throw new Error(`${values.python}: ${stderr}`)
    const { usual, strong } = JSON.parse(stdout)
    const each = ({ seconds }) => ((seconds * 1e6) / tailOf(data.size)).toFixed(1)
    console.log(
      `${set.name}: usual ${usual.loss.toFixed(5)} (${usual.trees} trees, ${each(usual)} us a row), strong ${strong.loss.toFixed(5)} (${strong.trees} trees, ${each(strong)} us a row)`,
    )
  }
} finally {
  rmSync(scratch, { recursive: true })
}
