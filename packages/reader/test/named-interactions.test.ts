import { interactionOf } from '@ol/spec'
import { expect, test } from 'vitest'
import { featureNames, type ReadOptions, read } from '../src/index.js'

const csv = 'y,job,marital,age,words\n1,admin,single,30,good day\n-1,,married,40,bad\n1,cook,single,0,good\n'
const bytes = (text: string) => new TextEncoder().encode(text)
const common: ReadOptions = { label: 'y', text: ['words'] }

/** Returns index, upper half and value of the features of each example. */
async function features(text: string, options: ReadOptions): Promise<string[][]> {
  const all: string[][] = []
  for await (const batch of read(bytes(text), { ...common, wide: true, ...options }))
    for (let e = 0; e < batch.size; e++)
      all.push(
        Array.from({ length: batch.offsets[e + 1] - batch.offsets[e] }, (_, k) => {
          const f = batch.offsets[e] + k
          return `${batch.indices[f]} ${batch.upper?.[f]} ${batch.values[f]}`
        }),
      )
  return all
}

test('columns by name make the features of namespaces by their letters', async () => {
  for (const [names, letters] of [
    [['job', 'marital'], 'jm'],
    [['marital', 'job'], 'mj'],
    [['age', 'marital'], 'am'],
    [['words', 'words'], 'ww'],
    [['job', 'words', 'age'], 'jwa'],
  ] as const)
    for (const permutations of [false, true]) {
      const named = await features(csv, { interactions: [names], permutations })
      expect(named).toEqual(await features(csv, { interactions: [letters], permutations }))
      expect(named).not.toEqual(await features(csv, {}))
      const text = names.join(':')
      expect(await features(csv, { interactions: [text], permutations })).toEqual(named)
    }
})

test('columns of one letter are distinguished, and letters include all of them', async () => {
  const two = 'y,ma,mb\n1,2,3\n-1,5,0\n'
  const sizes = async (interactions: ReadOptions['interactions']) =>
    (await features(two, { text: [], interactions })).map((row) => row.length)
  expect(await sizes([])).toEqual([3, 2])
  expect(await sizes([['ma', 'mb']])).toEqual([4, 2])
  expect(await sizes(['mm'])).toEqual([6, 3])
  expect(await sizes(['mm', ['ma', 'mb']])).toEqual([7, 3])
})

test('products of named columns have names', async () => {
  const reader = read(bytes(csv), { ...common, interactions: [['job', 'age']] })
  const schema = await reader.open()
  if (schema === undefined) throw new Error('there is no schema')
  expect(schema.expand?.interactions).toEqual([['job', 'age']])
  const [first] = await features(csv, { interactions: [['job', 'age']], wide: false })
  const index = Number(first.at(-1)?.split(' ')[0])
  expect(await featureNames([bytes(csv)], schema, [{ index, upper: undefined }] as never)).toEqual([
    ['job=admin*age'],
  ])
})

test('namespaces are counted by their letters', async () => {
  const counted = async (interactions: ReadOptions['interactions']) => {
    const reader = read(bytes(csv), { ...common, namespaces: true, interactions })
    for await (const _ of reader);
    return reader.report.namespaces
  }
  expect(await counted([['job', 'marital']])).toEqual(await counted(['jm']))
})

test('the meaning of a string', () => {
  for (const letters of ['ab', 'abc', '::', 'a:', ':a', 'ab:', 'a::b', '":'])
    expect(interactionOf(letters)).toBe(letters)
  expect(interactionOf('job:marital')).toEqual(['job', 'marital'])
  expect(interactionOf('a:bc:d')).toEqual(['a', 'bc', 'd'])
  expect(interactionOf('"a":"b"')).toEqual(['a', 'b'])
  expect(interactionOf('"x:y ""z""":w')).toEqual(['x:y "z"', 'w'])
  expect(() => interactionOf('a:b')).toThrow(
    /"a:b" may be either: write ab for namespaces, ab: for these and any other, "a":"b" for columns/,
  )
})

test('refuses columns that are not there, or have no features, and inputs without columns', async () => {
  const refused = async (name: string, text = csv, options: ReadOptions = common) => {
    for await (const _ of read(bytes(text), { ...options, interactions: [['job', name]] }));
  }
  await expect(refused('maritl')).rejects.toMatchObject({
    code: 'OL_INPUT_COLUMN',
    message: expect.stringContaining('did you mean marital?'),
  })
  await expect(refused('nothing')).rejects.toThrow(/expected one of job, marital, age, words/)
  await expect(refused('y')).rejects.toThrow(/"y" is the label/)
  await expect(refused('age', csv, { ...common, ignore: ['age'] })).rejects.toThrow(/"age" is ignored/)
  await expect(refused('b', '1 | a b\n', { format: 'vw' })).rejects.toMatchObject({ code: 'OL_PARAMETER' })
  const many = Array.from({ length: 65 }, (_, k) => `c${k}`)
  const wide = `y,${many.join(',')}\n${`1,${many.map(() => '2').join(',')}\n`.repeat(2)}`
  await expect(features(wide, { text: [], interactions: [many] })).rejects.toThrow(/at most 64 columns/)
  expect(() => read(bytes(csv), { interactions: [['job']] })).toThrow(/two or more column names/)
})
