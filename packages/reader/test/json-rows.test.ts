import { gzipSync } from 'node:zlib'
import type { Batch, ReadOptions, Schema } from '@ol/spec'
import { describe, expect, test } from 'vitest'
import { type Reader, read } from '../src/index.js'

const encoder = new TextEncoder()
const csv = encoder.encode(
  `age,job,note,paid,w,id,y\n${Array.from({ length: 40 }, (_, k) => `${k + 0.5},j${k % 3},a b${k},${k % 2 === 0},1,r${k},${k % 2 === 0 ? 'yes' : 'no'}`).join('\n')}\n`,
)
const reading: ReadOptions = { label: 'y', weight: 'w', tag: 'id', text: ['note'], task: 'auto' }

async function schemaOf(bytes: Uint8Array, options: ReadOptions): Promise<Schema> {
  const input = read(bytes, options)
  await drained(input)
  return input.schema as Schema
}

async function drained(input: Reader): Promise<readonly Batch[]> {
  const batches: Batch[] = []
  for await (const batch of input) batches.push(batch)
  return batches
}

/** Returns what the examples are, and what the report says of the others. */
async function rowsOf(input: Reader) {
  const batches = await drained(input)
  const rows = batches.flatMap((batch) =>
    Array.from({ length: batch.size }, (_, e) => ({
      line: batch.lines?.[e],
      tag: batch.tags?.[e] ?? '',
      label: batch.labels?.[e],
      weight: batch.weights?.[e] ?? 1,
      indices: [...batch.indices.subarray(batch.offsets[e], batch.offsets[e + 1])],
      values: [...batch.values.subarray(batch.offsets[e], batch.offsets[e + 1])],
    })),
  )
  const { badLines, warnings = [] } = input.report
  const bad = badLines.map(({ line, code, message, excerpt }) => ({ line, code, message, excerpt }))
  return { rows, bad, notices: warnings.map(({ why, columns }) => `${why} ${columns.join()}`) }
}

async function ofLines(text: string | Uint8Array, options: ReadOptions = {}) {
  const schema = await schemaOf(csv, reading)
  return rowsOf(read(typeof text === 'string' ? encoder.encode(text) : text, { schema, ...options }))
}

/** Returns what a table with the header of `csv` has. */
async function ofTable(rows: string) {
  return rowsOf(
    read(encoder.encode(`age,job,note,paid,w,id,y\n${rows}`), { schema: await schemaOf(csv, reading) }),
  )
}

const row = '{"age":3.5,"job":"j1","note":"a \\"b\\",c","paid":true,"w":2,"id":"r1","y":"yes"}'
const record = '3.5,j1,"a ""b"",c",true,2,r1,yes\n'

describe('JSON Lines with a known table', () => {
  test('are its rows: label, weight, tag and cells', async () => {
    const [{ rows, bad, notices }, table] = [await ofLines(`${row}\n${row}`), await ofTable(record + record)]
    expect(table.rows).toHaveLength(2)
    expect(rows).toEqual(table.rows.map((one, k) => ({ ...one, line: k + 1 })))
    expect(rows[0]).toMatchObject({ label: 1, weight: 2, tag: 'r1' })
    expect({ bad, notices }).toEqual({ bad: [], notices: [] })
  })

  test.each<[string, string | Uint8Array, number[]]>([
    ['blank lines', `\n${row}\n\n  \n${row}\n`, [2, 5]],
    ['carriage returns', `${row}\r\n\r\n${row}\r\n`, [1, 3]],
    ['line feeds within values', `${row.replace('a \\"b\\"', 'a\\n \\"b\\"\\n')}\n${row}\n`, [1, 2]],
    ['a byte order mark', `\ufeff${row}\n${row}`, [1, 2]],
    ['UTF-16', Uint8Array.from(Buffer.from(`\ufeff${row}\n${row}`, 'utf16le')), [1, 2]],
    ['gzip', gzipSync(`${row}\n${row}\n`), [1, 2]],
    ['an array', `[${row},\n\n ${row}]`, [1, 2]],
    [
      'NaN as a number, not in strings',
      `${row.replace('3.5', 'NaN')}\n${row.replace('a ', 'NaN, ')}`,
      [1, 2],
    ],
  ])('have their lines: %s', async (_, text, lines) => {
    const { rows, bad } = await ofLines(text)
    expect(bad).toEqual([])
    expect(rows.map(({ line }) => line)).toEqual(lines)
    expect(rows.at(-1)?.indices).toEqual(
      (await ofLines(_.startsWith('NaN') ? String(text).split('\n')[1] : row)).rows[0].indices,
    )
  })

  test('are the same in pieces of any length', async () => {
    const schema = await schemaOf(csv, reading)
    const bytes = encoder.encode(
      `${Array.from({ length: 30 }, (_, k) => row.replace('3.5', String(k))).join('\n')}\n`,
    )
    const whole = await rowsOf(read(bytes, { schema }))
    expect(whole.rows).toHaveLength(30)
    for (const size of [1, 7, 100]) {
      async function* pieces() {
        for (let p = 0; p < bytes.length; p += size) yield bytes.slice(p, p + size)
      }
      expect(await rowsOf(read(pieces(), { schema }))).toEqual(whole)
    }
  })

  test('have a label, features in an object, and members in any order', async () => {
    const { rows, bad } = await ofLines(
      '{"label":"no","features":{"paid":false,"age":1}}\n{"_label":"yes","age":1,"paid":false}\n{"y":"no","paid":false,"age":1}\n',
    )
    expect(bad).toEqual([])
    expect(rows.map(({ label, weight, tag }) => [label, weight, tag])).toEqual([
      [-1, 1, ''],
      [1, 1, ''],
      [-1, 1, ''],
    ])
    const [first] = (await ofTable('1,,,false,1,,no\n')).rows
    for (const { indices, values } of rows) expect([indices, values]).toEqual([first.indices, first.values])
  })

  test('are bad with a code, the line and its text, and leave the others', async () => {
    const { rows, bad } = await ofLines(
      [
        ...[row, '{"age":', '[1]', '{"zage":1}', '{"age":[1]}', '{"job":{"a":1}}', '{"age":1e999}'],
        ...['{"job":"\\ud83d"}', '{"note":["\\ude00"]}', row],
      ].join('\n'),
    )
    expect(rows.map(({ line }) => line)).toEqual([1, 10])
    expect(bad.map(({ line, code, excerpt }) => [line, code, excerpt])).toEqual([
      [2, 'OL_LINE_SYNTAX', '{"age":'],
      [3, 'OL_LINE_SYNTAX', '[1]'],
      [4, 'OL_LINE_COLUMNS', '{"zage":1}'],
      [5, 'OL_LINE_VALUE', '{"age":[1]}'],
      [6, 'OL_LINE_VALUE', '{"job":{"a":1}}'],
      [7, 'OL_LINE_VALUE', '{"age":1e999}'],
      [8, 'OL_LINE_SYNTAX', '{"job":"\\ud83d"}'],
      [9, 'OL_LINE_SYNTAX', '{"note":["\\ude00"]}'],
    ])
    const long = bad.map(({ message }) => message)
    expect(long[2]).toContain('"age", "job"')
    expect(long[3]).toContain('"age"')
  })

  test('are bad if a category has more digits than a number can hold', async () => {
    const { rows, bad } = await ofLines(
      '{"job":9007199254740993}\n{"job":"9007199254740993"}\n{"age":9007199254740993}\n',
    )
    expect(bad.map(({ line, code }) => [line, code])).toEqual([[1, 'OL_LINE_VALUE']])
    expect(rows.map(({ line }) => line)).toEqual([2, 3])
  })

  test('end the reading at the first that is bad, with strict', async () => {
    const found = ofLines(`${row}\n{"age":\n${row}\n`, { strict: true })
    await expect(found).rejects.toMatchObject({ code: 'OL_LINE_SYNTAX', line: 2, value: '{"age":' })
  })

  test('are counted if a cell does not fit, as in a table', async () => {
    const input = read(encoder.encode(`{"age":"old"}\n${row}\n`), { schema: await schemaOf(csv, reading) })
    await drained(input)
    expect(input.report.columns?.find(({ name }) => name === 'age')).toMatchObject({ odd: 1, missing: 1 })
  })

  test('have members that are no columns: an error, or a notice', async () => {
    const text = `${row.replace('{', '{"extra":1,')}\n${row}\n`
    const { bad, rows } = await ofLines(text)
    expect(bad.map(({ line, code }) => [line, code])).toEqual([[1, 'OL_LINE_COLUMNS']])
    expect(rows).toHaveLength(1)
    const other = await ofLines(`{"zage":1}\n${row}\n`, { newColumns: 'ignore' })
    expect(other.bad.map(({ line, code }) => [line, code])).toEqual([[1, 'OL_LINE_COLUMNS']])
    const ignored = await ofLines(text, { newColumns: 'ignore' })
    expect(ignored).toMatchObject({ bad: [], notices: ['new-columns extra'] })
    expect(ignored.rows).toHaveLength(2)
  })

  test('have a notice for columns that no object has', async () => {
    const { notices, rows } = await ofLines('{"age":1,"note":"a"}\n{"age":2,"job":"j1"}\n')
    expect(rows).toHaveLength(2)
    expect(notices).toEqual(['absent paid'])
  })

  test('have another label, and another ignored column, if options say so', async () => {
    const schema = await schemaOf(csv, reading)
    const text = '{"age":1,"job":"j1","bought":"yes"}\n'
    const { rows, notices } = await rowsOf(
      read(encoder.encode(text), { schema, label: 'bought', ignore: ['paid', 'note', 'job'] }),
    )
    expect(rows.map(({ label, indices }) => [label, indices.length])).toEqual([[1, 2]])
    expect(notices).toEqual([])
  })

  test('are known by the first line, or by the option', async () => {
    const table = 'age,job,note,paid,w,id,y\n{"age":1},j1,a,true,1,r1,no\n'
    expect((await ofLines(table)).rows.map(({ line }) => line)).toEqual([2])
    expect((await ofLines(`{"age":\n${row}\n`, { format: 'jsonl' })).rows.map(({ line }) => line)).toEqual([
      2,
    ])
    const named = await ofLines(table, { format: 'jsonl' })
    expect(named.rows).toEqual([])
    expect(named.bad.map(({ code }) => code)).toEqual(['OL_LINE_SYNTAX', 'OL_LINE_SYNTAX'])
  })

  test('are bad if they are too long, and later lines keep their numbers', async () => {
    const { rows, bad } = await ofLines(
      [row, row.replace('a ', 'a '.repeat(400)), row, row.replace('a ', 'a '.repeat(90)), row].join('\n'),
      { maxLineBytes: 300 },
    )
    expect(bad.map(({ line, code }) => [line, code])).toEqual([[2, 'OL_LINE_LONG']])
    expect(rows.map(({ line }) => line)).toEqual([1, 3, 4, 5])
  })

  test('say how a line was skipped', async () => {
    const schema = await schemaOf(csv, reading)
    const input = read(encoder.encode(`${row}\n\n{"age":\n${row}\n`), { schema, skippedLines: true })
    const skipped = (await drained(input)).flatMap(({ skipped = [] }) => skipped)
    expect(skipped.map(({ line, code }) => [line, code])).toEqual([
      [2, undefined],
      [3, 'OL_LINE_SYNTAX'],
    ])
  })

  test('are a further input next to tables', async () => {
    const input = read([csv, encoder.encode(`${row}\n`)], reading)
    expect((await rowsOf(input)).rows.at(-1)).toMatchObject({ line: 1, label: 1, weight: 2, tag: 'r1' })
  })
})
