import * as zlib from 'node:zlib'
import { type AnyLearnerOptions, checkOptions, Learner } from '@ol/core'
import { rules } from '@ol/spec'
import { checksumOffset } from '../../packages/core/src/model/model-header.js'
import { batchFor, prepared, randomBatch, rulesAndLosses } from '../../packages/core/test/data.js'
import type { Random } from '../tokenizers/lines.js'
import { type FuzzTarget, isRefused, mutated, outcomeOf, withNumber, withOtherNumber } from './target.js'

const options: readonly AnyLearnerOptions[] = [
  ...new Map(
    rulesAndLosses.map(([rule, loss]) => [rule, { rule, loss, bits: 2 } as AnyLearnerOptions]),
  ).values(),
  { loss: 'logistic', bootstrap: 3, bits: 2 },
  { loss: 'squared', learningRate: 'auto', bits: 2 },
]
const files = new Map<AnyLearnerOptions, Uint8Array>()

function fileOf(own: AnyLearnerOptions): Uint8Array {
  const known = files.get(own)
  if (known !== undefined) return known
  const batch = batchFor(own.rule ?? 'nag', randomBatch(1, 40, own.loss), own.bits)
  const model = prepared({ ...own, backend: 'fallback' }, batch)
  model.learn(batch)
  const bytes = model.toBytes()
  files.set(own, bytes)
  return bytes
}

/** Returns one of the options; seldom one of hundreds of lanes, whose files take as long as those of all others. */
function anyOptions(random: Random): AnyLearnerOptions {
  const own = options[random(options.length)]
  return fileOf(own).length < 1 << 16 || random(32) === 0 ? own : options[random(options.length)]
}

/** Writes the checksum that the bytes have. */
function sealed(bytes: Uint8Array): Uint8Array {
  if (bytes.length < checksumOffset + 8) return bytes
  const out = bytes.slice()
  out.fill(0x30, checksumOffset, checksumOffset + 8)
  out.set(new TextEncoder().encode(zlib.crc32(out).toString(16).padStart(8, '0')), checksumOffset)
  return out
}

function hostileFile(bytes: Uint8Array, random: Random): Uint8Array {
  const head = 8 + Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0, true))
  const kind = random(3)
  if (kind === 0) return mutated(bytes, random)
  if (kind === 1) return withNumber(bytes, head, random)
  const text = Buffer.from(bytes.subarray(8, head)).toString('latin1')
  const changed = withOtherNumber(text.trimEnd(), random).padEnd(text.length)
  const other = Buffer.from(changed, 'latin1')
  const padding = Math.ceil((8 + other.length) / 64) * 64 - 8 - other.length
  const length = Buffer.alloc(8)
  length.writeBigUInt64LE(BigInt(other.length + padding))
  return new Uint8Array(Buffer.concat([length, other, Buffer.alloc(padding, 0x20), bytes.subarray(head)]))
}

/** The loader of models, with checksums that fit: a file is refused, or it is a model that saves as the same bytes and predicts. */
export const modelTargets: readonly FuzzTarget[] = [
  {
    name: 'model',
    run: async (random) => {
      const own = anyOptions(random)
      const file = hostileFile(fileOf(own), random)
      const bytes = random(8) === 0 ? file : sealed(file)
      const model = await outcomeOf(() => Learner.fromBytes(bytes, { backend: 'fallback' }))
      if (isRefused(model)) return model.code
      if (Buffer.compare(model.toBytes(), bytes) !== 0)
        throw new Error('a model loads and saves as another file')
      const batch = batchFor(own.rule ?? 'nag', randomBatch(3, 5, own.loss), own.bits)
      const predictions = await outcomeOf(() => model.predict(batch))
      if (isRefused(predictions)) return predictions.code
      if (predictions.some(Number.isNaN))
        throw new Error(`${own.rule} predicts NaN: ${Buffer.from(bytes).toString('base64')}`)
      return 'loaded'
    },
  },
]

/** Options of any kind: refused with a code, or a learner. */
export const optionTarget: FuzzTarget = {
  name: 'options',
  run: async (random) => {
    const rule = Object.keys(rules)[random(Object.keys(rules).length)]
    const names = [
      'bits',
      'loss',
      'clip',
      'learningRate',
      'labelScale',
      'outliers',
      'classes',
      'bootstrap',
      'names',
      'link',
    ]
    const values: unknown[] = [
      0,
      1,
      2,
      -1,
      1.5,
      Number.NaN,
      'auto',
      'grow',
      'none',
      'keep',
      'squared',
      [],
      {},
      null,
      [1, 2],
    ]
    const given = Object.fromEntries(
      Array.from({ length: random(4) }, () => [names[random(names.length)], values[random(values.length)]]),
    )
    const made = await outcomeOf(() => checkOptions({ rule, ...given } as AnyLearnerOptions))
    return isRefused(made) ? made.code : 'options'
  },
}
