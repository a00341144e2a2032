import * as zlib from 'node:zlib'
import { type AnyLearnerOptions, checkOptions, Learner } from '@ol/core'
import { type Batch, namedRules } from '@ol/spec'
import { checksumOffset } from '../../packages/core/src/model/model-header.js'
import { backends, batchFor, prepared, randomBatch, rulesAndLosses } from '../../packages/core/test/data.js'
import type { Random } from '../tokenizers/texts.js'
import { type FuzzTarget, isRefused, mutated, outcomeOf, withNumber, withOtherNumber } from './target.js'

const options: readonly AnyLearnerOptions[] = [
  ...new Map(
    rulesAndLosses.map(([rule, loss]) => [rule, { rule, loss, bits: 2 } as AnyLearnerOptions]),
  ).values(),
  { rule: 'nag', loss: 'logistic', bootstrap: 3, bits: 2 },
  { loss: 'squared', learningRate: 'auto', bits: 2 },
]
/** More kinds of models, which learn from a hostile start. */
const learners: readonly AnyLearnerOptions[] = [
  ...options,
  ...options
    .filter(({ rule }) => rule !== undefined)
    .map((own) => ({ ...own, precision: 'float64' }) as AnyLearnerOptions),
  { rule: 'auto', loss: 'squared', bits: 2 },
  { rule: 'auto', loss: 'logistic', bits: 4 },
  { rule: 'auto-small', loss: 'squared', bits: 2 },
  { loss: 'logistic', classes: 3, bits: 2 },
  { loss: 'squared', labelScale: 'spread', bits: 2 },
  { loss: 'squared', outliers: 'errors', bits: 2 },
]
const files = new Map<AnyLearnerOptions, Uint8Array>()

/** Returns examples with numbers of classes for labels, where a model has classes. */
function labelled({ classes }: AnyLearnerOptions, batch: Batch): Batch {
  return classes === undefined ? batch : { ...batch, labels: batch.labels.map((_, k) => 1 + (k % 3)) }
}

function fileOf(own: AnyLearnerOptions): Uint8Array {
  const known = files.get(own)
  if (known !== undefined) return known
  const batch = labelled(own, batchFor(own.rule ?? 'nag', randomBatch(1, 40, own.loss), own.bits))
  const model = prepared({ ...own, backend: 'fallback' }, batch)
  model.learn(batch)
  const bytes = model.toBytes()
  files.set(own, bytes)
  return bytes
}

/** Returns one of the options; seldom one of hundreds of lanes, whose files take as long as all others. */
function anyOptions(random: Random, from: readonly AnyLearnerOptions[] = options): AnyLearnerOptions {
  const own = from[random(from.length)]
  return fileOf(own).length < 1 << 16 || random(32) === 0 ? own : from[random(from.length)]
}

/** Examples of which some have values, labels or weights of any size that a batch can have. */
function wildBatch(own: AnyLearnerOptions, random: Random): Batch {
  const batch = labelled(own, randomBatch(random(1000), 100, own.loss))
  const size = (x: number): number => (random(8) === 0 ? x * 10 ** (random(77) - 38) : x)
  return batchFor(
    own.rule ?? 'nag',
    random(2) === 0
      ? batch
      : {
          ...batch,
          values: batch.values.map(size),
          ...(own.loss === 'squared' ? { labels: batch.labels.map(size) } : {}),
          weights: batch.labels.map(() => (random(8) === 0 ? 10 ** (random(15) - 9) : 1)),
        },
    own.bits,
  )
}

/** Writes the checksum that the bytes have. */
function sealed(bytes: Uint8Array): Uint8Array {
  if (bytes.length < checksumOffset + 8) return bytes
  const out = new Uint8Array(bytes)
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

/** Multiplies one to three numbers of a file by powers of ten: most stay within their ranges, and contradict others. */
function scaledFile(bytes: Uint8Array, random: Random): Uint8Array {
  const out = new Uint8Array(bytes)
  const view = new DataView(out.buffer)
  const head = 8 + Number(view.getBigUint64(0, true))
  for (let changes = 1 + random(3); changes > 0 && out.length > head + 8; changes--) {
    const wide = random(2) === 0
    const width = wide ? 8 : 4
    const at = head + random(Math.floor((out.length - head) / width)) * width
    const factor = 10 ** (random(wide ? 600 : 76) - (wide ? 300 : 38)) * (random(8) === 0 ? -1 : 1)
    if (wide) view.setFloat64(at, (view.getFloat64(at, true) || random(2)) * factor, true)
    else view.setFloat32(at, (view.getFloat32(at, true) || random(2)) * factor, true)
  }
  return out
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
  {
    // a saved model loads: either backend learns from a hostile model the same, and saves a file that loads, or none
    name: 'learning of a hostile model',
    run: async (random) => {
      const own = anyOptions(random, learners)
      const bytes = sealed(
        random(4) === 0 ? hostileFile(fileOf(own), random) : scaledFile(fileOf(own), random),
      )
      const batch = wildBatch(own, random)
      const results: unknown[] = []
      for (const backend of backends) {
        const saved = await outcomeOf(() => {
          const model = Learner.fromBytes(bytes, { backend })
          model.learn(batch)
          return model.toBytes()
        })
        if (saved instanceof Uint8Array) {
          const again = await outcomeOf(() => Learner.fromBytes(saved, { backend }))
          if (isRefused(again))
            throw new Error(`${own.rule} saves what is refused: ${Buffer.from(bytes).toString('base64')}`)
        }
        results.push(saved instanceof Uint8Array ? Buffer.from(saved).toString('base64') : saved.code)
      }
      if (new Set(results).size > 1) throw new Error('backends save other models')
      const [first] = results
      return typeof first === 'string' && first.startsWith('OL_') ? first : 'saved'
    },
  },
]

/** Options of any kind: refused with a code, or a learner. */
export const optionTarget: FuzzTarget = {
  name: 'options',
  run: async (random) => {
    const rule = Object.keys(namedRules)[random(Object.keys(namedRules).length)]
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
