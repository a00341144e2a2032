import type { ReadOptions } from '@ol/spec'
import { describe, expect, test } from 'vitest'
import { read } from '../src/index.js'

async function labelled(lines: readonly string[], options: ReadOptions = {}) {
  const input = read(new TextEncoder().encode(`${lines.join('\n')}\n`), options)
  const labels: number[] = []
  let features = 0
  for await (const batch of input) {
    labels.push(...(batch.labels ?? new Array<number>(batch.size).fill(Number.NaN)))
    features += batch.indices.length
  }
  const { label } = input.report
  return { labels, features, label: label && `${label.column} by ${label.by}`, schema: input.schema }
}

describe('the label of JSON Lines without one', () => {
  test.each(['y', 'target', 'class', 'outcome', 'Y', 'Target', 'LABEL'])(
    'is the member that is named like the label of a table: %s',
    async (name) => {
      const found = await labelled([`{"a":1,"${name}":-1}`, `{"${name}":1,"a":2}`])
      expect(found).toMatchObject({ labels: [-1, 1], features: 4, label: `${name} by name` })
    },
  )

  test('is the first of several, in the order of names', async () => {
    const found = await labelled(['{"y":3,"outcome":-1,"class":1}', '{"y":4,"outcome":1,"class":-1}'])
    expect(found.labels).toEqual([1, -1])
  })

  test('is a string, and missing in some lines, between bad lines', async () => {
    const rows = ['{"a":1,"y":"no"}', '{"a":2,', '{"a":2}', '{"a":NaN,"y":"yes"}', '{"a":2,"y":null}']
    const found = await labelled(rows, { task: 'auto' })
    expect(found.labels).toEqual([-1, Number.NaN, 1, Number.NaN])
    expect(found.label).toBe('y by name')
  })

  test.each([
    ['label', 'a line has a label', ['{"a":1,"y":2}', '{"a":1,"y":1,"label":1}']],
    ['_label', 'a line has a label with an underscore', ['{"a":1,"y":2}', '{"a":1,"y":1,"_label":1}']],
    [
      undefined,
      'a line has an object of features',
      ['{"y":2,"features":{"a":1}}', '{"y":1,"features":{"a":2}}'],
    ],
    [undefined, 'it is an array in one line', ['{"a":1,"y":2}', '{"a":1,"y":[1]}']],
    [undefined, 'it is a namespace', ['{"a":1,"class":{"b":1}}', '{"a":2,"class":{"b":2}}']],
    [undefined, 'fewer than half of the lines have it', ['{"a":1,"y":2}', '{"a":1}', '{"a":2}']],
    [undefined, 'a member x is beside y', ['{"x":1,"y":2}', '{"x":2,"y":1}']],
  ])('is only %s where %s', async (name, _, lines) => {
    const found = await labelled(lines)
    expect(found.label).toBe(name && `${name} by name`)
    expect(found.labels.filter((label) => label === 2)).toEqual([])
  })

  test('is the one that the option names, and so in further inputs', async () => {
    const lines = ['{"a":1,"b":-1,"y":7}', '{"a":2,"b":1,"y":8}']
    const { schema, ...found } = await labelled(lines, { label: 'b' })
    expect(found).toMatchObject({ labels: [-1, 1], label: 'b by option' })
    expect((await labelled(lines, { schema })).label).toBe('b by input')
  })

  test('does not exist in the JSON of Vowpal Wabbit', async () => {
    const found = await labelled(['{"a":1,"y":-1}', '{"a":2,"y":1}'], { format: 'vwjson' })
    expect(found).toMatchObject({ labels: [Number.NaN, Number.NaN], label: undefined })
  })

  test('stays the label if a later line has a label, too', async () => {
    const many = Array.from({ length: 60_000 }, (_, k) => `{"a":${k},"y":${k % 2}}`)
    const found = await labelled([...many, '{"a":1,"y":1,"label":0}'])
    expect(found.labels.at(-1)).toBe(1)
  })
})
