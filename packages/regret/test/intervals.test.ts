import { Learner } from '@ol/core'
import type { Batch } from '@ol/spec'
import { describe, expect, it } from 'vitest'
import { random } from '../../core/test/data.js'
import { covering } from '../src/bounds/leading-history.js'
import { RegretObserver } from '../src/observer/observer.js'

const size = 700

/** Labels by a half-space that turns around after every 175 examples. */
function turning(): Batch {
  const next = random(3)
  const values = Float64Array.from({ length: 3 * size }, () => next() * 2 - 1)
  return {
    size,
    offsets: Uint32Array.from({ length: size + 1 }, (_, e) => 3 * e),
    indices: Uint32Array.from({ length: 3 * size }, (_, k) => k % 3),
    values,
    labels: Float64Array.from({ length: size }, (_, e) =>
      values[3 * e] - values[3 * e + 1] > 0 === (Math.floor(e / 175) % 2 === 0) ? 1 : -1,
    ),
  }
}

describe('regret on intervals', () => {
  it.each(['flh', 'flh2'] as const)('of %s is within the bound of each, and follows a change', (rule) => {
    const learner = new Learner({ rule, loss: 'logistic', bits: 3, clip: 'none', radius: 3, constant: false })
    const observer = new RegretObserver(learner)
    const batch = turning()
    observer.add(batch, learner.learn(batch))
    const { intervals = [], theorem } = observer.report({ kind: 'box', radius: 3 }, { tolerance: 1e-4 })
    expect(theorem?.bound).toBeGreaterThan(theorem?.measured ?? Number.POSITIVE_INFINITY)
    expect(intervals.map(({ examples }) => Math.log2(Math.ceil(size / (examples + 1))))).toEqual([
      1, 2, 3, 4, 5,
    ])
    for (const { regret, bound, from, examples } of intervals) {
      expect(regret).toBeLessThan(bound ?? 0)
      expect(from + examples).toBeLessThanOrEqual(size + 1)
    }
    // no fixed weights are right in the whole: the quarters of the stream tell
    expect(intervals[1].regret).toBeGreaterThan(theorem?.measured ?? 0)
  })

  it('has no bound if gradients exceed the given limit, and none for other rules', () => {
    const batch = turning()
    const report = (rule: 'flh' | 'nag', options: object) => {
      const learner = new Learner({ rule, loss: 'logistic', bits: 3, clip: 'none', ...options })
      const observer = new RegretObserver(learner)
      observer.add(batch, learner.learn(batch))
      return observer.report({ kind: 'box', radius: 1 }, { tolerance: 1e-3 })
    }
    const { theorem, intervals } = report('flh', { lipschitz: 0.1 })
    expect(theorem?.bound).toBeUndefined()
    expect(theorem?.unmet[0]).toContain('--lipschitz 0.1')
    expect(intervals?.every(({ bound, regret }) => bound === undefined && Number.isFinite(regret))).toBe(true)
    expect(report('nag', {}).intervals).toBeUndefined()
  })

  it('is covered by experts that live long enough, in few stretches', () => {
    for (const [from, to] of [
      [1, 1],
      [5, 12],
      [17, 31],
      [33, 1000],
      [1023, 4100],
    ]) {
      const stretches = covering(from, to)
      expect(stretches.map(([, end]) => end)).toEqual([
        to,
        ...stretches.slice(0, -1).map(([born]) => born - 1),
      ])
      expect(stretches[stretches.length - 1][0]).toBe(from)
      expect(stretches.length).toBeLessThanOrEqual(Math.log2(to - from + 1) + 2)
      for (const [born, end] of stretches) {
        let power = 1
        while (born % (2 * power) === 0) power *= 2
        expect(end).toBeLessThanOrEqual(born + 4 * power)
      }
    }
  })
})
