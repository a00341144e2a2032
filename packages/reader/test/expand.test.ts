import { hashText } from '@ol/numerics'
import { constantIndex, type ReadOptions, type Schema } from '@ol/spec'
import { describe, expect, test } from 'vitest'
import { read } from '../src/read.js'
import { bytesOf, collect, faultsOf } from './collect.js'

const h = (name: string, space: string) => hashText(name, hashText(space, 0, 'strings'), 'strings')
/** Returns VW's index of a product, in BigInt arithmetic */
const cross = (...hashes: number[]): number => {
  let index = BigInt(hashes[0])
  for (const next of hashes.slice(1)) index = BigInt.asUintN(64, 16777619n * index) ^ BigInt(next)
  return Number(BigInt.asUintN(32, index))
}
const gram = (...hashes: number[]): number =>
  Number(
    hashes
      .slice(1)
      .reduce((index, next) => BigInt.asUintN(32, index * 27942141n + BigInt(next)), BigInt(hashes[0])),
  )

async function features(line: string, options: ReadOptions): Promise<string[]> {
  const { examples, report } = await collect(bytesOf(line), { format: 'vw', constant: false, ...options })
  expect(faultsOf(report)).toEqual([])
  return examples[0].split(' ').slice(2)
}

describe('interactions', () => {
  const line = '1 |a x:2 y:3 |b z:5 |c w:7'
  const x = h('x', 'a')
  const y = h('y', 'a')
  const z = h('z', 'b')
  const w = h('w', 'c')
  const plain = [`${x}:2`, `${y}:3`, `${z}:5`, `${w}:7`]

  test.each<[string[], string[]]>([
    [['ab'], [`${cross(x, z)}:10`, `${cross(y, z)}:15`]],
    [['ba'], [`${cross(z, x)}:10`, `${cross(z, y)}:15`]],
    [
      ['ab', 'ba'],
      [`${cross(x, z)}:10`, `${cross(y, z)}:15`],
    ],
    [['aa'], [`${cross(x, x)}:4`, `${cross(x, y)}:6`, `${cross(y, y)}:9`]],
    [['abc'], [`${cross(x, z, w)}:70`, `${cross(y, z, w)}:105`]],
    [['bb', 'ad'], [`${cross(z, z)}:25`]],
    [['aab'], [`${cross(x, x, z)}:20`, `${cross(x, y, z)}:30`, `${cross(y, y, z)}:45`]],
    [['aba'], [`${cross(x, x, z)}:20`, `${cross(x, y, z)}:30`, `${cross(y, y, z)}:45`]],
    [['c:'], [`${cross(w, x)}:14`, `${cross(w, y)}:21`, `${cross(w, z)}:35`, `${cross(w, w)}:49`]],
  ])('%j', async (interactions, expected) => {
    expect(await features(line, { interactions })).toEqual([...plain, ...expected])
  })

  test('all pairs, with and without both orders', async () => {
    expect((await features(line, { interactions: ['::'] })).length).toBe(4 + 3 + 2 + 2 + 1 + 1 + 1)
    expect((await features(line, { interactions: ['aa'], permutations: true })).slice(4)).toEqual(
      [cross(x, x), cross(x, y), cross(y, x), cross(y, y)].map((index, i) => `${index}:${[4, 6, 6, 9][i]}`),
    )
    // both orders within a namespace alone
    const ab = await features(line, { interactions: ['ab'] })
    expect(await features(line, { interactions: ['ab', 'ba'], permutations: true })).toEqual(ab)
    expect(await features(line, { interactions: ['::'], permutations: true })).toHaveLength(
      4 + 4 + 2 + 2 + 1 + 1 + 1,
    )
  })

  test('stretches of one namespace are joined; the constant precedes the products', async () => {
    expect(await features('1 |a x |b z |a y', { interactions: ['ab'] })).toEqual(
      [x, y, z, cross(x, z), cross(y, z)].map((index) => `${index}:1`),
    )
    const batches = []
    for await (const batch of read(bytesOf('1 |a x |b z'), { format: 'vw', interactions: ['ab'] }))
      batches.push(batch)
    const [batch] = batches
    expect([...batch.indices]).toEqual([x, z, constantIndex, cross(x, z)])
  })

  test('columns are namespaces by the first byte of their names', async () => {
    const { examples } = await collect(bytesOf('apple,berry,y\n2,3,1\n'), {
      constant: false,
      interactions: ['ab'],
    })
    const a = hashText('apple', 0, 'strings')
    const b = hashText('berry', 0, 'strings')
    expect(examples).toEqual([`2 1 ${a}:2 ${b}:3 ${cross(a, b)}:6`])
  })

  test('a product outside the range of values makes a bad line', async () => {
    const text = '1 |a x:1e60 |b y:1\n1 |a x:1e60 |b y:1e60\n-1 |a x:2 |b y:3\n'
    const { examples, report } = await collect(bytesOf(text), {
      format: 'vw',
      constant: false,
      interactions: ['ab'],
    })
    expect(faultsOf(report)).toEqual(['2:1 OL_LINE_VALUE'])
    expect(examples.map((e) => e.split(' ').slice(0, 2).join(' '))).toEqual(['1 1', '3 -1'])
    expect(examples[1].split(' ').length).toBe(5)
  })
})

describe('namespaces', () => {
  const line = '1 |a x |b z |c w'
  const only = (found: string[]) => found.map((feature) => Number(feature.split(':')[0]))
  test('ignored, kept, renamed', async () => {
    expect(only(await features(line, { ignoreNamespaces: 'ac' }))).toEqual([h('z', 'b')])
    expect(only(await features(line, { keepNamespaces: 'ca' }))).toEqual([h('x', 'a'), h('w', 'c')])
    const renamed = await features(line, { renameNamespaces: [['c', 'a']], interactions: ['ab'] })
    expect(only(renamed)).toEqual([
      h('x', 'a'),
      h('w', 'c'),
      h('z', 'b'),
      cross(h('x', 'a'), h('z', 'b')),
      cross(h('w', 'c'), h('z', 'b')),
    ])
  })

  test('n-grams, skip-gram gaps, and limits', async () => {
    const [p, q, r] = ['p', 'q', 'r'].map((name) => h(name, 't'))
    expect(only(await features('1 |t p q r', { ngrams: ['2'] }))).toEqual([p, q, r, gram(p, q), gram(q, r)])
    expect(only(await features('1 |t p q r', { ngrams: ['t3'] }))).toEqual([
      p,
      q,
      r,
      gram(p, q),
      gram(q, r),
      gram(p, q, r),
    ])
    expect(only(await features('1 |t p q r', { ngrams: ['2'], skips: ['1'] }))).toEqual([
      p,
      q,
      r,
      gram(p, q),
      gram(q, r),
      gram(p, r),
    ])
    expect(only(await features('1 |t p q r', { ngrams: ['s2'] }))).toEqual([p, q, r])
    expect(only(await features('1 |t p q r', { featureLimits: ['2'] }))).toEqual([p, q])
  })

  test('words of a text column', async () => {
    const { examples } = await collect(bytesOf('label\ttext\nham\tgo  until "jurong\nspam\twin\n'), {
      labels: 'sign',
      text: ['text'],
      words: 'spaces',
      ngrams: ['2'],
      constant: false,
    })
    const seed = hashText('text', 0, 'strings')
    const [go, until, jurong] = ['go', 'until', '"jurong'].map((word) => hashText(word, seed, 'all'))
    expect(examples[0].split(' ').slice(2)).toEqual(
      [go, until, jurong, gram(go, until), gram(until, jurong)].map((i) => `${i}:1`),
    )
  })
})

test('a schema carries the expansion; bad settings are refused', async () => {
  const { schema, examples } = await collect(bytesOf('1 |a x |b z'), {
    format: 'vw',
    constant: false,
    interactions: ['ab'],
  })
  const again = await collect(bytesOf('1 |a x |b z'), { constant: false, schema })
  expect(again.examples).toEqual(examples)
  for (const bad of [{ interactions: ['a'] }, { ngrams: ['a'] }, { ngrams: ['1.5'] }, { interactions: 'ab' }])
    expect(() => read(bytesOf('1 |a x'), bad as ReadOptions)).toThrow(
      expect.objectContaining({ code: 'OL_PARAMETER' }),
    )
})

test('an aborted signal ends the reading with its reason', async () => {
  const control = new AbortController()
  const reason = new Error('enough')
  async function* source() {
    for (let i = 0; i < 100; i++) {
      if (i === 5) control.abort(reason)
      yield bytesOf('1 | 1\n'.repeat(1000))
    }
  }
  await expect(collect(source(), { format: 'vw', chunkBytes: 1000, signal: control.signal })).rejects.toBe(
    reason,
  )
})

describe('an example with more features than the cap', () => {
  const names = (count: number) => Array.from({ length: count }, (_, i) => i).join(' ')
  const huge = (options: ReadOptions, line: string) =>
    collect(bytesOf(`1 |a x |b y\n${line}\n-1 |a x\n`), { format: 'vw', constant: false, ...options })

  test.each<[string, ReadOptions, string]>([
    ['pairs', { interactions: ['ab'] }, `1 |a ${names(100_000)} |b ${names(100_000)}`],
    ['pairs of wide keys', { interactions: ['ab'], wide: true }, `1 |a ${names(5000)} |b ${names(5000)}`],
    ['triples', { interactions: ['aaa'] }, `1 |a ${names(2000)}`],
  ])('%s: it is a bad line, and those around it are read', async (_, options, line) => {
    const { examples, report } = await huge(options, line)
    expect(faultsOf(report)).toEqual(['2:1 OL_LINE_FEATURES'])
    expect(report.badLines[0].message).toContain('16777216')
    expect(examples.map((one) => one.split(' ').slice(0, 2).join(' '))).toEqual(['1 1', '3 -1'])
    await expect(huge({ ...options, strict: true }, line)).rejects.toMatchObject({
      code: 'OL_LINE_FEATURES',
      line: 2,
    })
  })

  test('a chunk with many products becomes several batches with the same examples', async () => {
    const text = `${Array.from({ length: 60 }, (_, i) => `${i} 1 ${i % 7 === 3 ? 'tag' : ''}|a ${names(200)} |b${i % 9 === 4 ? ':1e99 q:1e99' : ''} ${names(200)}`).join('\n')}\n`
    const options = { format: 'vw', interactions: ['ab'], constant: false } as const
    const whole = await collect(bytesOf(text), options)
    const small = await collect(bytesOf(text), { ...options, chunkBytes: 100 })
    expect(whole.sizes.length).toBeGreaterThan(1)
    expect(whole.sizes.length).toBeLessThan(20)
    expect(small.sizes.length).toBeGreaterThan(50)
    expect(whole.examples).toEqual(small.examples)
    expect(whole.report).toEqual(small.report)
  })
})

test.each<[string, ReadOptions]>([
  ['no classes', { labels: 'class', classes: [] }],
  ['one class', { labels: 'class', classes: ['a'] }],
  ['a class twice', { labels: 'class', classes: ['a', 'b', 'a'] }],
  [
    'a namespace renamed twice',
    {
      renameNamespaces: [
        ['a', 'b'],
        ['a', 'c'],
      ],
    },
  ],
  ['two lengths for the n-grams of a namespace', { ngrams: ['a2', 'b2', 'a3'] }],
  ['two lengths for all n-grams', { ngrams: ['2', '3'] }],
  ['two gaps', { ngrams: ['2'], skips: ['1', '2'] }],
  ['a gap without n-grams', { skips: ['1'] }],
  ['a gap without n-grams of two', { ngrams: ['1', 'b2'], skips: ['a1'] }],
  ['a gap in a namespace of single features', { ngrams: ['1', 'b2'], skips: ['a1', 'b1'] }],
  ['both orders of no pairs', { permutations: true }],
  ['two limits', { featureLimits: ['a1', 'ab2'] }],
])('%s: refused before anything is read', (_, options) => {
  expect(() => read(bytesOf('1 |a b\n'), { format: 'vw', ...options })).toThrow(
    expect.objectContaining({ code: 'OL_PARAMETER' }),
  )
})

test.each<[string, ReadOptions]>([
  ['no gap', { skips: ['0', 'a0'] }],
  ['a gap for all, and n-grams of one namespace', { ngrams: ['a2'], skips: ['1'] }],
  ['a gap of a namespace, and n-grams of all', { ngrams: ['2'], skips: ['a1'] }],
])('%s: read', async (_, options) => {
  expect(await features('1 |a b |t c', options)).toHaveLength(2)
})

test.each<ReadOptions>([
  { interactions: ['xx'] },
  { interactions: [['x2', 'x1']], wide: true },
  { ngrams: ['2'], skips: ['1'], wide: true },
  { featureLimits: ['2'] },
])('features do not depend on the order of the columns of a further file: %j', async (options) => {
  const rows = [
    { x1: '2', x2: 'some words in a row', x3: '2021-02-03', y: '1' },
    { x1: '', x2: 'and some other words', x3: '2021-05-06', y: '-1' },
    { x1: '5', x2: 'words that are here', x3: '', y: '1' },
  ] as const
  const text = (names: readonly (keyof (typeof rows)[0])[]) =>
    bytesOf(`${names}\n${rows.map((row) => `${names.map((name) => row[name])}\n`).join('')}`)
  const taken = async (names: readonly (keyof (typeof rows)[0])[], schema?: Schema) => {
    const reader = read(text(names), { ...options, label: 'y', text: ['x2'], schema, allNames: true })
    const batches = []
    for await (const { indices, upper, values, names } of reader)
      batches.push({ indices, upper, values, texts: names?.texts })
    return { batches, schema: reader.schema }
  }
  const { batches, schema } = await taken(['x1', 'x2', 'x3', 'y'])
  expect((await taken(['x3', 'y', 'x2', 'x1'], schema)).batches).toEqual(batches)
})
