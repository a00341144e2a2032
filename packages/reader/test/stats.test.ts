import { expect, test } from 'vitest'
import { read } from '../src/read.js'
import { stats } from '../src/stats.js'
import { bytesOf } from './collect.js'

const column = (name: string, role: string, type: string | undefined, count: number) => ({
  name,
  role,
  type,
  count,
  missing: 4 - count,
  odd: 0,
  firstOdd: undefined,
})

test('a table of columns', async () => {
  const text = 'a,b,c,y\n1,-5,red,1\n0,2,blue,0\n3,,red,1\n2,1,red,\n'
  const found = await stats(read(bytesOf(text), { label: 'y' }))
  expect(found).toMatchObject({
    examples: 4,
    // the missing value has an indicator
    values: 3 + 4 + 4,
    features: 5,
    density: 11 / 20,
    unlabelled: 1,
    labels: [
      [0, 1],
      [1, 2],
    ],
    labelMean: 2 / 3,
    numeric: 2,
    scaleRange: [3, 5],
    collisions: 0,
  })
  expect(found.columns).toEqual([
    { ...column('a', 'numeric', 'number', 4), min: 0, max: 3, mean: 1.5, scale: 3 },
    { ...column('b', 'numeric', 'number', 3), min: -5, max: 2, mean: -2 / 3, scale: 5 },
    column('c', 'categorical', 'string', 4),
    column('y', 'label', undefined, 3),
  ])
})

test('sparse features and their collisions', async () => {
  const found = await stats(read(bytesOf('1 2 | 1:5 3:1\n-1 | 3:-7 5:1\n')), 1)
  expect(found).toMatchObject({
    examples: 2,
    values: 4,
    features: 3,
    weightSum: 3,
    collisions: 3,
    numeric: 3,
    scaleRange: [1, 7],
  })
  expect(found.listed?.map((one) => one.name)).toEqual(['1', '3', '5'])
  const spaces = await stats(
    read(bytesOf('1 |a x y |b z\n-1 |a x\n| q\nbad |\n'), { namespaces: true, format: 'vw' }),
  )
  expect(spaces.namespaces).toEqual({ a: 3, b: 1, ' ': 1 })
  expect(await stats(read(bytesOf('')))).toMatchObject({ examples: 0, features: 0, density: 0 })
})

test('labels that are names are counted by name, in every format', async () => {
  const inputs = {
    csv: 'a,y\n1,red\n2,blue\n3,red\n',
    vw: 'red |f a\nblue |f b\nred |f c\n',
    jsonl: '{"label":"red","a":1}\n{"label":"blue","a":2}\n{"label":"red","a":3}\n',
    counts: 'a:1 #label#:red\nb:1 #label#:blue\nc:1 #label#:red\n',
  }
  for (const [name, text] of Object.entries(inputs)) {
    const format = name as keyof typeof inputs
    const found = await stats(read(bytesOf(text), { labels: 'any', format }))
    const named = found.labels?.map(([label, count]) => [found.labelNames?.[label - 1], count])
    expect([format, named]).toEqual([
      format,
      [
        ['red', 2],
        ['blue', 1],
      ],
    ])
  }
  const numbers = await stats(read(bytesOf('a,y\n1,0.5\n2,7\n'), { labels: 'any' }))
  expect(numbers).toMatchObject({ labelNames: undefined, labelMin: 0.5, labelMax: 7 })
  const positive = await stats(read(bytesOf(inputs.csv), { labels: 'any', positive: 'blue' }))
  expect(positive.labels).toEqual([
    [-1, 2],
    [1, 1],
  ])
})
