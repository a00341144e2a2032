// The tables of docs/results/auto.md: npm run auto -- --data FOLDER [--out FILE] [--only NAME,...]
// Progressive losses of the best fixed rate, of auto, of the default rate and of rules that have none, with the rows in the
// order of the file and shuffled.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { autoRates, Learner, search } from '@ol/core'
import { read } from '@ol/reader'
import { rules } from '@ol/spec'

const { values } = parseArgs({
  options: { data: { type: 'string' }, out: { type: 'string' }, only: { type: 'string' } },
})
if (values.data === undefined) {
  console.error('npm run auto -- --data FOLDER [--out FILE] [--only NAME,...]')
  process.exit(2)
}

const sign = { labels: 'sign' }
const domains = ['books', 'dvd', 'electronics', 'kitchen']

/** What is read, and how. */
const sets = [
  { name: 'Bank', files: ['bank-full.csv.gz'], read: { label: 'y', ...sign }, learner: { loss: 'logistic' } },
  {
    name: 'Census',
    files: ['census-income.data.gz'],
    read: { label: -1, ignore: [25], header: false, ...sign },
    learner: { loss: 'logistic' },
  },
  {
    name: 'Covertype, class 2',
    files: ['covtype.data.gz'],
    read: { label: -1, positive: '2', header: false, ...sign },
    learner: { loss: 'logistic' },
  },
  {
    name: 'Covertype, 7 classes',
    files: ['covtype.data.gz'],
    read: { label: -1, header: false, labels: 'class', classes: 7 },
    learner: { loss: 'logistic', classes: 7, bits: 12 },
  },
  {
    name: 'Shuttle, 7 classes',
    files: ['shuttle.trn.gz'],
    read: { delimiter: 'space', label: -1, header: false, labels: 'class', classes: 7 },
    learner: { loss: 'logistic', classes: 7, bits: 12 },
  },
  ...domains.map((domain) => ({
    name: `Sentiment, ${domain}`,
    files: ['positive', 'negative'].map((kind) => `sentiment/${domain}/${kind}.review.gz`),
    read: { format: 'counts', positive: 'positive', ...sign },
    learner: { loss: 'logistic', bits: 20 },
    interleave: true,
  })),
  {
    name: 'Electricity',
    files: ['electricity.csv.gz'],
    read: { label: 'class', ...sign },
    learner: { loss: 'logistic' },
  },
  {
    name: 'California housing',
    files: ['cal_housing.data.gz'],
    read: { label: 'medianHouseValue' },
    learner: { loss: 'squared' },
  },
  {
    name: 'news20, 20 classes',
    files: ['news20.svmlight.gz'],
    read: { format: 'svmlight', labels: 'class', classes: 20 },
    learner: { loss: 'logistic', classes: 20, bits: 16 },
  },
]

/** Rates that `auto` mixes, and as many more in the same ratio as it takes for the best not to be the last. */
const beyond = [...autoRates]
while (beyond.length < 64) beyond.push(Number((beyond[beyond.length - 1] * 1.85).toPrecision(3)))

const orders = ['file', 'shuffled']
const rows = []
for (const set of sets) {
  if (values.only !== undefined && !values.only.split(',').some((name) => set.name.startsWith(name))) continue
  const paths = set.files.map((file) => join(values.data, file))
  if (!paths.every(existsSync)) {
    console.error(`${set.name}: not in ${values.data}; left out`)
    continue
  }
  const inFile = set.interleave
    ? await alternate(paths, set.read)
    : examplesOf(await all(read(paths, set.read)))
  for (const order of orders) {
    const row = await measure(set, order, gather(order === 'file' ? inFile : shuffled(inFile)))
    rows.push(row)
    console.error(`${order}: ${line(row)}`)
  }
}

async function measure(set, order, batches) {
  const run = (options) => {
    const before = process.cpuUsage()
    const labelScale = options.learningRate === 'auto' ? undefined : 'none'
    const learner = new Learner({ rule: 'nag', ...set.learner, labelScale, ...options })
    for (const batch of batches) learner.learn(batch, { trusted: true })
    const { averageLoss } = learner.report()
    const { user, system } = process.cpuUsage(before)
    return { loss: averageLoss, lanes: learner.lanes.length, seconds: (user + system) / 1e6 }
  }
  // undefined: the rule does not take the loss
  const ruleRun = (rule) =>
    rules[rule].othersRefused === true && !rules[rule].losses.includes(set.learner.loss)
      ? undefined
      : run({ rule })
  const best = await bestFixed(set, batches)
  const single = run({ learningRate: best.learningRate })
  if (single.loss !== best.loss) throw new Error(`${set.name}: ${single.loss} alone, ${best.loss} as a lane`)
  const auto = run({ learningRate: 'auto' })
  return {
    name: set.name,
    order,
    examples: batches.reduce((sum, { size }) => sum + size, 0),
    best,
    auto,
    default: run({}),
    scinol1: ruleRun('scinol1'),
    scinol2: ruleRun('scinol2'),
    kt: ruleRun('kt'),
    single,
  }
}

async function bestFixed(set, batches) {
  const tried = []
  for (let from = 0; from < beyond.length; ) {
    const to = from === 0 ? autoRates.length : from + 8
    const grid = { learningRate: beyond.slice(from, to) }
    const { trials } = await search(() => batches, {
      learner: { rule: 'nag', ...set.learner, labelScale: 'none' },
      grid,
      passes: 1,
      trusted: true,
    })
    for (const { parameters, averageLoss } of trials)
      tried.push({ learningRate: parameters.learningRate, loss: averageLoss })
    const best = tried.reduce((a, b) => (b.loss < a.loss ? b : a))
    if (best !== tried[tried.length - 1]) return best
    from = to
  }
  throw new Error(`${set.name}: no rate up to ${beyond[beyond.length - 1]} is too large`)
}

const header = `| data | rows | best fixed (rate) | auto | default rate 2 | ScInOL 1 | ScInOL 2 | KT |
| --- | --- | --- | --- | --- | --- | --- | --- |`
const of = (order) => rows.filter((row) => row.order === order)

const text = `# auto against fixed rates

Progressive losses (each example predicted before it is learned), one pass, rule nag where no other is named. "best fixed" is the best
rate in hindsight of those that \`auto\` mixes, and where that is the largest, of more beyond it. In brackets: by how much more than the
best fixed rate is lost. With classes the loss is the mean of the losses of the classes, and there is one best rate for all of them. ScInOL
and KT have no rate; KT is made for features within [-1, 1], and these are not scaled. Under squared loss \`auto\` learns labels in units
of their spread, the fixed rates as they are. Made by \`npm run auto -- --data FOLDER\`.

## Rows in the order of the file

Sentiment: positive and negative reviews alternate. Covertype, Electricity and Shuttle have similar neighbouring rows.

${header}
${of('file').map(line).join('\n')}

${summary('file')}

## Rows shuffled

${header}
${of('shuffled').map(line).join('\n')}

${summary('shuffled')}

## Cost

What \`auto\` costs, in passes with one rate (processor time of learning alone, without reading; short streams have hardly given lanes up), and the
models that are left at the end (with classes over all of them), in the order of the file:

| data | passes | models left |
| --- | --- | --- |
${of('file')
  .map(
    ({ name, auto, single }) => `| ${name} | ${(auto.seconds / single.seconds).toFixed(1)} | ${auto.lanes} |`,
  )
  .join('\n')}
`
const out = values.out ?? new URL('../docs/results/auto.md', import.meta.url)
if (typeof out === 'string') mkdirSync(dirname(out), { recursive: true })
else mkdirSync(new URL('.', out), { recursive: true })
writeFileSync(out, text)

function line({ name, examples, best, ...others }) {
  const cell = (found) => {
    if (found === undefined) return 'not for this loss'
    const { loss } = found
    const more = (100 * (loss - best.loss)) / best.loss
    return `${short(loss)} (${more >= 0 ? '+' : ''}${Math.abs(more) < 1000 ? more.toFixed(2) : more.toExponential(1)}%)`
  }
  const cells = ['auto', 'default', 'scinol1', 'scinol2', 'kt'].map((key) => cell(others[key]))
  return `| ${name} | ${examples} | ${short(best.loss)} (${best.learningRate}) | ${cells.join(' | ')} |`
}

function short(loss) {
  return loss >= 1e5 ? loss.toExponential(4) : loss.toFixed(5)
}

function summary(order) {
  const own = of(order)
  const names = (found) => found.map(({ name }) => name).join('; ')
  const behind = own.filter(({ auto, best }) => auto.loss > best.loss * 1.005)
  const outside = own.filter(({ best }) => best.learningRate < 0.01 || best.learningRate > 10)
  return [
    `\`auto\` is within 0.5% of the best fixed rate, or ahead of it, on ${own.length - behind.length} of ${own.length} data sets${behind.length > 0 ? `; not on: ${names(behind)}` : ''}.`,
    `The best fixed rate lies within [0.01, 10] on ${own.length - outside.length}${outside.length > 0 ? `; not on: ${names(outside)}` : ''}.`,
  ].join(' ')
}

async function all(reader) {
  const batches = []
  for await (const batch of reader) batches.push(batch)
  return batches
}

function examplesOf(batches) {
  return batches.flatMap((batch) => Array.from({ length: batch.size }, (_, e) => ({ batch, e })))
}

/** Examples of two inputs, alternating. */
async function alternate(paths, options) {
  const sides = []
  for (const path of paths) sides.push(examplesOf(await all(read(path, options))))
  return sides[0].flatMap((one, i) => (i < sides[1].length ? [one, sides[1][i]] : [one]))
}

/** A permutation that is the same everywhere (Fisher and Yates, mulberry32). */
function shuffled(examples) {
  let seed = 1
  const next = () => {
    seed = (seed + 0x6d2b79f5) | 0
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
  const mixed = [...examples]
  for (let i = mixed.length - 1; i > 0; i--) {
    const j = Math.floor(next() * (i + 1))
    ;[mixed[i], mixed[j]] = [mixed[j], mixed[i]]
  }
  return mixed
}

/** Batches of these examples, in this order. */
function gather(examples, size = 4096) {
  const batches = []
  for (let at = 0; at < examples.length; at += size) batches.push(batchOf(examples.slice(at, at + size)))
  return batches
}

function batchOf(examples) {
  const offsets = new Uint32Array(examples.length + 1)
  examples.forEach(({ batch, e }, i) => {
    offsets[i + 1] = offsets[i] + batch.offsets[e + 1] - batch.offsets[e]
  })
  const indices = new Uint32Array(offsets[examples.length])
  const numbers = new Float64Array(indices.length)
  examples.forEach(({ batch, e }, i) => {
    const [from, to] = [batch.offsets[e], batch.offsets[e + 1]]
    indices.set(batch.indices.subarray(from, to), offsets[i])
    numbers.set(batch.values.subarray(from, to), offsets[i])
  })
  const labels = Float64Array.from(examples, ({ batch, e }) => batch.labels[e])
  return { size: examples.length, offsets, indices, values: numbers, labels }
}
