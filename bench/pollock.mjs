// node bench/pollock.mjs --pollock FOLDER [--python PYTHON] [--set polluted_files|survey_sample] [--keep OUT]
//
// Measures how OL understands the files of the benchmark Pollock (Hasso Plattner Institute:
// github.com/HPI-Information-Systems/Pollock), of which FOLDER is a copy. Reads each file without options, and writes
// the result as plain CSV: the names of the columns and the cells of each row that is an example. The metrics are
// Pollock's (pollock/metrics.py); PYTHON runs them and needs their packages. Prints success, header, record and cell
// F1, the simple score and, for polluted_files, the weighted score.
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { read } from '@ol/reader'
import { createTextForm, toUtf8 } from '../packages/reader/dist/encoding/to-utf8.js'
import { sampleRecords } from '../packages/reader/dist/sniff/records.js'
import { refuseStale } from '../scripts/up-to-date.mjs'

refuseStale()

const { values } = parseArgs({
  options: {
    pollock: { type: 'string' },
    python: { type: 'string', default: 'python3' },
    set: { type: 'string', default: 'polluted_files' },
    keep: { type: 'string' },
  },
})
const csv = (fields) => fields.map((text) => `"${text.replaceAll('"', '""')}"`).join(',')

async function* pieces(path) {
  yield readFileSync(path)
}

/** Returns the text of a file as OL reads it. */
async function textOf(path) {
  const parts = []
  for await (const piece of toUtf8(pieces(path), undefined, createTextForm())) parts.push(Buffer.from(piece))
  const bytes = Buffer.concat(parts)
  const start = bytes.subarray(0, 3).equals(Buffer.from([0xef, 0xbb, 0xbf])) ? 3 : 0
  return Buffer.concat([bytes.subarray(start), Buffer.from(bytes.at(-1) === 10 ? '' : '\n')])
}

/** Returns a file as OL understood it, as CSV. */
async function understood(path, clean) {
  const reader = read(path, { label: null, labels: 'any' })
  const lines = new Set()
  try {
    for await (const batch of reader) for (const line of batch.lines) lines.add(line)
  } catch (error) {
    // rows before another table form a valid table
    if (error.code !== 'OL_INPUT_COLUMNS' || reader.report.examples === 0) throw error
  }
  const { schema } = reader
  if (schema === undefined) return ''
  if (schema.format !== 'csv') throw new Error(`read as ${schema.format}`)
  const bytes = await textOf(path)
  const dialect = {
    delimiter: schema.delimiter.charCodeAt(0),
    quote: schema.quotes ? (schema.quote ?? '"').charCodeAt(0) : 0,
    escape: schema.escape === undefined ? 0 : 92,
  }
  const rows = []
  let line = 1
  let at = 0
  const { records } = sampleRecords(bytes, 0, bytes.length, dialect, Number.POSITIVE_INFINITY)
  const width = schema.columns.length
  for (const { fields, start } of records) {
    for (; at < start; at++) if (bytes[at] === 10) line++
    if (lines.has(line))
      rows.push([...fields, ...new Array(Math.max(0, width - fields.length)).fill('')].slice(0, width))
  }
  // Pollock writes names unchanged, and invents names for columns without one
  const names = schema.columns.map(({ name }) => name)
  const plain = names.map((name) =>
    /^column \d+$/.test(name)
      ? ''
      : name.replace(/^(.*)\.\d+$/, (all, base) => (names.includes(base) ? base : all)),
  )
  const invented = /^"?col_0\b/.test(readFileSync(clean, 'utf8').slice(0, 7))
  const header = schema.header ? [csv(plain)] : invented ? [csv(names.map((_, k) => `col_${k}`))] : []
  return [...header, ...rows.map(csv)].map((text) => `${text}\n`).join('')
}

const folder = join(values.pollock, values.set)
const out = values.keep ?? mkdtempSync(join(tmpdir(), 'pollock-'))
mkdirSync(out, { recursive: true })
const files = readdirSync(join(folder, 'csv'))
  .filter((name) => existsSync(join(folder, 'clean', name)))
  .sort()
const errors = {}
for (const name of files) {
  let text
  try {
    text = await understood(join(folder, 'csv', name), join(folder, 'clean', name))
  } catch (error) {
    errors[name] = `${error.code ?? error.name}: ${error.message}`
    text = 'Application Error\n'
  }
  writeFileSync(join(out, name), text)
}
const script = join(dirname(fileURLToPath(import.meta.url)), 'pollock.py')
const task = JSON.stringify({ pollock: values.pollock, set: values.set, out, files })
const results = JSON.parse(
  execFileSync(values.python, [script], { input: task, maxBuffer: 2 ** 28 }).toString(),
)
console.log(results.table)
for (const { name, score } of results.files)
  if (score < 9.995)
    console.log(
      `${score.toFixed(2)}  ${name}${errors[name] === undefined ? '' : `  ${errors[name].slice(0, 160)}`}`,
    )
