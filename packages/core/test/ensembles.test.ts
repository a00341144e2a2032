import { crc32 } from 'node:zlib'
import { fallback } from '@ol/fallback'
import { log } from '@ol/numerics'
import type { Batch, MixtureOutput } from '@ol/spec'
import { describe, expect, test } from 'vitest'
import { ErrorWeigher } from '../src/lanes/mixture/error-weigher.js'
import type { ModelWeigher } from '../src/lanes/mixture/model-weigher.js'
import { ProbabilityWeigher } from '../src/lanes/mixture/probability-weigher.js'
import { Learner } from '../src/learner/learner.js'
import { checksumOffset } from '../src/model/model-header.js'
import type { AnyLearnerOptions } from '../src/options/learner-options.js'
import { checkOptions, resolveOptions } from '../src/options/resolve-options.js'
import { backends, random, randomBatch } from './data.js'

const L = 8
const settings = resolveOptions({ rule: 'auto' })

/** Scores of lanes, by class then lane; the label is chosen once the mixture has spoken. */
const sequences: Record<string, (next: () => number) => (t: number, l: number, k: number) => number> = {
  random: (next) => () => 6 * next() - 3,
  'one good lane': (next) => (t, l, k) => (l === 3 ? (k === t % 2 ? 4 : -4) : 6 * next() - 3),
  'lanes that take turns': () => (t, l, k) => ((Math.floor(t / 60) + k) % L === l ? 8 : -8),
  extremes: () => (t, l, k) => (((t >> (l % 5)) & 1) === k % 2 ? 60 : -60),
}

function mixed(mixture: ModelWeigher, scores: Float64Array, label: number, moves: number, size: number) {
  const out = new Float64Array(size)
  mixture.mix({ size: 1, scores, labels: Float64Array.of(label), moves: Uint8Array.of(moves) }, out)
  return out
}

const predict = (mixture: ModelWeigher, scores: Float64Array, size: number) =>
  mixed(mixture, scores, Number.NaN, 0, size)

const learn = (mixture: ModelWeigher, scores: Float64Array, label: number, size: number) =>
  mixed(mixture, scores, label, 1, size)

/** Returns the losses of a mixture, of its lanes, and of the best sequence of lanes with a switch every 60. */
function play(output: MixtureOutput, sequence: string, classes: number, adversarial: boolean) {
  const next = random(3)
  const scores = sequences[sequence](next)
  const binary = classes === 2
  const columns = binary ? 1 : classes
  const shape = { lanes: L, classes, binary, exclusive: new Array<boolean>(L).fill(true), output }
  const mixture = new ProbabilityWeigher(settings, shape, fallback)
  const alone = Array.from(
    { length: L },
    () => new ProbabilityWeigher(settings, { ...shape, lanes: 1, output: 'ew' }, fallback),
  )
  const lost = new Float64Array(L)
  let segments = 0
  let segment = new Float64Array(L)
  let sum = 0
  const n = 900
  for (let t = 0; t < n; t++) {
    const z = Float64Array.from({ length: columns * L }, (_, i) => scores(t, i % L, Math.floor(i / L)))
    const p = predict(mixture, z, classes)
    expect(p.reduce((total, x) => total + x, 0)).toBeCloseTo(1, 10)
    const worst = p.indexOf(Math.min(...p))
    const y = adversarial ? worst : t % 2
    sum -= log(p[y])
    alone.forEach((one, l) => {
      const own = z.filter((_, i) => i % L === l)
      const q = predict(one, own, classes)
      lost[l] -= log(q[y])
      segment[l] -= log(q[y])
    })
    if (t % 60 === 59) {
      segments += Math.min(...segment)
      segment = new Float64Array(L)
    }
    learn(mixture, z, y, classes)
  }
  return { sum, best: Math.min(...lost), segments, switches: n / 60 - 1, n }
}

describe('mixtures of probabilities keep their bounds', () => {
  for (const sequence of Object.keys(sequences)) {
    for (const classes of [2, 3]) {
      for (const adversarial of [false, true]) {
        test(`${sequence}, ${classes} classes, ${adversarial ? 'adversarial' : 'labels given'}`, () => {
          const ew = play('ew', sequence, classes, adversarial)
          expect(ew.sum).toBeLessThan(ew.best + log(L) + 1e-6)
          const sw = play('sw', sequence, classes, adversarial)
          expect(sw.sum).toBeLessThan(sw.best + log(L) + log(3) + 1e-6)
          const cal = play('cal', sequence, classes, adversarial)
          expect(cal.sum).toBeLessThan(cal.best + log(L) + log(3) + log(2) + 1e-6)
          const fs = play('fs', sequence, classes, adversarial)
          const alpha = 0.001
          const bound =
            log(L) + fs.switches * log(L / alpha) - (fs.n - 1 - fs.switches) * log(1 - alpha + alpha / L)
          expect(fs.sum).toBeLessThan(fs.segments + bound + 1e-6)
        })
      }
    }
  }
})

test.each(Object.keys(sequences))(
  '%s: labels that hurt the calibration most cost ln 2 more than without it',
  (sequence) => {
    for (const classes of [2, 3]) {
      const scores = sequences[sequence](random(3))
      const shape = { lanes: L, classes, binary: classes === 2, exclusive: new Array<boolean>(L).fill(true) }
      const [sw, cal] = (['sw', 'cal'] as const).map(
        (output) => new ProbabilityWeigher(settings, { ...shape, output }, fallback),
      )
      const columns = classes === 2 ? 1 : classes
      let more = 0
      for (let t = 0; t < 900; t++) {
        const z = Float64Array.from({ length: columns * L }, (_, i) => scores(t, i % L, Math.floor(i / L)))
        const [p, q] = [sw, cal].map((mixture) => predict(mixture, z, classes))
        const losses = Array.from(p, (own, k) => log(own / q[k]))
        const y = losses.indexOf(Math.max(...losses))
        more += losses[y]
        expect(more).toBeLessThan(log(2) + 1e-6)
        for (const mixture of [sw, cal]) learn(mixture, z, y, classes)
      }
    }
  },
)

test('a mixture of numbers weighs lanes by their squared errors to the power -n / 2', () => {
  const mixture = new ErrorWeigher(
    settings,
    { lanes: 3, classes: 1, binary: true, exclusive: [], output: 'ew' },
    fallback,
  )
  const errors = [0, 0, 0]
  for (let t = 0; t < 12; t++) {
    const z = Float64Array.of(0, 0.5 + t / 40, 2)
    learn(mixture, z, 1, 1)
    // the first example is predicted from nothing
    if (t > 0) for (let l = 0; l < 3; l++) errors[l] += (z[l] - 1) ** 2
  }
  const least = Math.min(...errors)
  const powers = errors.map((error) => (error / least) ** (-11 / 2))
  const total = powers.reduce((sum, x) => sum + x, 0)
  const weights = mixture.shares()
  for (let l = 0; l < 3; l++) expect(weights[l]).toBeCloseTo(powers[l] / total, 12)
})

test('the code length of lanes with Gaussian errors of unknown variance exceeds the best lane by at most ln L', () => {
  const shape = { lanes: 4, classes: 1, binary: true, exclusive: [], output: 'ew' } as const
  for (const labels of [
    (t: number) => Math.sin(t),
    (t: number) => (t < 50 ? t % 3 : 20),
    (t: number) => (t % 7) ** 3,
  ]) {
    const mixture = new ErrorWeigher(settings, shape, fallback)
    const next = random(9)
    const errors = new Float64Array(4)
    // the logarithm of a lane's likelihood is -n / 2 ln C
    let [mixed, n] = [0, 0]
    for (let t = 0; t < 200; t++) {
      const y = labels(t)
      const z = Float64Array.from(
        { length: 4 },
        (_, l) => y + (next() - 0.5) * (1 + l) + (t > 100 && l === 0 ? 3 : 0),
      )
      const weights = mixture.shares()
      learn(mixture, z, y, 1)
      if (t === 0) continue
      const before = errors.slice()
      for (let l = 0; l < 4; l++) errors[l] += (z[l] - y) ** 2
      if (n > 0)
        mixed -= log(
          weights.reduce((sum, w, l) => sum + w * before[l] ** (n / 2) * errors[l] ** (-(n + 1) / 2), 0),
        )
      // the first error is given
      else mixed -= log(errors.reduce((sum, c) => sum + c ** -0.5 / 4, 0))
      n++
    }
    const best = Math.min(...errors.map((c) => (n / 2) * log(c)))
    expect(mixed).toBeLessThan(best + log(4) + 1e-6)
    expect(mixed).toBeGreaterThan(best - 1e-6)
  }
})

/** 300 examples, with features 41 and 42 in all of them; of the classes 1 .. 3 where there are classes. */
function batchFor(loss: 'logistic' | 'squared' | 'softmax'): Batch {
  const batch = randomBatch(9, 300, loss)
  const { offsets, indices, values, labels } = batch
  const rows = Array.from({ length: 300 }, (_, e) => [offsets[e], offsets[e + 1]] as const)
  const dense = (e: number): number[] => [100 + (e % 7), 1 / (1 + (e % 5))]
  return {
    ...batch,
    offsets: offsets.map((end, e) => end + 2 * e),
    indices: Uint32Array.from(rows.flatMap(([from, to]) => [41, 42, ...indices.subarray(from, to)])),
    values: Float64Array.from(rows.flatMap(([from, to], e) => [...dense(e), ...values.subarray(from, to)])),
    labels: loss === 'softmax' ? labels.map((_, e) => 1 + ((e * e) % 3)) : labels,
  }
}

const part = (b: Batch, from: number, to: number): Batch => ({
  ...b,
  size: to - from,
  offsets: b.offsets.slice(from, to + 1).map((o) => o - b.offsets[from]),
  indices: b.indices.slice(b.offsets[from], b.offsets[to]),
  values: b.values.slice(b.offsets[from], b.offsets[to]),
  labels: b.labels.slice(from, to),
  weights: b.weights?.slice(from, to),
})

const tasks: readonly (readonly [string, AnyLearnerOptions])[] = (
  ['auto', 'auto-small', 'std'] as const
).flatMap((rule) => [
  [`${rule}, two classes`, { rule, loss: 'logistic' }],
  [`${rule}, three classes`, { rule, loss: 'softmax', classes: 3 }],
  [`${rule}, numbers`, { rule, loss: 'squared' }],
])

describe.each(tasks)('%s', (_name, task) => {
  const make = (backend: 'native' | 'fallback') => new Learner(checkOptions({ ...task, backend, bits: 6 }))
  const batch = batchFor(task.loss as 'logistic')

  test('a model is the same on every backend, and continues from its file', () => {
    const files = backends.map((backend) => {
      const whole = make(backend)
      whole.learn(batch)
      const first = make(backend)
      first.learn(part(batch, 0, 120))
      const again = Learner.fromBytes(first.toBytes(), { backend })
      const predicted = again.predict(part(batch, 120, 121))
      expect(predicted).toEqual(first.predict(part(batch, 120, 121)))
      again.learn(part(batch, 120, 300))
      expect(Buffer.from(again.toBytes()).equals(Buffer.from(whole.toBytes()))).toBe(true)
      return Buffer.from(whole.toBytes())
    })
    expect(files.every((file) => file.equals(files[0]))).toBe(true)
  })

  test('an invalid list of dense features is refused', () => {
    const learner = make('fallback')
    learner.learn(batch)
    const bytes = learner.toBytes()
    const head = 8 + Number(new DataView(bytes.buffer, bytes.byteOffset).getBigUint64(0, true))
    const { next, slot } = JSON.parse(new TextDecoder().decode(bytes.subarray(8, head)))
    const from = bytes.byteOffset + head
    const list = new DataView(bytes.buffer, from + next.data_offsets[0])
    const slots = new DataView(bytes.buffer, from + slot.data_offsets[0])
    const rows = Array.from({ length: next.shape[0] }, (_, row) => row)
    const linked = rows.filter((row) => list.getFloat64(8 * row, true) !== 0)
    const alone = rows.find((row) => !linked.includes(row))
    expect(linked.length).toBeGreaterThan(0)
    // a circle, a row that is not listed, and one that is gone from the list
    for (const [row, value] of [
      [linked[0], slots.getUint32(4 * linked[0], true) + 1],
      ...(alone === undefined ? [] : [[alone, -1]]),
      [linked[0], 0],
    ]) {
      const was = list.getFloat64(8 * row, true)
      if (was === value) continue
      list.setFloat64(8 * row, value, true)
      bytes.fill(0x30, checksumOffset, checksumOffset + 8)
      bytes.set(new TextEncoder().encode(crc32(bytes).toString(16).padStart(8, '0')), checksumOffset)
      expect(() => Learner.fromBytes(bytes)).toThrow(/dense/)
      list.setFloat64(8 * row, was, true)
    }
  })
})

test('an ensemble shows its lanes and their weights', () => {
  const learner = new Learner(checkOptions({ rule: 'auto', loss: 'logistic', bits: 6 }))
  learner.learn(batchFor('logistic'))
  const { lanes } = learner
  expect(lanes.length).toBe(16)
  expect(lanes[0].parameters).toEqual({ learningRate: 0.03, scaling: 'deviation', prior: 0.1 })
  expect(lanes[15].parameters).toEqual({ learningRate: 100, scaling: 'rms', prior: 0.1 })
  expect(Math.max(...lanes.map(({ weight }) => weight ?? 0))).toBe(1)
  expect(new Learner(checkOptions({ rule: 'auto', loss: 'squared', stack: 'off' })).lanes.length).toBe(8)
})

test('options that an ensemble does not take are refused', () => {
  const refused: AnyLearnerOptions[] = [
    { rule: 'auto', learningRate: 1 },
    { rule: 'auto', bootstrap: 5 },
    { rule: 'auto', loss: 'perceptron' },
    { rule: 'auto', loss: 'hinge', expand: 'auto' },
    { rule: 'auto', loss: 'hinge', curve: 'auto' },
    { rule: 'auto', loss: 'logistic', classes: 3 },
  ]
  for (const options of refused) expect(() => new Learner(checkOptions(options))).toThrow(/auto/)
})
