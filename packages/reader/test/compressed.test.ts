import { spawnSync } from 'node:child_process'
import { Readable } from 'node:stream'
import { fileURLToPath } from 'node:url'
import * as zlib from 'node:zlib'
import type { ReadOptions } from '@ol/spec'
import { describe, expect, test } from 'vitest'
import { isFull } from '../../spec/test/grid.js'
import { decompressBzip2 } from '../src/compression/bzip2.js'
import { Xxh64 } from '../src/compression/xxh64.js'
import { decompressZstd } from '../src/compression/zstd.js'
import { read } from '../src/read.js'
import { bytesOf, collect, pieces } from './collect.js'

const text = '1 |f a b:2\nbad\n-1 |f a\n'
const other = '1 |f c\n'
const unhex = (hex: string) => Uint8Array.from(Buffer.from(hex, 'hex'))

/** `text` and `other` as the programs compress them. */
const compressed: Record<string, { one: Uint8Array; two: Uint8Array; options?: ReadOptions }> = {
  gzip: { one: zlib.gzipSync(text), two: zlib.gzipSync(other) },
  bzip2: {
    one: unhex(
      '425a683931415926535935f687190000055980001040023010350000042000212a7a9a369a8201a69a31dc36ceb5920955f8a3e2ee48a70a1206bed0e320',
    ),
    two: unhex(
      '425a68393141592653596c5cab1d000001d98000104000200009000004200030c0086344085585dc914e14241b172ac740',
    ),
  },
  zstd: {
    one: unhex('28b52ffd0458b9000031207c66206120623a320a6261640a2d31207c6620610a0d4c8957'),
    two: unhex('28b52ffd045839000031207c6620630a010732ca'),
  },
  xz: {
    one: unhex(
      'fd377a585a000004e6d6b4460200210116000000742fe5a301001631207c66206120623a320a6261640a2d31207c6620610a0000a3dd65bf2f8bf1fe00012f17810849b11fb6f37d010000000004595a',
    ),
    two: unhex(
      'fd377a585a0000016922de360200210116000000742fe5a301000631207c6620630a00002546f32000011b0712ebd4179042990d010000000001595a',
    ),
  },
}

const codeOf = (source: Uint8Array, options: ReadOptions = {}) =>
  collect(source, options).then(
    ({ examples }) => examples.length,
    (error) => [error.code, error.value, error.file, /is truncated/.test(error.message)],
  )

describe.each(Object.entries(compressed))('%s', (name, { one, two }) => {
  test('one member, several, in pieces of any size', async () => {
    const expected = await collect(bytesOf(text))
    const both = await collect(bytesOf(text + other))
    expect([expected.examples.length, both.examples.length]).toEqual([2, 3])
    for (const length of [1, 2, 7, 1000]) {
      expect((await collect(pieces(one, length))).examples).toEqual(expected.examples)
      const all = Buffer.concat([one, two])
      expect((await collect(pieces(all, length))).examples).toEqual(both.examples)
      expect((await collect(all, { compression: name as 'xz' })).report).toEqual(both.report)
    }
    expect((await collect(Readable.from([Buffer.from(one)]))).examples).toEqual(expected.examples)
  })

  test('truncated at any byte it is an error that names the offset', async () => {
    const all = Buffer.concat([one, two])
    for (let length = 1; length < all.length; length++) {
      if (length === one.length) continue
      // if text could start so, the name decides
      const file = `cut.${name === 'bzip2' ? 'bz2' : name}`
      expect([length, await codeOf(all.subarray(0, length), { file })]).toEqual([
        length,
        ['OL_INPUT_TRUNCATED', length, file, true],
      ])
    }
  })

  test('with a bit flipped it is an error, or the same', async () => {
    const whole = (await collect(one)).examples
    let [same, flipped] = [0, 0]
    for (let at = 4; at < one.length; at++)
      for (const bit of isFull ? [0, 1, 2, 3, 4, 5, 6, 7] : [at % 8, (at + 3) % 8]) {
        flipped++
        const corrupted = Uint8Array.from(one)
        corrupted[at] ^= 1 << bit
        const found = await collect(corrupted).catch((error) => error.code)
        if (typeof found === 'string') expect(found).toMatch(/^OL_INPUT_(TRUNCATED|CORRUPT|BINARY)$/)
        else {
          same++
          expect(found.examples).toEqual(whole)
        }
      }
    expect(same).toBeLessThan(flipped / 4)
  })

  test('an error of the source is passed on, and the source is closed', async () => {
    const boom = new Error('boom')
    let closed = false
    async function* broken() {
      try {
        yield one.subarray(0, 12)
        throw boom
      } finally {
        closed = true
      }
    }
    await expect(collect(broken())).rejects.toBe(boom)
    expect(closed).toBe(true)
  })
})

test('megabytes of bzip2 are decompressed a block at a time', async () => {
  // 45 bytes of a block of equal letters, again and again
  const block = unhex(
    '425a68393141592653594c13894c000f53a1008000a0000008200030cc09aa69d58a921b515243c5dc914e14241304e25300',
  )
  let longest = 0
  let total = 0
  async function* many() {
    for (let i = 0; i < 40; i++) yield block
  }
  for await (const piece of decompressBzip2(many(), undefined)) {
    longest = Math.max(longest, piece.length)
    total += piece.length
  }
  expect(total).toBe(40 * 2_000_000)
  expect(longest).toBeLessThan(1 << 20)
})

// the bytes that `zstd -c` makes of a gigabyte of zeros: blocks of one byte for 128 KiB
const zstdZeros = (blocks: number, header = '28b52ffd0058') => {
  const block = (last: number) => Uint8Array.of(((1 << 1) | last) & 255, 0, 0x10, 48)
  return Buffer.concat([
    unhex(header),
    ...Array.from({ length: blocks }, (_, i) => block(i === blocks - 1 ? 1 : 0)),
  ])
}

test('a quarter of a gigabyte of zstd is decompressed a block at a time', async () => {
  const held = process.memoryUsage().arrayBuffers
  let most = 0
  let count = 0
  let total = 0
  for await (const piece of decompressZstd(pieces(zstdZeros(2048), 1 << 16), undefined)) {
    if (count++ % 64 === 0) most = Math.max(most, process.memoryUsage().arrayBuffers - held)
    expect(piece.length).toBe(1 << 17)
    total += piece.length
  }
  expect(total).toBe(2 ** 28)
  expect(most).toBeLessThan(2 ** 27)
})

test('zstd that asks for a gigabyte of memory is refused', async () => {
  const error = await collect(zstdZeros(1, '28b52ffd00a0'), { compression: 'zstd', file: 'f' }).catch(
    (e) => e,
  )
  expect(error).toMatchObject({ code: 'OL_INPUT_BINARY', file: 'f', value: 2 ** 30 })
})

test('zstd may begin with a frame to skip, as pzstd writes it', async () => {
  const all = Buffer.concat([unhex('502a4d180400000024000000'), compressed.zstd.one])
  for (const length of [1, 1000])
    expect((await collect(pieces(all, length))).examples).toEqual((await collect(bytesOf(text))).examples)
})

test('XXH64 follows its specification', () => {
  const low = (bytes: Uint8Array, ...cuts: number[]) => {
    const hash = new Xxh64()
    for (const [k, cut] of [...cuts, bytes.length].entries())
      hash.update(bytes.subarray(k === 0 ? 0 : cuts[k - 1], cut))
    return hash.low32().toString(16).padStart(8, '0')
  }
  expect(low(bytesOf(''))).toBe('51d8e999')
  expect([low(bytesOf('a')), low(bytesOf('abc'))]).toEqual(['a98c6e5b', 'ad770999'])
  // zstd puts it after what it compresses
  const zstd = unhex('28b52ffd0458dd00008831207c66206120623a320a6261640a2d0a0200e2d0e985c1e612bc4166b5')
  expect(low(bytesOf(text.repeat(100)))).toBe(Buffer.from(zstd.subarray(-4)).reverse().toString('hex'))
  const long = Uint8Array.from({ length: 1000 }, (_, i) => (i * 7) & 255)
  for (const cut of [1, 31, 32, 33, 500, 999]) expect(low(long, cut)).toBe(low(long))
})

test('without the package that decompresses it, the error names the package to install', () => {
  const inputs = {
    'xz-decompress': compressed.xz.one,
    'unbzip2-stream': compressed.bzip2.one,
    fzstd: compressed.zstd.one,
    hyparquet: bytesOf('PAR1....PAR1'),
    '@uwdata/flechette': bytesOf('ARROW1\0\0'),
  }
  const hook = `export async function resolve(specifier, context, next) {
    if (${JSON.stringify(Object.keys(inputs))}.some((name) => specifier.startsWith(name)))
      throw Object.assign(new Error('none'), { code: 'ERR_MODULE_NOT_FOUND' })
    return next(specifier, context)
  }`
  const program = `import { register } from 'node:module'
    register('data:text/javascript,' + ${JSON.stringify(encodeURIComponent(hook))})
    const { read } = await import('@ol/reader')
    for (const [name, hex] of ${JSON.stringify(
      Object.entries(inputs).map(([name, bytes]) => [name, Buffer.from(bytes).toString('hex')]),
    )})
      await read(Buffer.from(hex, 'hex'), { file: 'data' }).open().then(
        () => console.log('read'),
        (error) => console.log(JSON.stringify([error.code, error.value === name, error.message])))`
  const ran = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
    cwd: fileURLToPath(new URL('.', import.meta.url)),
    encoding: 'utf8',
  })
  const lines = ran.stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line))
  expect(lines.map(([code, named]) => [code, named])).toEqual(
    Object.keys(inputs).map(() => ['OL_PACKAGE', true]),
  )
  for (const [k, name] of Object.keys(inputs).entries())
    expect(lines[k][2]).toMatch(new RegExp(`^data: expected the package ${name}, .*: npm install ${name}$`))
})

test('a filter of xz that is not supported', async () => {
  await expect(
    collect(
      unhex(
        'fd377a585a00000ae1fb0ca10200210116000000742fe5a301001631207c66206120623a320a6261640a2d31207c6620610a000079d4b87475bce7a97de4bcfff1d5821bd25737e1ff04a43a80d257101a28b60f000147172ee96d1c189b4b9a01000000000a595a',
      ),
    ),
  ).rejects.toMatchObject({ code: 'OL_INPUT_BINARY', value: 'xz' })
  expect(read(compressed.xz.one).schema).toBeUndefined()
})
