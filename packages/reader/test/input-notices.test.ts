import { describe, expect, test } from 'vitest'
import { read } from '../src/index.js'
import { bytesOf, collect } from './collect.js'

async function noticesOf(text: string, options: Parameters<typeof read>[1] = {}): Promise<readonly string[]> {
  const input = read(new TextEncoder().encode(text), options)
  for await (const _ of input);
  return (input.report.warnings ?? []).map(({ why, columns }) => `${why} ${columns.join()}`)
}

test.each([
  ['auto', ['1', '1'], 1],
  ['binary', ['1', '1'], 1],
  ['binary', ['0', '0'], 1],
  ['binary', ['0', '1'], 0],
  ['binary', ['-1', '1'], 0],
  ['regression', ['1', '1'], 0],
] as const)(
  'task %s, labels %j: a notice says what one label alone is taken for',
  async (task, labels, count) => {
    const notices = await noticesOf(`x,y\n${labels.map((label, i) => `${i},${label}\n`).join('')}`, {
      label: 'y',
      task,
    })
    expect(notices).toEqual(Array.from({ length: count }, () => 'one-label '))
  },
)

const row = '{"label":1,"height":182,"weight":77,"initial":2,"tag":"a"}'

describe('members of JSON Lines that are no features', () => {
  test.each([
    ['lines', `{"label":1,"height":170}\n${row}\n`],
    ['an array', `[{"label":1,"height":170},\n ${row}]`],
    ['lines with NaN, as Python writes them', `${row.replace('182', 'NaN')}\n`],
    ['a long line', `${row.replace('"height"', `"${'h'.repeat(70_000)}"`)}\n`],
  ])('are named where they stand among features: %s', async (_, text) => {
    expect(await noticesOf(text)).toEqual(['member weight', 'member initial', 'member tag'])
  })

  test.each([
    ['next to features', '{"label":1,"weight":2,"initial":1,"tag":"a","features":{"height":182}}\n'],
    ['with an underscore', '{"label":1,"_weight":2,"_initial":1,"_tag":"a","height":182}\n'],
    ['in a namespace', '{"label":1,"body":{"weight":77,"initial":1,"tag":"a"}}\n'],
    ['where there are none', '{"label":1,"height":182}\n'],
  ])('are not %s', async (_, text) => {
    expect(await noticesOf(text)).toEqual([])
  })

  test('the label is none of them', async () => {
    expect(await noticesOf('{"height":182,"weight":77}\n', { label: 'weight' })).toEqual([])
  })

  test('the JSON of Vowpal Wabbit has features of these names', async () => {
    expect(await noticesOf('{"_label":1,"weight":77}\n', { format: 'vwjson' })).toEqual([])
  })
})

test('an input whose lines are mostly bad is named, whatever the other inputs are', async () => {
  const rows = (labels: readonly string[], count: number) =>
    `x,y\n${Array.from({ length: count }, (_, k) => `${k},${labels[k % labels.length]}\n`).join('')}`
  const texts = [rows(['0', '1'], 50), rows(['no', 'yes', '1'], 30), rows(['no', '1'], 30)]
  const input = read(
    texts.map((text) => new TextEncoder().encode(text)),
    { task: 'auto' },
  )
  for await (const _ of input);
  expect(input.report.warnings).toMatchObject([
    { why: 'mostly-bad', text: '20 of 30 lines are bad and skipped (OL_LINE_LABEL 20)' },
  ])
})

test.each([
  ['1 |f a b:2\n-1 |f c\n', { header: false }, 'header', 'VW text', 'vw'],
  ['1 |f a b:2\n-1 |f c\n', { label: 1 }, 'label', 'VW text', 'vw'],
  ['1 1:2 3:4\n-1 2:1\n', { delimiter: ' ' }, 'delimiter', 'svmlight', 'svmlight'],
  ['{"a":1,"label":0}\n{"a":2,"label":1}\n', { header: false }, 'header', 'JSON Lines', 'jsonl'],
])('%j with %j is a table by the option, which a notice says', async (text, options, by, title, format) => {
  const notices = async (more: object) =>
    (await collect(bytesOf(text), { labels: 'any', ...options, ...more })).report.warnings?.filter(
      ({ why }) => why === 'other-format',
    ) ?? []
  const expected = `read as a table because of the option ${by}, and looks like ${title}: if it is, leave the option out, or name the format (format, --format ${format})`
  expect(await notices({})).toMatchObject([{ text: expected }])
  expect(await notices({ format: 'csv' })).toEqual([])
})
