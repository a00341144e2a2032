import * as zlib from 'node:zlib'
import { OLError, type RuleName, rules } from '@ol/spec'
import { describe, expect, test } from 'vitest'
import { rotation } from '../../spec/test/grid.js'
import { Learner } from '../src/learner/learner.js'
import { checksumOffset } from '../src/model/model-header.js'
import type { AnyLearnerOptions } from '../src/options/learner-options.js'
import { batchFor, prepared, randomBatch, rulesAndLosses } from './data.js'

// A model file whose checksum fits, with a hostile number: it is refused, or its predictions are numbers.

const hostile = [Number.NaN, Infinity, -Infinity, 1e308, -1e308, 1e240, -1, 0.5, 0, 2 ** 60]
const some = rotation()
const lossOf = new Map<RuleName, string>([...rulesAndLosses].reverse())

const models: AnyLearnerOptions[] = [
  ...[...lossOf].map(([rule, loss]) => ({ rule, loss, bits: 2 }) as AnyLearnerOptions),
  { rule: 'ogd-global', loss: 'logistic', l2: 0.1, bits: 2 },
  { rule: 'vw', loss: 'squared', prenormalize: 'max', bits: 2 },
  { rule: 'nag', loss: 'logistic', bootstrap: 3, bits: 2 },
  { loss: 'logistic', learningRate: 'auto', bits: 2 },
  { loss: 'squared', learningRate: 'auto', bits: 2 },
  { loss: 'absolute', learningRate: 'auto', bits: 2 },
]

interface Place {
  readonly name: string
  readonly at: number
  readonly width: number
}

/** Some numbers of each tensor: the first, the last, and some between. */
function placesIn(bytes: Uint8Array): Place[] {
  const head = 8 + Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0, true))
  const { __metadata__: _, ...tensors } = JSON.parse(new TextDecoder().decode(bytes.subarray(8, head)))
  const places: Place[] = []
  for (const [name, { dtype, data_offsets: ends }] of Object.entries<Tensor>(tensors)) {
    if (dtype === 'U8' || dtype === 'U64') continue
    const width = dtype === 'F32' ? 4 : 8
    const step = width * Math.max(1, Math.floor((ends[1] - ends[0]) / width / 6))
    for (let at = ends[0]; at < ends[1]; at += step) places.push({ name, at: head + at, width })
  }
  // flh has 512 tensors of the same two kinds
  const every = Math.ceil(places.length / 60)
  return places.filter((_, i) => i % every === 0)
}

interface Tensor {
  readonly dtype: string
  readonly data_offsets: readonly [number, number]
}

function withNumber(bytes: Uint8Array, { at, width }: Place, value: number): Uint8Array {
  const out = bytes.slice()
  const view = new DataView(out.buffer)
  if (width === 4) view.setFloat32(at, value, true)
  else view.setFloat64(at, value, true)
  out.fill(0x30, checksumOffset, checksumOffset + 8)
  out.set(new TextEncoder().encode(zlib.crc32(out).toString(16).padStart(8, '0')), checksumOffset)
  return out
}

/** Whether a file is refused; otherwise its predictions. */
function outcome(file: Uint8Array, options: AnyLearnerOptions): 'refused' | number[] {
  try {
    const model = Learner.fromBytes(file, { backend: 'fallback' })
    return [...model.predict(batchFor(options.rule ?? 'nag', randomBatch(3, 5, options.loss), options.bits))]
  } catch (error) {
    if (error instanceof OLError && error.code === 'OL_MODEL_FORMAT') return 'refused'
    throw error
  }
}

describe('hostile numbers in a model file', () => {
  test.each(models)('%o: each is refused, or predictions stay numbers', (options) => {
    const batch = batchFor(options.rule ?? 'nag', randomBatch(1, 60, options.loss), options.bits)
    const model = prepared({ rule: 'nag', ...options, backend: 'fallback' }, batch)
    model.learn(batch)
    const bytes = model.toBytes()
    expect(outcome(bytes, options)).not.toBe('refused')
    const poisoned = new Set<string>()
    for (const place of placesIn(bytes)) {
      // files of many lanes take long to load
      for (const value of some(hostile, bytes.length < 1 << 15 ? 2 : 1)) {
        const found = outcome(withNumber(bytes, place, value), options)
        if (found === 'refused') continue
        if (Number.isNaN(value) || found.some(Number.isNaN))
          poisoned.add(`${options.rule ?? 'nag'} ${place.name}`)
      }
    }
    expect([...poisoned]).toEqual([])
  })

  test.each([
    ['examples', -1],
    ['examples', 1.5],
    ['labelled', 'NaN'],
    ['features', -1],
    ['weightSum', 'Infinity'],
    ['labelledWeight', -1],
    ['lossSum', 'NaN'],
    ['mistakes', -1],
    ['labelMean', 'NaN'],
    ['labelSquares', 1e300],
  ])('counts.%s of %s are refused by name', (name, value) => {
    const model = new Learner({ rule: 'nag', bits: 2, loss: 'logistic' })
    model.learn(randomBatch(1, 60, 'logistic'))
    const text = Buffer.from(model.toBytes())
    const length = Number(text.readBigUInt64LE(0))
    const header = JSON.parse(text.toString('utf8', 8, 8 + length))
    const counts = JSON.parse(header.__metadata__.counts)
    header.__metadata__.counts = JSON.stringify({ ...counts, [name]: value })
    const json = Buffer.from(JSON.stringify(header))
    const file = Buffer.alloc(Math.ceil((8 + json.length) / 64) * 64 + text.length - 8 - length, 0x20)
    const head = file.length - (text.length - 8 - length)
    file.writeBigUInt64LE(BigInt(head - 8), 0)
    json.copy(file, 8)
    text.copy(file, head, 8 + length)
    const sealed = withNumber(new Uint8Array(file), { name, at: head, width: 4 }, file.readFloatLE(head))
    expect(() => Learner.fromBytes(sealed)).toThrow(`counts.${name}`)
  })

  test('a diagonal of a covariance is a variance', () => {
    const batch = batchFor('vaw', randomBatch(1, 60, 'squared'), 2)
    const model = prepared({ rule: 'vaw', loss: 'squared', bits: 2 }, batch)
    model.learn(batch)
    const bytes = model.toBytes()
    const factor = placesIn(bytes).filter(({ name }) => name === 'factor')[0]
    expect(outcome(withNumber(bytes, factor, -1e3), { rule: 'vaw', loss: 'squared', bits: 2 })).toBe(
      'refused',
    )
    expect(rules.vaw.lane[1].diagonal).toBeDefined()
  })
})
