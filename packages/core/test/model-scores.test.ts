import * as zlib from 'node:zlib'
import { type Batch, limits } from '@ol/spec'
import { describe, expect, test } from 'vitest'
import { rotation } from '../../spec/test/grid.js'
import { Learner } from '../src/learner/learner.js'
import { checksumOffset } from '../src/model/model-header.js'
import type { AnyLearnerOptions } from '../src/options/learner-options.js'
import { backends, batchFor, prepared, random, randomBatch, rulesAndLosses, thrown } from './data.js'

// Numbers within their ranges that contradict each other are refused; what learners make is not, whatever they learned from.

const some = rotation()

/** Writes a number of a tensor, with a checksum that fits. */
function withNumber(bytes: Uint8Array, tensor: string, at: number, value: number): Uint8Array {
  const head = 8 + Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0, true))
  const { dtype, data_offsets: ends } = JSON.parse(new TextDecoder().decode(bytes.subarray(8, head)))[tensor]
  const out = bytes.slice()
  const view = new DataView(out.buffer)
  if (dtype === 'F32') view.setFloat32(head + ends[0] + 4 * at, value, true)
  else view.setFloat64(head + ends[0] + 8 * at, value, true)
  out.fill(0x30, checksumOffset, checksumOffset + 8)
  out.set(new TextEncoder().encode(zlib.crc32(out).toString(16).padStart(8, '0')), checksumOffset)
  return out
}

/** Examples of values and labels of any size that a batch can have. */
function wildBatch(options: AnyLearnerOptions, seed: number): Batch {
  const batch = randomBatch(seed, 60, options.loss)
  const next = random(seed)
  const sizes = [1e-100, 1e-45, 1e-20, 1, 1e20, 1e38, 1e100]
  const any = (most: number): number =>
    (next() < 0.5 ? -1 : 1) * Math.min(most, sizes[Math.floor(next() * sizes.length)])
  return {
    ...batchFor(options.rule ?? 'nag', batch, options.bits),
    values: batch.values.map((x) => (next() < 0.3 ? any(1e100) : x)),
    labels:
      options.loss === 'squared'
        ? batch.labels.map((y) => (next() < 0.1 ? any(limits.maxLabel) : y))
        : batch.labels,
    weights: batch.labels.map(() => (next() < 0.1 ? 1e-9 : next() < 0.1 ? 1e6 : 1)),
  }
}

describe.each(backends)('scores of a model that is loaded, %s', (backend) => {
  test.each([
    // powers of quotients by it
    ['pnorm-perceptron', 'hinge', 'scalars', 5, 1e-320, 'largest 1e-320'],
    ['pax-pnorm', 'hinge', 'scalars', 6, 1e-320, 'largest 1e-320'],
    ['snag-seen', 'squared', 'scale', 1, 1e-100, 'scale 1e-100'],
    ['scinol1', 'logistic', 'dual', 1, 1e30, 'dual'],
  ])('%s: a number that contradicts others is named', (rule, loss, tensor, at, value, name) => {
    const options = { rule, loss, bits: 2 } as AnyLearnerOptions
    const batch = randomBatch(1, 60, 'logistic')
    const model = prepared({ ...options, backend: 'fallback' }, batch)
    model.learn(batch)
    const hostile = withNumber(model.toBytes(), tensor, at, value)
    const { code, message } = thrown(() => Learner.fromBytes(hostile, { backend }))
    expect(code).toBe('OL_MODEL_FORMAT')
    expect(message).toContain('expected a finite score from ')
    expect(message).toContain(name)
  })

  test('whatever a rule learns from, its model loads', () => {
    const refused: string[] = []
    for (const [rule, loss] of rulesAndLosses) {
      // 512 models in one, which take seconds
      if (rule === 'flh' || rule === 'flh2') continue
      for (const precision of ['float32', 'float64'] as const) {
        for (const outliers of some(['errors', 'bound', 'keep'] as const, 1)) {
          const options = { rule, loss, bits: 3, precision, outliers, backend } as AnyLearnerOptions
          const batch = wildBatch(options, rule.length + loss.length)
          const made = thrown(() => prepared(options, batch))
          if (made.code === 'OL_PRECISION' || made.code === 'OL_PARAMETER' || made.code === 'OL_RULE')
            continue
          const model = prepared(options, batch)
          model.learn(batch)
          const bytes = model.toBytes()
          const { code, message } = thrown(() => Learner.fromBytes(bytes, { backend }))
          if (code !== 'nothing was thrown')
            refused.push(`${rule} ${loss} ${precision} ${outliers}: ${message}`)
        }
      }
    }
    expect(refused).toEqual([])
  })
})
