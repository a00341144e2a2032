// node bench/space.mjs [--examples N] [--write]
//
// Measures space and test time of every rule, which papers mention and rarely measure. Prints a table: bytes of a
// feature, and nanoseconds per feature of a prediction and of learning, in batches of 256 on one thread. --write:
// puts it into docs/results/space.md.
import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { Learner } from '@ol/core'
import { describedRules, rules } from '@ol/spec'
import { wrapped } from '../scripts/prose/wrap.mjs'
import { refuseStale } from '../scripts/up-to-date.mjs'

refuseStale()

const { values } = parseArgs({
  options: { examples: { type: 'string', default: '20000' }, write: { type: 'boolean', default: false } },
})
const size = 256
const perExample = 40
const bits = 14

const lossOf = ({ losses }) => (losses === undefined || losses.includes('logistic') ? 'logistic' : losses[0])

/** Batches of examples with features of other frequencies and values. */
function batches(count, rows) {
  let state = 7
  const next = () => {
    state = (Math.imul(state, 1103515245) + 12345) >>> 0
    return state / 2 ** 32
  }
  return Array.from({ length: Math.ceil(count / size) }, () => {
    const indices = Uint32Array.from({ length: size * perExample }, () => Math.floor(rows * next() ** 3))
    return {
      size,
      offsets: Uint32Array.from({ length: size + 1 }, (_, e) => e * perExample),
      indices,
      values: Float64Array.from(indices, () => 2 * next() - 1),
      labels: Float64Array.from({ length: size }, () => (next() < 0.4 ? 1 : -1)),
    }
  })
}

/** Returns the minimum time of each batch over three rounds, in nanoseconds per feature. */
function timed(all, run) {
  let sum = 0
  for (const batch of all) {
    let least = Number.POSITIVE_INFINITY
    for (let k = 0; k < 3; k++) {
      const start = process.hrtime.bigint()
      run(batch)
      least = Math.min(least, Number(process.hrtime.bigint() - start))
    }
    sum += least
  }
  return sum / (all.length * size * perExample)
}

const lines = []
for (const rule of Object.values(describedRules)) {
  if (rule.extends !== undefined) continue
  const dense = rule.maxBits !== undefined || rule.kind === 'matrix'
  const own = dense ? Math.min(6, rule.maxBits ?? 6) : bits
  const count = dense ? 512 : Number(values.examples)
  const data = batches(count, 2 ** own)
  const learner = new Learner({
    rule: rule.id,
    loss: lossOf(rules[rule.id]),
    constant: false,
    ...(rule.kind === 'matrix' ? {} : { bits: own }),
  })
  if (learner.needsFirstPass) learner.fitScales(data[0])
  for (const batch of data) learner.learn(batch)
  const predicted = timed(data, (batch) => learner.predict(batch))
  const learned = timed(dense ? data.slice(0, 1) : data.slice(0, 16), (batch) => learner.learn(batch))
  const lanes = rule.ensemble === undefined ? 1 : rule.ensemble.lanes.length
  const { lane } = rule.ensemble === undefined ? rule : rules[rule.ensemble.rule]
  const space = rule.kind === 'matrix' ? 'a matrix' : String(4 * lanes * lane.length + 8 * rule.shared.length)
  const numbers = rule.kind === 'matrix' ? '' : String(lanes * lane.length + rule.shared.length)
  lines.push([
    `\`${rule.id}\``,
    numbers,
    space,
    predicted.toFixed(1),
    learned.toFixed(1),
    dense ? `${2 ** own} features, ${rule.cost}` : rule.cost,
  ])
  console.error(lines.at(-1).join('  '))
}

const head = ['rule', 'numbers', 'bytes', 'predict, ns', 'learn, ns', 'work per example']
const table = [head, head.map(() => '---'), ...lines].map((row) => `| ${row.join(' | ')} |`).join('\n')
const page = `# Space and time of every rule

\`node bench/space.mjs --write\`, on ${cpus()[0].model}, one thread, the addon.

Numbers and bytes are those that a feature takes in a table of float32 (statistics of features, which all models of a
mixture share, are float64). Times are nanoseconds per feature of an example with ${perExample} features, in batches of ${size}; a
table of ${2 ** bits} features, fewer for rules that work on the whole table.

${table}
`
if (values.write)
  writeFileSync(fileURLToPath(new URL('../docs/results/space.md', import.meta.url)), wrapped(page))
else console.log(page)
