import { copyFileSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { fail, prepare } from './prepare.mjs'
import { wrapped } from './prose/wrap.mjs'

// npm run results -- --data DIR --out OUT [--threads N]
//
// Runs all experiments of the papers, like `ol-cli experiment all`, and writes their tables and figures to
// docs/results, with a list of them. Results of an earlier run in OUT are reused, so that an interrupted run
// continues. They are identified by their parameters, their data and the version of OL, not by the code: after a
// change of the code, use another OUT.

const usage = 'npm run results -- --data DIR --out OUT [--threads N]'
const { data, out, threads } = options()
prepare()
const { experiments, runExperiments } = await import(
  new URL('../packages/experiments/dist/index.js', import.meta.url)
)

const reports = await runExperiments(experiments, {
  data,
  out,
  shuffles: 5,
  threads,
  onProgress: once(60, ({ id }, { share, left, description }) => {
    const rest = Number.isFinite(left) ? `, about ${Math.ceil(left / 60)} min left` : ''
    console.error(`${clock()}  ${id}: ${(100 * share).toFixed(0)}%${rest} (${description})`)
  }),
  onReport: ({ id, seconds }) => console.error(`${clock()}  ${id}: done, ${seconds.toFixed(0)} s of work`),
})

function clock() {
  return new Date().toISOString().slice(11, 19)
}

/** Returns a function that runs `call` unless the last run was less than `seconds` ago. */
function once(seconds, call) {
  let next = 0
  return (...parts) => {
    if (performance.now() < next) return
    next = performance.now() + 1000 * seconds
    call(...parts)
  }
}

const results = fileURLToPath(new URL('../docs/results', import.meta.url))
for (const { id, figures } of reports) {
  // removes figures of an earlier run; pages that other scripts write stay
  for (const name of readdirSync(results))
    if (new RegExp(`^${id}-\\d+\\.svg$`).test(name)) rmSync(join(results, name))
  writeFileSync(join(results, `${id}.md`), wrapped(readFileSync(join(out, `${id}.md`), 'utf8')))
  figures.forEach((_, k) => {
    copyFileSync(join(out, `${id}-${k + 1}.svg`), join(results, `${id}-${k + 1}.svg`))
  })
}
const readme = join(results, 'README.md')
const [head, , tail] = readFileSync(readme, 'utf8').split(/<!-- experiments.*-->\n/)
const lines = []
for (const [k, { id, title, paper }] of reports.entries()) {
  if (k === 0 || reports[k - 1].paper !== paper) lines.push('', `**${paper}**`, '')
  lines.push(`- [${title}](${id}.md)`)
}
const marks = ['<!-- experiments: written by npm run results -->\n', '<!-- experiments: end -->\n']
writeFileSync(readme, wrapped(`${head}${marks[0]}${lines.join('\n')}\n\n${marks[1]}${tail}`))

function options() {
  try {
    const { values } = parseArgs({
      options: {
        data: { type: 'string' },
        out: { type: 'string' },
        threads: { type: 'string', default: '2' },
      },
    })
    if (values.data === undefined || values.out === undefined) fail(`Expected ${usage}`, 2)
    const base = process.env.INIT_CWD ?? process.cwd()
    const found = { data: resolve(base, values.data), out: resolve(base, values.out) }
    if (!existsSync(found.data)) fail(`There is no folder ${found.data}`, 2)
    return { ...found, threads: Number(values.threads) }
  } catch (error) {
    return fail(`${error.message}\nExpected ${usage}`, 2)
  }
}
