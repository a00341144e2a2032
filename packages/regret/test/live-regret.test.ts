import { type AnyLearnerOptions, checkOptions, Learner } from '@ol/core'
import type { Batch } from '@ol/spec'
import { describe, expect, it } from 'vitest'
import { random } from '../../core/test/data.js'
import { Examples } from '../src/comparator/observed-examples.js'
import { bestFixed } from '../src/comparator/solver.js'
import { LiveRegret } from '../src/observer/live-regret.js'

const features = 5
const set = { kind: 'l2', radius: 3 } as const

function noisy(size: number): Batch {
  const next = random(11)
  const values = Float64Array.from({ length: features * size }, () => next() * 2 - 1)
  return {
    size,
    offsets: Uint32Array.from({ length: size + 1 }, (_, e) => features * e),
    indices: Uint32Array.from({ length: features * size }, (_, k) => k % features),
    values,
    labels: Float64Array.from({ length: size }, (_, e) => {
      const z = values[features * e] - 2 * values[features * e + 1] + next() - 0.5
      return z > 0 ? 1 : -1
    }),
  }
}

function exact(batch: Batch): number {
  const examples = new Examples(8)
  for (let e = 0; e < batch.size; e++) examples.add(batch, e)
  return bestFixed(examples, { id: 'logistic' }, set, { tolerance: 1e-6 }).loss
}

describe('regret while it runs', () => {
  const batch = noisy(3000)
  const scores = new Learner({ rule: 'auto', loss: 'logistic', bits: 4 }).learn(batch)
  const best = exact(batch)

  it('is exact if all examples are kept', () => {
    const live = new LiveRegret({ id: 'logistic' }, set, { sample: 3000 })
    live.add(batch, scores)
    const { examples, best: found, error, loss, regret } = live.now()
    expect(examples).toBe(3000)
    expect(error).toBe(0)
    expect(found[0]).toBe(found[1])
    expect(Math.abs(found[0] / best - 1)).toBeLessThan(2e-3)
    expect(regret).toBe(loss - found[0])
    expect(live.points.map((point) => point.examples)).toEqual([
      1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048,
    ])
    expect(live.at(100)?.examples).toBe(64)
    expect(live.at(0)).toBeUndefined()
  })

  it.each([200, 500, 1000])('has the truth between its ends with a sample of %i', (sample) => {
    let inside = 0
    for (let seed = 1; seed <= 10; seed++) {
      const live = new LiveRegret({ id: 'logistic' }, set, { sample, seed })
      live.add(batch, scores)
      const { best: found, error } = live.now()
      expect(found[0]).toBeLessThanOrEqual(found[1])
      if (best >= found[0] - error && best <= found[1] + error) inside++
    }
    expect(inside).toBeGreaterThanOrEqual(9)
  })

  it('does not depend on how the examples are cut', () => {
    const whole = new LiveRegret({ id: 'logistic' }, set, { sample: 100 })
    whole.add(batch, scores)
    const cut = new LiveRegret({ id: 'logistic' }, set, { sample: 100 })
    for (let e = 0; e < batch.size; e++) {
      cut.add(
        {
          size: 1,
          offsets: Uint32Array.of(0, features),
          indices: batch.indices.slice(features * e, features * (e + 1)),
          values: batch.values.slice(features * e, features * (e + 1)),
          labels: batch.labels.slice(e, e + 1),
        },
        scores.slice(e, e + 1),
      )
    }
    expect(cut.points).toEqual(whole.points)
  })

  it('is refused for a sample of one', () => {
    expect(() => new LiveRegret({ id: 'logistic' }, set, { sample: 1 })).toThrow('sample')
  })
})

describe('regret of several classes while it runs', () => {
  const count = 3
  const size = 600
  const next = random(5)
  const base = noisy(size)
  const labels = Float64Array.from({ length: size }, (_, e) => {
    const z = Array.from({ length: count }, (_, c) => base.values[features * e + c] + next() - 0.5)
    return 1 + z.indexOf(Math.max(...z))
  })
  const batch: Batch = { ...base, labels }
  const scores = Float64Array.from({ length: size * count }, () => next())
  const x = (e: number, k: number): number => base.values[features * e + k]

  it('compares with weights of each class against the others', () => {
    const live = new LiveRegret({ id: 'logistic' }, set, { classed: true })
    live.add(batch, scores)
    let [loss, best] = [0, 0]
    for (let c = 0; c < count; c++) {
      const own: Batch = { ...batch, labels: labels.map((label) => (label === c + 1 ? 1 : -1)) }
      best += exact(own)
      own.labels.forEach((y, e) => {
        loss += Math.log1p(Math.exp(-y * scores[e * count + c]))
      })
    }
    expect(live.now().loss).toBeCloseTo(loss, 8)
    expect(Math.abs(live.now().best[0] / best - 1)).toBeLessThan(2e-3)
  })

  it('compares with the weights of least softmax loss, as gradient descent finds them', () => {
    const live = new LiveRegret({ id: 'softmax' }, { kind: 'l2', radius: 50 }, { classed: true })
    live.add(batch, scores)
    const w = Array.from({ length: count }, () => new Float64Array(features))
    let best = 0
    for (let step = 0; step < 4000; step++) {
      const g = w.map(() => new Float64Array(features))
      best = 0
      for (let e = 0; e < size; e++) {
        const z = w.map((own) => own.reduce((sum, weight, k) => sum + weight * x(e, k), 0))
        const total = z.reduce((sum, one) => sum + Math.exp(one), 0)
        best += Math.log(total) - z[labels[e] - 1]
        for (let c = 0; c < count; c++) {
          const slope = Math.exp(z[c]) / total - (labels[e] === c + 1 ? 1 : 0)
          for (let k = 0; k < features; k++) g[c][k] += slope * x(e, k)
        }
      }
      for (let c = 0; c < count; c++) for (let k = 0; k < features; k++) w[c][k] -= (4 / size) * g[c][k]
    }
    const [low, high] = live.now().best
    expect(low).toBe(high)
    expect(low / best).toBeGreaterThan(1 - 1e-6)
    expect(low / best).toBeLessThan(1 + 5e-3)
  })

  it('counts a class that appears during training as scored 0 before', () => {
    const narrow = scores.filter((_, i) => i % count < count - 1)
    const early: Batch = { ...batch, labels: labels.map((label) => Math.min(label, count - 1)) }
    const wide = scores.map((score, i) => (i % count < count - 1 ? score : 0))
    const lives = [narrow, wide].map((first) => {
      const live = new LiveRegret({ id: 'logistic' }, set, { classed: true })
      live.add(early, first)
      live.add(batch, scores)
      return live.now()
    })
    expect(lives[0].loss).toBeCloseTo(lives[1].loss, 8)
    expect(lives[0].best).toEqual(lives[1].best)
    const live = new LiveRegret({ id: 'logistic' }, set, { classed: true })
    live.add(batch, scores)
    expect(() => live.add(early, narrow)).toThrow(expect.objectContaining({ code: 'OL_BATCH' }))
  })
})

describe('the best lane of a mixture', () => {
  const batch = noisy(1500)

  it('is the lane with the smallest loss, each learned separately', () => {
    const learner = new Learner({ rule: 'auto', loss: 'logistic', bits: 6, keepLanes: true, expand: 'off' })
    learner.learn(batch)
    const alone = learner.lanes.map(({ parameters }) => {
      const { learningRate, scaling } = parameters
      const lane = new Learner(
        checkOptions({ rule: 'std', loss: 'logistic', bits: 6, learningRate, scaling } as AnyLearnerOptions),
      )
      return sumOf(batch, lane.learn(batch) as Float64Array)
    })
    expect(alone.length).toBe(16)
    expect(Math.abs((learner.bestLane?.loss ?? 0) / Math.min(...alone) - 1)).toBeLessThan(1e-9)
    expect(Math.max(...alone)).toBeGreaterThan(1.05 * Math.min(...alone))
  })

  it.each([
    [{ expand: 'off', curve: 'off' }, 4.564],
    [{ expand: 'off', curve: 'off', mixture: 'ew' }, 2.773],
    [{ expand: 'off' }, 4.564 + 1.204],
    [{}, 4.564 + 1.897 + 1.204],
  ] as const)('bounds what a mixture with %j loses, at every point', (options, nats) => {
    const learner = new Learner({ rule: 'auto', loss: 'logistic', bits: 6, ...options })
    const live = new LiveRegret({ id: 'logistic' }, set)
    const laneOf = () => {
      const { loss, over } = learner.bestLane ?? { loss: Number.NaN, over: undefined }
      return { loss, over: over && over.mixture + (over.derived ?? 0) + (over.curve ?? 0) }
    }
    for (const part of live.parts(batch)) live.add(part, learner.learn(part), laneOf())
    expect(live.points.length).toBe(11)
    for (const { examples, loss, lane } of [...live.points, live.now(laneOf())]) {
      if (lane?.over === undefined) throw new Error(`no lane after ${examples}`)
      expect(lane.over).toBeCloseTo(nats, 2)
      expect(loss - lane.loss).toBeLessThanOrEqual(lane.over)
    }
    // 0 nats would not do
    expect(live.points.some(({ loss, lane }) => loss > (lane?.loss ?? 0))).toBe(true)
  })

  it('does not exist for single rules and numbers, and has no bound with mixture fs', () => {
    expect(new Learner({ rule: 'nag', loss: 'logistic' }).bestLane).toBeUndefined()
    expect(new Learner({ rule: 'auto' }).bestLane).toBeUndefined()
    expect(new Learner({ rule: 'auto', loss: 'logistic', mixture: 'fs' }).bestLane).toEqual({
      loss: 0,
      over: undefined,
    })
  })

  it('has no bound if examples have weights', () => {
    const live = new LiveRegret({ id: 'logistic' }, set)
    live.add({ ...batch, size: 2, weights: Float64Array.of(1, 1) }, new Float64Array(2))
    expect(live.unweighted).toBe(true)
    live.add({ ...batch, size: 2, weights: Float64Array.of(1, 2) }, new Float64Array(2))
    expect(live.unweighted).toBe(false)
  })
})

function sumOf({ labels }: Batch, scores: Float64Array): number {
  return labels.reduce((sum, y, e) => sum + Math.log1p(Math.exp(-y * scores[e])), 0)
}
