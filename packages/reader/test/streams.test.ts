import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import type { ReadOptions } from '@ol/spec'
import { expect, test } from 'vitest'
import { read } from '../src/read.js'
import type { Source } from '../src/source/source.js'
import { bytesOf, collect } from './collect.js'

const bytes = bytesOf('1 |f a b:2\n-1 |f a\n')

test('schema inference of a slow stream waits for two lines and a while, of a file for all of its start', async () => {
  const paused = (lines: string[], milliseconds: number) =>
    (async function* () {
      for (const line of lines) {
        yield bytesOf(line)
        await new Promise((resolve) => setTimeout(resolve, milliseconds))
      }
    })()
  const lines = ['a,y\n', '1,2\n', 'x,3\n', '2,4\n']
  const roles = async (source: Source, options: ReadOptions) => {
    const { schema, examples, report } = await collect(source, options)
    return [schema?.columns?.map((column) => column.role), examples.length, report.skipped]
  }
  // lines that arrive after the pause do not count
  expect(await roles(paused(lines, 120), { patience: 10 })).toEqual([['numeric', 'label'], 3, 0])
  for (const patience of [undefined, 5000, Number.POSITIVE_INFINITY])
    expect(await roles(paused(lines, 20), { patience })).toEqual([['categorical', 'label'], 3, 0])
  for (const source of [bytesOf(lines.join('')), new Blob(lines)])
    expect(await roles(source, { patience: 0 })).toEqual([['categorical', 'label'], 3, 0])
  let open = true
  const first = read(
    (async function* () {
      yield bytesOf('a,y\n1,2\n')
      while (open) await new Promise((resolve) => setTimeout(resolve, 5))
    })(),
    { patience: 10 },
  )
  expect((await first.open())?.format).toBe('csv')
  expect((await first[Symbol.asyncIterator]().next()).value.size).toBe(1)
  open = false
})

test.each(['an iterable', 'a Node stream', 'a Web stream', 'gzip'])(
  '%s is taken no faster than its batches',
  async (kind) => {
    const piece = bytesOf('1 | 1 2 3\n'.repeat(3000))
    const zipped = gzipSync(piece)
    let given = 0
    let closed = false
    async function* endless() {
      try {
        for (;;) {
          given++
          yield kind === 'gzip' ? zipped : piece
        }
      } finally {
        closed = true
      }
    }
    const source: Source =
      kind === 'a Node stream'
        ? Readable.from(endless())
        : kind === 'a Web stream'
          ? (Readable.toWeb(Readable.from(endless())) as ReadableStream<Uint8Array>)
          : endless()
    let taken = 0
    for await (const batch of read(source, { chunkBytes: piece.length, patience: 0, format: 'vw' })) {
      taken += batch.size
      // the consumer is slow
      await new Promise((resolve) => setTimeout(resolve, 5))
      if (taken >= 60 * 3000) break
    }
    // 1 MiB for schema inference, the window, and the buffers of streams
    expect(given * 3000 - taken).toBeLessThan((1 << 21) / 10 + 30 * 3000 + (kind === 'gzip' ? 40 * 3000 : 0))
    expect(closed).toBe(true)
  },
)

test('an aborted signal ends the reading of any source, and closes it', async () => {
  const make: Record<string, (close: () => void) => Source> = {
    iterable: (close) =>
      (async function* () {
        try {
          for (;;) yield bytesOf('1 | 1\n'.repeat(1000))
        } finally {
          close()
        }
      })(),
    web: (close) =>
      new ReadableStream<Uint8Array>({
        pull: (controller) => controller.enqueue(bytesOf('1 | 1\n'.repeat(1000))),
        cancel: close,
      }),
    node: (close) => {
      const stream = Readable.from(
        (function* () {
          for (;;) yield Buffer.from('1 | 1\n'.repeat(1000))
        })(),
      )
      stream.on('close', close)
      return stream
    },
  }
  for (const [name, source] of Object.entries(make)) {
    let closed = false
    const control = new AbortController()
    const reason = new Error('enough')
    const reader = read(
      source(() => (closed = true)),
      { signal: control.signal, format: 'vw', chunkBytes: 6000 },
    )
    let batches = 0
    const ended = (async () => {
      for await (const _ of reader) if (++batches === 3) control.abort(reason)
    })()
    await expect(ended, name).rejects.toBe(reason)
    expect([name, batches]).toEqual([name, 3])
    await new Promise((resolve) => setTimeout(resolve, 10))
    expect([name, closed]).toEqual([name, true])
  }
  const control = new AbortController()
  control.abort('before')
  await expect(collect(bytes, { signal: control.signal })).rejects.toBe('before')
})

test.each(['Buffer', 'Uint8Array'])('a piece in a %s stays as it is, and may be used again', async (kind) => {
  const memory = (length: number): Uint8Array =>
    kind === 'Buffer' ? Buffer.alloc(length) : new Uint8Array(length)
  /** Pieces in the same memory, of which every other one ends within a letter. */
  async function* pieces(text: Uint8Array, piece: Uint8Array) {
    for (let [at, cuts] = [0, false]; at < text.length; cuts = !cuts) {
      const last = text.lastIndexOf(0xc3, at + piece.length - 1)
      const end = at + piece.length < text.length ? last + (cuts ? 1 : 0) : text.length
      const part = text.subarray(at, end)
      piece.set(part)
      yield piece.subarray(0, part.length)
      expect(Buffer.compare(piece.subarray(0, part.length), part)).toBe(0)
      at = end
    }
  }
  const lines = Array.from({ length: 20_000 }, (_, k) => `${k % 2 ? 1 : -1} | é${k % 97} ü:${k % 31}`)
  for (const end of ['\n', '\r']) {
    const text = bytesOf(lines.join(end))
    const expected = await collect(text, { format: 'vw' })
    expect(expected.examples).toHaveLength(20_000)
    expect(await collect(pieces(text, memory(70_000)), { format: 'vw' })).toEqual(expected)
  }
})

test('a piece that was transferred is refused, not taken for an empty one', async () => {
  const transferred = bytesOf('1 | a\n')
  structuredClone(transferred, { transfer: [transferred.buffer as ArrayBuffer] })
  async function* pieces() {
    yield bytes
    yield transferred
  }
  await expect(collect(pieces(), { format: 'vw' })).rejects.toMatchObject({ code: 'OL_PARAMETER' })
})

test('strings may be cut within a character, and half of one is refused', async () => {
  const text = '1 |f caf\u00e9 \u{1f600}\u{1f601}x\n-1 |f b\n'
  const strings = (...parts: (string | Uint8Array)[]) =>
    (async function* () {
      yield* parts
    })()
  const expected = await collect(bytesOf(text))
  for (let k = text.indexOf('é'); k < text.indexOf('x'); k++)
    expect(await collect(strings(text.slice(0, k), text.slice(k)))).toEqual(expected)
  for (const parts of [['1 |f \ud83d\n'], ['1 |f \ud83d', bytesOf('\n')], ['1 |f a\ude00'], ['1 |f a\ud83d']])
    await expect(collect(strings(...parts))).rejects.toMatchObject({ code: 'OL_PARAMETER' })
})
