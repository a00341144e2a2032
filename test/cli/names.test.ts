import { gzipSync } from 'node:zlib'
import { type FeatureKey, featureNames, type ReadOptions, read, type Schema, writeCache } from '@ol/reader'
import { expect, test } from 'vitest'
import { arrowOf, parquetOf } from '../../packages/reader/test/tables.js'
import { sample, temporaryFolder } from './run.js'

const folder = temporaryFolder()

const vw = folder.put(
  'names.vw',
  `1 2 0.5 'tag|user:2 age:3 city=oslo 17 |item price:1e-3 |b
-1 | plain :2.5 :1 name:value x:1
0 |user \u00e5ge:1 12:4\t13
`,
)
const svm = folder.put('names.svm', '1 qid:3 1:0.5 17:2 # a comment 5:5\n-1 3:1\n')
const csv = folder.put(
  'names.csv',
  '\ufeffid,"a ""b"", c",city,y\n1,2.5,oslo,3\n2, 3.5 ,"new\nyork",4\n3,?,"a ""q"", b",5\n',
)
const spaces = folder.put('names.txt', ' 1   2 x 4\n 2 3  y 5\n')

const jsonl = folder.put(
  'names.jsonl',
  `{"label": 1, "weight": 2, "price": 1.5, "city": "k\u00f6ln", "sold": true, "17": 3, "user": {"age": 3, "tags": ["a", "b"], "deep": {"x": "y"}}}
{"label": -1, "features": {"price": 2, "shop": {"size": 4}}, "vector": [0.5, 2], "": {"n": 1}, "caf\u00e9": 2}
`,
)

const vwjson = folder.put(
  'names.vw.json',
  '{"_label":1,"city":"New York","user":{"age":3,"tags":[1,0,2]},"_text":"two words"}\n',
)
const arff = folder.put(
  'names.arff',
  '@relation r\n@attribute n real\n@attribute c {x, y}\n@attribute y real\n@data\n1,x,2\n{1 y}\n',
)
const quoted = folder.put(
  'quoted.arff',
  `@relation r\n@attribute 'air \\'temp\\'' real\n@attribute c string\n@attribute y real\n@data\n1,'it''s, "so"',1\n2,5" pipe,2\n{1 z}\n`,
)
// a quote within a field encloses nothing
const pipes = folder.put('pipes.csv', 'n,c,y\n1,5" pipe,1\n2,plain,2\nbad\n3,last,3\n')
const products = folder.put('products.vw', '1 |a x:2 y:t |b z |c p q:0 r\n-1 |b z |c p q\n')
const columns = [
  ['n', [1, 2, 3]],
  ['a "b", c', ['x', 'two\nlines', null]],
  ['y', [1, 2, 3]],
] as const
const parquet = folder.put('names.parquet', parquetOf(columns))
const stream = folder.put('names.arrows.gz', gzipSync(arrowOf(columns, 'stream')))

const cases: readonly [file: string, options: ReadOptions, names: readonly string[]][] = [
  [
    vw,
    { format: 'vw' },
    [
      'user^age',
      'user^city=oslo',
      'user^17',
      'item^price',
      'plain',
      ':0',
      ':1',
      'name=value',
      'x',
      'user^\u00e5ge',
    ],
  ],
  [vw, { format: 'vw', hash: 'all', hashSeed: 7 }, ['user^age', 'plain', 'user^12']],
  [svm, { format: 'svmlight' }, ['1', '17', '3']],
  [csv, { format: 'csv' }, ['id', 'a "b", c', 'city=oslo', 'city=new\nyork', 'city=a "q", b']],
  [
    jsonl,
    { format: 'jsonl' },
    [
      'price',
      'city=k\u00f6ln',
      'sold',
      '17',
      'user^age',
      'user^tags^a',
      'user^deep^x=y',
      'shop^size',
      'vector^1',
      'n',
    ],
  ],
  [jsonl, { format: 'jsonl', hash: 'all', hashSeed: 3 }, ['17', 'vector^0', 'caf\u00e9']],
  [vwjson, { format: 'vwjson' }, ['cityNew_York', 'user^age', 'tags^0', 'tags^2', 'two', 'words']],
  [arff, {}, ['n', 'c=x', 'c=y']],
  [parquet, {}, ['n', 'a "b", c=x', 'a "b", c=two\nlines']],
  [stream, {}, ['n', 'a "b", c=x', 'a "b", c=two\nlines']],
  [spaces, { format: 'csv', delimiter: 'space', header: false }, ['1', '2', '3=x', '3=y']],
  [quoted, {}, ['c=it\'s, "so"', 'c=5" pipe', "air 'temp'"]],
  [pipes, { format: 'csv' }, ['c=5" pipe', 'c=plain', 'c=last', 'n']],
  [
    products,
    { format: 'vw', interactions: ['ab', 'aab'], ngrams: ['c2'] },
    ['a^x*b^z', 'a^y=t*b^z', 'a^x*a^y=t*b^z', 'c^p c^q', 'a^x', 'b^z'],
  ],
  [products, { format: 'vw', interactions: ['ab'], wide: true }, ['a^x*b^z']],
  [sample, { label: 'y', labels: 'sign' }, ['age', 'job=admin.', 'month=sep', 'poutcome=other']],
]

test.each(cases)('every feature that the reader finds in %s has its name', async (file, options, names) => {
  const reader = read(file, options)
  const schema = known(await reader.open())
  const keys = new Map<string, FeatureKey>()
  for await (const { indices, upper } of reader)
    indices.forEach((index, i) => {
      const key = upper === undefined ? { index } : { index, upper: upper[i] }
      keys.set(JSON.stringify(key), key)
    })
  const found = await featureNames([file], schema, [...keys.values()])
  expect(found.filter((one) => one.length !== 1)).toEqual([])
  expect(found.flat()).toEqual(expect.arrayContaining(['Constant', ...names]))
})

test('names that share a row are all kept', async () => {
  const schema = known(await read(svm, { format: 'svmlight' }).open())
  const [, odd] = await featureNames([svm], schema, [{ index: 0 }, { index: 1 }], 1)
  expect(odd.filter((name) => name !== 'Constant')).toEqual(['1', '17', '3'])
})

function known(schema: Schema | undefined): Schema {
  if (schema === undefined) throw new Error('the input is empty')
  return schema
}

test('time is in proportion to the data even if a quote never closes', async () => {
  const many = folder.put('many.csv', `n,c,y\n${'1,5" pipe,1\n2,plain,2\n'.repeat(40_000)}3,last,3\n`)
  const schema = known(await read(many, { format: 'csv' }).open())
  const reader = read(many, { schema })
  const indices = new Set<number>()
  for await (const batch of reader) for (const index of batch.indices) indices.add(index)
  const names = await featureNames(
    [many],
    schema,
    [...indices].map((index) => ({ index })),
  )
  expect(names.flat().sort()).toEqual(['Constant', 'c=5" pipe', 'c=last', 'c=plain', 'n'])
}, 30_000)

test('a cache has no names', async () => {
  const cache = folder.path('names.olcache')
  await writeCache(read(vw, { format: 'vw' }), cache)
  const schema = known(await read(vw, { format: 'vw' }).open())
  await expect(featureNames([cache], schema, [{ index: 1 }])).rejects.toMatchObject({ code: 'OL_CACHE' })
})
