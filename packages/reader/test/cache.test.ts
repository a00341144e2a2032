import { spawnSync } from 'node:child_process'
import { mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { hostname, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { gzipSync } from 'node:zlib'
import type { Batch, Schema } from '@ol/spec'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isFull } from '../../spec/test/grid.js'
import { blockMagic, encodeBlock } from '../src/cache/cache-format.js'
import { type Reader, read } from '../src/read.js'
import { readCached, writeCache } from '../src/read-cached.js'
import { batchText } from '../src/write/batch-text.js'
import { bytesOf, collect, lines, pieces } from './collect.js'
import { exactVw as vw } from './corpora.js'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ol-cache-'))
})
afterAll(async () => {
  await rm(folder, { recursive: true })
})

const all = async (batches: AsyncIterable<Batch>): Promise<string[]> => {
  const found: string[] = []
  for await (const batch of batches) found.push(...lines(batch, true))
  return found
}

describe('the cache', () => {
  test('keeps every bit, and the report of the reading that made it', async () => {
    const path = join(folder, 'a.olcache')
    for (const chunkBytes of [1, 60, 1 << 18]) {
      const expected = await collect(bytesOf(vw), { format: 'vw', chunkBytes })
      await writeCache(read(bytesOf(vw), { format: 'vw', chunkBytes }), path)
      const bytes = await readFile(path)
      expect(bytes.length % 64).toBe(0)
      const again = await collect(path)
      expect(again.examples).toEqual(expected.examples)
      expect(again.report).toEqual(expected.report)
      expect(again.schema).toEqual(expected.schema)
      expect((await collect(pieces(bytes, 7))).examples).toEqual(expected.examples)
    }
  })

  test('truncated at any byte or with any bit flipped it is an error', async () => {
    const path = join(folder, 'b.olcache')
    await writeCache(read(bytesOf(vw), { format: 'vw', chunkBytes: 60 }), path)
    const bytes = await readFile(path)
    const codeOf = (data: Uint8Array) =>
      collect(data).then(
        () => 'none',
        (error) => error.code,
      )
    for (let length = 64; length < bytes.length; length += isFull || length < 160 ? 1 : 5)
      expect([length, await codeOf(bytes.subarray(0, length))]).toEqual([length, 'OL_INPUT_TRUNCATED'])
    for (let at = 8; at < bytes.length; at += isFull || at < 160 ? 1 : 5) {
      const corrupted = Uint8Array.from(bytes)
      corrupted[at] ^= 1 << (at & 7)
      expect([at, await codeOf(corrupted)]).toEqual([
        at,
        expect.stringMatching(/^OL_(CACHE|INPUT_TRUNCATED)$/),
      ])
    }
  })

  test('without one of its parts, with one twice, moved, or from another cache it is an error', async () => {
    const partsOf = async (text: string, hash: 'strings' | 'all') => {
      const path = join(folder, 'parts.olcache')
      await writeCache(read(bytesOf(text), { format: 'vw', hash, chunkBytes: 1 }), path)
      const bytes = await readFile(path)
      const parts: Buffer[] = []
      for (let at = 0; at < bytes.length; at += parts.at(-1)?.length ?? 0) {
        const isBlock = bytes.readUInt32LE(at) === blockMagic
        const payload = isBlock
          ? bytes.readUInt32LE(at + 16)
          : 64 * Math.ceil((bytes.readUInt32LE(at + 12) + 1) / 64)
        parts.push(bytes.subarray(at, at + 64 + payload))
      }
      return parts
    }
    const [start, a, b, c, end] = await partsOf('1 | a\n2 | b\n3 | c\n', 'strings')
    const [otherStart, , other, , otherEnd] = await partsOf('1 | a\n9 | b\n3 | c\nbad\n', 'all')
    expect((await collect(Buffer.concat([start, a, b, c, end]))).examples.length).toBe(3)
    for (const parts of [
      [start, a, c, end],
      [start, end],
      [start, a, b, b, c, end],
      [start, a, c, b, end],
      [start, a, other, c, end],
      [otherStart, a, b, c, end],
      [start, a, b, c, otherEnd],
      [start, a, b, c, end, start, a, b, c, end],
      [start, a, b, c, end, Buffer.from('1 | a\n')],
    ])
      await expect(collect(Buffer.concat(parts))).rejects.toMatchObject({ code: 'OL_CACHE' })
  })

  test('other options than it was made with are refused', async () => {
    const path = join(folder, 'c.olcache')
    await writeCache(read(bytesOf(vw), { format: 'vw' }), path)
    for (const options of [
      { hash: 'all' },
      { hashSeed: 1 },
      { constant: false },
      { missingAs: 'absent' },
      { labels: 'sign' },
      { interactions: ['ab'] },
    ] as const)
      await expect(collect(path, options)).rejects.toMatchObject({ code: 'OL_CACHE' })
    await expect(collect(path, { hash: 'strings', constant: true })).resolves.toBeDefined()
    // one label is 0.25
    await expect(collect(path, { labels: 'sign' })).rejects.toMatchObject({ code: 'OL_CACHE', value: 0.25 })
    await writeCache(read(bytesOf('1 | 1\n0 | 1\n| 1\n'), { format: 'vw' }), path)
    const signs = await collect(path, { labels: 'sign' })
    expect(signs.schema?.labels).toBe('sign')
    expect(signs.examples).toEqual(['1 1 1:1', '2 -1 1:1', '3 NaN 1:1'])
    await writeCache(read(bytesOf('1 | 1\n0 | 1\n'), { format: 'vw', labels: 'sign' }), path)
    await expect(collect(path, { labels: 'real' })).rejects.toMatchObject({ code: 'OL_CACHE' })
  })

  test('is made once, then used, and regenerated when a file or an option changes', async () => {
    const data = join(folder, 'data.vw')
    const cache = `${data}.olcache`
    await writeFile(data, vw)
    const expected = (await collect(data)).examples
    const first = await readCached([data], cache)
    expect([first.from, first.stale]).toEqual(['files', undefined])
    expect(await all(first)).toEqual(expected)
    const second = await readCached([data], cache)
    expect([second.from, second.stale]).toEqual(['cache', undefined])
    expect(await all(second)).toEqual(expected)
    expect(second.report.skipped).toBe(1)
    expect((await readCached([data], cache, { hash: 'all' })).stale).toMatch(/hash "strings", not "all"/)
    await utimes(data, 1e9, 1e9)
    const third = await readCached([data], cache)
    expect(third.stale).toMatch(/changed/)
    expect(await all(third)).toEqual(expected)
    // a change that leaves the size and the time of modification, as copies with -p do; clocks of files tick every 4 ms
    await setTimeout(20)
    await writeFile(data, vw.replace('3', '4'))
    await utimes(data, 1e9, 1e9)
    expect((await readCached([data], cache)).stale).toMatch(/changed/)
    await writeFile(data, vw)
    await writeFile(cache, 'OLCACHE\nnonsense')
    const fourth = await readCached([data], cache)
    expect(fourth.stale).toMatch(/truncated|corrupt|version/)
    expect(await all(fourth)).toEqual(expected)
    expect((await readCached([data], cache)).from).toBe('cache')
  })

  test('one that is not read to the end leaves no file', async () => {
    const data = join(folder, 'd.vw')
    await writeFile(data, `${vw}\n`.repeat(50))
    for await (const _ of await readCached([data], `${data}.olcache`, { chunkBytes: 100 })) break
    expect((await readdir(folder)).filter((name) => name.startsWith('d.vw'))).toEqual(['d.vw'])
  })

  test('class names that first occur after schema inference are in it', async () => {
    const data = join(folder, 'classes.csv')
    // more than the 1 MiB from which the schema is inferred
    const filler = Array.from({ length: 3000 }, (_, i) => `${i},${'x'.repeat(400)},${i % 2 ? 'b' : 'a'}`)
    const rows = ['n,text,label', ...filler, '1,y,d', '2,y,c', '3,y,d', ...filler.slice(0, 3)]
    await writeFile(data, rows.join('\n'))
    const options = { labels: 'class', classes: 5, chunkBytes: 10_000 } as const
    const labelsOf = async (reader: Reader) => {
      const found: number[] = []
      const names = new Set<string>()
      for await (const batch of reader) {
        found.push(...batch.labels)
        names.add(JSON.stringify(batch.classNames))
      }
      return { found, names: [...names], schema: reader.schema }
    }
    const expected = await labelsOf(read(data, options))
    expect(expected.schema?.classes).toEqual({ count: 5, names: ['a', 'b', 'd', 'c'] })
    expect(expected.names).toEqual(['["a","b"]', '["a","b","d","c"]'])
    const cache = `${data}.olcache`
    const made = await readCached([data], cache, options)
    expect([made.from, made.stale]).toEqual(['files', undefined])
    expect(await labelsOf(made)).toEqual(expected)
    const again = await readCached([data], cache, options)
    expect(again.from).toBe('cache')
    expect(await labelsOf(again)).toEqual(expected)
    // an earlier reading knew all of them, or one more
    for (const more of [[], ['e']]) {
      const names = ['a', 'b', 'd', 'c', ...more]
      const schema = { ...(expected.schema as Schema), classes: { count: 5, names } }
      const known = await readCached([data], cache, { schema })
      expect(known.from).toBe('cache')
      const { found, names: all } = await labelsOf(known)
      expect(found).toEqual(expected.found)
      expect(all).toEqual([JSON.stringify(names)])
    }
    const wrong = (names: string[], count = 5) =>
      readCached([data], cache, { schema: { ...(expected.schema as Schema), classes: { count, names } } })
    expect((await wrong(['b', 'a'])).stale).toMatch(/classes/)
    expect((await wrong(['a', 'b', 'd', 'c'], 6)).stale).toMatch(/classes/)
    // a model has met the later ones in another order, or some that are not in the files: as from the files themselves
    for (const names of [
      ['a', 'b', 'c'],
      ['a', 'b', 'c', 'd'],
      ['a', 'b', 'e', 'c'],
    ]) {
      const schema = { ...(expected.schema as Schema), classes: { count: 5, names } }
      const known = await readCached([data], cache, { schema })
      expect(known.from).toBe('cache')
      const [got, wanted] = [await labelsOf(known), await labelsOf(read(data, { schema }))]
      expect(got.found).toEqual(wanted.found)
      expect(got.found).not.toEqual(expected.found)
      expect(got.schema).toEqual(wanted.schema)
    }
    const tooMany = readCached([data], cache, {
      schema: { ...(expected.schema as Schema), classes: { count: 5, names: ['a', 'b', 'e', 'f', 'g'] } },
    })
    await expect(labelsOf(await tooMany)).rejects.toMatchObject({ code: 'OL_CACHE', value: 'd' })
  })

  test('is not written over its inputs', async () => {
    const input = join(folder, 'own.vw')
    const made = join(folder, 'own.olcache')
    await writeFile(input, vw)
    await writeCache(read(input, { format: 'vw' }), made)
    const before = await readFile(made)
    // a cache may be replaced, but not while it is read
    for (const [source, target] of [
      [input, input],
      [join(folder, 'ow?.vw'), input],
      [made, made],
      [[input, made], made],
    ] as const) {
      await expect(writeCache(read(source), target)).rejects.toMatchObject({
        code: 'OL_CACHE',
        value: target,
      })
      expect(await readFile(made)).toEqual(before)
      expect(await readFile(input, 'utf8')).toBe(vw)
    }
    await writeCache(read(input, { format: 'vw' }), made)
  })

  test('a process removes its temporary file, and one left by a killed process is removed by the next', async () => {
    const data = join(folder, 'e.vw')
    await writeFile(data, `${vw}\n`.repeat(50))
    const left = () => readdir(folder).then((names) => names.filter((name) => /^e\.vw\..*tmp$/.test(name)))
    const program = `import { readCached } from '@ol/reader'
      const reader = await readCached([${JSON.stringify(data)}], ${JSON.stringify(`${data}.olcache`)}, { chunkBytes: 100 })
      for await (const _ of reader) END`
    const run = (end: string) =>
      spawnSync(process.execPath, ['--input-type=module', '-e', program.replace('END', end)], {
        cwd: fileURLToPath(new URL('.', import.meta.url)),
        encoding: 'utf8',
      })
    expect(run('process.exit(3)')).toMatchObject({ status: 3, stderr: '' })
    expect(await left()).toEqual([])
    expect(run(`process.kill(process.pid, 'SIGKILL')`)).toMatchObject({ signal: 'SIGKILL' })
    expect((await left()).length).toBe(1)
    const other = join(folder, 'e.vw.olcache.another-machine.1.0.tmp')
    const ours = join(folder, `e.vw.olcache.${hostname()}.${process.pid}.77.tmp`)
    for (const path of [other, ours]) await writeFile(path, 'in the making')
    for await (const _ of await readCached([data], `${data}.olcache`)) void 0
    expect((await left()).map((name) => join(folder, name)).sort()).toEqual([other, ours].sort())
    expect((await readCached([data], `${data}.olcache`)).from).toBe('cache')
  })

  test('an input that fails midway, and a reader that is closed, leave no file', async () => {
    const files = async (start: string) => (await readdir(folder)).filter((name) => name.startsWith(start))
    const cut = join(folder, 'f.vw.gz')
    await writeFile(cut, gzipSync(`${vw}\n`.repeat(500)).subarray(0, 200))
    const failing = await readCached([cut], `${cut}.olcache`, { format: 'vw', chunkBytes: 100 })
    await expect(all(failing)).rejects.toMatchObject({ code: 'OL_INPUT_TRUNCATED' })
    expect(await files('f.vw')).toEqual(['f.vw.gz'])
    const data = join(folder, 'g.vw')
    await writeFile(data, `${vw}\n`.repeat(50))
    const reader = await readCached([data], `${data}.olcache`, { chunkBytes: 100 })
    await reader[Symbol.asyncIterator]().next()
    expect((await files('g.vw')).length).toBe(2)
    await reader[Symbol.asyncDispose]()
    expect(await files('g.vw')).toEqual(['g.vw'])
  })

  test('several caches: bad lines are counted together, and the first ten kept', async () => {
    const caches = [join(folder, 'bad-a.olcache'), join(folder, 'bad-b.olcache')]
    const texts = [`${'bad\n'.repeat(7)}1 | a\n`, `1 | b\n${'bad\n'.repeat(6)}1 | c:x:y:1e999\n`]
    for (const [i, text] of texts.entries())
      await writeCache(read(bytesOf(text), { format: 'vw' }), caches[i])
    const { report } = await collect(caches)
    const expected = await collect(texts.map(bytesOf), { format: 'vw' })
    expect(report).toEqual(expected.report)
    expect(report.skipped).toBe(14)
    expect(Object.values(report.badCounts).reduce((a, b) => a + b)).toBe(14)
    expect(report.badLines.length).toBe(10)
  })

  test('values are kept as small as they can be without loss', () => {
    const batch = (values: number[]): Batch => ({
      size: 1,
      offsets: Uint32Array.of(0, values.length),
      indices: new Uint32Array(values.length),
      values: Float64Array.from(values),
      labels: Float64Array.of(1),
    })
    const sizes = [1, 0.5, 0.1].map((value) => encodeBlock(batch(new Array(1000).fill(value))).length)
    expect(sizes[1] - sizes[0]).toBeGreaterThan(3900)
    expect(sizes[2] - sizes[1]).toBeGreaterThan(3900)
  })
})

describe('text that is written', () => {
  const texts = async (
    source: string,
    format: 'vw' | 'svmlight' | 'jsonl',
    constant = true,
  ): Promise<string> => {
    let text = ''
    for await (const batch of read(bytesOf(source), { constant })) text += batchText(batch, format, constant)
    return text
  }

  test('VW -> cache -> VW, and svmlight -> JSON Lines -> svmlight, keep every bit', async () => {
    const written = await texts(vw, 'vw')
    const expected = (await collect(bytesOf(vw), { format: 'vw' })).examples.map((e) =>
      e.replace(/^\d+ /, ''),
    )
    expect((await collect(bytesOf(written))).examples.map((e) => e.replace(/^\d+ /, ''))).toEqual(expected)
    expect(await texts(written, 'vw', false)).toBe(written)
    const path = join(folder, 'e.olcache')
    await writeCache(read(bytesOf(written)), path)
    let fromCache = ''
    for await (const batch of read(path)) fromCache += batchText(batch, 'vw', true)
    expect(fromCache).toBe(written)

    let svmlight = ''
    for (let i = 1; i <= 300; i++)
      svmlight += `${i % 3} ${i}:${Math.sqrt(i)} ${i + 7}:${1 / i} ${i + 1000000}:-1e-50 ${i + 2000000}:1\n`
    const jsonl = await texts(svmlight, 'jsonl')
    expect(jsonl).toMatch(/^\{"label":1,"features":\{"1":1,/)
    expect(await texts(jsonl, 'svmlight')).toBe(svmlight)
    expect(await texts(await texts(svmlight, 'vw'), 'svmlight')).toBe(svmlight)
  })

  test('inputs that a format cannot express are refused', async () => {
    for (const [line, format] of [
      ['| 1', 'svmlight'],
      ['1 2 | 1', 'svmlight'],
      ["1 'x| 1", 'svmlight'],
      ['1 1 0.5 | 1', 'svmlight'],
    ] as const)
      await expect(texts(line, format)).rejects.toMatchObject({ code: 'OL_PARAMETER' })
    await expect(texts('{"tag":"a b","label":1}', 'vw')).rejects.toMatchObject({ code: 'OL_PARAMETER' })
    await expect(texts('{"weight":2}', 'vw')).rejects.toMatchObject({ code: 'OL_PARAMETER' })
    expect(await texts('{"weight":2,"tag":"a b"}', 'jsonl')).toBe('{"weight":2,"tag":"a b","features":{}}\n')
  })
})
