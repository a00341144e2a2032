import { type Table, writtenBytes } from '@ol/spec'
import { describe, expect, test } from 'vitest'
import { chooseBackend } from '../src/backend/backends.js'
import { wholeState } from '../src/learner/whole-state.js'
import { rowBlocks, type WrittenParts } from '../src/model/touched.js'
import type { Settings } from '../src/options/settings.js'
import { createTable } from '../src/table/allocate.js'
import { Snapshot } from '../src/table/snapshot.js'

const bits = 14

/** Returns the settings of a rule. */
function settingsOf(rule: 'nag' | 'auto'): Settings {
  return wholeState({ rule, loss: 'squared', bits, expand: 'off' }).base.settings
}

/** Returns a table of a rule some of whose rows hold something. */
function tableOf(rule: 'nag' | 'auto', lanes: number, rows: readonly number[]): Table {
  const settings = settingsOf(rule)
  const table = createTable(settings, bits, lanes, 'float32')
  const { laneStride, sharedStart, sharedStride } = table.layout
  for (const row of rows)
    if (row % 2 === 0) table.lane[row * laneStride] = 1
    else table.shared[sharedStart + row * sharedStride] = 1
  return table
}

/** Returns the parts of a buffer that are not 0. */
function partsOf(buffer: ArrayBuffer): Uint8Array {
  const bytes = new Uint8Array(buffer)
  return Uint8Array.from({ length: Math.ceil(bytes.length / writtenBytes) }, (_, k) =>
    bytes.subarray(k * writtenBytes, (k + 1) * writtenBytes).some((byte) => byte !== 0) ? 1 : 0,
  )
}

const telling: WrittenParts = { written: partsOf }
const everywhere: WrittenParts = { written: (buffer) => partsOf(buffer).fill(1) }
const cases = [[], [0], [5], [64, 65, 4095], [1023, 1024, 8192], [2 ** bits - 1], [7, 8, 2 ** bits - 2]]

describe.each([
  ['nothing tells', undefined],
  ['the parts are told', telling],
  ['each part may be written', everywhere],
  ['the system tells', chooseBackend().backend],
] as const)('blocks of rows where %s', (_, backend) => {
  test.each([
    ['nag', 1],
    ['auto', 5],
  ] as const)('follow each other, and are zeros where they say so: %s of %i lanes', (rule, lanes) => {
    for (const rows of cases)
      for (const used of [2 ** bits, 2 ** bits - 1, 9000, 1]) {
        const table = tableOf(rule, lanes, rows)
        const blocks = [...rowBlocks(table, used, backend)]
        expect(blocks.map(({ from }) => from)).toEqual([0, ...blocks.slice(0, -1).map(({ to }) => to)])
        expect(blocks.at(-1)?.to).toBe(used)
        const held = blocks.flatMap(({ from, to, isZero }) =>
          isZero ? [] : Array.from({ length: to - from }, (_, i) => from + i),
        )
        const known = rows.filter((row) => row < used)
        expect(held).toEqual(expect.arrayContaining(known))
        // 8 rows around each; with one lane what is shared ends in the next row
        expect(held.length).toBeLessThanOrEqual(16 * rows.length)
      }
  })

  test('have no zeros where a row was copied before the model learned', () => {
    const settings = settingsOf('nag')
    const table = tableOf('nag', 1, [])
    const snapshot = new Snapshot(settings, table, () => undefined)
    const batch = {
      size: 1,
      offsets: Uint32Array.of(0, 1),
      indices: Uint32Array.of(3000),
      values: Float64Array.of(1),
      labels: Float64Array.of(1),
    }
    for (const _ of snapshot.keep(table, batch));
    const blocks = [...rowBlocks(table, table.rows, backend, snapshot)]
    const own = blocks.find(({ from, to }) => from <= 3000 && 3000 < to)
    expect(own?.isZero).toBe(false)
  })
})

test('the system tells of every part that was written, and of few others', () => {
  const { backend } = chooseBackend()
  const buffer = new ArrayBuffer(64 * 2 ** 20 + 5)
  const bytes = new Uint8Array(buffer)
  const places = [0, 4095, 4096, 999_999, 40 * 2 ** 20, bytes.length - 1]
  for (const place of places) bytes[place] = 1
  const parts = backend.written?.(buffer)
  if (parts === undefined) {
    expect([process.platform === 'linux', backend.name]).not.toEqual([true, 'native'])
    return
  }
  expect(parts.length).toBe(Math.ceil(bytes.length / writtenBytes))
  for (const place of places) expect(parts[Math.floor(place / writtenBytes)]).toBe(1)
  expect(parts.reduce((sum, part) => sum + part, 0)).toBeLessThan(parts.length / 2)
})
