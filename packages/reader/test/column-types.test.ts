import * as arrow from '@uwdata/flechette'
import { parquetWriteBuffer } from 'hyparquet-writer'
import { describe, expect, test } from 'vitest'
import { bytesOf, collect } from './collect.js'

/** Returns a block of LZ4 that holds bytes as they are; of none it is an empty sequence. */
function lz4Literals(bytes: Uint8Array): Uint8Array {
  const more = bytes.length - 15
  const lengths = more < 0 ? [] : [...Array<number>(Math.floor(more / 255)).fill(255), more % 255]
  return Uint8Array.of(Math.min(bytes.length, 15) << 4, ...lengths, ...bytes)
}

describe('columns of other types', () => {
  test('a column without a type has no numbers, and its pages no values', async () => {
    const nulls = [null, null, null]
    const y = [1, 0, 1]
    const arrowColumns = arrow.tableFromColumns({
      n: arrow.columnFromArray(nulls, arrow.nullType()),
      y: arrow.columnFromArray(y, arrow.float64()),
    })
    const expected = await collect(arrow.tableToIPC(arrowColumns, { format: 'file' }) as Uint8Array)
    const untyped = { name: 'n', type: 'INT32', repetition_type: 'OPTIONAL', logical_type: { type: 'NULL' } }
    const schema = [
      { name: 'root', num_children: 2 },
      untyped,
      { name: 'y', type: 'DOUBLE', repetition_type: 'REQUIRED' },
    ]
    const columnData = [
      { name: 'n', data: nulls },
      { name: 'y', data: y },
    ]
    for (const codec of ['UNCOMPRESSED', 'LZ4_RAW'] as const) {
      const options = { columnData, schema, codec, compressors: { LZ4_RAW: lz4Literals }, statistics: false }
      const found = await collect(new Uint8Array(parquetWriteBuffer(options as never)))
      expect(found.examples).toEqual(expected.examples)
      expect(found.schema?.columns).toEqual(expected.schema?.columns)
    }
  })

  test('parquet: decimals, dates, times, booleans, structs; lists only if they are ignored', async () => {
    const schema = [
      { name: 'root', num_children: 7 },
      {
        name: 'd',
        type: 'INT64',
        converted_type: 'DECIMAL',
        scale: 2,
        precision: 18,
        repetition_type: 'OPTIONAL',
      },
      { name: 'day', type: 'INT32', converted_type: 'DATE', repetition_type: 'OPTIONAL' },
      { name: 't', type: 'INT64', converted_type: 'TIMESTAMP_MILLIS', repetition_type: 'OPTIONAL' },
      { name: 'b', type: 'BOOLEAN', repetition_type: 'OPTIONAL' },
      { name: 'i', type: 'INT64', repetition_type: 'OPTIONAL' },
      { name: 's', repetition_type: 'OPTIONAL', num_children: 2 },
      { name: 'u', type: 'DOUBLE', repetition_type: 'OPTIONAL' },
      { name: 'v', type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'OPTIONAL' },
      { name: 'y', type: 'FLOAT', repetition_type: 'OPTIONAL' },
    ] as const
    const columnData = [
      { name: 'd', data: [12.34, -0.05, null] },
      { name: 'day', data: [new Date('2026-01-02'), new Date('1969-12-31'), null] },
      { name: 't', data: [new Date('2026-01-02T03:04:05.678Z'), new Date(-1), null] },
      { name: 'b', data: [true, false, null] },
      { name: 'i', data: [2n ** 60n, -7n, null] },
      { name: 's', data: [{ u: 1.5, v: 'x' }, null, { u: null, v: 'y' }] },
      { name: 'y', data: [0.1, 1, 2] },
    ]
    const bytes = new Uint8Array(parquetWriteBuffer({ columnData, schema: schema as never }))
    const csv = [
      'd,day,t,b,i,s.u,s.v,y',
      '12.34,2026-01-02,2026-01-02T03:04:05.678Z,true,1152921504606846976,1.5,x,0.10000000149011612',
      '-0.05,1969-12-31,1969-12-31T23:59:59.999Z,false,-7,,,1',
      ',,,,,,y,2',
    ].join('\n')
    const rest = (example: string) => example.replace(/^\d+ /, '')
    const expected = await collect(bytesOf(csv), { delimiter: ',' })
    expect(expected.schema?.columns?.map((column) => column.role)).toEqual([
      'numeric',
      'date',
      'date',
      'boolean',
      'numeric',
      'numeric',
      'categorical',
      'label',
    ])
    const found = await collect(bytes)
    expect(found.schema?.columns).toEqual(expected.schema?.columns)
    expect(found.examples.map(rest)).toEqual(expected.examples.map(rest))
  })

  test('arrow: the same, dictionaries that are replaced, lists only if they are ignored', async () => {
    const column = (values: unknown[], type: arrow.DataType) => arrow.columnFromArray(values as never[], type)
    const table = arrow.tableFromColumns({
      d: column([12.34, -0.05, null], arrow.decimal(18, 2)),
      day: column([new Date('2026-01-02'), new Date('1969-12-31'), null], arrow.dateDay()),
      t: column([1767323045678, -1, null], arrow.timestamp(1)),
      b: column([true, false, null], arrow.bool()),
      i: column([2n ** 60n, -7n, null], arrow.int64()),
      s: column(
        [{ u: 1.5, v: 'x' }, null, { u: null, v: 'y' }],
        arrow.struct({ u: arrow.float64(), v: arrow.utf8() }),
      ),
      list: column([[1], [2, 3], null], arrow.list(arrow.int32())),
      y: column([0.1, 1, 2], arrow.float32()),
    })
    const bytes = arrow.tableToIPC(table, { format: 'stream' }) as Uint8Array
    const csv = [
      'd,day,t,b,i,s.u,s.v,list,y',
      '12.34,2026-01-02,2026-01-02T03:04:05.678Z,true,1152921504606846976,1.5,x,,0.10000000149011612',
      '-0.05,1969-12-31,1969-12-31T23:59:59.999Z,false,-7,,,,1',
      ',,,,,,y,,2',
    ].join('\n')
    const rest = (example: string) => example.replace(/^\d+ /, '')
    const expected = await collect(bytesOf(csv), { delimiter: ',', ignore: ['list'] })
    const found = await collect(bytes, { ignore: ['list'] })
    expect(found.schema?.columns).toEqual(expected.schema?.columns)
    expect(found.examples.map(rest)).toEqual(expected.examples.map(rest))
    const said = await collect(bytes, { file: 'x.arrow' })
    expect(said.schema?.columns).toEqual(found.schema?.columns)
    expect(said.report.warnings).toMatchObject([{ why: 'nested', columns: ['list'], file: 'x.arrow' }])
    expect((await collect(bytes, { schema: found.schema })).examples).toEqual(found.examples)
  })
})
