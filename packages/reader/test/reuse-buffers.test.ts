import { fallback } from '@ol/fallback'
import type { Batch, TokenBackend } from '@ol/spec'
import { describe, expect, test } from 'vitest'
import { read } from '../src/read.js'
import { bytesOf, collect, lines, pieces } from './collect.js'
import { corpora } from './corpora.js'

/** A backend with threads whose work ends in any order. */
function unordered(ahead: number): TokenBackend {
  let seed = ahead
  const later = async (): Promise<void> => {
    seed = (seed * 1103515245 + 12345) & 0x7fffffff
    for (let turns = (seed >> 8) % 12; turns > 0; turns--) await undefined
    if (seed % 5 === 0) await new Promise((resolve) => setImmediate(resolve))
  }
  return {
    ...fallback,
    name: 'native',
    ahead,
    tokenizeAsync: async (plan, chunk, out) => {
      await later()
      fallback.tokenize(plan, chunk, out)
    },
    crossAsync: async (plan, tokens, out, first, until) => {
      await later()
      return fallback.cross(plan, tokens, out, first, until)
    },
  }
}

/** The same input with n-grams and interactions. */
const crossed = corpora.map(
  ([name, text, options]) =>
    [`${name}, crossed`, text, { ...options, constant: false, ngrams: ['2'], interactions: ['::'] }] as const,
)

/** Reads each batch only after the next one has been requested, as learning next to reading does. */
async function readLate(batches: AsyncIterable<Batch>, constant: boolean): Promise<string[]> {
  const examples: string[] = []
  const iterator = batches[Symbol.asyncIterator]()
  let held: Batch | undefined
  for (;;) {
    const next = iterator.next()
    await new Promise((resolve) => setImmediate(resolve))
    if (held !== undefined) examples.push(...lines(held, constant))
    const { done, value } = await next
    if (done === true) return examples
    held = value
  }
}

describe.each([0, 1, 3, 7])('%i chunks ahead', (ahead) => {
  test.each([...corpora, ...crossed])(
    '%s: borrowed batches hold what owned ones do',
    async (_, corpus, options) => {
      const bytes = bytesOf(corpus)
      const expected = await collect(bytes, options)
      for (const chunkBytes of [1, 13, 64, 300, 4096]) {
        const reader = read(pieces(bytes, 3 + chunkBytes / 2), {
          ...options,
          chunkBytes,
          reuseBuffers: true,
          backend: unordered(ahead),
        })
        expect(await readLate(reader, options.constant !== false)).toEqual(expected.examples)
        expect(reader.report).toEqual({ ...expected.report, badLines: expect.anything() })
        expect(reader.report.badLines.map(({ file: _f, ...bad }) => bad)).toEqual(
          expected.report.badLines.map(({ file: _f, ...bad }) => bad),
        )
      }
    },
  )
})

test('borrowed batches of a chunk with many crosses equal owned ones', async () => {
  const space = (letter: string, count: number) =>
    ` |${letter}${Array.from({ length: count }, (_, i) => ` ${letter}${i}`).join('')}`
  // between one and three examples make a piece; the fifth has a value that no product may have
  const text = Array.from({ length: 9 }, (_, i) =>
    i === 5 ? '1 |a x:1e60 |b y:1e60' : `${i}${space('a', 250 + 60 * (i % 4))}${space('b', 300)}`,
  ).join('\n')
  const options = { format: 'vw', constant: false, interactions: ['ab'] } as const
  const expected = await collect(bytesOf(text), options)
  expect(expected.report.badLines).toMatchObject([{ line: 6, code: 'OL_LINE_VALUE' }])
  for (const chunkBytes of [5000, 1 << 20]) {
    const reader = read(bytesOf(text), { ...options, chunkBytes, reuseBuffers: true, backend: unordered(3) })
    expect(await readLate(reader, false)).toEqual(expected.examples)
    expect(reader.report.badLines).toEqual(expected.report.badLines)
  }
})

test('borrowed arrays are used again', async () => {
  const text = Array.from({ length: 4000 }, (_, i) => `1 | a${i}`).join('\n')
  const buffers = new Set<unknown>()
  let batches = 0
  for await (const { values } of read(bytesOf(text), {
    reuseBuffers: true,
    chunkBytes: 500,
    backend: unordered(2),
  })) {
    batches++
    buffers.add(values.buffer)
  }
  expect(batches).toBeGreaterThan(50)
  expect(buffers.size).toBeLessThan(8)
})

test('an owned batch stays as it is', async () => {
  const text = Array.from({ length: 4000 }, (_, i) => `1 | a${i}`).join('\n')
  const kept: Batch[] = []
  for await (const batch of read(bytesOf(text), { chunkBytes: 500, backend: unordered(2) })) kept.push(batch)
  const { examples } = await collect(bytesOf(text))
  expect(kept.flatMap((batch) => lines(batch, true))).toEqual(examples)
})
