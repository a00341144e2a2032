import { lossTwins } from '@ol/numerics'
import { type LossId, losses } from '@ol/spec'
import { describe, expect, it } from 'vitest'
import { random, thrown } from '../../core/test/data.js'
import { Examples } from '../src/comparator/observed-examples.js'
import { type ComparatorSet, regionOf } from '../src/comparator/sets.js'
import { bestFixed } from '../src/comparator/solver.js'

interface Row {
  readonly x: readonly number[]
  readonly y: number
  readonly weight?: number
  readonly initial?: number
}

function examplesOf(rows: readonly Row[]): Examples {
  const examples = new Examples(10)
  for (const { x, y, weight = 1, initial = 0 } of rows) {
    examples.add(
      {
        size: 1,
        offsets: Uint32Array.of(0, x.length),
        indices: Uint32Array.from(x.keys()),
        values: Float64Array.from(x),
        labels: Float64Array.of(y),
        weights: Float64Array.of(weight),
        initial: Float64Array.of(initial),
      },
      0,
    )
  }
  return examples
}

const tight = { tolerance: 1e-11, iterations: 200_000 }

function rowsOf(size: number, width: number, seed: number, real = false): Row[] {
  const next = random(seed)
  const truth = Array.from({ length: width }, () => next() * 2 - 1)
  return Array.from({ length: size }, () => {
    const x = truth.map((_, i) => (next() * 2 - 1) * 10 ** ((i % 5) - 2))
    const z = truth.reduce((sum, w, i) => sum + (w * x[i]) / 10 ** ((i % 5) - 2), 0) + next() - 0.5
    return { x, y: real ? z : z > 0 ? 1 : -1, weight: 0.5 + next(), initial: (next() - 0.5) / 4 }
  })
}

const sets: readonly ComparatorSet[] = [
  { kind: 'none' },
  { kind: 'box', radius: 0.4 },
  { kind: 'l1', radius: 1.5 },
  { kind: 'l2', radius: 0.5 },
]

describe('the best fixed weights', () => {
  it('of one feature under squared loss solve the normal equation, cut to the set', () => {
    const rows = [
      { x: [2], y: 3, weight: 2 },
      { x: [-1], y: 1 },
    ]
    // (2*2*3 - 1*1) / (2*4 + 1) = 11/9
    const at = (set: ComparatorSet): number =>
      bestFixed(examplesOf(rows), { id: 'squared' }, set, tight).weights[0]
    expect(at({ kind: 'none' })).toBeCloseTo(11 / 9, 8)
    expect(at({ kind: 'box', radius: 0.25 })).toBeCloseTo(0.25, 12)
    expect(at({ kind: 'l2', radius: 0.25 })).toBeCloseTo(0.25, 12)
    expect(at({ kind: 'l1', radius: 1 })).toBeCloseTo(0.5, 12)
  })

  it('of orthogonal features under squared loss and an L2 ball are ridge regression', () => {
    const rows = [
      { x: [3, 0], y: 6 },
      { x: [0, 1], y: 1 },
    ]
    const { weights } = bestFixed(examplesOf(rows), { id: 'squared' }, { kind: 'l2', radius: 1 }, tight)
    expect(Math.hypot(...weights)).toBeCloseTo(1, 10)
    // 18 / (9 + nu) and 1 / (1 + nu) for the same nu
    const nu = 18 / weights[0] - 9
    expect(weights[1]).toBeCloseTo(1 / (1 + nu), 6)
  })

  it('with an L2 term for every example are ridge regression', () => {
    const rows = [
      { x: [3, 0], y: 6 },
      { x: [0, 1], y: 1 },
    ]
    const options = { ...tight, l2: 0.7 }
    const found = bestFixed(examplesOf(rows), { id: 'squared' }, { kind: 'none' }, options)
    const [a, b] = [18 / 9.7, 1 / 1.7]
    expect(found.weights[0]).toBeCloseTo(a, 7)
    expect(found.weights[1]).toBeCloseTo(b, 7)
    expect(found.loss).toBeCloseTo((3 * a - 6) ** 2 + (b - 1) ** 2 + 0.7 * (a * a + b * b), 9)
    const boxed = bestFixed(examplesOf(rows), { id: 'squared' }, { kind: 'box', radius: 0.5 }, options)
    expect([...boxed.weights]).toEqual([expect.closeTo(0.5, 9), expect.closeTo(0.5, 9)])
    expect(() => bestFixed(examplesOf(rows), { id: 'hinge' }, { kind: 'none' }, options)).toThrow(
      expect.objectContaining({ code: 'OL_PARAMETER', value: 0.7 }),
    )
  })

  it('of a constant are a quantile, and under absolute loss a median', () => {
    const rows = [1, 2, 5, 9, 100].map((y) => ({ x: [1], y }))
    const at = (id: LossId, param?: number): number =>
      bestFixed(examplesOf(rows), { id, param }, { kind: 'none' }, tight).weights[0]
    expect(at('absolute')).toBeCloseTo(5, 5)
    expect(at('quantile', 0.3)).toBeCloseTo(2, 5)
    expect(at('quantile', 0.75)).toBeCloseTo(9, 5)
  })

  it('of separable data under hinge loss and a ball reach its edge, where the direction is known', () => {
    const rows = [
      { x: [1, 1], y: 1 },
      { x: [-1, -1], y: -1 },
    ]
    const { weights, loss } = bestFixed(examplesOf(rows), { id: 'hinge' }, { kind: 'l2', radius: 0.5 }, tight)
    expect(weights[0]).toBeCloseTo(0.5 * Math.SQRT1_2, 6)
    expect(weights[1]).toBeCloseTo(0.5 * Math.SQRT1_2, 6)
    expect(loss).toBeCloseTo(2 * (1 - Math.SQRT1_2), 8)
  })

  it('of counts under poisson loss are the logarithm of the mean', () => {
    const rows = [0, 1, 5, 2].map((y) => ({ x: [1], y }))
    const { weights } = bestFixed(examplesOf(rows), { id: 'poisson' }, { kind: 'none' }, tight)
    expect(weights[0]).toBeCloseTo(Math.log(2), 6)
  })

  for (const id of Object.keys(losses) as LossId[]) {
    for (const set of sets) {
      it(`${id}, ${set.kind}: within the tolerance, in the set, and no step along a coordinate or a chord is better`, () => {
        const kind = losses[id].labels
        const rows = rowsOf(80, 6, 3, kind === 'real').map((row) =>
          kind === 'count' ? { ...row, y: row.y > 0 ? 2 : 0 } : row,
        )
        const examples = examplesOf(rows)
        const found = bestFixed(examples, { id, param: 0.3 }, set, { tolerance: 1e-7 })
        expect(found.converged).toBe(true)
        const { value } = lossTwins[id]
        const lossOf = (u: Float64Array): number =>
          examples
            .scores(u)
            .reduce((sum, z, e) => sum + examples.weights[e] * value(z, examples.labels[e], 0.3), 0)
        expect(found.loss).toBeCloseTo(lossOf(found.weights), 9)
        const region = regionOf(set, examples.maxima(), new Float64Array(6).fill(1), 1)
        const inside = Float64Array.from(found.weights)
        region.project(inside)
        for (let i = 0; i < 6; i++)
          expect(Math.abs(inside[i] - found.weights[i])).toBeLessThan(1e-9 * (1 + Math.abs(inside[i])))
        const next = random(5)
        for (let trial = 0; trial < 200; trial++) {
          const size = 10 ** -(trial % 5)
          const other = found.weights.map((w, i) => w + (size * (next() - 0.5)) / 10 ** ((i % 5) - 2))
          region.project(other)
          expect(lossOf(other)).toBeGreaterThanOrEqual(found.loss - found.gap - 1e-9)
        }
      })
    }
  }

  it('of a set are no worse than in a smaller one, and never worse than 0', () => {
    const examples = examplesOf(rowsOf(100, 5, 9))
    for (const kind of ['box', 'l1', 'l2'] as const) {
      let before = bestFixed(examples, { id: 'logistic' }, { kind, radius: 1e-9 }).loss
      for (const radius of [0.1, 1, 10]) {
        const { loss, gap } = bestFixed(examples, { id: 'logistic' }, { kind, radius })
        expect(loss).toBeLessThanOrEqual(before + gap)
        before = loss
      }
    }
  })

  it('report that the iterations are not enough, with the gap so far', () => {
    const examples = examplesOf(rowsOf(100, 5, 9))
    const found = bestFixed(examples, { id: 'hinge' }, { kind: 'none' }, { iterations: 1 })
    expect(found.converged).toBe(false)
    expect(found.gap).toBeGreaterThan(0)
  })

  it('of no examples are none', () => {
    const found = bestFixed(examplesOf([]), { id: 'hinge' }, { kind: 'l1', radius: 1 })
    expect(found.loss).toBe(0)
    expect(found.weights.length).toBe(0)
  })

  it('refuse invalid sets and options', () => {
    const examples = examplesOf([{ x: [1], y: 1 }])
    for (const radius of [0, -1, Number.NaN, Number.POSITIVE_INFINITY])
      expect(thrown(() => bestFixed(examples, { id: 'hinge' }, { kind: 'box', radius })).code).toBe(
        'OL_PARAMETER',
      )
    expect(thrown(() => bestFixed(examples, { id: 'hinge' }, { kind: 'none' }, { tolerance: 0 })).code).toBe(
      'OL_PARAMETER',
    )
    expect(
      thrown(() => bestFixed(examples, { id: 'hinge' }, { kind: 'none' }, { iterations: 0.5 })).code,
    ).toBe('OL_PARAMETER')
  })

  it('add features of an example that share a row', () => {
    const examples = new Examples(2)
    examples.add(
      {
        size: 1,
        offsets: Uint32Array.of(0, 3),
        indices: Uint32Array.of(1, 5, 2),
        values: Float64Array.of(1, 2, 4),
        labels: Float64Array.of(1),
      },
      0,
    )
    expect(examples.shared).toBe(1)
    expect(Array.from(examples.rows)).toEqual([1, 2])
    expect(Array.from(examples.values)).toEqual([3, 4])
  })
})
