// node bench/tables.mjs [--python PYTHON] [--list] [--markdown FILE] DIR...
//
// Reads every table under the folders with OL and with pandas and pyarrow, without options, and compares rows, names,
// types, missing cells, and the minimum, maximum and mean of numeric columns. Prints a table of agreement and each
// disagreement. pandas is given the delimiter and the index (if the first field of the header is empty), which OL
// infers. Skips ARFF files, which pandas does not read. PYTHON must have pandas and pyarrow.
import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { gunzipSync } from 'node:zlib'
import { read, stats } from '@ol/reader'
import { refuseStale } from '../scripts/up-to-date.mjs'

refuseStale()

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    python: { type: 'string', default: 'python3' },
    list: { type: 'boolean' },
    markdown: { type: 'string' },
  },
})
const endings = /\.(csv|tsv|tab|json|jsonl|ndjson|parquet|arrow|feather)(\.gz)?$/i

function filesIn(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = join(folder, entry.name)
      if (entry.isDirectory()) return filesIn(path)
      return endings.test(entry.name) && statSync(path).size > 0 ? [path] : []
    })
}

async function byOl(path) {
  try {
    const isJson = /\.(json|jsonl|ndjson)(\.gz)?$/i.test(path)
    const reader = read(path, { labels: 'any', ...(isJson ? {} : { label: null }) })
    const report = await stats(reader)
    const preamble = reader.report.warnings?.find(({ why }) => why === 'preamble')
    const columns = (report.columns ?? [])
      .filter(({ role }) => role !== 'ignore')
      .map(({ name, type, missing, min, max, mean }) => ({ name, type, missing, min, max, mean }))
    return {
      rows: report.examples,
      skipped: reader.report.skipped,
      columns,
      isTable: report.columns !== undefined,
      table: reader.report.table,
      preamble: preamble === undefined ? 0 : Number.parseInt(preamble.text, 10),
    }
  } catch (error) {
    return { error: `${error.code ?? error.name}: ${error.message}`.slice(0, 200) }
  }
}

const close = (a, b) => a === b || Math.abs(a - b) <= 1e-9 * Math.max(Math.abs(a), Math.abs(b), 1e-300)

/** Returns the difference between two readings; undefined if there is none. */
function difference(own, other) {
  if (own.error !== undefined) return `OL: ${own.error}`
  if (own.rows !== other.rows) return `rows: ${own.rows} (${own.skipped} lines skipped), pandas ${other.rows}`
  if (!own.isTable) return undefined
  if (own.columns.length !== other.columns.length)
    return `columns: ${own.columns.length}, pandas ${other.columns.length}`
  for (const [k, a] of own.columns.entries()) {
    const b = other.columns[k]
    const unnamed = /^(Unnamed: \d+|column \d+)$/
    const name = unnamed.test(b.name) ? a.name : b.name.trim()
    if (a.name !== name) return `name of column ${k + 1}: ${a.name}, pandas ${b.name}`
    const text = (type) => (type === 'text' ? 'string' : type)
    // pandas reads dates as strings
    const dates = (a.type === 'date' || a.type === 'time') && b.type === 'string'
    const empty = b.type === 'number' && b.missing === own.rows
    if (text(a.type) !== b.type && !dates && !empty) return `type of ${a.name}: ${a.type}, pandas ${b.type}`
    if (dates || empty) continue
    if (a.missing !== b.missing) return `missing in ${a.name}: ${a.missing}, pandas ${b.missing}`
    if (b.type !== 'number' || b.min === undefined) continue
    for (const key of ['min', 'max', 'mean'])
      if (!close(a[key], b[key]) && Math.abs(a[key] - b[key]) > 1e-9 * (b.max - b.min))
        return `${key} of ${a.name}: ${a[key]}, pandas ${b[key]}`
  }
  return undefined
}

/**
 * Returns whether a JSON file is an array of objects, or lines of them: pandas also makes tables from other JSON files.
 */
function isTable(path) {
  if (!/\.json(\.gz)?$/i.test(path)) return true
  const bytes = readFileSync(path)
  const text = (path.endsWith('.gz') ? gunzipSync(bytes) : bytes).subarray(0, 4096).toString()
  return /^\s*\[\s*\{/.test(text) || /^\{.*\}\s*\n\s*\{/.test(text)
}

/** Reads tables with pandas, a result for each. */
function byPandas(tasks) {
  if (tasks.length === 0) return []
  const script = join(dirname(fileURLToPath(import.meta.url)), 'tables.py')
  const input = tasks.map((task) => JSON.stringify(task)).join('\n')
  const out = execFileSync(values.python, [script], {
    input,
    maxBuffer: 2 ** 30,
    stdio: ['pipe', 'pipe', 'ignore'],
  })
  return out
    .toString()
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
}

const files = positionals.flatMap((folder) =>
  filesIn(folder)
    .filter(isTable)
    .map((path) => ({ folder, path })),
)
const plain = byPandas(files.map(({ path }) => ({ path })))
const results = []
for (const [k, { folder, path }] of files.entries()) {
  const [own, other] = [await byOl(path), plain[k]]
  const differs = other.error === undefined ? difference(own, other) : `pandas: ${other.error}`
  results.push({ folder, path, own, differs, outcome: differs === undefined ? 'agree' : 'differ' })
}
// layouts that OL inferred: pandas agrees if they are given
const open = results.filter(({ own, outcome }) => outcome === 'differ' && own.table?.delimiter !== undefined)
const told = byPandas(
  open.map(({ path, own }) => ({
    path,
    told: { delimiter: own.table.delimiter, header: own.table.header, skip: own.preamble },
  })),
)
for (const [k, result] of open.entries()) {
  const { own } = result
  const other = told[k]
  if (other.error !== undefined) continue
  // without a header pandas counts the columns from 0
  if (!own.table.header)
    other.columns.forEach((column, i) => {
      column.name = String(i + 1)
    })
  if (difference(own, other) === undefined) result.outcome = 'told'
}
for (const result of results) {
  const odd = /^type of .*: number, pandas string$/.test(result.differs ?? '')
  if (result.outcome === 'differ' && odd) result.outcome = 'odd'
}
const outcomes = ['agree', 'told', 'odd', 'differ']
const out = [
  '| folder | files | agree | agree once pandas is told delimiter, header, preamble | a number column with up to 5% odd cells | differ |',
  '| --- | --- | --- | --- | --- | --- |',
]
for (const folder of positionals) {
  const own = results.filter((one) => one.folder === folder)
  const counts = outcomes.map((outcome) => own.filter((one) => one.outcome === outcome).length)
  out.push(`| ${folder.split('/').at(-1)} | ${own.length} | ${counts.join(' | ')} |`)
}
const shown = results.filter(({ outcome }) => outcome === 'differ' || outcome === 'odd' || values.list)
out.push(
  '',
  ...shown.map(
    ({ folder, path, outcome, differs }) =>
      `- ${folder.split('/').at(-1)}/${relative(folder, path)}: ${outcome}: ${differs ?? ''}`,
  ),
)
console.log(out.join('\n'))
if (values.markdown !== undefined) writeFileSync(values.markdown, `${out.join('\n')}\n`)
