import type { ReadOptions, Schema } from '@ol/spec'
import { describe, expect, test } from 'vitest'
import { bytesOf, collect } from './collect.js'

// Inputs whose first line, or header, is longer than what their format is detected by, or their schema inferred from.

const rows = [1, 2, 3, 4]
const label = (row: number) => (row % 2 === 0 ? -1 : 1)

/** Lines with this many features in each, every one another number, whose names or values have `more` further characters. */
const formats: Record<string, (row: number, features: number, more: number) => string> = {
  svmlight: (row, n, more) =>
    `${label(row)} ${Array.from({ length: n }, (_, i) => `${i + 1}:${row}.${'0'.repeat(more)}`).join(' ')}`,
  vw: (row, n, more) =>
    `${label(row)} | ${Array.from({ length: n }, (_, i) => `${'n'.repeat(more)}ame${i}:${row}`).join(' ')}`,
  jsonl: (row, n, more) =>
    JSON.stringify({
      label: label(row),
      ...Object.fromEntries(Array.from({ length: n }, (_, i) => [`${'n'.repeat(more)}ame${i}`, row])),
    }),
}

describe.each(Object.keys(formats))('%s is detected', (format) => {
  test.each([
    [10_000, 1],
    [10_000, 110],
  ])('by a first line of %i features of %i further characters each', async (n, more) => {
    const lines = rows.slice(0, 2).map((row) => formats[format](row, n, more))
    expect(lines[0].length).toBeGreaterThan(more > 1 ? 1 << 20 : 1 << 16)
    const { schema, report, examples } = await collect(bytesOf(`${lines.join('\n')}\n`), {})
    expect(schema?.format).toBe(format)
    expect([report.skipped, examples.length]).toEqual([0, 2])
    // the constant, too
    for (const text of examples) expect(text.split(' ').length).toBeGreaterThanOrEqual(2 + n)
  })
})

describe('a header of ARFF of more than a megabyte', () => {
  const labels = 'sign'
  const n = 12_000
  const names = Array.from({ length: n }, (_, i) => `attribute_${'of_a_long_name_'.repeat(5)}${i}`)
  const header = (order: readonly string[]) => [
    '@relation r',
    ...order.map((name) => `@attribute ${name} numeric`),
    '@attribute class {a,b}',
    '@data',
  ]
  const body = rows.map((row) =>
    [...names.map((_, i) => (i < 2 ? row * (i + 1) : 0)), 'ab'[row % 2]].join(','),
  )
  const file = bytesOf(`${[...header(names), ...body].join('\n')}\n`)

  test.each<ReadOptions>([{ labels }, { labels, format: 'arff' }])('is read with %j', async (options) => {
    const { schema, report, examples } = await collect(file, options)
    expect(schema).toMatchObject({ arff: true, labelTexts: ['a', 'b'] })
    expect([schema?.columns?.length, report.skipped, examples.length]).toEqual([n + 1, 0, 4])
  })

  test('is read in a further file, too, whose columns have another order', async () => {
    const { schema, examples } = await collect(file, { labels })
    const order = names.with(0, names[1]).with(1, names[0])
    const swapped = rows.map((row) =>
      [...order.map((_, i) => (i < 2 ? row * (2 - i) : 0)), 'ab'[row % 2]].join(','),
    )
    const again = await collect(bytesOf([...header(order), ...swapped].join('\n')), {
      schema: schema as Schema,
    })
    const sorted = (texts: readonly string[]) => texts.map((text) => text.split(' ').toSorted())
    expect(sorted(again.examples)).toEqual(sorted(examples))
    expect(again.report.skipped).toBe(0)
  })

  test('is refused if it never ends, or exceeds the limit', async () => {
    const endless = bytesOf(`${header(names).slice(0, -1).join('\n')}\n`)
    await expect(collect(endless, { labels })).rejects.toMatchObject({ code: 'OL_INPUT_BINARY' })
    await expect(collect(endless, { labels })).rejects.toThrow(
      /attributes and a line @data within the first 16777216 bytes/,
    )
    await expect(collect(file, { maxLineBytes: 1 << 20 })).rejects.toMatchObject({
      code: 'OL_LINE_LONG',
      value: 1 << 20,
    })
  })
})
