import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import * as zlib from 'node:zlib'
import * as arrow from '@uwdata/flechette'
import { type ColumnSource, parquetWriteBuffer } from 'hyparquet-writer'
// @ts-expect-error: it has no types
import lz4 from 'lz4js'
import { arrowOf, type Columns } from './tables.js'

const rows = 300

function columns(): ColumnSource[] {
  const of = <T>(value: (i: number) => T): T[] => Array.from({ length: rows }, (_, i) => value(i))
  return [
    { name: 'y', type: 'INT32', data: of((i) => i % 2), encoding: 'DELTA_BINARY_PACKED' },
    { name: 'n', type: 'INT64', data: of((i) => BigInt(i * i)), encoding: 'DELTA_BINARY_PACKED' },
    { name: 'd', type: 'DOUBLE', data: of((i) => (i % 7 === 0 ? null : i / 7)) as number[] },
    { name: 'f', type: 'FLOAT', data: of((i) => i / 3), encoding: 'BYTE_STREAM_SPLIT' },
    { name: 'b', type: 'BOOLEAN', data: of((i) => i % 3 === 0) },
    { name: 'c', type: 'STRING', data: of((i) => ['red', 'green', 'blue'][i % 3]) },
    { name: 's', type: 'STRING', data: of((i) => `name ${1000 + i}`), encoding: 'DELTA_BYTE_ARRAY' },
    { name: 'l', type: 'STRING', data: of((i) => `${i}`), encoding: 'DELTA_LENGTH_BYTE_ARRAY' },
  ]
}

/** Compresses with a program; undefined: this machine has none. */
function program(name: string): ((bytes: Uint8Array) => Uint8Array) | undefined {
  const run = (input: Uint8Array) => spawnSync(name, ['-c'], { input })
  if (run(new Uint8Array(1)).status !== 0) return undefined
  return (bytes) => new Uint8Array(run(bytes).stdout)
}

/** Tables in each form that a package decodes: encodings and codecs of Parquet, Arrow plain and compressed. */
export function tableSamples(): Record<string, Uint8Array> {
  const samples: Record<string, Uint8Array> = {}
  const zstd = program('zstd')
  const compressors = {
    GZIP: (bytes: Uint8Array) => new Uint8Array(zlib.gzipSync(bytes)),
    BROTLI: (bytes: Uint8Array) => new Uint8Array(zlib.brotliCompressSync(bytes)),
    ...(zstd === undefined ? {} : { ZSTD: zstd }),
  }
  for (const codec of ['UNCOMPRESSED', 'SNAPPY', 'GZIP', 'BROTLI', 'ZSTD'] as const) {
    if (codec === 'ZSTD' && zstd === undefined) continue
    const options = { columnData: columns(), codec, compressors, pageSize: 1000, rowGroupSize: 200 }
    samples[`parquet ${codec.toLowerCase()}`] = new Uint8Array(parquetWriteBuffer(options))
  }
  // pages of version 1, which pyarrow writes
  const cases = new URL('../../../test/tables/cases/', import.meta.url)
  samples['parquet version 1'] = new Uint8Array(readFileSync(new URL('type-inf.parquet', cases)))
  const table: Columns = [
    ['y', Array.from({ length: rows }, (_, i) => i % 2)],
    ['c', Array.from({ length: rows }, (_, i) => `colour ${i % 5}`)],
  ]
  samples['arrow file'] = arrowOf(table, 'file')
  samples['arrow stream'] = arrowOf(table, 'stream')
  const encoders = { LZ4_FRAME: (bytes: Uint8Array) => lz4.compress(bytes), ZSTD: zstd }
  for (const codec of ['LZ4_FRAME', 'ZSTD'] as const) {
    const encode = encoders[codec]
    if (encode === undefined) continue
    arrow.setCompressionCodec(arrow.CompressionType[codec], { encode, decode: (bytes) => bytes })
    const built = arrow.tableFromIPC(samples['arrow file'])
    const options = { format: 'file', codec: arrow.CompressionType[codec] } as const
    samples[`arrow ${codec === 'ZSTD' ? 'zstd' : 'lz4'}`] = arrow.tableToIPC(built, options) as Uint8Array
  }
  return samples
}
