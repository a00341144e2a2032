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
let count = 0
let strange = 0

/**
 * Cuts text into lines. (An interface of node:readline loses lines that come before somebody iterates over it.)
 * @param {AsyncIterable<string>} input
 */
async function* lines(input) {
  let rest = ''
  for await (const text of input) {
    const whole = (rest + text).split(/\r?\n/)
    // a line without an end is not to fill the memory: cut, it is of another format
    rest = (whole.pop() ?? '').slice(0, 65_536)
    yield* whole
  }
  if (rest !== '') yield rest
}

/** @param {AsyncIterable<string>} input */
async function* anomalies(input) {
  for await (const line of input) {
    count++
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
  await pipeline(process.stdin.setEncoding('utf8'), lines, anomalies, process.stdout, {
    signal: controller.signal,
  })
} catch (error) {
  // a signal, or a reader such as `head` that has enough: what was learned is kept
  const code = Reflect.get(Object(error), 'code')
  if (code !== 'ABORT_ERR' && code !== 'EPIPE') throw error
}
if (flags.models !== undefined) await surprise.save(flags.models)
if (strange > 0) console.error(`${strange} of ${count} lines are of another format`)
process.exitCode = count > 0 && strange === count ? 65 : 0
// standard input may still be open after a signal
process.stdin.destroy()
