import type { Batch, Layout, Results, RuleName, Table } from '@ol/spec'
import { describe, expect, it } from 'vitest'
import { bytesOf, emptyTable, nativeBackend, planFor, resultsFor } from './machine.js'
import { batchOf, stream } from './streams.js'

const native = nativeBackend()

/** Returns a table that claims more rows or other strides than its arrays have. */
function claiming(rule: RuleName, rows: number, layout: Partial<Layout>): Table {
  const table = emptyTable(rule, 64, 1, 'float32')
  return { ...table, rows, layout: { ...table.layout, ...layout } }
}

/** Returns the same elements from an odd element of a larger buffer on. */
function inside<T extends Float32Array | Float64Array | Uint32Array | Uint8Array>(array: T): T {
  const Type = array.constructor as new (buffer: ArrayBuffer, offset: number, length: number) => T
  const width = array.BYTES_PER_ELEMENT
  const view = new Type(new ArrayBuffer(array.byteLength + 7 * width), 3 * width, array.length)
  view.set(array)
  return view
}

function batchInside(batch: Batch): Batch {
  const { offsets, indices, values, labels } = batch
  return {
    ...batch,
    offsets: inside(offsets),
    indices: inside(indices),
    values: inside(values),
    labels: inside(labels),
  }
}

describe.skipIf(native === undefined)('arguments of the addon', () => {
  const backend = native as NonNullable<typeof native>

  const far = 2 ** 40
  it.each([
    // a rule without shared states, so that no other length refuses the call
    ['sgd', 'rows times laneStride are 2^64', far, { laneStride: 2 ** 24 }],
    ['sgd', 'rows times laneStride are 2^80', far, { laneStride: far }],
    ['nag', 'the shared states end at 2^80', far, { laneStride: far, sharedStart: far, sharedStride: far }],
    ['nag', 'the arrays hold fewer rows', 2 ** 20, {}],
  ] as const)('are refused where, under %s, %s', (rule, _, rows, layout) => {
    const plan = planFor(rule, 'squared')
    const table = claiming(rule, rows, layout)
    // no example: an accepted call touches nothing
    const batch = batchOf([])
    const results = resultsFor(batch, 1)
    for (const call of [
      () => backend.learn(plan, table, batch, results),
      () => backend.predict(plan, table, batch, results),
    ])
      expect(call).toThrow(expect.objectContaining({ code: 'OL_BATCH' }))
  })

  it.each(['weights', 'initial', 'laneWeights', 'labelUnits'] as const)(
    'are refused where %s are detached',
    (name) => {
      const batch = batchOf(stream(20, 1, 'real'))
      const ones = new Float64Array(batch.size).fill(1)
      structuredClone(ones.buffer, { transfer: [ones.buffer] })
      const table = emptyTable('nag', 64, 1, 'float32')
      expect(() =>
        backend.learn(planFor('nag', 'squared'), table, { ...batch, [name]: ones }, resultsFor(batch, 1)),
      ).toThrow(expect.objectContaining({ code: 'OL_BATCH' }))
    },
  )

  it('may be views that start inside a buffer', () => {
    const plan = planFor('nag', 'squared')
    const batch = batchOf(stream(200, 1, 'real'))
    const table = emptyTable('nag', 64, 1, 'float32')
    const results = resultsFor(batch, 1)
    backend.learn(plan, table, batch, results)

    const fresh = emptyTable('nag', 64, 1, 'float32')
    const views: Results = {
      predictions: inside(resultsFor(batch, 1).predictions),
      losses: inside(resultsFor(batch, 1).losses),
      status: inside(resultsFor(batch, 1).status),
    }
    const { laneStride, sharedStart } = fresh.layout
    // lane and shared states are views on one buffer: both start a row later
    const own = new ArrayBuffer(fresh.lane.buffer.byteLength + laneStride * 4)
    const other: Table = {
      ...fresh,
      lane: new Float32Array(own, laneStride * 4),
      shared: new Float64Array(own, laneStride * 4),
      scalars: inside(fresh.scalars),
    }
    expect(sharedStart).toBeGreaterThan(0)
    backend.learn(plan, other, batchInside(batch), views)
    expect(bytesOf(other, views).equals(bytesOf(table, results))).toBe(true)
  })
})
