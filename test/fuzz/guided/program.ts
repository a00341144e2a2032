import { Learner } from '@ol/core'
import { OLError, type ReadOptions } from '@ol/spec'
import { read } from '../../../packages/reader/src/read.js'
import { lines } from '../../../packages/reader/test/collect.js'

// Programs for a fuzzer that is guided by coverage (scripts/fuzz/guided.mjs): each takes any bytes. An exception is a
// finding.

/** The first byte of a string decides how it is cut. */
const cuts = [1, 7, 64, 1000]

async function outcome(bytes: Uint8Array, options: ReadOptions): Promise<string> {
  const found: string[] = []
  const reader = read(bytes, options)
  try {
    for await (const batch of reader) found.push(...lines(batch, true))
  } catch (error) {
    if (!(error instanceof OLError)) throw error
    return `${found.join('\n')}\n${error.code} ${error.line}:${error.column}`
  }
  const { skipped, badCounts, lines: count } = reader.report
  return `${found.join('\n')}\n${JSON.stringify({ skipped, badCounts, count, schema: reader.schema })}`
}

function reads(format: ReadOptions['format'], more: ReadOptions = {}): (bytes: Uint8Array) => Promise<void> {
  return async (bytes) => {
    if (bytes.length < 2) return
    const [kind] = bytes
    const text = bytes.slice(1)
    const options: ReadOptions = { format, maxLineBytes: kind & 4 ? 200 : 1 << 20, ...more }
    const whole = await outcome(text, options)
    const parts = await outcome(text, { ...options, chunkBytes: cuts[kind & 3] })
    if (parts !== whole) throw new Error(`chunks of ${cuts[kind & 3]}: ${parts}\nwhole: ${whole}`)
  }
}

async function loads(bytes: Uint8Array): Promise<void> {
  let learner: Learner<number | string>
  try {
    learner = Learner.fromBytes(bytes, { backend: 'fallback' })
  } catch (error) {
    if (error instanceof OLError) return
    throw error
  }
  const prediction = learner.predict({ a: 1, b: -2 })
  if (typeof prediction === 'number' && !Number.isFinite(prediction))
    throw new Error(`a model predicts ${prediction}`)
  Learner.fromBytes(learner.toBytes(), { backend: 'fallback' })
}

/** Reads whatever the bytes say that they are: containers, caches, tables, encodings. */
async function detects(bytes: Uint8Array): Promise<void> {
  await outcome(bytes, {})
}

export const programs: Readonly<Record<string, (bytes: Uint8Array) => Promise<void>>> = {
  csv: reads('csv'),
  task: reads('csv', { task: 'auto' }),
  tsv: reads('tsv'),
  vw: reads('vw'),
  jsonl: reads('jsonl'),
  svmlight: reads('svmlight'),
  arff: reads('arff'),
  counts: reads('counts'),
  vwjson: reads('vwjson'),
  any: detects,
  model: loads,
}
