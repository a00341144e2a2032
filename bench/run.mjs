// Times OL next to other tools, whole processes in turn: npm run bench [-- --quick | --only WORKLOAD,... | --help]
import { mkdirSync, writeFileSync } from 'node:fs'
import { cpus, loadavg, totalmem } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { load as loadAddon } from '@ol/native'
import { wrapped } from '../scripts/prose/wrap.mjs'
import { install, measure, useCli, versions } from './measure.mjs'
import { page, sizesPage } from './page.mjs'
import { plot } from './plot.mjs'
import { prepareFile } from './prepare.mjs'
import { measureSizes } from './sizes.mjs'
import { summarize, table } from './summary.mjs'
import { drivers, workloads } from './workloads.mjs'

const usage = `npm run bench [-- OPTIONS]
  --quick              four million features per workload, six of the drivers: about two minutes
  --features N         millions of features per generated workload (default: 30)
  --repeat N           runs of each (default: 5)
  --sizes MB,...       files of these sizes as well, with the defaults of ol-cli (such as 5,50,500)
  --only NAME,...      workloads: ${workloads.map(({ name }) => name).join(', ')}
  --drivers TEXT,...   drivers of that name, or whose names begin so (default: all)
  --data FOLDER        where covtype.data.gz and news20.svmlight.gz are (default: without them)
  --install            install the other tools from PyPI into bench/.venv first
  --cli FILE           the ol-cli.js of an installed package (default: this repository's)
  --out FOLDER         write results.json, benchmarks.md and benchmarks-*.svg there (default: bench/out)`

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    features: { type: 'string' },
    repeat: { type: 'string' },
    sizes: { type: 'string' },
    only: { type: 'string' },
    drivers: { type: 'string' },
    data: { type: 'string' },
    install: { type: 'boolean', default: false },
    out: { type: 'string' },
    cli: { type: 'string' },
    help: { type: 'boolean', default: false },
  },
})
if (values.help) {
  console.log(usage)
  process.exit(0)
}
const millions = positive('--features', values.features ?? (values.quick ? '4' : '30'))
const repeat = positive('--repeat', values.repeat ?? (values.quick ? '3' : '5'))
const begins = values.drivers?.split(',')
const isDriver = (text) => drivers.some(({ name }) => name === text)
const chosenDrivers = drivers.filter(
  ({ name, quick }) =>
    begins?.some((text) => (isDriver(text) ? name === text : name.startsWith(text))) ??
    (quick || !values.quick),
)
const sizes = values.sizes?.split(',').map((text) => positive('--sizes', text)) ?? []
const names = values.only?.split(',') ?? workloads.map(({ name }) => name)
const unknown = names.find((name) => !workloads.some((one) => one.name === name))
if (unknown !== undefined) stop(`There is no workload ${unknown}\n${usage}`)
if (chosenDrivers.length === 0) stop(`No driver begins with ${values.drivers}\n${usage}`)
if (values.install) install()
if (values.cli !== undefined) useCli(values.cli)

const out = values.out ?? join(import.meta.dirname, 'out')
const files = join(out, 'data')
mkdirSync(files, { recursive: true })
const machine = {
  processor: cpus()[0].model,
  cores: cpus().length,
  memory: totalmem(),
  tier: loadAddon().tier?.(),
  versions: versions(),
}
const absent = new Map()
let sized
const results = []
const started = Date.now()
const load = [loadavg()[0]]
for (const workload of workloads.filter(({ name }) => names.includes(name))) {
  const file = await prepareFile(workload, millions * 1e6, values.data, files)
  if (file === undefined) {
    absent.set(workload.name, values.data === undefined ? 'needs --data' : `no ${workload.file} there`)
    continue
  }
  console.error(`${workload.name}: ${file.examples} examples, ${file.features} features`)
  const here = []
  for (const driver of chosenDrivers) {
    const missing = measure(driver, workload, file, { prepare: true })
    if (missing.absent === undefined) here.push({ driver, runs: [] })
    else absent.set(driver.name, missing.absent)
  }
  for (let k = 0; k < repeat; k++)
    for (const { driver, runs } of here) runs.push(measure(driver, workload, file, {}))
  const rows = summarize(here, file)
  results.push({ workload: workload.name, what: workload.what, ...file.size, rows })
  console.log(table(workload, file, rows))
  load.push(loadavg()[0])
  write()
}
if (sizes.length > 0) {
  const measured = await measureSizes(sizes, repeat, files)
  if (measured.absent === undefined) sized = measured.rows
  else absent.set('files of several sizes', measured.absent)
}
write()
for (const [name, why] of absent) console.log(`absent: ${name} (${why})`)
console.log(`${((Date.now() - started) / 1000).toFixed(0)} s; ${join(out, 'benchmarks.md')}`)

/** Writes what has been measured so far. */
function write() {
  const seconds = (Date.now() - started) / 1000
  const report = { machine, repeat, millions, load, seconds, absent: [...absent], results, sized }
  writeFileSync(join(out, 'results.json'), `${JSON.stringify(report, undefined, 1)}\n`)
  writeFileSync(join(out, 'benchmarks-1.svg'), plot(report))
  writeFileSync(join(out, 'benchmarks.md'), wrapped(page(report)))
  if (sized !== undefined) writeFileSync(join(out, 'file-sizes.md'), wrapped(sizesPage(report)))
}

function positive(flag, text) {
  const value = Number(text)
  if (!(value > 0)) stop(`Expected a number > 0 for ${flag} but received ${text}`)
  return value
}

function stop(text) {
  console.error(text)
  process.exit(2)
}
