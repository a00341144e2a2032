// `node bench/expand-beside.mjs DATA --python PYTHON [--set NAME ...] [--rows 40000] [--forest-rows 2000]`
//
// The cost of programs that learn more than a linear model of the columns, in one pass over the same rows of a
// shuffle: Vowpal Wabbit with all products of two features (-q ::) from text, and river's adaptive random forest on
// the first rows, if PYTHON has the packages; next to a model of OL without and with derived features, from memory.
// Prints microseconds and progressive log loss.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { Learner } from '@ol/core'
import { loaders } from './auto-sets.mjs'
import { cell, folderOf } from './passes.mjs'
import { batchOf, permutation } from './shuffles.mjs'

const { values, positionals } = parseArgs({
  options: {
    python: { type: 'string', default: 'python3' },
    set: { type: 'string', multiple: true, default: ['bank', 'census', 'covtype2', 'electricity'] },
    rows: { type: 'string', default: '40000' },
    'forest-rows': { type: 'string', default: '2000' },
  },
  allowPositionals: true,
})
const folder = folderOf(positionals)
const scratch = mkdtempSync(join(tmpdir(), 'ol-beside-'))

function ours(set, order, expand) {
  const learner = new Learner({ rule: 'auto', loss: 'logistic', bits: 18, expand, curve: 'off' })
  const batches = []
  for (let from = 0; from < order.length; from += 8192)
    batches.push(batchOf(set, order, from, Math.min(order.length, from + 8192), set.names))
  const before = performance.now()
  for (const batch of batches) learner.learn(batch)
  return { seconds: (performance.now() - before) / 1000, loss: learner.report().averageLoss }
}

function theirs(tool, job) {
  const script = fileURLToPath(new URL(`tools/${tool}.py`, import.meta.url))
  const { status, stdout, stderr } = spawnSync(values.python, [script, JSON.stringify(job)], {
    encoding: 'utf8',
  })
  if (status !== 0) throw new Error(`${values.python}: ${stderr}`)
  return JSON.parse(stdout)
}

function writeText(set, order, path) {
  const lines = Array.from(order, (row) => {
    let line = `${set.labels[row] > 0 ? 1 : -1} |`
    for (let i = set.offsets[row]; i < set.offsets[row + 1]; i++)
      line += ` f${set.indices[i]}:${set.values[i]}`
    return line
  })
  writeFileSync(path, `${lines.join('\n')}\n`)
}

const titles = ['off us', 'auto us', 'vw us', 'forest us', 'off loss', 'auto loss', 'vw loss', 'forest loss']
console.log(`${'set'.padEnd(14)}${titles.map((title) => title.padStart(12)).join('')}`)
try {
  for (const name of values.set) {
    const set = loaders[name](folder)
    const rows = Math.min(set.labels.length, Number(values.rows))
    const order = permutation(set.labels.length, 1).subarray(0, rows)
    const file = join(scratch, `${name}.vw`)
    writeText(set, order, file)
    const all = [
      ours(set, order, 'off'),
      ours(set, order, 'auto'),
      theirs('vw', { file, crosses: ['::'] }),
      theirs('forest', { file, limit: Math.min(rows, Number(values['forest-rows'])) }),
    ]
    const us = all.map(({ seconds, examples = rows }) => cell((seconds * 1e6) / examples, 1))
    const losses = all.map(({ loss }) => cell(loss, 4))
    console.log(`${name.padEnd(14)}${[...us, ...losses].map((text) => text.padStart(12)).join('')}`)
  }
} finally {
  rmSync(scratch, { recursive: true })
}
