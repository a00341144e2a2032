import { Learner } from '@ol/core'
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

/** Returns the class of an example, from 1: the largest of three of its features. */
function nearest({ values }: Batch, e: number): number {
  const own = values.subarray(features * e, features * e + 3)
  return 1 + own.indexOf(Math.max(...own))
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

  it('is exact where all examples are kept', () => {
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

  describe('of several classes', () => {
    const classes = 3
    const three: Batch = { ...batch, labels: Float64Array.from(batch.labels, (_, e) => nearest(batch, e)) }
    const given = Float64Array.from({ length: classes * batch.size }, (_, i) => Math.sin(i))
    const live = (id: 'softmax' | 'logistic', from: Batch, scores: Float64Array) => {
      const own = new LiveRegret({ id }, { kind: 'none' }, { sample: from.size })
      own.add(from, scores)
      return own.now()
    }

    it('adds up the losses of the run', () => {
      let softmax = 0
      let each = 0
      for (let e = 0; e < three.size; e++) {
        const own = given.subarray(classes * e, classes * (e + 1))
        softmax += Math.log(own.reduce((sum, z) => sum + Math.exp(z), 0)) - own[three.labels[e] - 1]
        own.forEach((z, k) => {
          each += Math.log1p(Math.exp(three.labels[e] === k + 1 ? -z : z))
        })
      }
      expect(Math.abs(live('softmax', three, given).loss / softmax - 1)).toBeLessThan(1e-12)
      expect(Math.abs(live('logistic', three, given).loss / each - 1)).toBeLessThan(1e-12)
    })

    it('finds the best weights of each class: one against all is a problem of two classes for each', () => {
      const best = [1, 2, 3].map((k) => {
        const labels = three.labels.map((label) => (label === k ? 1 : -1))
        return live('logistic', { ...three, labels }, new Float64Array(three.size)).best[0]
      })
      const sum = best[0] + best[1] + best[2]
      expect(Math.abs(live('logistic', three, given).best[0] / sum - 1)).toBeLessThan(1e-9)
    })

    it('finds the best weights of softmax: of two classes they are those of logistic loss', () => {
      const two = { ...batch, labels: batch.labels.map((label) => (label > 0 ? 2 : 1)) }
      const [own] = live('softmax', two, new Float64Array(2 * two.size)).best
      const [logistic] = live('logistic', batch, new Float64Array(batch.size)).best
      expect(Math.abs(own / logistic - 1)).toBeLessThan(2e-3)
      // and fewer than those of one class, or of another order of labels, would lose
      const [three3] = live('softmax', three, given).best
      expect(three3).toBeLessThan(0.9 * three.size * Math.log(3))
      const mixed = { ...three, labels: three.labels.map((label) => (label % 3) + 1) }
      expect(Math.abs(live('softmax', mixed, given).best[0] / three3 - 1)).toBeLessThan(2e-3)
    })

    it('takes a class that appears later', () => {
      const own = new LiveRegret({ id: 'softmax' }, set, { sample: 100 })
      const first = { ...three, labels: three.labels.map((label) => Math.min(label, 2)) }
      own.add(first, given.slice(0, 2 * three.size))
      own.add(three, given.slice(0, 2 * three.size))
      own.add(three, given)
      expect(own.now().loss).toBeGreaterThan(0)
      expect(own.now().best[0]).toBeGreaterThan(0)
    })

    it('refuses scores that do not fit', () => {
      const own = new LiveRegret({ id: 'softmax' }, set)
      expect(() => own.add(three, given.slice(1))).toThrow('scores of a batch')
      expect(() => own.add(three, new Float64Array(0))).toThrow('scores of a batch')
    })
  })

  it('is refused for a sample of one', () => {
    expect(() => new LiveRegret({ id: 'logistic' }, set, { sample: 1 })).toThrow('sample')
  })
})
