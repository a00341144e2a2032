import { fallback } from '@ol/fallback'
import type { Table } from '@ol/spec'
import { describe, expect, test } from 'vitest'
import { chooseBackend } from '../src/backend/backends.js'
import { wholeState } from '../src/learner/whole-state.js'
import { rowBlocks } from '../src/model/row-blocks.js'
import type { Settings } from '../src/options/settings.js'
import { createTable } from '../src/table/allocate.js'
import { Snapshot } from '../src/table/snapshot.js'
import { random } from './data.js'

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

const cases = [[], [0], [5], [64, 65, 4095], [1023, 1024, 8192], [2 ** bits - 1], [7, 8, 2 ** bits - 2]]

describe.each([
  ['the TypeScript backend finds them', fallback],
  ['the backend finds them', chooseBackend().backend],
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
        expect(held).toEqual(known.toSorted((a, b) => a - b))
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

test('backends find the same rows, wherever the bits are', () => {
  const next = random(1)
  const { backend } = chooseBackend()
  for (const stride of [4, 8, 12, 112, 176, 4096, 5000])
    for (const rows of [1, 63, 64, 65, 3000]) {
      const buffer = new ArrayBuffer(64 + stride * rows)
      const bytes = new Uint8Array(buffer)
      for (const start of [0, 60]) {
        for (let k = 0; k < 10; k++) bytes[start + Math.floor(next() * stride * rows)] = 0x80
        for (const edge of [start, start + stride - 1, start + stride * rows - 1]) bytes[edge] = 1
        const [a, b] = [new Uint8Array(rows), new Uint8Array(rows)]
        fallback.findHeld(buffer, start, stride, a)
        backend.findHeld(buffer, start, stride, b)
        const expected = Uint8Array.from({ length: rows }, (_, r) =>
          bytes.subarray(start + r * stride, start + (r + 1) * stride).some((byte) => byte !== 0) ? 1 : 0,
        )
        expect([stride, rows, a]).toEqual([stride, rows, expected])
        expect([stride, rows, b]).toEqual([stride, rows, expected])
      }
    }
})

test.runIf(process.platform === 'linux' && chooseBackend().backend.name === 'native')(
  'memory that was never written is not read',
  () => {
    const { backend } = chooseBackend()
    const bytes = 256 * 2 ** 20
    const buffer = new ArrayBuffer(bytes)
    new Uint8Array(buffer)[bytes / 2] = 1
    const flags = new Uint8Array(bytes / 128)
    const before = process.resourceUsage().minorPageFault
    backend.findHeld(buffer, 0, 128, flags)
    expect(process.resourceUsage().minorPageFault - before).toBeLessThan(bytes / 4096 / 4)
    expect(flags.indexOf(1)).toBe(bytes / 2 / 128)
    expect(flags.indexOf(1, bytes / 2 / 128 + 1)).toBe(-1)
  },
)
