import { createReadStream } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { OLError } from '@ol/spec'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isFull } from '../../spec/test/grid.js'
import { read } from '../src/read.js'
import type { Source } from '../src/source/source.js'
import { bytesOf, collect, faultsOf, pieces } from './collect.js'

const text = '1 |f a b:2\nbad\n-1 |f a\n'
const bytes = bytesOf(text)
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ol-reader-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true })
})

const failure = async (source: Source, options = {}): Promise<OLError> => {
  try {
    await collect(source, options)
  } catch (error) {
    if (error instanceof OLError) return error
    throw error
  }
  throw new Error('nothing was thrown')
}

describe('sources', () => {
  test('batches of a file do not depend on how long other work holds up the event loop', async () => {
    const path = join(folder, 'large.vw')
    await writeFile(
      path,
      Array.from({ length: 40_000 }, (_, i) => `${(i % 2) * 2 - 1} |f a:${i} b${'x'.repeat(i % 90)}\n`).join(
        '',
      ),
    )
    const sizes = async (): Promise<number[]> => {
      const found: number[] = []
      for await (const { size } of read(path, { format: 'vw', names: 1000 })) found.push(size)
      return found
    }
    const expected = await sizes()
    expect(expected.length).toBeGreaterThan(1)
    const busy = setInterval(() => {
      const end = performance.now() + 40
      while (performance.now() < end);
    }, 0)
    try {
      for (let k = 0; k < (isFull ? 3 : 1); k++) expect(await sizes()).toEqual(expected)
    } finally {
      clearInterval(busy)
    }
  })

  test('every kind gives the same examples', async () => {
    const path = join(folder, 'data.vw')
    await writeFile(path, text)
    const expected = (await collect(bytes)).examples
    expect(expected.length).toBe(2)
    const shifted = new Uint8Array([0, 0, ...bytes, 0])
    const sources: Source[] = [
      path,
      bytes.slice().buffer,
      new DataView(shifted.buffer, 2, bytes.length),
      Buffer.from(bytes),
      new Blob([text]),
      new Blob([text]).stream(),
      new Response(text).body as NonNullable<Response['body']>,
      new ReadableStream<Uint8Array>({
        start(controller) {
          for (const byte of bytes) controller.enqueue(Uint8Array.of(byte))
          controller.close()
        },
      }),
      createReadStream(path),
      Readable.from([Buffer.from(bytes)]),
      Readable.from([text]),
      (async function* () {
        yield text.slice(0, 5)
        yield bytes.subarray(5)
      })(),
    ]
    for (const source of sources) expect((await collect(source)).examples).toEqual(expected)
  })

  test('several files count their lines on their own, and are named in faults', async () => {
    const a = join(folder, 'a.vw')
    const b = join(folder, 'b.vw.gz')
    await writeFile(a, text)
    await writeFile(b, gzipSync(text))
    const { report, examples } = await collect([a, b])
    expect(report.badLines.map((bad) => `${bad.file}:${bad.line}`)).toEqual([`${a}:2`, `${b}:2`])
    expect(examples.map((e) => e.split(' ')[0])).toEqual(['1', '3', '1', '3'])
    expect(report).toMatchObject({ lines: 6, examples: 4, skipped: 2, badCounts: { OL_LINE_SYNTAX: 2 } })
  })

  test('several CSV files share a schema; empty ones are skipped', async () => {
    const { examples, schema } = await collect([
      bytesOf(''),
      bytesOf('\n\n'),
      bytesOf('a,y\n1,2\n'),
      bytesOf('y,a\n2,1\n'),
    ])
    expect(schema?.header).toBe(true)
    expect(examples.length).toBe(2)
    expect(examples[0]).toBe(examples[1])
  })

  test('nothing to read', async () => {
    for (const empty of ['', '\n', ' \r\n\t\n\n']) {
      const { report, examples, schema } = await collect(bytesOf(empty))
      expect(examples).toEqual([])
      expect(schema).toBeUndefined()
      expect(report).toMatchObject({ examples: 0, skipped: 0, lines: empty.split('\n').length - 1 })
    }
  })

  test('the schema is known before the first batch', async () => {
    const reader = read(bytes)
    expect(reader.schema).toBeUndefined()
    expect((await reader.open())?.format).toBe('vw')
    let size = 0
    for await (const batch of reader) size += batch.size
    expect(size).toBe(2)
    await expect(reader[Symbol.asyncIterator]().next()).rejects.toMatchObject({ code: 'OL_PARAMETER' })
  })

  test('lines that arrive slowly are not delayed', async () => {
    const { schema } = await collect(bytesOf('1 | 1\n'))
    const taken: number[] = []
    let sent = 0
    async function* slow() {
      for (const piece of ['1 | 1\n', '1 | 2\n-1 ', '| 3\n', '1 | 4']) {
        sent++
        yield bytesOf(piece)
        await new Promise((resolve) => setTimeout(resolve, 200))
      }
    }
    const seen: number[] = []
    for await (const batch of read(slow(), { schema })) {
      taken.push(batch.size)
      seen.push(sent)
    }
    expect(taken.reduce((sum, size) => sum + size, 0)).toBe(4)
    // the first batch came before the last piece was sent
    expect(taken.length).toBeGreaterThan(1)
    expect(seen[0]).toBeLessThan(4)
  })

  test('a source that stalls is closed without waiting for it', async () => {
    async function* stuck() {
      yield bytesOf('1 | 1\n')
      await new Promise(() => undefined)
    }
    const { schema } = await collect(bytesOf('1 | 1\n'))
    let size = 0
    for await (const batch of read(stuck(), { schema })) {
      size += batch.size
      break
    }
    expect(size).toBe(1)
  })

  test('batches own their arrays', async () => {
    const batches = []
    for await (const batch of read(bytesOf('1 | 1 2 3\n'.repeat(100)), { chunkBytes: 50 }))
      batches.push(batch)
    const buffers = new Set(batches.map((batch) => batch.values.buffer))
    expect(batches.length).toBeGreaterThan(5)
    expect(buffers.size).toBe(batches.length)
    for (const batch of batches) {
      expect(batch.offsets[batch.size]).toBe(batch.values.length)
      expect(batch.values.buffer.byteLength).toBe(batch.values.length * 8)
    }
  })
})

describe('inputs that cannot be read', () => {
  test('files', async () => {
    const missing = join(folder, 'missing')
    expect(await failure(missing)).toMatchObject({ code: 'OL_FILE_MISSING', file: missing })
    expect(await failure(folder)).toMatchObject({ code: 'OL_FILE_DIRECTORY', file: folder })
    expect(await failure(join(folder, 'data.vw', 'x'))).toMatchObject({ code: 'OL_FILE_MISSING' })
  })

  test.each([
    ['ELF', [0x7f, 0x45, 0x4c, 0x46, 2, 1, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, 3, 0]],
    ['zip', [0x50, 0x4b, 3, 4, 20, 0, 0, 0]],
    ['Feather of version 1', [0x46, 0x45, 0x41, 0x31, 0, 0, 0, 0]],
    ['Avro', [0x4f, 0x62, 0x6a, 1, 4, 0x14]],
    ['random', Array.from({ length: 300 }, (_, i) => (i * 97) & 255)],
    ['a word', [...bytesOf('just\n')]],
  ])('binary: %s', async (_, data) => {
    expect((await failure(Uint8Array.from(data), { file: 'x' })).code).toBe('OL_INPUT_BINARY')
    expect((await failure(gzipSync(Uint8Array.from(data)))).code).toBe('OL_INPUT_BINARY')
  })

  test('gzip with zeros behind it, in pieces of any size', async () => {
    const one = gzipSync(text.repeat(30))
    for (const zeros of [1, 20, 512, 10_240, 1 << 20])
      for (const length of [one.length - 1, one.length, one.length + 1, 1000, 1 << 16, 1 << 22]) {
        const padded = Buffer.concat([one, Buffer.alloc(zeros)])
        expect([zeros, length, (await collect(pieces(padded, length))).examples.length]).toEqual([
          zeros,
          length,
          60,
        ])
      }
    // bytes after the zeros must not get lost
    for (const more of [one, Buffer.from('more')])
      for (const zeros of [20, 1 << 20])
        for (const length of [7, one.length, 1000, 1 << 22]) {
          if (length === 7 && zeros > 20) continue
          const error = await failure(pieces(Buffer.concat([one, Buffer.alloc(zeros), more]), length))
          expect([zeros, length, error.code]).toEqual([zeros, length, 'OL_INPUT_CORRUPT'])
        }
  })

  test('gzip truncated anywhere, corrupt, with members and padding', async () => {
    const one = gzipSync(text.repeat(30))
    const two = Buffer.concat([one, one])
    const whole = await collect(two)
    expect(whole.examples.length).toBe(120)
    expect((await collect(Buffer.concat([one, Buffer.alloc(20)]))).examples.length).toBe(60)
    for (let length = 1; length < two.length; length++) {
      if (length === one.length) continue
      const error = await failure(two.subarray(0, length), { file: 'cut.gz' })
      expect(error).toMatchObject({ code: 'OL_INPUT_TRUNCATED', value: length, file: 'cut.gz' })
      expect(error.message).toContain(`byte ${length}`)
    }
    for (let at = 10; at < one.length; at++) {
      const corrupted = Buffer.from(one)
      corrupted[at] ^= 0x10
      expect((await failure(corrupted)).code).toMatch(/^OL_INPUT_(CORRUPT|TRUNCATED)$/)
    }
    expect((await failure(Buffer.concat([one, Buffer.from('garbage')]))).code).toBe('OL_INPUT_CORRUPT')
  })

  test('brotli by name or by word', async () => {
    const expected = (await collect(bytes)).examples
    const brotli = brotliCompressSync(text)
    const path = join(folder, 'data.vw.br')
    await writeFile(path, brotli)
    expect((await collect(path)).examples).toEqual(expected)
    expect((await collect(brotli, { compression: 'brotli' })).examples).toEqual(expected)
    for (let length = 1; length < brotli.length; length++)
      expect(await failure(brotli.subarray(0, length), { compression: 'brotli' })).toMatchObject({
        code: 'OL_INPUT_TRUNCATED',
        value: length,
      })
  })

  test('an error of the source is thrown unchanged', async () => {
    const boom = new Error('boom')
    async function* broken(head: Uint8Array) {
      yield head
      throw boom
    }
    await expect(collect(broken(bytes))).rejects.toBe(boom)
    await expect(collect(broken(gzipSync(text).subarray(0, 20)))).rejects.toBe(boom)
    await expect(
      collect(
        (async function* () {
          yield 5 as unknown as Uint8Array
        })(),
      ),
    ).rejects.toMatchObject({ code: 'OL_PARAMETER' })
  })

  test('a source that is not read to its end is closed', async () => {
    let closed = false
    async function* source() {
      try {
        for (;;) yield bytesOf('1 | 1\n'.repeat(100_000))
      } finally {
        closed = true
      }
    }
    for await (const _ of read(source())) break
    expect(closed).toBe(true)
  })
})

describe('options', () => {
  test.each([
    [{ format: 'xml' }],
    [{ delimiter: 'ab' }],
    [{ delimiter: '"' }],
    [{ delimiter: '1' }],
    [{ header: 1 }],
    [{ label: 0 }],
    [{ label: 1.5 }],
    [{ numeric: 'a' }],
    [{ hashSeed: -1 }],
    [{ hashSeed: 2 ** 32 }],
    [{ labels: 'signs' }],
    [{ chunkBytes: 0 }],
    [{ unknown: 1 }],
    [{ toString: 1 }],
  ])('%j is refused', (options) => {
    expect(() => read(bytes, options as never)).toThrow(expect.objectContaining({ code: 'OL_PARAMETER' }))
  })
  test.each([[null], [undefined], [5], [{}], [[]]])('the source %j is refused', (source) => {
    expect(() => read(source as never)).toThrow(expect.objectContaining({ code: 'OL_PARAMETER' }))
  })

  test('strict: the first bad line is thrown with its place', async () => {
    const error = await failure(bytes, { strict: true, file: 'in.vw' })
    expect(error).toMatchObject({ code: 'OL_LINE_SYNTAX', file: 'in.vw', line: 2, column: 1 })
    expect(error.message).toBe('in.vw:2:1: there is no | between label and features: bad')
  })

  test('the first ten bad lines in full, the others counted', async () => {
    const { report } = await collect(bytesOf('bad\n'.repeat(20) + '1 | a:x\n1 | a:\n'.repeat(5)), {
      format: 'vw',
    })
    expect(report.badLines.length).toBe(10)
    expect(report).toMatchObject({ skipped: 25, badCounts: { OL_LINE_SYNTAX: 20, OL_LINE_VALUE: 5 } })
    expect(faultsOf(report)[9]).toBe('10:1 OL_LINE_SYNTAX')
  })

  test('the excerpt is short, around the place, and printable', async () => {
    const line = `1 | ${'a:1 '.repeat(100)}b\u001b:1\u0007 ${'c '.repeat(100)}`
    const { report } = await collect(bytesOf(line), { format: 'vw' })
    const [bad] = report.badLines
    expect(bad.column).toBe(4 + 400 + 4)
    expect(bad.excerpt.length).toBeLessThan(100)
    expect(bad.excerpt).toMatch(/^\.\.\..*b\\x1b:1\\x07 c.*\.\.\.$/)
  })
})
