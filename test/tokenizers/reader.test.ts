import { fallback } from '@ol/fallback'
import { load } from '@ol/native'
import type { ReadOptions, TokenBackend } from '@ol/reader'
import { describe, expect, test } from 'vitest'
import { bytesOf, collect, pieces } from '../../packages/reader/test/collect.js'
import { corpora } from '../../packages/reader/test/corpora.js'
import { isFull } from '../../packages/spec/test/grid.js'

const native = load()
const backends: TokenBackend[] = 'backend' in native ? [fallback, native.backend] : [fallback]

const text = Array.from({ length: 300 }, (_, i) =>
  i % 17 === 5 ? 'bad line' : `${i % 2 ? 1 : -1} |f a${i}:${i / 7} b |g ${i}:2`,
).join('\n')

describe.each(backends)('$name', (backend) => {
  test('reads the same from chunks of every size, ahead or not', async () => {
    const bytes = bytesOf(text)
    const expected = await collect(bytes)
    expect(expected.report.skipped).toBe(18)
    for (const chunkBytes of [1, 7, 100, 1000, 5000, 1 << 18]) {
      const options: ReadOptions = { backend, chunkBytes }
      expect(await collect(bytes, options)).toMatchObject({
        examples: expected.examples,
        report: expected.report,
      })
      expect((await collect(pieces(bytes, 37), options)).examples).toEqual(expected.examples)
    }
  })

  test.each(corpora)('%s: cut into chunks of every size', async (_, corpus, options) => {
    const bytes = bytesOf(corpus)
    const expected = await collect(bytes, options)
    // the reader cuts for every backend: in a short run one of them takes each size that cuts often, and a third of the others
    const step = isFull || backend === backends.at(-1) ? 1 : 5
    const next = (size: number): number =>
      size >= bytes.length ? 512 : isFull || size < 128 ? step : Math.max(step, 3)
    for (let chunkBytes = 1; chunkBytes <= 4096; chunkBytes += next(chunkBytes)) {
      const found = await collect(bytes, { ...options, backend, chunkBytes })
      expect(found.examples.join('\n')).toBe(expected.examples.join('\n'))
      expect(found.report).toEqual(expected.report)
    }
  })

  test('a failure while it reads ahead is passed on', async () => {
    const boom = new Error('boom')
    const broken: TokenBackend = {
      name: 'native',
      ahead: 3,
      tokenize: backend.tokenize,
      tokenizeAsync: async (plan, chunk, out) => {
        if (chunk.start > 3000) throw boom
        backend.tokenize(plan, chunk, out)
      },
    }
    await expect(collect(bytesOf(text), { backend: broken, chunkBytes: 500 })).rejects.toBe(boom)
  })
})
