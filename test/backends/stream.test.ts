import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { Worker } from 'node:worker_threads'
import { createTokens, fallback, reserveTokens } from '@ol/fallback'
import { load } from '@ol/native'
import {
  type CrossedFeatures,
  type CrossPlan,
  type CrossTokens,
  counts,
  crossSlack,
  type TextBackend,
  type TokenPlan,
} from '@ol/spec'
import { describe, expect, test } from 'vitest'
import { planFor } from '../tokenizers/compare.js'
import { generator } from '../tokenizers/texts.js'

const native = load()
const backends: TextBackend[] = 'backend' in native ? [fallback, native.backend] : [fallback]
const plan: TokenPlan = { ...planFor('vw', generator(3)), wide: false, spaces: false }

/** Chunks of lines, each with tokens of its own. */
const chunks = Array.from({ length: 40 }, (_, k) => {
  const text = Array.from({ length: 1 + ((k * 7) % 50) }, (_, i) => `1 |f a${i}:${k} b ${k}\n`).join('')
  const bytes = new Uint8Array(text.length + 128)
  new TextEncoder().encodeInto(text, bytes.subarray(64))
  const tokens = createTokens()
  reserveTokens(tokens, text.length, plan)
  return { chunk: { bytes, start: 64, end: 64 + text.length, final: true }, tokens }
})

const bytes = (fill: number, own: Readonly<Record<number, number>> = {}) =>
  Uint32Array.from({ length: 256 }, (_, byte) => own[byte] ?? fill)
/** Pairs of namespaces a and b. */
const crosses: CrossPlan = {
  goesBy: Uint32Array.from({ length: 256 }, (_, byte) => byte),
  spaceOf: Uint8Array.from({ length: 256 }, (_, byte) => byte),
  columns: new Uint8Array(0),
  grams: bytes(1),
  skips: bytes(0),
  most: bytes(0xffffffff),
  interactions: new TextEncoder().encode('ab'),
  interactionEnds: Uint32Array.of(2),
  named: new Uint8Array(0),
  namedEnds: new Uint32Array(0),
  permutations: false,
  constant: false,
  wide: false,
  groups: false,
}

/** Examples of four features of a and one of b, so of nine with their crosses. */
function tokensFor(size: number): CrossTokens {
  const features = 5 * size
  return {
    offsets: Uint32Array.from({ length: size + 1 }, (_, e) => 5 * e),
    indices: Uint32Array.from({ length: features }, (_, f) => Math.imul(f + 1, 2654435761)),
    upper: new Uint32Array(0),
    values: Float64Array.from({ length: features }, (_, f) => 1 + (f % 7) / 4),
    spaces: Uint32Array.from(
      { length: 4 * size },
      (_, k) => [97, 5 * (k >> 2) + 4, 98, 5 * (k >> 2) + 5][k % 4],
    ),
    spaceEnds: Uint32Array.from({ length: size }, (_, e) => 2 * e + 2),
  }
}

function crossedFor(features: number): CrossedFeatures {
  const capacity = features + crossSlack
  return {
    starts: new Uint32Array(400),
    lowers: new Uint32Array(capacity),
    uppers: new Uint32Array(0),
    amounts: new Float64Array(capacity),
    groups: new Uint8Array(0),
    faults: new Uint8Array(400),
  }
}

describe.each(backends)('$name', (backend) => {
  test.each([1, 2, 5])('%i threads tokenize as a call does', async (threads) => {
    const stream = backend.stream(threads)
    expect(stream.ahead > 0).toBe(backend.name === 'native')
    await Promise.all(chunks.map(({ chunk, tokens }) => stream.tokenizeAsync(plan, chunk, tokens)))
    stream.close()
    for (const { chunk, tokens } of chunks) {
      const expected = createTokens()
      reserveTokens(expected, chunk.end - chunk.start, plan)
      fallback.tokenize(plan, chunk, expected)
      expect(tokens.counts).toEqual(expected.counts)
      const n = expected.counts[counts.features]
      expect(tokens.indices.subarray(0, n)).toEqual(expected.indices.subarray(0, n))
      expect(tokens.values.subarray(0, n)).toEqual(expected.values.subarray(0, n))
    }
  })

  test.each([1, 2, 5])('%i threads cross as a call does', async (threads) => {
    const stream = backend.stream(threads)
    const examples = [1, 40, 333]
    const calls = examples.map((size) => ({
      size,
      out: crossedFor(9 * size),
      expected: crossedFor(9 * size),
    }))
    const ends = calls.map(({ size, out }) => stream.crossAsync(crosses, tokensFor(size), out, 0, size))
    stream.close()
    expect(await Promise.all(ends)).toEqual(examples)
    for (const { size, out, expected } of calls) {
      expect(fallback.cross(crosses, tokensFor(size), expected, 0, size)).toBe(size)
      const n = expected.starts[size]
      expect(n).toBe(9 * size)
      expect(out.starts).toEqual(expected.starts)
      expect(out.lowers.subarray(0, n)).toEqual(expected.lowers.subarray(0, n))
      expect(out.amounts.subarray(0, n)).toEqual(expected.amounts.subarray(0, n))
    }
  })

  test('a cross that does not fit reports where it ended', async () => {
    for (const work of [backend, backend.stream(2)])
      expect(await work.crossAsync(crosses, tokensFor(40), crossedFor(9 * 33 - 1), 7, 40)).toBe(39)
  })

  test('a closed stream ends the work that was begun', async () => {
    const stream = backend.stream(2)
    const done = Promise.all(chunks.map(({ chunk, tokens }) => stream.tokenizeAsync(plan, chunk, tokens)))
    stream.close()
    await done
  })
})

describe.runIf('backend' in native)('the addon', () => {
  test('refuses work for a closed stream, and invalid numbers of threads', async () => {
    const backend = backends[1]
    const stream = backend.stream(1)
    stream.close()
    const [{ chunk, tokens }] = chunks
    await expect(stream.tokenizeAsync(plan, chunk, tokens)).rejects.toMatchObject({ code: 'OL_BATCH' })
    const cross = backend.stream(1).crossAsync(crosses, tokensFor(3), crossedFor(10), 2, 1)
    await expect(cross).rejects.toMatchObject({ code: 'OL_BATCH' })
    for (const threads of [0, -1, Number.NaN, 257])
      expect(() => backend.stream(threads)).toThrow(expect.objectContaining({ code: 'OL_BATCH' }))
  })

  const packages = ['@ol/pipeline'].map((name) => import.meta.resolve(name))
  const busy = (ending: string) => `
    import { train } from ${JSON.stringify(packages[0])}
    const text = new TextEncoder().encode('1 |f a b c:2 d\\n-1 |f d e:.5\\n'.repeat(60000))
    const running = train(text, { loss: 'logistic', chunkBytes: 5000, threads: 4 })
    running.catch(() => undefined)
    setTimeout(() => { ${ending} }, 60)`

  test.each(['terminate', 'exit'])('a worker may end (%s) while a stream is open', async (how) => {
    const url = new URL(
      `data:text/javascript,${encodeURIComponent(busy(how === 'exit' ? 'process.exit(3)' : ''))}`,
    )
    for (let i = 0; i < 3; i++) {
      const worker = new Worker(url)
      if (how === 'terminate') {
        await new Promise((resolve) => setTimeout(resolve, 150 + 60 * i))
        await worker.terminate()
      } else expect(await new Promise((resolve) => worker.once('exit', resolve))).toBe(3)
    }
  })

  test('so may a process', () => {
    const from = fileURLToPath(new URL('.', import.meta.url))
    const done = spawnSync(process.execPath, ['--input-type=module', '-e', busy('process.exit(7)')], {
      cwd: from,
    })
    expect([done.status, done.signal]).toEqual([7, null])
  })

  test('nor does a stream that nobody closes keep a process', () => {
    const addon = JSON.stringify(import.meta.resolve('@ol/native'))
    const script = `import { load } from ${addon}; load().backend.stream(3)`
    const done = spawnSync(process.execPath, ['--input-type=module', '-e', script], { timeout: 60_000 })
    expect([done.status, done.signal]).toEqual([0, null])
  })
})
