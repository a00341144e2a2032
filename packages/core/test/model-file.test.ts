import * as zlib from 'node:zlib'
import { crc32 } from '@ol/platform'
import { namedRules, OLError } from '@ol/spec'
import { describe, expect, test } from 'vitest'
import { isFull } from '../../spec/test/grid.js'
import { Learner } from '../src/learner/learner.js'
import { checksumOffset } from '../src/model/model-header.js'
import { swapped } from '../src/model/tensor-bytes.js'
import type { AnyLearnerOptions, LearnerOptions } from '../src/options/learner-options.js'
import {
  backends,
  batchFor,
  parts,
  precisionsOf,
  prepared,
  randomBatch,
  rulesAndLosses,
  thrown,
} from './data.js'

function trained(options: AnyLearnerOptions): Learner {
  const batch = batchFor(options.rule ?? 'nag', randomBatch(1, 60, options.loss), options.bits)
  const model = prepared({ rule: 'nag', ...options }, batch)
  model.learn(batch)
  return model
}

/** Returns a file with its head replaced or its data changed, and a checksum that fits. */
function forged(
  bytes: Uint8Array,
  change: (header: Record<string, unknown>, data: DataView) => void,
): Uint8Array {
  const length = Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0, true))
  const header = JSON.parse(new TextDecoder().decode(bytes.subarray(8, 8 + length))) as Record<
    string,
    unknown
  >
  const data = bytes.slice(8 + length)
  change(header, new DataView(data.buffer))
  const json = new TextEncoder().encode(JSON.stringify(header))
  const out = new Uint8Array(Math.ceil((8 + json.length) / 64) * 64 + data.length).fill(0x20)
  new DataView(out.buffer).setBigUint64(0, BigInt(out.length - data.length - 8), true)
  out.set(json, 8)
  out.set(data, out.length - data.length)
  return sealed(out)
}

function sealed(bytes: Uint8Array): Uint8Array {
  bytes.fill(0x30, checksumOffset, checksumOffset + 8)
  bytes.set(new TextEncoder().encode(zlib.crc32(bytes).toString(16).padStart(8, '0')), checksumOffset)
  return bytes
}

const numbered = rulesAndLosses.map(([rule, loss], number) => [rule, loss, number] as const)

describe('model files', () => {
  test.each(numbered)(
    '%s with %s: save, load, save gives the same bytes, on every backend',
    (rule, loss, number) => {
      const precisions = precisionsOf(rule)
      for (const [p, precision] of precisions.entries()) {
        // with two precisions each takes half of the sizes, in a short run one, with the next losses the others
        const every = precisions.length === 1 ? 1 : isFull ? 2 : 4
        for (const bits of [1, 3, 4, 6].filter((_, b) => (b + p + number) % every === 0)) {
          const options = {
            rule,
            loss,
            precision,
            bits,
            input: { format: 'vw', columns: ['ü', '__proto__'] },
          }
          const files = backends.map((backend) => {
            const bytes = trained({ ...options, backend }).toBytes()
            const again = Learner.fromBytes(bytes, { backend })
            expect(Buffer.from(again.toBytes()).equals(bytes)).toBe(true)
            expect(again.input).toEqual(options.input)
            return bytes
          })
          for (const file of files) expect(Buffer.from(file).equals(files[0])).toBe(true)
        }
      }
    },
  )

  test.each(numbered)('%s with %s continues as if never interrupted', (rule, loss, number) => {
    const precisions = precisionsOf(rule)
    for (const [p, precision] of precisions.entries()) {
      // with two precisions each is on one backend, with the next loss on the other
      for (const backend of backends.filter(
        (_, b) => precisions.length === 1 || (b + p + number) % 2 === 0,
      )) {
        const batch = batchFor(rule, randomBatch(2, 200, loss))
        const whole = prepared({ rule, loss, precision, bits: 5, backend }, batch)
        let pieces = prepared({ rule, loss, precision, bits: 5, backend }, batch)
        whole.learn(batch)
        for (const part of parts(batch, 37)) {
          pieces.learn(part)
          pieces = Learner.fromBytes(pieces.toBytes(), { backend })
        }
        expect(pieces.toBytes()).toEqual(whole.toBytes())
        expect(pieces.report()).toEqual(whole.report())
      }
    }
  })

  test('the layout follows safetensors: no holes, aligned to 64, little-endian, no padding of slots', () => {
    for (const bits of [1, 2, 3, 4, 8]) {
      const model = trained({ rule: 'nag', bits, constant: false, labelScale: 'none', outliers: 'keep' })
      const bytes = model.toBytes()
      const view = new DataView(bytes.buffer)
      const length = Number(view.getBigUint64(0, true))
      expect((8 + length) % 64).toBe(0)
      const header = JSON.parse(new TextDecoder().decode(bytes.subarray(8, 8 + length)))
      expect(Object.values(header.__metadata__).every((value) => typeof value === 'string')).toBe(true)
      const { __metadata__: _, ...tensors } = header
      let position = 0
      for (const { data_offsets, dtype, shape } of Object.values<Tensor>(tensors)) {
        expect(data_offsets[0]).toBe(position)
        if (dtype !== 'U8') expect(position % 64).toBe(0)
        position = data_offsets[1]
        const width = { F32: 4, F64: 8, U8: 1, U32: 4 }[dtype]
        expect(position - data_offsets[0]).toBe(width * shape.reduce((a, b) => a * b, 1))
      }
      expect(8 + length + position).toBe(bytes.length)
      const touched = Array.from({ length: tensors.slot?.shape[0] ?? 0 }, (_, i) =>
        view.getUint32(8 + length + tensors.slot.data_offsets[0] + 4 * i, true),
      )
      expect(touched.length > 0).toBe(header.__metadata__.format_version === '2')
      const weight = (slot: number): number => {
        const row = touched.length > 0 ? touched.indexOf(slot) : slot
        return (
          view.getFloat32(8 + length + tensors.weight.data_offsets[0] + 4 * row, true) /
          view.getFloat64(8 + length + tensors.scale.data_offsets[0] + 8 * row, true)
        )
      }
      for (const { index, weight: w } of model.weights()) expect(weight(index)).toBe(w)
      expect(view.getFloat64(8 + length + tensors.scalars.data_offsets[0] + 8, true)).toBe(learned())
    }
    function learned(): number {
      return randomBatch(1, 60).weights!.filter((w) => w > 0).length
    }
  })

  test('a file cut at any length, or with bytes after its end, is refused', () => {
    const bytes = trained({ rule: 'nag', bits: 2 }).toBytes()
    const longer = new Uint8Array(bytes.length + 1)
    longer.set(bytes)
    expect(thrown(() => Learner.fromBytes(longer)).code).toBe('OL_MODEL_FORMAT')
    // the lengths within what is read before the header, and then every third
    for (let length = 0; length < bytes.length; length += isFull || length < 100 ? 1 : 3) {
      const error = thrown(() => Learner.fromBytes(bytes.slice(0, length)))
      expect([length, error.code]).toEqual([length, 'OL_MODEL_FORMAT'])
    }
  })

  test.each([
    { bits: 1 },
    { bits: 2, rule: 'sgd', loss: 'quantile', precision: 'float64', input: ['a', null] },
  ])('a file of %o with any bit flipped is refused', (options) => {
    const bytes = trained(options as AnyLearnerOptions).toBytes()
    const codes = new Map<string, number>()
    // a step that is odd meets each bit of a byte; the checksum alone says that a number is another one
    const step = (i: number): number => (isFull ? 1 : i < headLength(bytes) * 8 ? 23 : 199)
    for (let i = 0; i < bytes.length * 8; i += step(i)) {
      bytes[i >> 3] ^= 1 << (i & 7)
      const error = thrown(() => Learner.fromBytes(bytes))
      bytes[i >> 3] ^= 1 << (i & 7)
      if (!(error instanceof OLError)) throw new Error(`bit ${i}: ${error.code} ${String(error)}`)
      codes.set(error.code, (codes.get(error.code) ?? 0) + 1)
    }
    expect([...codes.keys()].sort()).toEqual(['OL_MODEL_CHECKSUM', 'OL_MODEL_FORMAT', 'OL_MODEL_VERSION'])
    Learner.fromBytes(bytes)
  })

  const bytes = trained({
    rule: 'nag',
    bits: 4,
    labelScale: 'none',
    intervals: 'off',
    input: { a: 1 },
  }).toBytes()
  type Metadata = { __metadata__: Record<string, unknown> }
  const meta = (change: Record<string, unknown>) => (header: Record<string, unknown>) =>
    Object.assign((header as Metadata).__metadata__, change)

  test('a forged file with nothing changed loads, so the next tests fail for what they change', () => {
    expect(forged(bytes, () => undefined)).toEqual(bytes)
    Learner.fromBytes(forged(bytes, meta({ hash_seed: '7' })))
  })

  test.each([
    ['another version', meta({ format_version: '4' }), 'OL_MODEL_VERSION', '"4"'],
    ['slots that it does not have', meta({ format_version: '2' }), 'OL_MODEL_FORMAT', 'slots'],
    ['another format', meta({ format: 'pt' }), 'OL_MODEL_FORMAT', '"pt"'],
    ['an unknown rule', meta({ rule: '__proto__' }), 'OL_MODEL_FORMAT', '__proto__'],
    ['more rows than data', meta({ bits: '30' }), 'OL_MODEL_FORMAT', 'settings'],
    ['bits out of range', meta({ bits: '99' }), 'OL_MODEL_FORMAT', '99'],
    ['bits written otherwise', meta({ bits: '4.0' }), 'OL_MODEL_FORMAT', 'settings'],
    ['a rate out of range', meta({ parameters: '{"learningRate":[-1]}' }), 'OL_MODEL_FORMAT', '-1'],
    ['parameters that are null', meta({ parameters: 'null' }), 'OL_MODEL_FORMAT', ''],
    ['lanes', meta({ lanes: '2' }), 'OL_MODEL_FORMAT', 'settings'],
    ['invalid counts', meta({ counts: '[]' }), 'OL_MODEL_FORMAT', 'counts.examples'],
    ['counts that are null', meta({ counts: 'null' }), 'OL_MODEL_FORMAT', 'counts.examples'],
    ['metadata that is not text', meta({ constant: true }), 'OL_MODEL_FORMAT', 'true'],
    ['an unknown key', meta({ extra: '1' }), 'OL_MODEL_FORMAT', 'settings'],
    ['input that is not JSON', meta({ input: '{' }), 'OL_MODEL_FORMAT', ''],
    ['no metadata', (h: Record<string, unknown>) => void delete h.__metadata__, 'OL_MODEL_FORMAT', ''],
    ['a tensor moved', (h: Record<string, unknown>) => void delete h.scale, 'OL_MODEL_FORMAT', 'settings'],
    [
      'a weight NaN',
      (_: unknown, d: DataView) => d.setFloat32(8, Number.NaN, true),
      'OL_MODEL_FORMAT',
      'row 2',
    ],
  ])('a file with %s is refused even with a checksum that fits', (_, change, code, part) => {
    const error = thrown(() => Learner.fromBytes(forged(bytes, change)))
    expect(error.code).toBe(code)
    expect(error.message).toContain(part)
  })

  describe.each(['nag', 'sgd'] as const)('the names of a model of %s', (rule) => {
    const named = new Learner({ rule, bits: 8 })
    for (let i = 0; i < 9; i++) named.learn({ features: { [`n\u00e4me${i}`]: 1, other: i }, label: i })
    const file = named.toBytes()
    const startOf = (header: Record<string, unknown>, tensor: string): number =>
      (header[tensor] as { readonly data_offsets: readonly [number, number] }).data_offsets[0]

    test('a forged file with nothing changed loads', () => {
      expect(named.names.known).toBe(11)
      expect(Learner.fromBytes(forged(file, () => undefined)).toBytes()).toEqual(file)
    })

    test.each<[string, string, (data: DataView, at: number) => void, string]>([
      [
        'a key twice',
        'name_key',
        (data, at) => data.setUint32(at + 8, data.getUint32(at, true), true),
        'key',
      ],
      ['an end beyond the text', 'name_end', (data, at) => data.setUint32(at, 1e6, true), 'end'],
      ['an end before the last', 'name_end', (data, at) => data.setUint32(at + 8, 0, true), 'end'],
      ['an end of more than 32 bits', 'name_end', (data, at) => data.setUint32(at + 4, 1, true), 'end'],
      ['a last end within the text', 'name_end', (data, at) => data.setUint32(at + 80, 40, true), 'end'],
      ['text that is no UTF-8', 'name_text', (data, at) => data.setUint8(at + 1, 0xff), 'UTF-8'],
      ['a character cut in two', 'name_end', (data, at) => data.setUint32(at, 2, true), 'UTF-8'],
    ])('%s is refused, though the checksum fits', (_, tensor, change, part) => {
      const error = thrown(() =>
        Learner.fromBytes(forged(file, (header, data) => change(data, startOf(header, tensor)))),
      )
      expect(error.code).toBe('OL_MODEL_FORMAT')
      expect(error.message).toContain(part)
    })

    test('a byte between tensors that is not 0 is refused', () => {
      const fillers: string[] = []
      forged(file, (header) =>
        fillers.push(...Object.keys(header).filter((name) => name.startsWith('filler'))),
      )
      expect(fillers.length).toBeGreaterThan(2)
      for (const filler of fillers) {
        const load = () =>
          Learner.fromBytes(forged(file, (header, data) => data.setUint8(startOf(header, filler), 1)))
        expect([filler, thrown(load).code]).toEqual([filler, 'OL_MODEL_FORMAT'])
      }
    })

    test('a count or a size of names that does not fit is refused', () => {
      for (const names of [
        '{"count":12,"bytes":80,"unnamed":false}',
        '{"count":-1,"bytes":0,"unnamed":false}',
        '{"count":1e9,"bytes":1e9,"unnamed":false}',
        '{"count":11}',
        '[]',
        'null',
      ])
        expect([names, thrown(() => Learner.fromBytes(forged(file, meta({ names })))).code]).toEqual([
          names,
          'OL_MODEL_FORMAT',
        ])
    })
  })

  test('rows by the billion in a header that fits its settings are refused by the size of the file', () => {
    const big = forged(bytes, (header) => {
      meta({ bits: '30' })(header)
      const rows = 2 ** 30
      Object.assign(header, {
        weight: { dtype: 'F32', shape: [rows], data_offsets: [0, 4 * rows] },
        gradient_norm: { dtype: 'F32', shape: [rows], data_offsets: [4 * rows, 8 * rows] },
        scale: { dtype: 'F64', shape: [rows], data_offsets: [8 * rows, 16 * rows] },
        scalars: { dtype: 'F64', shape: [6], data_offsets: [16 * rows, 16 * rows + 48] },
      })
    })
    const error = thrown(() => Learner.fromBytes(big))
    expect(error.code).toBe('OL_MODEL_FORMAT')
    expect(error.message).toContain(`${16 * 2 ** 30 + 48 + (big.length - bytes.length) + headLength(bytes)}`)
  })

  test.each([
    ['an empty file', new Uint8Array(0)],
    ['text', new TextEncoder().encode('1 | a b c\n'.repeat(100))],
    ['gzip', new Uint8Array(zlib.gzipSync(bytes))],
    ['zeros', new Uint8Array(4096)],
    ['a length of 2^64 - 1', new Uint8Array(4096).fill(255)],
    [
      'a header of spaces',
      sealed(Uint8Array.from({ length: 4096 }, (_, i) => (i === 1 ? 8 : i < 8 ? 0 : 32))),
    ],
    ['a header nested deeply', nested()],
  ])('%s is refused', (_, file) => {
    expect(thrown(() => Learner.fromBytes(file)).code).toBe('OL_MODEL_FORMAT')
  })

  test('options that contradict the model name both values', () => {
    const error = thrown(() => Learner.fromBytes(bytes, { rule: 'sgd', bits: 5, precision: 'float32' }))
    expect(error.code).toBe('OL_MODEL_MISMATCH')
    expect(error.message).toBe(
      'Expected the options of the model: rule "nag" but received "sgd", and bits 4 but received 5',
    )
    for (const options of [{ loss: 'hinge' }, { precision: 'float64' }, { hash: 'all' }, { constant: false }])
      expect(thrown(() => Learner.fromBytes(bytes, options as AnyLearnerOptions)).code).toBe(
        'OL_MODEL_MISMATCH',
      )
    expect(thrown(() => Learner.fromBytes(bytes, { decay: 1 })).code).toBe('OL_PARAMETER')
  })

  test('rates, clip, link, update and input may change; the rest stays', () => {
    const change = { learningRate: 0.5, clip: 'none', link: 'logistic', update: 'plain', input: [1] } as const
    const model = Learner.fromBytes(bytes, { ...change, bits: 4, rule: undefined })
    expect(model.options).toMatchObject({ ...change, bits: 4, rule: 'nag' })
    expect(Learner.fromBytes(model.toBytes()).options).toEqual(model.options)
  })

  test('bytes at any offset of a larger array load', () => {
    const wide = new Uint8Array(bytes.length + 16)
    wide.set(bytes, 3)
    expect(Learner.fromBytes(wide.subarray(3, 3 + bytes.length)).toBytes()).toEqual(bytes)
  })

  test('sums that overflowed are kept', () => {
    const infinite = forged(bytes, (header) => {
      const { __metadata__: m } = header as Metadata
      m.counts = String(m.counts).replace(/"lossSum":[^,]*/, '"lossSum":"Infinity"')
    })
    const model = Learner.fromBytes(infinite)
    expect(model.report().averageLoss).toBe(Number.POSITIVE_INFINITY)
    expect(model.toBytes()).toEqual(infinite)
  })
})

describe('checksum', () => {
  test('equals zlib, in any pieces', () => {
    const bytes = Uint8Array.from({ length: 999 }, (_, i) => (i * i) >> 3)
    expect(crc32(new TextEncoder().encode('123456789'))).toBe(0xcbf43926)
    for (let cut = 0; cut <= bytes.length; cut++) {
      expect(crc32(bytes.subarray(cut), crc32(bytes.subarray(0, cut)))).toBe(zlib.crc32(bytes))
    }
  })

  test('elements are turned around for machines that store the high byte first', () => {
    const big = new DataView(swapped(new Uint8Array(Float64Array.of(1.5, -2).buffer), 8).buffer)
    expect([big.getFloat64(0), big.getFloat64(8)]).toEqual([1.5, -2])
  })
})

interface Tensor {
  readonly dtype: 'F32' | 'F64' | 'U8'
  readonly shape: readonly number[]
  readonly data_offsets: readonly [number, number]
}

function headLength(file: Uint8Array): number {
  return 8 + Number(new DataView(file.buffer).getBigUint64(0, true))
}

function nested(): Uint8Array {
  const json = new TextEncoder().encode('['.repeat(1_000_000))
  const file = new Uint8Array(8 + json.length)
  new DataView(file.buffer).setBigUint64(0, BigInt(json.length), true)
  file.set(json, 8)
  return file
}

test('the length of the scalars is the one that docs/formats/model.md states', () => {
  const headerOf = (options: LearnerOptions | { rule: string; bits: number }) => {
    const bytes = new Learner(options as LearnerOptions).toBytes()
    const length = Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0, true))
    return JSON.parse(new TextDecoder().decode(bytes.subarray(8, 8 + length)))
  }
  for (const { id, scalars, laneScalars } of Object.values(namedRules)) {
    const own = scalars.length
    const lane = laneScalars.length
    const header = headerOf({ rule: id, bits: 2 })
    const lanes = Number(header.__metadata__.lanes ?? 1)
    expect([id, header.scalars.shape[0]]).toEqual([id, 4 + own + lanes * (1 + lane)])
  }
  expect(headerOf({ rule: 'nag', bits: 2, classes: 3, loss: 'logistic' }).scalars.shape[0]).toBe(10)
})
