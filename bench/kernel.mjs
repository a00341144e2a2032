// Times the kernel of one lane alone, on a batch in memory, one thread:
// node bench/kernel.mjs [--features N] [--bits B] [--rule NAME] [--repeat N]
// The tables are compared first. What is printed is processor time per feature, the least of the runs.
import { parseArgs } from 'node:util'
import { backendInfo } from '@ol/core'
import { chooseBackend, createTable, learningPlan, resolveOptions } from '@ol/core/internal'

const { values } = parseArgs({
  options: {
    features: { type: 'string', default: '3000000' },
    bits: { type: 'string', default: '18' },
    rule: { type: 'string', default: 'nag' },
    repeat: { type: 'string', default: '5' },
  },
})
const perExample = 75
const bits = Number(values.bits)
const batch = generate(Math.ceil(Number(values.features) / perExample))
const { note } = backendInfo('auto')
if (note !== undefined) console.error(`The native backend is not there (${note})`)
const backends = note === undefined ? ['native', 'fallback'] : ['fallback']

for (const update of ['plain', 'invariant']) {
  const runs = backends.map((name) => ({ name, ...time(name, update) }))
  if (!runs.every(({ table }) => Buffer.compare(table, runs[0].table) === 0)) {
    console.error(`${update}: the tables differ`)
    process.exitCode = 1
    continue
  }
  const parts = runs.map(({ name, nanoseconds }) => `${name} ${nanoseconds.toFixed(1)}`)
  console.log(`${values.rule}, logistic, ${update}, b${bits}: ${parts.join(', ')} ns per feature`)
}

function time(backend, update) {
  const settings = resolveOptions({ rule: values.rule, loss: 'logistic', update, bits })
  const { size } = batch
  let nanoseconds = Number.POSITIVE_INFINITY
  let table
  for (let k = 0; k < Number(values.repeat); k++) {
    const fresh = createTable(settings.rule, bits, 1, settings.precision)
    const results = {
      predictions: new Float64Array(size),
      losses: new Float64Array(size),
      status: new Uint8Array(size),
    }
    const before = process.cpuUsage()
    chooseBackend(backend).backend.learn(learningPlan(settings), fresh, batch, results)
    nanoseconds = Math.min(nanoseconds, (process.cpuUsage(before).user * 1000) / batch.indices.length)
    table = Buffer.from(fresh.lane.buffer)
  }
  return { nanoseconds, table }
}

/** Examples like those of a text: ids that ascend within an example, spread over the table. */
function generate(size) {
  let x = 1
  const random = () => {
    x ^= x << 13
    x ^= x >>> 17
    x ^= x << 5
    return (x >>> 0) / 2 ** 32
  }
  const indices = new Uint32Array(size * perExample)
  const numbers = new Float64Array(size * perExample)
  for (let i = 0, id = 0; i < indices.length; i++) {
    if (i % perExample === 0) id = 0
    id += 1 + Math.floor(2400 * random() ** 3)
    indices[i] = Math.imul(id, 0x9e3779b1)
    numbers[i] = Math.fround(random())
  }
  return {
    size,
    offsets: Uint32Array.from({ length: size + 1 }, (_, e) => e * perExample),
    indices,
    values: numbers,
    labels: Float64Array.from({ length: size }, () => (random() < 0.5 ? -1 : 1)),
  }
}
