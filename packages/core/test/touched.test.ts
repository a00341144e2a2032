import { crc32 } from 'node:zlib'
import { namedRules } from '@ol/spec'
import { describe, expect, test, vi } from 'vitest'
import { Learner } from '../src/learner/learner.js'
import { checksumOffset } from '../src/model/model-header.js'
import type { AnyLearnerOptions } from '../src/options/learner-options.js'
import { backends, batchFor, prepared, randomBatch, thrown } from './data.js'

function header(bytes: Uint8Array): {
  readonly start: number
  readonly parts: Record<string, { readonly data_offsets: readonly [number, number] }>
} {
  const length = Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0, true))
  return { start: 8 + length, parts: JSON.parse(new TextDecoder().decode(bytes.subarray(8, 8 + length))) }
}

/** Returns the metadata of a model file. */
function headerOf(bytes: Uint8Array): Record<string, string> {
  return header(bytes).parts.__metadata__ as unknown as Record<string, string>
}

/** Returns a model file with other bytes in one of its tensors, and the checksum of these. */
function changed(file: Uint8Array, name: string, change: (tensor: DataView) => void): Uint8Array {
  const bytes = file.slice()
  const { start, parts } = header(bytes)
  const [from, to] = parts[name].data_offsets
  change(new DataView(bytes.buffer, start + from, to - from))
  bytes.fill(0x30, checksumOffset, checksumOffset + 8)
  bytes.set(new TextEncoder().encode(crc32(bytes).toString(16).padStart(8, '0')), checksumOffset)
  return bytes
}

function trained(options: AnyLearnerOptions): Learner {
  const rule = options.rule ?? 'auto'
  const loss = options.loss ?? namedRules[rule].losses?.[0] ?? 'squared'
  const batch = batchFor(rule, randomBatch(1, 60, loss), options.bits)
  const learner = prepared({ ...options, rule, loss }, batch)
  learner.learn(options.bits === 'grow' ? { ...batch, upper: new Uint32Array(batch.indices.length) } : batch)
  return learner
}

describe.each(backends)('files of touched slots on %s', (backend) => {
  test.each(Object.values(namedRules).filter(({ kind, dense }) => kind === undefined && dense === undefined))(
    '$id: fewer slots than the table has are written where they are fewer bytes, and read',
    ({ id, maxBits = 30 }) => {
      for (const bits of [2, Math.min(12, maxBits)]) {
        const learner = trained({ rule: id as never, bits, backend })
        const bytes = learner.toBytes()
        const { slots, format_version: version } = headerOf(bytes)
        expect(version).toBe(bits === 2 ? '1' : '2')
        // 40 features and the constant
        if (bits > 2) expect(Number(slots)).toBeLessThanOrEqual(41)
        const again = Learner.fromBytes(bytes, { backend })
        expect(Buffer.from(again.toBytes()).equals(bytes)).toBe(true)
        expect([...again.weights()]).toEqual([...learner.weights()])
      }
    },
  )

  // a loop over a table of gigabytes would keep a signal waiting
  test.runIf(backend === 'fallback')(
    'slots that nothing has touched are passed in blocks, not number by number',
    () => {
      const learner = trained({ rule: 'auto', bits: 14, backend })
      const compare = vi.spyOn(Buffer, 'compare')
      try {
        learner.toBytes()
        const compared = compare.mock.calls.reduce((sum, [{ length }]) => sum + length, 0)
        expect(compared).toBeGreaterThan(0.9 * learner.memory.table)
        expect(compared / compare.mock.calls.length).toBeGreaterThan(1000)
      } finally {
        compare.mockRestore()
      }
    },
  )

  test('a small model of auto is a small file, whatever its table', () => {
    const small = trained({ bits: 6, loss: 'logistic', backend }).toBytes().length
    const large = trained({ bits: 18, loss: 'logistic', backend })
    expect(large.memory.table).toBeGreaterThan(2 ** 18 * 100)
    expect(large.toBytes().length).toBeLessThan(2 * small)
    expect(large.fileSize()).toBe(large.toBytes().length)
    expect(large.fileSize('all')).toBeGreaterThan(large.memory.table * 0.9)
  })

  test('slots that do not ascend, are not in the table or hold nothing are refused', () => {
    const file = trained({ rule: 'nag', bits: 12, backend }).toBytes()
    const load = (bytes: Uint8Array) => Learner.fromBytes(bytes, { backend })
    const slots = new Uint32Array(3)
    const same = changed(file, 'slot', (tensor) => {
      for (let i = 0; i < slots.length; i++) slots[i] = tensor.getUint32(4 * i, true)
    })
    expect(Buffer.from(load(same).toBytes()).equals(file)).toBe(true)
    const put = (i: number, slot: number) =>
      changed(file, 'slot', (tensor) => tensor.setUint32(4 * i, slot, true))
    for (const [i, slot] of [
      [0, 2 ** 12],
      [0, 2 ** 32 - 1],
      [1, slots[0]],
      [2, slots[0]],
    ])
      expect(thrown(() => load(put(i, slot)))).toMatchObject({
        code: 'OL_MODEL_FORMAT',
        value: slot,
        message: expect.stringContaining(`for slot ${i} of its table`),
      })
    const { lane, shared } = namedRules.nag
    const withoutLanes = lane.reduce(
      (bytes, { name }) => changed(bytes, name, (tensor) => tensor.setFloat32(4, 0, true)),
      file,
    )
    const empty = shared.reduce(
      (bytes, { name }) => changed(bytes, name, (tensor) => tensor.setFloat64(8, 0, true)),
      withoutLanes,
    )
    expect(Buffer.from(load(withoutLanes).toBytes()).equals(withoutLanes)).toBe(true)
    expect(thrown(() => load(empty))).toMatchObject({
      code: 'OL_MODEL_FORMAT',
      value: slots[1],
      message: expect.stringContaining('for slot 1 of its table'),
    })
  })

  test('divisors belong to all slots, and a table that grows has no others', () => {
    expect(headerOf(trained({ rule: 'nag', prenormalize: 'max', backend }).toBytes()).format_version).toBe(
      '1',
    )
    expect(headerOf(trained({ rule: 'nag', bits: 'grow', backend }).toBytes()).format_version).toBe('1')
  })
})
