// The table of docs/results/auto.md: npm run auto -- --data FOLDER [--out FILE] [--only NAME,...]
// Progressive losses of the best fixed rate of 16, of auto, of the default rate and of rules that have none.
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { parseArgs } from 'node:util'
import { autoRates, Learner } from '@ol/core'
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

/** What is read, and how; rows in the order of the file. */
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

const rows = []
for (const set of sets) {
  if (values.only !== undefined && !values.only.split(',').some((name) => set.name.startsWith(name))) continue
  const paths = set.files.map((file) => join(values.data, file))
  if (!paths.every(existsSync)) {
    console.error(`${set.name}: not in ${values.data}; left out`)
    continue
  }
  const batches = set.interleave ? await alternate(paths, set.read) : await all(read(paths, set.read))
  const run = (options) => {
    const started = performance.now()
    const learner = new Learner({ ...set.learner, ...options })
    for (const batch of batches) learner.learn(batch, { trusted: true })
    const { averageLoss, errorRate, examples } = learner.report()
    return {
      loss: averageLoss,
      errorRate,
      examples,
      lanes: learner.lanes.length,
      seconds: (performance.now() - started) / 1000,
    }
  }
  // undefined: the rule does not take the loss
  const ruleRun = (rule) =>
    rules[rule].othersRefused === true && !rules[rule].losses.includes(set.learner.loss)
      ? undefined
      : run({ rule })
  const fixed = autoRates.map((learningRate) => ({ learningRate, ...run({ learningRate }) }))
  const best = fixed.reduce((a, b) => (b.loss < a.loss ? b : a))
  const row = {
    name: set.name,
    examples: best.examples,
    best,
    auto: run({ learningRate: 'auto' }),
    default: run({}),
    scinol1: ruleRun('scinol1'),
    scinol2: ruleRun('scinol2'),
    kt: ruleRun('kt'),
    single: Math.min(...fixed.map(({ seconds }) => seconds)),
  }
  rows.push(row)
  console.error(line(row))
}

const text = `# auto against fixed rates

Progressive losses (each example predicted before it is learned), rows in the order of the file (sentiment: positive and negative
reviews in turn), one pass, rule nag where no other is named. "best fixed" is the best of 16 rates in hindsight, those that \`auto\`
mixes. In brackets: by how much more than the best fixed rate is lost. With classes the loss is the mean of the losses of the classes.
ScInOL and KT have no rate; KT is made for features within [-1, 1], and these are not scaled. Made by \`npm run auto -- --data FOLDER\`.

| data | rows | best fixed (rate) | auto | default rate 2 | ScInOL 1 | ScInOL 2 | KT |
| --- | --- | --- | --- | --- | --- | --- | --- |
${rows.map(line).join('\n')}

What \`auto\` costs, in passes with one rate (learning alone, without reading; examples of few rows have hardly given lanes up), and the
models that are left at the end (with classes over all of them):

| data | passes | models left |
| --- | --- | --- |
${rows.map(({ name, auto, single }) => `| ${name} | ${(auto.seconds / single).toFixed(1)} | ${auto.lanes} |`).join('\n')}

${summary()}
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

function summary() {
  const within = rows.filter(({ auto, best }) => auto.loss <= best.loss * 1.005)
  const others = rows.filter((row) => !within.includes(row))
  const names = others.map(({ name }) => name).join('; ')
  return `\`auto\` is within 0.5% of the best fixed rate on ${within.length} of ${rows.length} data sets${others.length > 0 ? `; not on: ${names}` : ''}.`
}

async function all(reader) {
  const batches = []
  for await (const batch of reader) batches.push(batch)
  return batches
}

/** Examples of two inputs in turn. */
async function alternate(paths, options) {
  const sides = []
  for (const path of paths) sides.push(await all(read(path, options)))
  const examples = sides.map((batches) =>
    batches.flatMap((batch) => Array.from({ length: batch.size }, (_, e) => ({ batch, e }))),
  )
  const mixed = examples[0].flatMap((one, i) => (i < examples[1].length ? [one, examples[1][i]] : [one]))
  const parts = mixed.map(({ batch, e }) => [batch.offsets[e], batch.offsets[e + 1], batch])
  const offsets = new Uint32Array(parts.length + 1)
  parts.forEach(([from, to], i) => {
    offsets[i + 1] = offsets[i] + to - from
  })
  const indices = new Uint32Array(offsets[parts.length])
  const numbers = new Float64Array(indices.length)
  parts.forEach(([from, to, batch], i) => {
    indices.set(batch.indices.subarray(from, to), offsets[i])
    numbers.set(batch.values.subarray(from, to), offsets[i])
  })
  const labels = Float64Array.from(mixed, ({ batch, e }) => batch.labels[e])
  return [{ size: mixed.length, offsets, indices, values: numbers, labels }]
}
