import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import autocannon from 'autocannon'
import { pingPong, pipelined } from './serving/line-client.mjs'
import { paced } from './serving/paced-client.mjs'

// node bench/serving.mjs [--seconds N] [--vw PYTHON]
//
// Measures answers per second of `ol-cli serve` over HTTP and the line protocol, after comparing its answers with
// the answers of `ol-cli predict`; next to a route of Fastify that always gives the same answer and, if PYTHON has
// its wheel, Vowpal Wabbit's daemon. Server and client run on this machine at the same time.

const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '4' }, vw: { type: 'string' } },
})
const seconds = Number(values.seconds)
const bin = new URL('../packages/cli/bin/ol-cli.js', import.meta.url).pathname
const folder = mkdtempSync(join(tmpdir(), 'ol-serving-'))
const children = []

async function start(args) {
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
  children.push(child)
  const [text] = await once(child.stdout, 'data')
  return { child, ...JSON.parse(String(text)) }
}

const serve = (...args) => start([bin, 'serve', '--port', '0', '--lines-port', '0', '--json', ...args])

let state = 1
const random = () => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0
  return state / 2 ** 32
}

/** Returns examples of this many features, as objects and as lines. */
function examples(count, features) {
  return Array.from({ length: count }, () => {
    const values = Array.from({ length: features }, (_, k) => [
      `f${k}`,
      Math.round(1e4 * (random() - 0.5)) / 1e4,
    ])
    const label = values[0][1] + values[1][1] > 0 ? 1 : -1
    return {
      features: Object.fromEntries(values),
      label,
      line: `| ${values.map(([name, value]) => `${name}:${value}`).join(' ')}`,
    }
  })
}

async function load(address, path, bodies, connections = 10) {
  let k = 0
  const result = await autocannon({
    url: `${address}${path}`,
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    connections,
    duration: seconds,
    requests: [{ setupRequest: (request) => ({ ...request, body: bodies[k++ % bodies.length] }) }],
  })
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${path}: ${result.non2xx} refused, ${result.errors} errors`)
  const { p50, p99 } = result.latency
  return { perSecond: Math.round(result.requests.average), p50, p99 }
}

/** Runs each work in turn, several times, and returns the best result of each. */
async function inTurn(works, times = 4) {
  const best = {}
  for (let k = 0; k < times; k++)
    for (const [name, work] of Object.entries(works)) {
      const result = await work()
      if (best[name] === undefined || result.perSecond > best[name].perSecond) best[name] = result
    }
  return best
}

const row = (name, { perSecond, p50, p99 }, unit, note = '') =>
  console.log(
    `${name.padEnd(44)}${String(perSecond).padStart(9)}/s ${p50 === undefined ? '' : `p50 ${p50.toFixed(1)} p99 ${p99.toFixed(1)} ${unit}`} ${note}`,
  )

const train = examples(20_000, 20)
const model = join(folder, 'model.ol')
const file = join(folder, 'train.vw')
writeFileSync(file, train.map(({ label, line }) => `${label} ${line}\n`).join(''))
spawnSync(
  process.execPath,
  [bin, 'train', file, '--loss', 'logistic', '--rule', 'nag', '-o', model, '--quiet'],
  { stdio: 'inherit' },
)

const test = examples(5000, 20)
const server = await serve(model, '--store', join(folder, 'store'))
// first compares the answers
const lines = join(folder, 'test.vw')
writeFileSync(lines, test.map(({ line }) => `${line}\n`).join(''))
const predicted = spawnSync(process.execPath, [bin, 'predict', lines, '-m', model, '--raw'], {
  encoding: 'utf8',
}).stdout
const text = readFileSync(lines)
const { answers } = await pipelined(server.linesPort, text, test.length)
const same = (a, b) =>
  a
    .trim()
    .split('\n')
    .every(
      (line, i) =>
        Math.abs(Number(line) - Number(b.trim().split('\n')[i])) <=
        1e-6 * Math.max(1, Math.abs(Number(line))),
    )
if (!same(answers, predicted)) throw new Error('the line protocol and ol-cli predict differ')
const http = await (
  await fetch(`${server.address}/predict`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(test.slice(0, 500).map(({ features }) => ({ features }))),
  })
).json()
if (!http.every(({ score }, i) => String(score) === answers.split('\n')[i]))
  throw new Error('HTTP and the line protocol differ')
console.log('answers of HTTP, of the line protocol and of ol-cli predict are the same')

const bodies = test.map(({ features }) => JSON.stringify({ features }))
const constant = await start([new URL('serving/constant.mjs', import.meta.url).pathname])
const labelled = train.map(({ features, label }) => JSON.stringify({ features, label }))
// in turn, and the best of each, because the machine may be busy with other work
const bests = await inTurn({
  constant: () => load(constant.address, '/predict', bodies),
  predict: () => load(server.address, '/predict', bodies),
  learn: () => load(server.address, '/learn', labelled),
  predict100: () => load(server.address, '/predict', bodies, 100),
  learn100: () => load(server.address, '/learn', labelled, 100),
})
const { constant: base, predict, learn, predict100, learn100 } = bests
row('a constant route of Fastify', base, 'ms')
row(
  'predict, 20 features',
  predict,
  'ms',
  `${(predict.perSecond / base.perSecond).toFixed(2)} x the constant route`,
)
const ofPredict = (one, other) => `${(one.perSecond / other.perSecond).toFixed(2)} x predict`
row('learn, --durable interval', learn, 'ms', ofPredict(learn, predict))
row('predict, 100 connections', predict100, 'ms')
row('learn, --durable interval, 100 connections', learn100, 'ms', ofPredict(learn100, predict100))
const always = await serve(model, '--store', join(folder, 'always'), '--durable', 'always')
row('learn, --durable always, 10 connections', await load(always.address, '/learn', labelled), 'ms')

const wide = examples(2000, 75)
const wideText = Buffer.from(
  wide
    .map(({ line }) => `${line}\n`)
    .join('')
    .repeat(50),
)
const single = wide.map(({ line }) => Buffer.from(`${line}\n`))
const doors = { OL: server.linesPort }
if (values.vw !== undefined) {
  doors['Vowpal Wabbit'] = 26_900 + (process.pid % 1000)
  children.push(
    spawn(
      values.vw,
      [
        new URL('serving/vw-daemon.py', import.meta.url).pathname,
        '--daemon',
        '--port',
        String(doors['Vowpal Wabbit']),
        '--quiet',
        '--foreground',
        '--num_children',
        '1',
        '--loss_function',
        'logistic',
      ],
      // it has child processes, which end with its group
      { stdio: 'inherit', detached: true },
    ),
  )
  await new Promise((resolve) => setTimeout(resolve, 3000))
}
const works = {}
for (const [name, port] of Object.entries(doors)) {
  works[`${name}: lines of 75 features, ping-pong`] = () => pingPong(port, single, seconds)
  works[`${name}: lines of 75 features, pipelined`] = () => pipelined(port, wideText, 100_000)
}
for (const [name, best] of Object.entries(await inTurn(works))) row(name, best, 'µs')

// half the load, while snapshots are written and models are replaced
const body = readFileSync(model)
const half = predict.perSecond / 2
row('predict at half the load', await paced(server.address, '/predict', bodies, half, seconds), 'µs')
let over = false
const swapping = (async () => {
  for (; !over; await new Promise((resolve) => setTimeout(resolve, 1000)))
    await fetch(`${server.address}/model`, {
      method: 'PUT',
      headers: { 'content-type': 'application/octet-stream' },
      body,
    })
})()
const busy = await paced(server.address, '/predict', bodies, half, seconds)
over = true
await swapping
row('the same, a model swapped and saved each second', busy, 'µs')
for (const child of children)
  if (child.spawnargs.includes('--daemon')) process.kill(-child.pid, 'SIGKILL')
  else child.kill('SIGKILL')
rmSync(folder, { recursive: true, force: true })
