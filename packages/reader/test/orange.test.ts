import { describe, expect, test } from 'vitest'
import { bytesOf, collect } from './collect.js'

const rows = [
  ['5.1', '3', 'tom', 'x', 'setosa', '2', 'north'],
  ['4.9', '3', 'ann', 'y', 'setosa', '1', 'south'],
  ['6.4', '12', 'eve', 'x', 'other', '1', 'north'],
  ['6.9', '3', 'bob', '?', 'other', '3', 'south'],
]
const names = ['size', 'colour', 'name', 'spot', 'kind', 'times', 'place']
const table = (...header: readonly (readonly string[])[]) =>
  bytesOf([...header, ...rows].map((fields) => `${fields.join('\t')}\n`).join(''))
const plain = table(names)
const roles = ['numeric', 'categorical', 'ignore', 'categorical', 'label', 'weight', 'ignore']
const given = {
  task: 'auto',
  label: 'kind',
  weight: 'times',
  categorical: ['colour'],
  ignore: ['name', 'place'],
} as const

const headers: readonly (readonly [string, Uint8Array, number])[] = [
  [
    'letters',
    table(names, ['c', 'd', 's', 'd', 'd', 'c', 'd'], ['', '', '', '', 'class', 'weight', 'meta']),
    3,
  ],
  [
    'words and values',
    table(
      names,
      ['continuous', '3 12', 'string', 'x\\ y x y', 'discrete', 'continuous', 'discrete'],
      ['', '', 'meta type=text', '', 'class', 'w', 'i'],
    ),
    3,
  ],
  ['prefixes', table(['C#size', 'D#colour', 'mS#name', 'spot', 'cD#kind', 'wC#times', 'm#place']), 1],
]

describe.each(headers)('a header of Orange: %s', (_, bytes, count) => {
  test('gives names, types and roles, and is no row', async () => {
    const { examples, report, schema } = await collect(bytes, { task: 'auto' })
    expect(schema?.columns?.map(({ role }) => role)).toEqual(roles)
    expect(report.columns?.map(({ odd }) => odd)).toEqual(roles.map(() => 0))
    expect(report.label).toEqual({ column: 'kind', by: 'header' })
    expect(report.warnings?.map(({ why }) => why)).toContain('header-rows')
    expect(examples).toHaveLength(4)
    const same = await collect(plain, given)
    const shifted = same.examples.map((line) => line.replace(/^\d+/, (text) => `${Number(text) + count - 1}`))
    expect(examples).toEqual(shifted)
  })

  test('is read so in a further file, and a model of it reads plain names', async () => {
    const { schema, examples } = await collect(bytes, { task: 'auto' })
    expect((await collect(bytes, { schema })).examples).toEqual(examples)
    const own = await collect(plain, { schema, newColumns: 'ignore' })
    const bare = (lines: readonly string[]) => lines.map((line) => line.replace(/^\d+ /, ''))
    expect(bare(own.examples).map((line) => line.split(' ').toSorted())).toEqual(
      bare(examples).map((line) => line.split(' ').toSorted()),
    )
  })
})

const [letters] = headers
const oneMore = (first: string) => `${first} a header of Orange`

test('the notice names the label, the weight and the ignored columns', async () => {
  const { report } = await collect(letters[1], { task: 'auto' })
  expect(report.warnings?.map((warning) => ('text' in warning ? warning.text : ''))).toEqual([
    `${oneMore('3 rows of')}; its class, column "kind", is the label; column "times" is the weight; columns "name", "place" are left out`,
  ])
})

test('options override the header', async () => {
  const options = { task: 'auto', label: 'spot', weight: 'size', categorical: ['place'] } as const
  const { schema } = await collect(letters[1], options)
  expect(schema?.columns?.map(({ role }) => role)).toEqual([
    'weight',
    'categorical',
    'ignore',
    'label',
    'ignore',
    'ignore',
    'categorical',
  ])
  const unlabelled = await collect(letters[1], { label: null })
  expect(unlabelled.schema?.columns?.map(({ role }) => role)).not.toContain('label')
  const second = await collect(
    table(names, ['c', 'd', 's', 'd', 'd', 'c', 'd'], ['class', '', '', '', 'class', '', 'm']),
    { task: 'auto' },
  )
  expect(second.schema?.columns?.map(({ role }) => role)).toEqual([
    'label',
    'categorical',
    'ignore',
    'categorical',
    'ignore',
    'numeric',
    'ignore',
  ])
})

test('the type of the class decides the task', async () => {
  const scores = (type: string) =>
    bytesOf(`x\ty\n${type}\tc\nclass\t\n${[3, 1, 2, 7, 3, 1].map((y, k) => `${y}\t${k / 2}\n`).join('')}`)
  expect((await collect(scores('c'), { task: 'auto' })).schema?.labels).toBe('real')
  const { schema } = await collect(scores('d'), { task: 'auto' })
  expect(schema?.labels).toBe('class')
  expect(schema?.classes?.names).toEqual(['1', '2', '3', '7'])
  expect((await collect(scores('d'), { task: 'regression' })).schema?.labels).toBe('real')
})

test('a row of flags may lack its last cells', async () => {
  const { examples, schema } = await collect(
    bytesOf('y\ta\tb\nd\tc\td\nclass\nn\t2\t2\ny\t3\t1\nn\t5\t1\n'),
    {
      task: 'auto',
    },
  )
  expect(examples).toHaveLength(3)
  expect(schema?.columns?.map(({ role }) => role)).toEqual(['label', 'numeric', 'categorical'])
})

test('a blank line is a row of flags without any', async () => {
  const { examples, schema } = await collect(bytesOf('id\tcity\nd\td\n\n1\tOslo\n2\tRome\n3\tRome\n'), {
    task: 'auto',
  })
  expect(examples).toHaveLength(3)
  expect(schema?.columns?.map(({ role }) => role)).toEqual(['categorical', 'label'])
})

test.each([
  'a\tb\tc\nd\ts\td\nc\tm\tc\nd\ts\tt\nd\tt\td\n',
  'C\tC#\tD#\n1\t2\t3\n2\t1\t1\n3\t2\t2\n',
  'C#7\tname\tlong\tyear\n1\tx\t3\t1\n2\ty\t1\t2\n3\tz\t2\t3\n',
])('letters and number signs that are no header of Orange stay %#', async (text) => {
  const { report, schema } = await collect(bytesOf(text), { labels: 'any' })
  expect(schema?.columns?.map(({ name }) => name)).toEqual(text.split('\n')[0].split('\t'))
  expect(report.warnings?.map(({ why }) => why) ?? []).not.toContain('header-rows')
  expect(report.examples).toBe(text.split('\n').length - 2)
})
