import { createInterface } from 'node:readline'
import { pipeline } from 'node:stream/promises'
import { parseArgs } from 'node:util'
import { parse } from './access-log.js'
import { Surprise } from './surprise.js'

// tail -F access.log | node score.js [--models FOLDER] [--bits 20] [--warm-up 1000]

const { values: flags } = parseArgs({
  options: {
    models: { type: 'string' },
    bits: { type: 'string', default: '20' },
    'warm-up': { type: 'string', default: '1000' },
  },
})
const threshold = Number(flags.bits)
const warmUp = Number(flags['warm-up'])
const surprise = await Surprise.open(flags.models)
let lines = 0
let strange = 0

/** @param {AsyncIterable<string>} input */
async function* anomalies(input) {
  for await (const line of input) {
    lines++
    const request = parse(line)
    if (request === undefined) {
      // counted and said at the end: a format that changed would otherwise look like silence
      strange++
      continue
    }
    const { slow, failed, usualSeconds } = surprise.learn(request)
    // it learns from surprising requests, too: what becomes usual is not reported for ever
    if (surprise.seen <= warmUp || Math.max(slow, failed) < threshold) continue
    const reason = failed > slow ? 'fails, which it does not' : `usually ${usualSeconds.toPrecision(2)} s`
    yield `${Math.max(slow, failed).toFixed(0)} bits (${reason}): ${line}\n`
  }
}

const controller = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => controller.abort())
try {
  // the pipeline reads no faster than standard output takes lines
  await pipeline(createInterface({ input: process.stdin }), anomalies, process.stdout, {
    signal: controller.signal,
  })
} catch (error) {
  // a signal, or a reader such as `head` that has enough: what was learned is kept
  const code = Reflect.get(Object(error), 'code')
  if (code !== 'ABORT_ERR' && code !== 'EPIPE') throw error
}
if (flags.models !== undefined) await surprise.save(flags.models)
if (strange > 0) console.error(`${strange} of ${lines} lines are of another format`)
process.exitCode = lines > 0 && strange === lines ? 65 : 0
// standard input may still be open after a signal
process.stdin.destroy()
