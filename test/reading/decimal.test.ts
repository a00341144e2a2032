import { fallback } from '@ol/fallback'
import { load } from '@ol/native'
import type { TokenBackend } from '@ol/spec'
import { describe, expect, test } from 'vitest'
import { bytesOf, collect, faultsOf } from '../../packages/reader/test/collect.js'

const native = load()
const backends: readonly TokenBackend[] = 'backend' in native ? [fallback, native.backend] : [fallback]

/** The same table under another delimiter and decimal mark; fields that hold the delimiter are quoted. */
function written(rows: readonly (readonly string[])[], delimiter: string, mark: string): Uint8Array {
  const field = (text: string) => {
    const own = /^-?\d*\.\d+$/.test(text) ? text.replace('.', mark) : text
    return own.includes(delimiter) ? `"${own}"` : own
  }
  return bytesOf(rows.map((row) => `${row.map(field).join(delimiter)}\n`).join(''))
}

const table = [
  ['a', 'b', 'c', 'w', 'y'],
  ['532.45', '1', 'x', '2', '3.25'],
  ['-.5', '2.25', 'y', '0.5', '-10'],
  ['7', '', 'x', '1', '0.125'],
  // past nine digits, and past what a quotient of two doubles can be
  ['1234567890.125', '0.00000000000000000000000123', 'z', '1', '1'],
]
const forms = [
  [';', ','],
  ['\t', ','],
  ['|', ','],
  [',', ','],
  [';', '.'],
] as const

describe.each(backends.map((backend) => [backend.name, backend] as const))('%s', (_, backend) => {
  test.each(forms)('delimiter %j and decimal mark %j: the same examples', async (delimiter, mark) => {
    const options = { label: 'y', weight: 'w', backend }
    const expected = await collect(written(table, ',', '.'), options)
    expect(expected.examples[0]).toMatch(/^2 3.25 w=2 \d+:532.45 \d+:1 /)
    const { examples, report, schema } = await collect(written(table, delimiter, mark), options)
    expect(report.badLines).toEqual([])
    expect(report.warnings).toBeUndefined()
    expect(examples).toEqual(expected.examples)
    expect(schema?.decimal).toBe(mark === ',' ? ',' : undefined)
    expect(schema?.columns).toEqual(expected.schema?.columns)
  })

  test('a point is a bad line, and so are separators of thousands', async () => {
    const lines = ['a;w;y', '1,5;1;2,5', '1.5;1;1', '1;1.5;1', '1;1;1.5', '1.234,5;1;1', '1,2,3;1;1', '2;1;1']
    const options = {
      decimal: ',',
      numeric: ['a'],
      label: 'y',
      weight: 'w',
      missingAs: 'absent',
      backend,
    } as const
    const { examples, report } = await collect(bytesOf(lines.join('\n')), options)
    expect(examples.map((example) => example.split(' ')[0])).toEqual(['2', '8'])
    expect(faultsOf(report)).toEqual([
      '3:1 OL_LINE_TYPE',
      '4:3 OL_LINE_WEIGHT',
      '5:5 OL_LINE_LABEL',
      '6:1 OL_LINE_TYPE',
      '7:1 OL_LINE_TYPE',
    ])
  })

  test('lines with only points are bad lines, too', async () => {
    const reading = { decimal: ',', numeric: ['a'], label: 'y', missingAs: 'absent', backend } as const
    for (const line of ['1.5;1\n', '1;1.5\n']) {
      const { report } = await collect(bytesOf(`a;y\n${line.repeat(200)}`), reading)
      expect([line, report.examples, report.skipped]).toEqual([line, 0, 200])
    }
  })

  test('under commas a number without quotes ends at the next one', async () => {
    const lines = ['a,b,y', '"1,5",2,1', '3,4,1', '3,4,1,5', '1.5,2,1', '"1.5",2,1']
    const { examples, report } = await collect(bytesOf(lines.join('\n')), {
      decimal: ',',
      numeric: ['a', 'b'],
      missingAs: 'absent',
      backend,
    })
    expect(examples.map((example) => example.replaceAll(/ \d+:/g, ' '))).toEqual(['2 1 1.5 2', '3 1 3 4'])
    expect(faultsOf(report)).toEqual(['4:7 OL_LINE_COLUMNS', '5:1 OL_LINE_TYPE', '6:2 OL_LINE_TYPE'])
  })

  test('labels are numbers, two of them the names of two classes, with a point', async () => {
    const rows = ['a;y', '1,5;0,5', '2,5;1,50', '3,5;0,50', '4,5;1,5']
    const two = await collect(bytesOf(rows.join('\n')), { task: 'auto', backend })
    expect(two.schema).toMatchObject({ labels: 'sign', labelTexts: ['0.5', '1.5'] })
    expect(two.examples.map((example) => example.split(' ')[1])).toEqual(['-1', '1', '-1', '1'])
    for (const positive of ['0,5', '0.5', '0,50']) {
      const { examples } = await collect(bytesOf(rows.join('\n')), { positive, backend })
      expect([positive, examples.map((example) => example.split(' ')[1])]).toEqual([
        positive,
        ['1', '-1', '1', '-1'],
      ])
    }
    const many = [...rows, '1,5;2,5', '1,5;7,125'].join('\n')
    const numbers = await collect(bytesOf(many), { task: 'auto', backend })
    expect(numbers.schema).toMatchObject({ labels: 'real', labelTexts: null })
    expect(numbers.examples.at(-1)).toMatch(/^7 7.125 /)
    const classes = await collect(bytesOf(many), { task: 'multiclass', backend })
    expect(classes.schema?.classes?.names).toEqual(['0.5', '1.5', '2.5', '7.125'])
    expect(classes.examples.map((example) => example.split(' ')[1])).toEqual(['1', '2', '1', '2', '3', '4'])
    await expect(
      collect([bytesOf(rows.join('\n')), bytesOf('a;y\n1,5;9,5\n')], { task: 'auto', backend }),
    ).rejects.toMatchObject({ code: 'OL_LABEL', line: 2, message: expect.stringContaining('received 9,5') })
  })
})

const rolesOf = async (lines: readonly string[], options = {}) => {
  const { schema, report } = await collect(bytesOf(`${lines.join('\n')}\n`), { file: 'f', ...options })
  const roles = Object.fromEntries((schema?.columns ?? []).map(({ name, role }) => [name, role]))
  return { decimal: schema?.decimal ?? '.', roles, columns: schema?.columns, others: report.warnings }
}

test('columns with points do not change commas, and the report names them', async () => {
  const lines = ['a;b;c;y', '1,5;1.5;k;1', '2,5;2.5;l;2', '3;3;k;3']
  const { decimal, roles, others } = await rolesOf(lines)
  expect([decimal, roles]).toEqual(['.', { a: 'categorical', b: 'numeric', c: 'categorical', y: 'label' }])
  expect(others).toEqual([{ why: 'marks', file: 'f', mark: '.', columns: ['a'], points: ['b'] }])
  const asked = await rolesOf(lines, { decimal: ',' })
  expect([asked.decimal, asked.roles]).toEqual([
    ',',
    { a: 'numeric', b: 'categorical', c: 'categorical', y: 'label' },
  ])
  expect(asked.others).toEqual([{ why: 'marks', file: 'f', mark: ',', columns: ['b'], points: ['b'] }])
  // columns that are said to be no numbers decide nothing
  expect(await rolesOf(lines, { categorical: ['a'] })).toMatchObject({ decimal: '.', others: undefined })
  expect(await rolesOf(lines, { ignore: ['b'] })).toMatchObject({ decimal: ',', others: undefined })
})

test('commas that may separate thousands decide nothing, and the numbers are read', async () => {
  for (const lines of [
    ['a;y', '1,234;1', '12,345;2', '999;3'],
    ['a,y', '"1,234",1', '"1,234,567",2', '999,3'],
  ]) {
    const { decimal, columns, others } = await rolesOf(lines)
    expect([lines, decimal, columns?.[0], others]).toEqual([
      lines,
      '.',
      { name: 'a', role: 'numeric', form: 'thousands' },
      undefined,
    ])
  }
  const points = await rolesOf(['a;y', '1.234,56;1', '1.234,56;2'])
  expect([points.decimal, points.columns?.[0].form]).toEqual([',', 'thousands'])
  const sure = await rolesOf(['a;b;y', '1,234;1,5;1', '12,345;2;2'])
  expect([sure.decimal, sure.columns?.[0], sure.others]).toEqual([
    ',',
    { name: 'a', role: 'numeric' },
    undefined,
  ])
  const grouped = await rolesOf(['a;b;y', '1.234,5;1,5;1', '12,5;2;2'])
  expect([grouped.decimal, grouped.columns?.[0].form]).toEqual([',', 'thousands'])
})

test('lists and words are no numbers', async () => {
  const { decimal, roles, others } = await rolesOf(['a,b,y', '"1,2,3","x,1",1', '"1,2","x,2",2'])
  expect([decimal, roles.a, others]).toEqual(['.', 'categorical', undefined])
})

test('a table without a header has decimal commas in its first row, too', async () => {
  for (const lines of [
    ['1,5;2,5;1', '3,5;4;2'],
    ['1,5 2,5 3,5', '2,5 1,5 4,5'],
    ['1,5|2,5|3,5', '2,5|1,5|4,5'],
  ]) {
    const { roles, decimal } = await rolesOf(lines)
    expect([lines, decimal, roles]).toEqual([lines, ',', { 1: 'numeric', 2: 'numeric', 3: 'label' }])
  }
  // a comma and a space are no decimals
  expect((await rolesOf(['1, 2, 3', '2, 1, 4'])).roles).toEqual({ 1: 'numeric', 2: 'numeric', 3: 'label' })
})

test('a further input with the other mark is refused with its place; whole numbers are read', async () => {
  const commas = bytesOf('a;b;y\n1,5;k;1\n2,5;l;2\n')
  const points = bytesOf('b;a;y\n\nk;7;1\nk;2.5;2\n')
  for (const [first, second, value] of [
    [commas, points, '2.5'],
    [points, commas, '1,5'],
  ] as const) {
    const { schema } = await collect(first)
    await expect(collect([second], { schema, file: 'g' })).rejects.toMatchObject({
      code: 'OL_LINE_TYPE',
      file: 'g',
      line: value === '2.5' ? 4 : 2,
      value,
      message: expect.stringContaining('--decimal'),
    })
    const { examples } = await collect(bytesOf('a;b;y\n7;k;1\n'), { schema })
    expect(examples.length).toBe(1)
  }
  // one cell of many is missing, and counted
  const { schema } = await collect(commas)
  const { report } = await collect(bytesOf('a;b;y\n1,5;k;1\n2.5;l;2\n'), { schema })
  expect(faultsOf(report)).toEqual([])
  expect(report.columns?.find(({ name }) => name === 'a')?.odd).toBe(1)
})
