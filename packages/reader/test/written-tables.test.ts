import type { ReadOptions } from '@ol/spec'
import * as arrow from '@uwdata/flechette'
import { parquetWriteBuffer } from 'hyparquet-writer'
import { expect, test } from 'vitest'
import { bytesOf, collect } from './collect.js'
import { arrowOf, parquetOf } from './tables.js'

// Tables as other programs write them: times of day in every unit, numbers past the last date, numbers as
// strings, schemas without a length.

const csv = [
  's,ms,us,ns,day,t,y',
  '01:02:03,01:02:03.004,01:02:03.000005,01:02:03.000000006,2026-01-02,2026-01-02T03:04:05Z,1',
  '00:00:00,23:59:59.999,00:00:00,00:00:00,2147483647,9000000000000000,2',
  ',90000000,,,,,3',
  '12:30:00,12:30:00,12:30:00,12:30:00,1969-12-31,1969-12-31T23:59:59.999Z,4',
].join('\n')

const dayLength = 86_400_000
const columns: Readonly<Record<string, readonly unknown[]>> = {
  s: [3723, 0, null, 45_000],
  ms: [3_723_004, 86_399_999, 90_000_000, 45_000_000],
  us: [3_723_000_005n, 0n, null, 45_000_000_000n],
  ns: [3_723_000_000_006n, 0n, null, 45_000_000_000_000n],
  day: [20_455, 2_147_483_647, null, -1],
  t: [1_767_323_045_000n, 9_000_000_000_000_000n, null, -1n],
  y: [1, 2, 3, 4],
}

function arrowBytes(): Uint8Array {
  const types: Readonly<Record<string, arrow.DataType>> = {
    s: arrow.timeSecond(),
    ms: arrow.timeMillisecond(),
    us: arrow.timeMicrosecond(),
    ns: arrow.timeNanosecond(),
    day: arrow.dateDay(),
    t: arrow.timestamp(arrow.TimeUnit.MILLISECOND),
    y: arrow.int32(),
  }
  // dates are made from milliseconds
  const inputs: Readonly<Record<string, readonly unknown[]>> = {
    ...columns,
    day: columns.day.map((day) => (day === null ? null : Number(day) * dayLength)),
    t: columns.t.map((t) => (t === null ? null : Number(t))),
  }
  const made = Object.entries(inputs).map(([name, values]): [string, arrow.Column<unknown>] => [
    name,
    arrow.columnFromArray([...values] as never[], types[name]),
  ])
  return arrow.tableToIPC(arrow.tableFromColumns(made), { format: 'stream' }) as Uint8Array
}

function parquetBytes(): Uint8Array {
  const optional = { repetition_type: 'OPTIONAL' } as const
  const nanoseconds = { type: 'TIME', isAdjustedToUTC: true, unit: 'NANOS' } as const
  const schema = [
    { name: 'root', num_children: 7 },
    // Parquet has no seconds: pyarrow writes milliseconds
    { name: 's', type: 'INT32', converted_type: 'TIME_MILLIS', ...optional },
    { name: 'ms', type: 'INT32', converted_type: 'TIME_MILLIS', ...optional },
    { name: 'us', type: 'INT64', converted_type: 'TIME_MICROS', ...optional },
    { name: 'ns', type: 'INT64', logical_type: nanoseconds, ...optional },
    { name: 'day', type: 'INT32', converted_type: 'DATE', ...optional },
    { name: 't', type: 'INT64', converted_type: 'TIMESTAMP_MILLIS', ...optional },
    { name: 'y', type: 'INT32', ...optional },
  ]
  const inputs = {
    ...columns,
    s: columns.s.map((s) => (s === null ? null : Number(s) * 1000)),
  }
  const columnData = Object.entries(inputs).map(([name, data]) => ({ name, data: [...data] }))
  return new Uint8Array(parquetWriteBuffer({ columnData, schema: schema as never }))
}

test.each([
  ['arrow', arrowBytes],
  ['parquet', parquetBytes],
] as const)('%s: times are those of CSV, in every unit', async (_, bytes) => {
  const found = await collect(bytes())
  expect(found.schema?.columns?.map(({ role, form }) => form ?? role)).toEqual(
    'time time time time date date label'.split(' '),
  )
  const odd = found.report.columns?.flatMap(({ name, oddCells }) => oddCells.map(({ text }) => [name, text]))
  expect(odd).toEqual([
    ['ms', '90000000'],
    ['day', '2147483647'],
    ['t', '9000000000000000'],
  ])
  const expected = await collect(bytesOf(csv), { schema: found.schema })
  const rest = (example: string) => example.replace(/^\d+ /, '')
  expect(found.examples.map(rest)).toEqual(expected.examples.map(rest))
})

test('an Arrow file whose schema has no length before it is refused by what it is', async () => {
  const file = arrowOf([['y', [1, 2, 3]]], 'file')
  const bare = Uint8Array.from([...file.subarray(0, 8), ...file.subarray(16)])
  await expect(collect(bare, { file: 'polars.arrow' })).rejects.toMatchObject({
    code: 'OL_INPUT_BINARY',
    file: 'polars.arrow',
    message: expect.stringContaining('Polars 2'),
  })
})

test('columns that a further table lacks are said by where they are known from, without options of text', async () => {
  const both = parquetOf([
    ['a', [1, 2, 3]],
    ['b', [1.5, 2.5, 3]],
    ['y', [1, 2, 3]],
  ])
  const less = parquetOf([
    ['a', [1, 2, 3]],
    ['y', [1, 2, 3]],
  ])
  const { schema } = await collect(both)
  const lacks = 'but column "b" is missing, and no others are new'
  await expect(collect(less, { schema })).rejects.toThrow(
    new RegExp(`^expected the columns of the training data ${lacks}$`),
  )
  await expect(collect([both, less])).rejects.toThrow(
    new RegExp(`^expected the columns of the inputs before it ${lacks}$`),
  )
})

test('dates stored as strings are said, with the option that reads them', async () => {
  const rows = Array.from({ length: 60 }, (_, k) => k)
  const day = (k: number) => `2012-0${1 + (k % 9)}-1${k % 10}`
  const bytes = parquetOf([
    ['day', rows.map(day)],
    ['time', rows.map((k) => `${day(k)} 0${k % 7}:16:41`)],
    ['y', rows],
  ])
  const whys = async (options: ReadOptions) =>
    ((await collect(bytes, options)).report.warnings ?? []).map(
      ({ why, columns }) => `${why} ${columns.join()}`,
    )
  expect(await whys({})).toEqual(['dates-as-strings day', 'dates-as-strings time'])
  expect(await whys({ date: ['day', 'time'] })).toEqual([])
  expect(await whys({ dates: 'off' })).toEqual([])
})

test('dates without separators are said, which are numbers', async () => {
  const days = Array.from({ length: 60 }, (_, k) => `2012${10 + (k % 3)}${10 + (k % 20)}`)
  const text = (cells: readonly string[]) =>
    bytesOf(`day,y\n${cells.map((day, k) => `${day},${k}.5\n`).join('')}`)
  const { report } = await collect(text(days))
  expect(report.warnings).toMatchObject([{ why: 'dates-as-numbers', columns: ['day'] }])
  const others = await collect(text(days.map((_, k) => `${20_000_000 + 997 * k}`)))
  expect(others.report.warnings).toBeUndefined()
})

test('numbers stored as strings are said, with the option that reads them, and codes are not', async () => {
  const rows = Array.from({ length: 60 }, (_, k) => k)
  const bytes = parquetOf([
    ['n', rows.map((k) => `${k}.5`)],
    ['code', rows.map((k) => `0${1000 + k}`)],
    ['y', rows],
  ])
  const { report, schema } = await collect(bytes)
  expect(schema?.columns?.map(({ role }) => role)).toEqual(['categorical', 'categorical', 'label'])
  expect(report.warnings).toMatchObject([{ why: 'numbers-as-strings', columns: ['n'] }])
  expect((await collect(bytes, { numeric: ['n'] })).report.warnings ?? []).toEqual([])
})
