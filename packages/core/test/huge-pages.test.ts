import { type Backend, type LocatedBatch, plainRule, type Table } from '@ol/spec'
import { expect, test } from 'vitest'
import { createTable } from '../src/table/allocate.js'
import { beforeLoading, HugePages } from '../src/table/huge-pages.js'
import { random } from './data.js'

const bits = 20

/** Returns examples of 64 features each, whose slots are `distinct` ones, drawn from the whole table. */
function batchOf(features: number, distinct: number): LocatedBatch {
  const next = random(5)
  const slots = Array.from({ length: distinct }, () => Math.floor(next() * 2 ** bits))
  const size = features / 64
  return {
    size,
    offsets: Uint32Array.from({ length: size + 1 }, (_, e) => 64 * e),
    indices: Uint32Array.from({ length: features }, (_, i) => slots[i % distinct]),
    values: new Float64Array(features).fill(1),
    labels: new Float64Array(size).fill(1),
  }
}

/** Returns the advice that a backend is given on a table of 2^20 slots. */
function setUp(): { pages: HugePages; table: Table; advice: string[] } {
  const advice: string[] = []
  const advise = (_: ArrayBuffer, part: string): number => {
    advice.push(part)
    return 0
  }
  const pages = new HugePages({ advise } as unknown as Backend)
  return { pages, table: createTable(plainRule('nag'), bits, 1, 'float32'), advice }
}

test('a first batch that fills a table has huge pages before it is learned', () => {
  const { pages, table, advice } = setUp()
  const batch = batchOf(2 ** 13, 2 ** 13)
  pages.beforeLearning(batch, table)
  pages.beforeLearning(batch, table)
  expect(advice).toEqual(['whole'])
})

test('batches of few features, or of few distinct ones, leave a table as it is', () => {
  const { pages, table, advice } = setUp()
  for (let i = 0; i < 100; i++) pages.beforeLearning(batchOf(2048, 2048), table)
  pages.beforeLearning(batchOf(2 ** 16, 256), table)
  // decided by the first batch that is long enough: what was touched since would have to be moved
  pages.beforeLearning(batchOf(2 ** 13, 2 ** 13), table)
  expect(advice).toEqual([])
})

test('parts in use move once the stream is long for the table, and at each doubling', () => {
  const { pages, table, advice } = setUp()
  const due = Math.ceil(table.shared.buffer.byteLength / 10)
  pages.add(due - 1, table)
  expect(advice).toEqual([])
  pages.add(1, table)
  pages.add(1, table)
  expect(advice).toEqual(['used'])
  pages.add(due, table)
  expect(advice).toEqual(['used', 'used'])
})

test('a table that a model fills has huge pages before its numbers are written', () => {
  const { table, advice } = setUp()
  const backend = {
    advise: (_: ArrayBuffer, part: string): number => {
      advice.push(part)
      return 0
    },
  } as Pick<Backend, 'advise'>
  // a slot in every small page, in half of them, in fewer
  const rowsPerPage = Math.floor((4096 * table.rows) / table.shared.buffer.byteLength)
  const pages = Math.ceil(table.rows / rowsPerPage)
  const slots = (count: number) => Uint32Array.from({ length: count }, (_, page) => page * rowsPerPage)
  beforeLoading(table, slots(Math.floor(pages / 2) - 1), backend)
  expect(advice).toEqual([])
  beforeLoading(table, slots(Math.ceil(pages / 2)), backend)
  beforeLoading(table, undefined, backend)
  expect(advice).toEqual(['whole', 'whole'])
})
