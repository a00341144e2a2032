import { lossTwins } from '@ol/numerics'
import { type LossId, losses } from '@ol/spec'
import { describe, expect, test } from 'vitest'
import type { RateWeigher } from '../src/lanes/mixture/rate-weigher.js'
import { rateWeigher } from '../src/lanes/mixture/weighers.js'
import { isInspection, lanesToPrune } from '../src/lanes/survival.js'
import { Learner } from '../src/learner/learner.js'
import { autoRates, withLanes } from '../src/options/lane-options.js'
import { checkOptions, resolveOptions } from '../src/options/resolve-options.js'
import { backends, random, randomBatch } from './data.js'

const L = 16

/** Scores of lanes and how the label is chosen once the mixture has spoken. */
const sequences: Record<string, (next: () => number) => (t: number, l: number) => number> = {
  random: (next) => () => next() * 2 - 1,
  'one good lane': (next) => (_t, l) => (l === 3 ? 0.9 : next() * 2 - 1),
  'lanes that take turns': () => (t, l) => (Math.floor(t / 50) % L === l ? 1 : -1),
  extremes: () => (t, l) => ((t >> (l % 7)) & 1 ? 1 : -1),
}

/** Returns the weigher of this many rates, and its inspections. */
function weigherOf(loss: LossId, clip: 'labels' | [number, number], lanes: number) {
  const own = loss === 'quantile' ? { quantile: 0.3 } : {}
  const options = checkOptions({ rule: 'nag', learningRate: 'auto', loss, clip, ...own })
  return rateWeigher(withLanes(resolveOptions(options), [...new Array(lanes).keys()]))
}

/** Runs a mixture over n examples; the adversary takes the label that hurts the mixture most. */
function play(
  loss: LossId,
  sequence: string,
  adversarial: boolean,
  scale: number,
  clip: 'labels' | [number, number],
) {
  const next = random(7)
  const scores = sequences[sequence](next)
  const [mixture] = weigherOf(loss, clip, L)
  const total = new Float64Array(L)
  const twin = lossTwins[loss]
  let sum = 0
  let low = clip === 'labels' ? Infinity : clip[0]
  let high = clip === 'labels' ? -Infinity : clip[1]
  let spread = 0
  const n = 1500
  for (let t = 0; t < n; t++) {
    const clipped = (x: number) => (low <= high ? Math.min(high, Math.max(low, x)) : x)
    const z = Float64Array.from({ length: L }, (_, l) => clipped(scores(t, l) * scale))
    const score = mixture.predict(0, z, 0)
    if (!Number.isFinite(score)) throw new Error(`a score of ${score}`)
    const sign = adversarial ? (score > 0 ? -1 : 1) : z[3] > 0 === next() < 0.9 ? 1 : -1
    const y = losses[loss].labels === 'sign' ? sign : sign * scale * (t < 20 ? 0.5 + t / 40 : 1)
    // squared loss: the bound is about labels kept in the range before
    const kept = loss === 'squared' ? clipped(y) : y
    const own = z.map((value) => twin.value(value, y, 0.3))
    const counted = z.map((value) => twin.value(value, kept, 0.3))
    // before the first label there is no range
    if (t > 0 || clip !== 'labels') {
      sum += twin.value(score, kept, 0.3)
      counted.forEach((value, l) => {
        total[l] += value
      })
    }
    spread = Math.max(spread, Math.max(...own) - Math.min(...own))
    mixture.learn(0, z, own, 0, y, 1)
    mixture.see(y)
    if (clip === 'labels') {
      low = Math.min(low, y)
      high = Math.max(high, y)
    }
  }
  return { regret: sum - Math.min(...total), n, range: high - low, spread }
}

describe.each(Object.keys(sequences))('the bound of the mixture holds on %s', (sequence) => {
  for (const adversarial of [false, true]) {
    const name = adversarial ? 'with the worst labels' : 'with random labels'
    test(`logistic ${name}: ln L`, () => {
      for (const scale of [1, 8, 50])
        expect(play('logistic', sequence, adversarial, scale, [-50, 50]).regret).toBeLessThan(
          Math.log(L) + 1e-6,
        )
    })
    test(`squared ${name}: R^2 / 2 ln L`, () => {
      for (const clip of ['labels', [-3, 3]] as const) {
        const { regret, range } = play(
          'squared',
          sequence,
          adversarial,
          3,
          clip === 'labels' ? clip : [-3, 3],
        )
        expect(regret).toBeLessThan(((range * range) / 2) * Math.log(L) + 1e-6)
      }
    })
    test(`hinge, absolute, quantile ${name}: S (sqrt(n ln L) + 16/3 ln L + 2)`, () => {
      for (const loss of ['hinge', 'absolute', 'quantile'] as const) {
        const { regret, n, spread } = play(loss, sequence, adversarial, 2, 'labels')
        expect(regret).toBeLessThan(spread * (Math.sqrt(n * Math.log(L)) + (16 / 3) * Math.log(L) + 2))
      }
    })
  }
})

test('a lane is given up for three stretches in which it fell behind, no fewer', () => {
  // 0.013 nats worse
  const bad = Float64Array.of(1, 0.95)
  const even = Float64Array.of(1, 1)
  /** Returns whether lane 1 is pruned within 2^17 examples, and when. */
  const fate = (losesAt: (t: number) => boolean): number | undefined => {
    const [mixture, inspections] = weigherOf('logistic', [-50, 50], 2)
    for (let t = 1; t <= 2 ** 17; t++) {
      const z = losesAt(t) ? bad : even
      mixture.predict(0, z, 0)
      const own = z.map((score) => lossTwins.logistic.value(score, 1, 0))
      mixture.learn(0, z, own, 0, 1, 1)
      inspections.rounds++
      const inspected = {
        rounds: t,
        deficits: () => mixture.deficits(),
        inspect: (deficits: Float64Array) => inspections.note(deficits),
      }
      if (isInspection(t) && lanesToPrune(inspected).includes(1)) return t
    }
    return undefined
  }
  expect(fate(() => true)).toBe(32768)
  // nothing is heard of it in a stretch: it has to fall behind in three again
  expect(fate((t) => t <= 16384)).toBeUndefined()
  expect(fate((t) => t <= 16384 || t > 65536)).toBeUndefined()
  expect(fate((t) => t <= 4096 || t > 8192)).toBe(65536)
})

test('weights of examples count as often as they say, the largest at rate 1', () => {
  const [weighted] = weigherOf('logistic', [-50, 50], 2)
  const [plain] = weigherOf('logistic', [-50, 50], 2)
  const z = Float64Array.of(1, -2)
  const own = z.map((value) => lossTwins.logistic.value(value, 1, 0))
  const learn = (mixture: RateWeigher, h: number) => {
    mixture.predict(0, z, 0)
    mixture.learn(0, z, own, 0, 1, h)
  }
  for (let t = 0; t < 10; t++) learn(weighted, 7)
  for (let t = 0; t < 10; t++) learn(plain, 1)
  expect(weighted.predict(0, z, 0)).toBeCloseTo(plain.predict(0, z, 0), 12)
})

describe.each(backends)('learningRate auto on %s', (backend) => {
  const make = (loss: LossId, options = {}) =>
    new Learner({ learningRate: 'auto', loss, bits: 6, backend, ...options })

  test.each(['logistic', 'squared', 'hinge', 'absolute'] as const)(
    '%s: batches, single examples and files leave the same bytes',
    (loss) => {
      const batch = { ...randomBatch(3, 4300, loss) }
      const whole = make(loss)
      const predictions = whole.learn(batch)
      const other = make(loss)
      const single = (e: number) => ({
        ...batch,
        size: 1,
        offsets: Uint32Array.of(0, batch.offsets[e + 1] - batch.offsets[e]),
        indices: batch.indices.slice(batch.offsets[e], batch.offsets[e + 1]),
        values: batch.values.slice(batch.offsets[e], batch.offsets[e + 1]),
        labels: batch.labels.slice(e, e + 1),
        weights: batch.weights?.slice(e, e + 1),
      })
      let learner = other
      const wrong: number[] = []
      for (let e = 0; e < batch.size; e++) {
        const predicted = learner.predict(single(e))[0]
        const [learned] = learner.learn(single(e))
        if (!Object.is(learned, predictions[e]) || !Object.is(predicted, predictions[e])) wrong.push(e)
        if (e % 1777 === 1776) learner = Learner.fromBytes(learner.toBytes(), { backend })
      }
      expect(wrong).toEqual([])
      expect(Buffer.compare(learner.toBytes(), whole.toBytes())).toBe(0)
      expect(learner.options.learningRate).toBe('auto')
    },
  )

  test('the loss is within ln 16 nats of the best rate, and bad rates are pruned', () => {
    const batch = { ...randomBatch(4, 40000, 'logistic'), weights: undefined }
    const auto = make('logistic')
    auto.learn(batch)
    const fixed = autoRates.map((learningRate) => {
      // on any backend, with the same results
      const learner = new Learner({ learningRate, loss: 'logistic', bits: 6 })
      learner.learn(batch)
      return learner.report().averageLoss
    })
    const regret = (auto.report().averageLoss - Math.min(...fixed)) * batch.size
    expect(regret).toBeLessThan(Math.log(16) + 1e-6)
    expect(auto.lanes.length).toBeLessThan(16)
    expect(auto.lanes.some(({ weight }) => weight === 1)).toBe(true)
  })

  test('neither unit nor zero of real labels matters, and weights are in their unit', () => {
    const batch = randomBatch(8, 3000)
    const initial = batch.labels.map((_, e) => (e % 5) - 2)
    for (const loss of ['squared', 'half-squared', 'absolute', 'quantile', 'expectile'] as const) {
      const plain = make(loss)
      const before = plain.learn({ ...batch, initial })
      const moved = make(loss)
      const after = moved.learn({
        ...batch,
        initial: initial.map((z) => 4096 * z),
        labels: batch.labels.map((y) => 4096 * y + 8e6),
      })
      const spread = 4096 * Math.max(...batch.labels.map(Math.abs))
      // before the first label there is no mean
      for (let e = 5; e < batch.size; e++)
        expect(Math.abs(after[e] - (4096 * before[e] + 8e6))).toBeLessThan(1e-5 * spread)
      const degree = loss === 'absolute' || loss === 'quantile' ? 1 : 2
      const ratio = moved.report().averageLoss / plain.report().averageLoss
      if (degree === 2) expect(ratio / 4096 ** 2).toBeGreaterThan(0.99)
      const [heavy] = plain.inspect({ top: 1, lane: 8 })
      const same = [...moved.weights(8)].find(({ index }) => index === heavy.index)
      expect((same?.weight ?? 0) / heavy.weight).toBeCloseTo(4096, 0)
    }
  })

  test('a parameter in units of the label holds for the labels as they are', () => {
    const batch = randomBatch(8, 3000)
    const large = { ...batch, labels: batch.labels.map((y) => 4096 * y) }
    const cases = [
      ['huber', 'huberDelta', 2],
      ['epsilon-insensitive', 'insensitivity', 1],
    ] as const
    for (const [loss, name, degree] of cases) {
      const learn = (own: typeof batch, value: number) => {
        const learner = new Learner({ loss, learningRate: 'auto', bits: 6, backend, [name]: value } as object)
        return { learner, predictions: learner.learn(own) }
      }
      const plain = learn(batch, 0.3)
      const scaled = learn(large, 0.3 * 4096)
      // a power of two leaves every bit as it is
      expect(scaled.predictions.map((z) => z / 4096)).toEqual(plain.predictions)
      expect(scaled.learner.report().averageLoss / 4096 ** degree).toBe(plain.learner.report().averageLoss)
      expect(learn(large, 0.3).predictions).not.toEqual(scaled.predictions)
    }
  })

  test('labels of another size are learned as well as labels of size 1', () => {
    const batch = randomBatch(10, 4000)
    const large = { ...batch, labels: batch.labels.map((y) => 1e5 * y) }
    const loss = (learner: Learner, own: typeof batch) => {
      learner.learn(own)
      return learner.report().averageLoss
    }
    const fixed = (learningRate: number) =>
      new Learner({ learningRate, labelScale: 'none', bits: 6, backend })
    expect(loss(make('squared'), large) / 1e10).toBeCloseTo(loss(make('squared'), batch), 3)
    expect(loss(fixed(300), large)).toBeGreaterThan(2 * loss(make('squared'), large))
  })

  test('classes have mixtures of their own', () => {
    const batch = randomBatch(5, 4000)
    const labels = batch.labels.map((y) => (y > 20 ? 3 : y > 0 ? 2 : 1))
    const auto = new Learner({ classes: 3, learningRate: 'auto', loss: 'logistic', bits: 6, backend })
    auto.learn({ ...batch, labels })
    const scores = auto.scores(batch)
    for (let k = 0; k < 3; k++) {
      const alone = make('logistic')
      alone.learn({ ...batch, labels: labels.map((y) => (y === k + 1 ? 1 : -1)) })
      expect(alone.predict(batch)).toEqual(scores.filter((_, i) => i % 3 === k))
    }
    const again = Learner.fromBytes(auto.toBytes(), { backend })
    expect(Buffer.compare(again.toBytes(), auto.toBytes())).toBe(0)
    expect(again.scores(batch)).toEqual(scores)
  })

  test('what does not fit is said', () => {
    expect(() => make('squared', { clip: 'none' })).toThrow(/clip/)
    expect(() => new Learner(checkOptions({ learningRate: 'best' }))).toThrow(/learningRate/)
    const bytes = make('logistic').toBytes()
    expect(() => Learner.fromBytes(bytes, { learningRate: 1 })).toThrow(/'auto'/)
    expect(() =>
      Learner.fromBytes(new Learner({ rule: 'nag', bits: 4 }).toBytes(), { learningRate: 'auto' }),
    ).toThrow(/a number/)
    expect(new Learner({ rule: 'sgd', learningRate: 'auto', bits: 4 }).warnings.join()).toMatch(/units/)
  })
})

test('both backends leave the same bytes', () => {
  const [first, ...others] = backends.map((backend) => {
    const learner = new Learner({ learningRate: 'auto', loss: 'logistic', bits: 6, backend })
    learner.learn(randomBatch(9, 6000, 'logistic'))
    return learner.toBytes()
  })
  for (const other of others) expect(Buffer.compare(other, first)).toBe(0)
})

test('a first label that differs from its own mean by rounding does not make predictions NaN', () => {
  for (let i = 1; i <= 300; i++) {
    const model = new Learner({ learningRate: 'auto', loss: 'squared', bits: 2 })
    model.learn({ features: { a: 1 }, label: i / 7, weight: 3 + i / 11 })
    expect([i, model.predict({ a: 1 })]).not.toEqual([i, Number.NaN])
  }
})
