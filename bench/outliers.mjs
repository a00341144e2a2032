// The cost of one outlier: the loss on the next 1,000 lines against the loss of a run without the line, for every value
// of the grid, rule and loss; next to Vowpal Wabbit if it is installed.
//   node bench/outliers.mjs [--rules nag,auto|all] [--losses logistic,squared|all] [--outliers errors|bound|keep] [--vw PYTHON] [--seeds 5]
//   node bench/outliers.mjs --changes    the cost of cutting errors down where weights or labels change for good, under squared loss
//   node bench/outliers.mjs --weights    the cost of a large weight, next to as many copies of its example
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { Learner } from '@ol/core'
import { lossTwins } from '@ol/numerics'
import { losses, namedRules } from '@ol/spec'

const { values: flags } = parseArgs({
  options: {
    rules: { type: 'string', default: 'nag,snag,ng,std,auto' },
    losses: { type: 'string', default: 'logistic,squared' },
    outliers: { type: 'string' },
    vw: { type: 'string' },
    seeds: { type: 'string', default: '5' },
    bound: { type: 'string', default: '1.05' },
    changes: { type: 'boolean', default: false },
    weights: { type: 'boolean', default: false },
  },
})
const before = 2000
const after = 1000
const columns = 10
const magnitudes = [
  0,
  1e-45,
  1e-38,
  1,
  30,
  1e3,
  1e6,
  1e19,
  1e38,
  1e39,
  1e300,
  Number.POSITIVE_INFINITY,
  Number.NaN,
]
const values = [...new Set(magnitudes.flatMap((v) => (v > 0 ? [v, -v] : [v])))]
const ruleIds = flags.rules === 'all' ? Object.keys(namedRules) : flags.rules.split(',')
const lossIds = flags.losses === 'all' ? Object.keys(losses) : flags.losses.split(',')
const seeds = Array.from({ length: Number(flags.seeds) }, (_, i) => i + 1)

/** A linear congruential generator. */
function generator(seed) {
  let state = seed >>> 0
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return (state + 0.5) / 2 ** 32
  }
}

/** Lines of numeric columns of all units, and a few words, with a label that is linear in them up to noise. */
function linesOf(seed, kind, change = () => {}) {
  const random = generator(seed)
  const normal = () => Math.sqrt(-2 * Math.log(random())) * Math.cos(2 * Math.PI * random())
  const unit = Array.from({ length: columns }, (_, i) => 10 ** ((i % 5) - 2))
  const weight = Array.from({ length: columns + 50 }, normal)
  return Array.from({ length: before + after }, (_, e) => {
    if (e === before) change(weight, normal)
    const features = []
    let score = 0.3 * normal()
    for (let i = 0; i < columns; i++) {
      const x = normal()
      score += weight[i] * x
      features.push([`n${i}`, Number((x * unit[i]).toPrecision(7))])
    }
    for (let k = 0; k < 3; k++) {
      const i = Math.floor(50 * random() ** 2)
      score += weight[columns + i]
      if (!features.some(([name]) => name === `w${i}`)) features.push([`w${i}`, 1])
    }
    return { label: labelOf(kind, score, random), weight: 1, features }
  })
}

function labelOf(kind, score, random) {
  if (kind === 'sign') return score > 0 ? 1 : -1
  if (kind === 'count') return Math.floor(Math.exp(score / 4) * 2 * random())
  return Number((3 * score + 7).toPrecision(7))
}

/** Returns the line with an outlier in one place. */
function hostile(line, place, value) {
  if (place === 'label') return { ...line, label: value }
  if (place === 'weight') return { ...line, weight: value }
  const name = place === 'column' ? 'n2' : 'w0'
  const others = line.features.filter(([other]) => other !== name)
  return { ...line, features: [...others, [name, value]] }
}

/** Returns the sum of losses on the last lines, without refused lines, which the reader skips. */
function olLoss(options, lines) {
  const learner = new Learner({ ...options, bits: 12 })
  const { value } = lossTwins[options.loss]
  const param = losses[options.loss].params[0]?.default ?? 0
  let sum = 0
  lines.forEach(({ label, weight, features }, i) => {
    const last = i >= lines.length - after
    try {
      const z = learner.learn({ features: Object.fromEntries(features), label, weight })
      if (last) sum += value(z, label, param)
    } catch (error) {
      if (error.code === undefined || last) throw error
    }
  })
  return sum
}

const vwScript = `
import json, sys
import vowpalwabbit
import { refuseStale } from '../scripts/up-to-date.mjs'

refuseStale()
out = []
for job in json.load(sys.stdin):
    vw = vowpalwabbit.Workspace(job["arguments"] + " --quiet")
    lines = open(job["file"]).read().split("\\n")[:-1]
    if job["at"] is not None: lines.insert(${before}, job["at"])
    total = 0.0
    for i, line in enumerate(lines):
        example = vw.example(line)
        vw.learn(example)
        if i >= len(lines) - ${after}: total += example.get_loss()
        vw.finish_example(example)
    vw.finish()
    out.append(total)
print(json.dumps(out))
`

const text = ({ label, weight, features }) =>
  `${label} ${weight} | ${features.map(([name, x]) => `${name}:${x}`).join(' ')}`

/** Returns the losses of Vowpal Wabbit on the same lines, from one process for all of them. */
function vwLosses(python, jobs) {
  const folder = mkdtempSync(join(tmpdir(), 'ol-outliers-'))
  try {
    const files = new Map()
    const input = jobs.map(({ lines, seed, kind, at, loss }) => {
      const file = join(folder, `${kind}-${seed}`)
      if (!files.has(file)) writeFileSync(file, `${lines.map(text).join('\n')}\n`)
      files.set(file, true)
      return { arguments: `--loss_function ${loss}`, file, at: at === undefined ? null : text(at) }
    })
    const ran = spawnSync(python, ['-c', vwScript], { input: JSON.stringify(input), maxBuffer: 2 ** 28 })
    if (ran.status !== 0) throw new Error(String(ran.stderr))
    return JSON.parse(String(ran.stdout).trim().split('\n').at(-1))
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const places = ['column', 'word', 'label', 'weight']
const data = new Map()
const linesFor = (kind, seed) => {
  const key = `${kind} ${seed}`
  if (!data.has(key)) data.set(key, linesOf(seed, kind))
  return data.get(key)
}

/** Returns the cases of a kind of labels: for each seed the clean run, then every outlier. */
function casesOf(kind) {
  const cases = []
  for (const seed of seeds) {
    const lines = linesFor(kind, seed)
    cases.push({ seed, kind, lines, place: 'none', value: 0, at: undefined })
    // a large weight is not an outlier: it is the number of examples that this example represents
    for (const place of places)
      for (const value of values.filter((v) => place !== 'weight' || !(v > 1 && v <= 1e9)))
        cases.push({ seed, kind, lines, place, value, at: hostile(lines[before], place, value) })
  }
  return cases
}

/**
 * Returns the maximum and the geometric mean, over the seeds, of the ratios to the run without the line, by place and
 * value.
 */
function ratiosOf(cases, sums) {
  const clean = new Map()
  cases.forEach(({ seed, place }, i) => {
    if (place === 'none') clean.set(seed, sums[i])
  })
  const groups = new Map()
  cases.forEach(({ seed, place, value }, i) => {
    if (place === 'none') return
    const key = `${place} ${value}`
    const ratio = sums[i] / clean.get(seed)
    groups.set(key, [...(groups.get(key) ?? []), Number.isNaN(ratio) ? Number.POSITIVE_INFINITY : ratio])
  })
  return [...groups].map(([key, ratios]) => ({
    key,
    mean: Math.exp(ratios.reduce((sum, r) => sum + Math.log(r), 0) / ratios.length),
    most: Math.max(...ratios),
  }))
}

function show(name, ratios) {
  const worst = [...ratios].sort((a, b) => b.mean - a.mean)
  const past = ratios.filter(({ mean }) => !(mean <= Number(flags.bound)))
  const list = worst
    .slice(0, 4)
    .map(({ key, mean, most }) => `${key} ${mean.toFixed(3)} (${most.toFixed(3)})`)
  console.log(
    `${name.padEnd(28)} past ${flags.bound}: ${String(past.length).padStart(2)} of ${ratios.length}  worst: ${list.join(', ')}`,
  )
  return past.length
}

/** The permanent changes after `before` lines. */
const changes = {
  nothing: () => {},
  'all signs': (weight) => {
    for (let i = 0; i < weight.length; i++) weight[i] = -weight[i]
  },
  'all weights': (weight, normal) => {
    for (let i = 0; i < weight.length; i++) weight[i] = normal()
  },
  'one column': (weight) => {
    weight[2] += 10
  },
  'one rare word': (weight) => {
    weight[columns + 30] += 30
  },
}

/** Prints the ratio of loss for a large weight, and the ratio for as many examples of weight 1, by rule and loss. */
function showWeights() {
  for (const loss of lossIds)
    for (const rule of ruleIds) {
      const cells = [10, 100, 1000, 1e4, 1e6].map((weight) => {
        const ratios = seeds.map((seed) => {
          const lines = linesFor(losses[loss].labels, seed)
          const clean = olLoss({ rule, loss }, lines)
          const line = lines[before]
          const heavy = olLoss({ rule, loss }, lines.toSpliced(before, 0, { ...line, weight }))
          const copies =
            weight > 1e4
              ? Number.NaN
              : olLoss({ rule, loss }, lines.toSpliced(before, 0, ...Array(weight).fill(line)))
          return [Math.log(heavy / clean), Math.log(copies / clean)]
        })
        const [one, many] = [0, 1].map((k) =>
          Math.exp(ratios.reduce((sum, row) => sum + row[k], 0) / ratios.length).toFixed(3),
        )
        return `${weight}: ${one} (${many === 'NaN' ? 'not measured' : many})`
      })
      console.log(`${`${rule} ${loss}`.padEnd(16)} ${cells.join(', ')}`)
    }
}

/** Prints the ratio of the loss after a change with errors cut down to the loss without, by rule. */
function showChanges() {
  for (const [name, change] of Object.entries(changes)) {
    const ratios = ruleIds.map((rule) => {
      const logs = seeds.map((seed) => {
        const lines = linesOf(seed, 'real', change)
        const [errors, bound] = ['errors', 'bound'].map((outliers) =>
          olLoss({ rule, loss: 'squared', outliers }, lines),
        )
        return Math.log(errors / bound)
      })
      return `${rule} ${Math.exp(logs.reduce((sum, x) => sum + x, 0) / logs.length).toFixed(3)}`
    })
    console.log(`${name.padEnd(14)} ${ratios.join(', ')}`)
  }
}

if (flags.weights) {
  showWeights()
  process.exit()
}
if (flags.changes) {
  showChanges()
  process.exit()
}

console.log(
  `${before} lines, one outlier, ${after} lines; ${seeds.length} seeds; geometric mean (largest) of the ratios of loss`,
)
let over = 0
for (const loss of lossIds) {
  const kind = losses[loss].labels
  const cases = casesOf(kind)
  for (const rule of ruleIds) {
    const allowed = namedRules[rule].losses
    if (allowed !== undefined && !allowed.includes(loss)) continue
    const options = { rule, loss, ...(flags.outliers === undefined ? {} : { outliers: flags.outliers }) }
    const sums = cases.map(({ lines, at }) =>
      olLoss(options, at === undefined ? lines : lines.toSpliced(before, 0, at)),
    )
    over += show(`${rule} ${loss}`, ratiosOf(cases, sums))
  }
  if (flags.vw !== undefined && ['logistic', 'squared', 'hinge', 'quantile'].includes(loss)) {
    const jobs = cases.map((one) => ({ ...one, loss }))
    show(`Vowpal Wabbit ${loss}`, ratiosOf(cases, vwLosses(flags.vw, jobs)))
  }
}
process.exitCode = over > 0 ? 1 : 0
