import { fallback } from '@ol/fallback'
import { load } from '@ol/native'
import { type Format, OLError, type ReadOptions } from '@ol/spec'
import { read } from '../../packages/reader/src/read.js'
import { lines } from '../../packages/reader/test/collect.js'
import { type Kind, linesOf } from '../tokenizers/lines.js'
import type { Random } from '../tokenizers/texts.js'
import { type FuzzTarget, mutated } from './target.js'

const native = load()
const backends = 'backend' in native ? [fallback, native.backend] : [fallback]

/** A format of the reader: how its lines are made, and what is before them. */
interface ReadFormat {
  readonly format: Format
  readonly kind: Kind
  readonly head?: string
  readonly options?: ReadOptions
}

const columns = { label: 'y', weight: 'w', numeric: ['n', 'm'] }
const head = ['n', 'c', 'y', 'm', 'd', 'w']
const formats: readonly ReadFormat[] = [
  { format: 'vw', kind: 'vw' },
  { format: 'svmlight', kind: 'svmlight' },
  { format: 'jsonl', kind: 'jsonl' },
  { format: 'vwjson', kind: 'jsonl' },
  { format: 'counts', kind: 'counts', options: { positive: '1' } },
  { format: 'csv', kind: 'csv', head: `${head.join()}\n`, options: columns },
  { format: 'tsv', kind: 'csv', head: `${head.join('\t')}\n`, options: columns },
  {
    format: 'arff',
    kind: 'csv',
    head: `@relation r\n@attribute n real\n@attribute c string\n@attribute y real\n@attribute m real\n@attribute d string\n@attribute w real\n@data\n`,
    options: columns,
  },
]

interface Read {
  readonly examples: readonly string[]
  readonly bad: readonly string[]
  readonly error: string | undefined
}

/** Reads all; what was handed out before an error counts. */
async function readAll(bytes: Uint8Array, options: ReadOptions, random?: Random): Promise<Read> {
  const examples: string[] = []
  const source = random === undefined ? bytes : cut(bytes, random)
  const reader = read(source, options)
  let error: string | undefined
  try {
    for await (const batch of reader) examples.push(...lines(batch, true))
  } catch (cause) {
    if (!(cause instanceof OLError)) throw cause
    error = `${cause.code} ${cause.message} ${cause.line}:${cause.column}`
  }
  const bad = error === undefined ? reader.report.badLines.map((one) => JSON.stringify(one)) : []
  return { examples, bad, error }
}

async function* cut(bytes: Uint8Array, random: Random): AsyncGenerator<Uint8Array> {
  for (let p = 0; p < bytes.length; ) {
    const to = p + 1 + random(random(3) === 0 ? 5 : 4000)
    yield bytes.subarray(p, to)
    p = to
  }
}

function textOf({ kind, format, head: first = '' }: ReadFormat, random: Random): Uint8Array {
  const clean = random(3) === 0
  const text = linesOf(
    kind,
    random,
    1 + random(random(4) === 0 ? 40 : 8),
    clean,
    format === 'tsv' ? '\t' : ',',
  )
  const bytes = new TextEncoder().encode((random(20) === 0 ? '\ufeff' : '') + first + text)
  if (clean || random(3) !== 0) return bytes
  const at = first.length
  const body = mutated(bytes.subarray(at), random)
  const whole = new Uint8Array(at + body.length)
  whole.set(bytes.subarray(0, at))
  whole.set(body, at)
  return whole
}

/** The reader of a format: both backends, whole or in pieces, in chunks of any size, strict and lax, give the same. */
export const readerTargets: readonly FuzzTarget[] = formats.map((one) => ({
  name: `reader ${one.format}`,
  run: async (random) => {
    const bytes = textOf(one, random)
    const options: ReadOptions = {
      ...one.options,
      format: one.format,
      strict: random(4) === 0,
      ...(random(3) === 0 ? { hash: 'all' } : {}),
      ...(random(4) === 0 ? { maxLineBytes: 64 + random(200) } : {}),
    }
    const expected = await readAll(bytes, { ...options, backend: backends[0] })
    for (const backend of backends) {
      const chunkBytes = [1, 7, 64, 1000, 1 << 16][random(5)] + random(20)
      const found = await readAll(bytes, { ...options, backend, chunkBytes }, random)
      if (JSON.stringify(found) === JSON.stringify(expected)) continue
      const text = JSON.stringify(Buffer.from(bytes).toString('latin1'))
      throw new Error(
        `${backend.name} in chunks of ${chunkBytes} reads ${JSON.stringify(found)}, not ${JSON.stringify(expected)}, of ${text} with ${JSON.stringify(options)}`,
      )
    }
    return expected.error === undefined ? (expected.bad.length > 0 ? 'mixed' : 'good') : 'refused'
  },
}))
