import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { fail, prepare } from './prepare.mjs'

// npm run golden -- DIR --out OUT
//
// Runs every golden trace of DIR and of its folder auto/, as test/golden/README.md describes them, through the public API, on the backend that
// OL_BACKEND names, and writes the results to OUT under the same names. Exit code 1 if a trace disagrees or is
// of a class that OL does not have.

const usage = 'npm run golden -- DIR --out OUT'
const { folder, out } = folders()
prepare()
const { runGolden } = await import(new URL('../test/golden-runner/dist/index.js', import.meta.url))

mkdirSync(out, { recursive: true })
const names = readdirSync(folder).sort().flatMap(within)
const results = []
for (const name of names) results.push(await runOne(name))
const count = (kind) => results.filter((result) => result === kind).length
console.log(
  `${count('agrees')} agree, ${count('disagrees')} disagree, ${count('failed')} could not be run, ${count('skipped')} skipped`,
)
if (count('agrees') === 0 && count('disagrees') === 0) console.log(`There is no trace in ${folder}`)
process.exitCode = count('agrees') > 0 && count('disagrees') + count('failed') === 0 ? 0 : 1

function folders() {
  try {
    const { values, positionals } = parseArgs({
      options: { out: { type: 'string' } },
      allowPositionals: true,
    })
    if (positionals.length !== 1 || values.out === undefined) fail(`Expected ${usage}`, 2)
    // npm runs scripts at the root, but the caller's paths are relative to the folder where npm was called
    const base = process.env.INIT_CWD ?? process.cwd()
    const found = { folder: resolve(base, positionals[0]), out: resolve(base, values.out) }
    if (!existsSync(found.folder) || !statSync(found.folder).isDirectory())
      fail(`There is no folder ${found.folder}`, 2)
    if (found.folder === found.out) fail('OUT must be another folder than DIR', 2)
    return found
  } catch (error) {
    return fail(`${error.message}; expected ${usage}`, 2)
  }
}

/** Expands the folder of traces of mixtures to its files; returns any other name unchanged. */
function within(name) {
  if (name !== 'auto' || !statSync(join(folder, name)).isDirectory()) return [name]
  mkdirSync(join(out, name), { recursive: true })
  return readdirSync(join(folder, name))
    .sort()
    .map((file) => join(name, file))
}

/** Runs one file and prints its line. */
async function runOne(name) {
  const line = (text) => console.log(`${name.padEnd(44)} ${text}`)
  const path = join(folder, name)
  if (statSync(path).isDirectory()) {
    line('a folder: not run')
    return 'skipped'
  }
  if (!name.endsWith('.json')) return undefined
  try {
    const trace = JSON.parse(readFileSync(path, 'utf8'))
    if (trace.params === undefined) return undefined
    const data = JSON.parse(readFileSync(join(dirname(path), `${trace.data}.json`), 'utf8'))
    const made = await runGolden(trace, data)
    writeFileSync(join(out, name), `${JSON.stringify(written(trace, made))}\n`)
    const agrees = made.deviation <= 1
    line(
      `${made.rule.padEnd(24)} ${made.backend.padEnd(9)} deviation ${made.deviation.toExponential(2)} ${agrees ? 'agrees' : 'DISAGREES'}`,
    )
    return agrees ? 'agrees' : 'disagrees'
  } catch (error) {
    line(`could not be run: ${error.message}`)
    return 'failed'
  }
}

/** Returns the text of a file, without the backend, so that files of two backends can be compared byte for byte. */
function written({ algorithm, params, data }, { rule, predictions, final_weights }) {
  return { algorithm, params, data, rule, predictions, final_weights }
}
