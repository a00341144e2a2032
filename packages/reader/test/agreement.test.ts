import { copyFile, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import {
  canonicalText,
  type Format,
  OLError,
  optionsBesideSchema,
  optionsWhere,
  type ReadingOption,
  type ReadOptions,
  readingEntry,
  readingNames,
  resolveValue,
} from '@ol/spec'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { isFull } from '../../spec/test/grid.js'
import { agreementOf } from '../src/cache/agreement.js'
import { type Reader, read } from '../src/read.js'
import { readCached, writeCache } from '../src/read-cached.js'

// A cache is made with one value of an option and requested with another, for each option of the table and each pair.

const head = 'age,built,sold,price,importance,copies,id,code,rooms,zip,floor,title,comment,row,date'
const csv = [
  head,
  '30,1990,1,250,1,2,x1,c1,3,0150,2,blue house,quite good,1,5',
  '45,1870,2,-80,2,1,x2,c2,4,0151,3,red,not at all,2,6',
  '61,2001,1,120,0.5,1,x3,c3,5,0150,2,blue door red,quite,3,7',
  '7,,6,3,3,3,x4,c4,,1,1,a,b,4,8',
  'wrong',
  '22,1950,3,99.5,1,1,x5,c5,2,0152,1,green house,so so,5,9',
].join('\n')
const vw = [
  "1 2 0.5 'x1|a 30 31:2 house |b good:0.5 door red",
  "2 'x2|a 45 |b quite red:3",
  '-3 |c z |a 61 y',
  'wrong',
  '6 | n |b door:2 red good',
].join('\n')
const jsonl = [
  '{"sold":1,"price":250,"label":2,"a":{"age":30,"zip":"0150"},"b":{"title":"blue","built":1990}}',
  '{"sold":2,"price":-80,"label":1,"a":{"age":45,"zip":"0151"},"b":{"title":"red","built":1870}}',
  'wrong',
  '{"sold":6,"price":3,"label":3,"a":{"age":7},"tag":"x4"}',
].join('\n')
const fixtures: readonly { readonly format: Format; readonly text: string }[] = [
  { format: 'csv', text: csv },
  { format: 'vw', text: vw },
  { format: 'jsonl', text: jsonl },
]

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ol-agreement-'))
  for (const { format, text } of fixtures) {
    await writeFile(join(folder, `a.${format}`), text)
    await writeFile(join(folder, `a.${format}.gz`), gzipSync(text))
  }
})
afterAll(async () => {
  await rm(folder, { recursive: true })
})

/** Returns two values of an option with different meanings. */
async function valuesOf(name: ReadingOption, path: string): Promise<readonly [unknown, unknown]> {
  const { kind, examples } = readingEntry(name)
  if (examples !== undefined) return examples
  if (kind === 'divisors') return [Float64Array.of(1, 2, 4, 8), Float64Array.of(3, 2, 4, 8)]
  if (kind === 'schema') {
    const schemas = [{}, { hashSeed: 3 }].map((options) => read(path, options).open())
    return [await schemas[0], await schemas[1]]
  }
  return [undefined, undefined]
}

/** Returns all that a reading gives, or the code of what it throws. */
async function outcomeOf(reader: Reader): Promise<string> {
  const examples: unknown[] = []
  let normalized: boolean | undefined
  try {
    for await (const batch of reader) {
      const { size, offsets, indices, values, labels } = batch
      normalized = batch.normalized
      for (let e = 0; e < size; e++) {
        const [from, to] = [offsets[e], offsets[e + 1]]
        const features = [indices, values, batch.upper].map((array) => array && [...array.subarray(from, to)])
        const { weights, initial, lines, tags } = batch
        examples.push([labels[e], weights?.[e] ?? 1, initial?.[e] ?? 0, lines?.[e], tags?.[e], features])
      }
    }
    const { report, schema } = reader
    return canonicalText({ examples, report, schema, normalized })
  } catch (error) {
    if (error instanceof OLError) return `${error.code} ${error.message}`
    throw error
  }
}

const options = readingNames.filter((name) => !['signal', 'backend'].includes(readingEntry(name).kind))
const pairs = options.flatMap((a, i) => options.slice(i + 1).map((b) => [a, b] as const))

/** Returns the fixture that shows what a pair of options does. */
function fixtureOf(pair: readonly ReadingOption[]): Format {
  const entries = pair.map(readingEntry)
  if (pair.includes('label') && entries.some(({ needs }) => needs === undefined)) return 'jsonl'
  if (entries.some(({ expand }) => expand !== undefined) && entries.every(({ needs }) => needs === undefined))
    return 'vw'
  return 'csv'
}

/** Returns whether a cache that was made with one set of options is one of the other. */
function same(made: ReadOptions, requested: ReadOptions): boolean {
  const text = (name: ReadingOption, of: ReadOptions) => {
    const entry = readingEntry(name)
    return entry.part === 'how' ? '' : canonicalText(resolveValue(entry, of[name]))
  }
  return options.every((name) => {
    // a cache with more names has the names that fewer need
    if (name === 'names') return (made.names ?? 0) >= (requested.names ?? 0)
    // a schema has what the other options of a model have, but those that say how a further table is read
    const { part } = readingEntry(name)
    const isBeside = name in optionsBesideSchema({ ...made, ...requested })
    if (made.schema !== undefined && made.schema === requested.schema && part === 'model' && !isBeside)
      return true
    if (readingEntry(name).kind === 'divisors' || readingEntry(name).kind === 'schema')
      return made[name] === requested[name]
    return text(name, made) === text(name, requested)
  })
}

describe.each(fixtures)('of $format', ({ format }) => {
  const all = pairs.filter((pair) => fixtureOf(pair) === format)
  const own = isFull ? all : all.filter((_, i) => i % 24 === 0)

  test('a cache with another value of any option, pair by pair, is never used', async () => {
    const cache = join(folder, `${format}.olcache`)
    const kept = `${cache}.kept`
    let used = 0
    for (const pair of own) {
      const [a, b] = pair
      const path = join(folder, `a.${format}${pair.includes('compression') ? '.gz' : ''}`)
      const [x, y] = [await valuesOf(a, path), await valuesOf(b, path)]
      const base: ReadOptions = {
        chunkBytes: 4096,
        ...(pair.includes('classes') ? { labels: 'class' } : {}),
        // without these the others do nothing, and are refused
        ...(pair.includes('skips') ? { ngrams: ['2'] } : {}),
        ...(pair.includes('permutations') ? { interactions: ['aa'] } : {}),
      }
      const made = { ...base, [a]: x[0], [b]: y[0] } as ReadOptions
      await rm(cache, { force: true })
      const first = await readCached([path], cache, made)
      expect([first.from, first.stale]).toEqual(['files', undefined])
      const outcome = await outcomeOf(first)
      const copied = await copyFile(cache, kept).then(
        () => true,
        () => false,
      )
      for (const requested of [made, { ...made, [a]: x[1] }, { ...made, [b]: y[1] }] as ReadOptions[]) {
        const about = `${a} ${String(x)}, ${b} ${String(y)}: ${canonicalText(requested).slice(0, 200)}`
        if (copied) await copyFile(kept, cache)
        const reader = await readCached([path], cache, requested)
        expect([about, reader.from]).toEqual([about, copied && same(made, requested) ? 'cache' : 'files'])
        if (reader.from === 'files') {
          await reader.close()
          continue
        }
        used++
        const expected = requested === made ? outcome : await outcomeOf(read(path, requested))
        expect([about, await outcomeOf(reader)]).toEqual([about, expected])
      }
    }
    expect(used).toBeGreaterThan(own.length / 2)
  }, 120_000)
})

test('an option besides a schema that is omitted or added makes another cache', async () => {
  const path = join(folder, 'a.csv')
  const cache = join(folder, 'beside.olcache')
  const schema = await read(path).open()
  const ways: readonly ReadOptions[] = [
    { schema },
    { schema, ignore: ['floor'] },
    { schema, format: 'csv' },
    { schema, header: true },
  ]
  for (const made of ways)
    for (const requested of ways) {
      await rm(cache, { force: true })
      await outcomeOf(await readCached([path], cache, made))
      const again = await readCached([path], cache, requested)
      expect([made, requested, again.from]).toEqual([made, requested, made === requested ? 'cache' : 'files'])
      expect(await outcomeOf(again)).toEqual(await outcomeOf(read(path, requested)))
    }
})

test('each option that a cache must agree on has two values that are distinguished', () => {
  for (const name of optionsWhere(({ part, examples }) => part !== 'how' && examples !== undefined)) {
    const entry = readingEntry(name)
    const [a, b] = (entry.examples ?? []).map((value) => canonicalText(resolveValue(entry, value)))
    expect([name, a]).not.toEqual([name, b])
  }
})

test('equal meanings are the same, and others are not', async () => {
  const key = async (options: ReadOptions) => (await agreementOf(options)).key
  const equal: readonly (readonly [ReadOptions, ReadOptions])[] = [
    [{ positive: 1 }, { positive: '1' }],
    [{ delimiter: 'tab' }, { delimiter: '\t' }],
    [{ delimiter: 'space' }, { delimiter: ' ' }],
    [{ ignore: ['a', 'b', 'a'] }, { ignore: ['b', 'a'] }],
    [{}, { format: 'auto', hash: 'strings', hashSeed: 0, constant: true, wide: false, labels: 'real' }],
    [{}, { interactions: [], ngrams: [], permutations: false, keepNamespaces: '', maxLineBytes: 1 << 24 }],
    [{ strict: true, patience: 3, chunkBytes: 7 }, {}],
    [{ divisors: Float64Array.of(2, 3) }, { divisors: Float64Array.of(2, 3) }],
  ]
  for (const [a, b] of equal) expect([a, await key(a)]).toEqual([a, await key(b)])
  const other: readonly (readonly [ReadOptions, ReadOptions])[] = [
    [{ label: null }, {}],
    // the column named 1 need not be the first
    [{ label: 1 }, { label: '1' }],
    [{ interactions: ['ab', 'bc'] }, { interactions: ['bc', 'ab'] }],
    [
      { labels: 'class', classes: ['a', 'b'] },
      { labels: 'class', classes: ['b', 'a'] },
    ],
    [{ divisors: Float64Array.of(2, 3) }, { divisors: Float64Array.of(3, 2) }],
  ]
  for (const [a, b] of other) expect([a, await key(a)]).not.toEqual([a, await key(b)])
  await expect(key({ divisors: () => 1 })).rejects.toMatchObject({ code: 'OL_PARAMETER' })
})

describe('a cache that is read by its name', () => {
  const codeOf = (path: string, options: ReadOptions) =>
    outcomeOf(read(path, options)).then((text) => (text.startsWith('OL_') ? text.split(' ')[0] : 'read'))

  test('is refused if options contradict it', async () => {
    const path = join(folder, 'named.olcache')
    await writeCache(read(join(folder, 'a.csv'), { label: 'sold', ignore: ['date'], weight: 'copies' }), path)
    const wrong: readonly ReadOptions[] = [
      { label: 'price' },
      { label: null },
      { weight: 'importance' },
      { tag: 'id' },
      { ignore: ['row'] },
      { numeric: ['date'] },
      { positive: 1 },
      { format: 'vw' },
      { delimiter: ';' },
      { header: false },
      { hashSeed: 1 },
      { wide: true },
      { interactions: ['ab'] },
    ]
    for (const options of wrong) expect([options, await codeOf(path, options)]).toEqual([options, 'OL_CACHE'])
    const right: readonly ReadOptions[] = [
      {},
      { label: 'sold', weight: 6 },
      { label: 3, ignore: [-1] },
      { numeric: ['age'], format: 'csv', delimiter: ',', header: true },
      { labels: 'any', wide: false },
    ]
    for (const options of right) expect([options, await codeOf(path, options)]).toEqual([options, 'read'])
    expect(await codeOf(path, { strict: true })).toBe('OL_LINE_COLUMNS')
  })

  test('keeps whether features have been divided, and the divisors', async () => {
    const path = join(folder, 'divided.olcache')
    const divisors = Float64Array.of(1, 2, 4, 8)
    const vw = join(folder, 'a.vw')
    const expected = await outcomeOf(read(vw, { divisors }))
    expect(expected).toContain('"normalized":true')
    await writeCache(read(vw, { divisors }), path)
    expect(await outcomeOf(read(path))).toBe(expected)
    expect(await outcomeOf(read(path, { divisors }))).toBe(expected)
    expect(await codeOf(path, { divisors: Float64Array.of(1, 2, 4, 9) })).toBe('OL_CACHE')
  })
})
