import { type Batch, derivationScalars } from '@ol/spec'
import { describe, expect, it } from 'vitest'
import { isFull } from '../../spec/test/grid.js'
import { chooseBackend } from '../src/backend/backends.js'
import { choose } from '../src/expand/choice.js'
import { newState } from '../src/expand/derivation-capacity.js'
import { Deriver } from '../src/expand/deriver.js'
import { Learner } from '../src/learner/learner.js'
import { backends, parts, random } from './data.js'
import { modelFromBytes } from './model-bytes.js'

const rows = 256
const { screenEvery, screened } = derivationScalars

/** A batch of four columns of categories, and residuals that the first two explain together. */
function batchOf(size: number, next: () => number): Batch {
  return {
    size,
    offsets: Uint32Array.from({ length: size + 1 }, (_, e) => 4 * e),
    indices: Uint32Array.from({ length: 4 * size }, (_, i) => i % 4),
    values: Float64Array.from({ length: 4 * size }, () => 1 + Math.floor(4 * next())),
    labels: new Float64Array(size).fill(1),
  }
}

/** Screens examples, one of `every`, in batches of this size. */
function screenedBy(backend: 'native' | 'fallback', every: number, batches: readonly number[]) {
  const [next, residual] = [random(4), random(5)]
  const deriver = new Deriver(chooseBackend(backend).backend, rows, false)
  const { state } = deriver
  state.scalars[screenEvery] = every
  for (const size of batches) {
    const batch = batchOf(size, next)
    deriver.begin(batch)
    const derived = deriver.expand(batch, 3, true)
    deriver.screen(3, derived, {
      classes: 1,
      gradients: Float64Array.from({ length: size }, () => residual() - 0.5),
      curvatures: new Float64Array(size).fill(0.25),
      learned: new Uint8Array(size).fill(1),
    })
  }
  return deriver.state
}

/** A state in which candidates have these gains, in standard deviations of chance, and occur in every example. */
function evidenceOf(gains: readonly (readonly [columns: number, gain: number])[], from: number) {
  const state = newState(rows)
  gains.forEach(([columns, gain], i) => {
    const place = 97 * i
    state.candidateColumns.set([1, i + 2, columns === 3 ? rows : 0], 3 * place)
    const cells = 8
    state.candidateSums.set([cells + gain * Math.sqrt(2 * cells), cells, from], 3 * place)
  })
  return state
}

describe.each(backends)('screening one of some examples (%s)', (backend) => {
  it('takes one of each block, whatever the batches', () => {
    const whole = screenedBy(backend, 1, [1600])
    const one = screenedBy(backend, 8, [1600])
    const cut = screenedBy(backend, 8, [1, 2, 700, 5, 892])
    expect(one.scalars[screened]).toBe(1600)
    const all = [...whole.candidateSums].filter((_, i) => i % 3 === 2)
    const counted = [...one.candidateSums].filter((_, i) => i % 3 === 2)
    // each look stands for 8 examples, so that candidates occur as often as they do
    expect(counted.every((n) => n % 8 === 0)).toBe(true)
    expect(counted.filter((n) => n > 0).length).toBe(all.filter((n) => n > 0).length)
    const often = (sums: readonly number[]): number => sums.reduce((sum, n) => sum + n, 0)
    expect(often(counted) / often(all)).toBeGreaterThan(0.95)
    expect(often(counted) / often(all)).toBeLessThan(1.05)
    expect(cut).toEqual(one)
  })

  it('equals the other backend', () => {
    for (const every of [1, 2, 64, 2 ** 31])
      expect(screenedBy(backend, every, [700, 300])).toEqual(screenedBy('fallback', every, [700, 300]))
  })
})

describe('how many examples are screened', () => {
  const many = (columns: number, gain: number, count = 60) =>
    Array.from({ length: count }, () => [columns, gain] as const)

  it('are all if all certain candidates were chosen, or none was', () => {
    for (const gains of [many(2, 50, 3), many(2, 1), []]) {
      const state = evidenceOf(gains, 64_000)
      choose(state, [], 64_000)
      expect(state.scalars[screenEvery]).toBe(1)
    }
  })

  it('are as many as leave the first that was refused beyond chance, for pairs and triples, and 4,000', () => {
    const every = (gains: readonly (readonly [number, number])[], from: number): number => {
      const state = evidenceOf(gains, from)
      choose(state, [], from)
      return state.scalars[screenEvery]
    }
    expect(every([...many(2, 50), ...many(3, 9)], 64_000)).toBe(4)
    expect(every([...many(2, 5), ...many(3, 50)], 64_000)).toBe(2)
    expect(every([...many(2, 900), ...many(3, 900)], 64_000)).toBe(32)
    expect(every([...many(2, 900), ...many(3, 900)], 1000)).toBe(1)
    // all pairs were chosen: more evidence could find others
    expect(every([...many(2, 50, 2), ...many(3, 900)], 64_000)).toBe(1)
  })

  it('become all again if too few candidates are certain', () => {
    const state = evidenceOf([...many(2, 9), ...many(3, 9)], 64_000)
    state.scalars[screenEvery] = 8
    choose(state, [], 64_000)
    expect(state.scalars[screenEvery]).toBe(32)
    const few = evidenceOf([], 64_000)
    few.scalars[screenEvery] = 8
    choose(few, [], 64_000)
    expect(few.scalars[screenEvery]).toBe(1)
  })
})

describe('a model that screens some examples', () => {
  const columns = 30

  /** Rows of categories, whose class many pairs of columns say together. */
  function pairsOf(size: number): Batch {
    const next = random(7)
    const values = Float64Array.from({ length: size * columns }, () => 1 + Math.floor(2 * next()))
    const labels = Float64Array.from({ length: size }, (_, e) => {
      const own = values.subarray(e * columns, (e + 1) * columns)
      let sum = 0
      for (let k = 0; k + 1 < columns; k++) sum += (own[k] === own[k + 1] ? 1 : -1) * (1 + (k % 3))
      return sum > 4 * (next() - 0.5) ? 1 : -1
    })
    return {
      size,
      offsets: Uint32Array.from({ length: size + 1 }, (_, e) => columns * e),
      indices: Uint32Array.from(values, (x, i) => 100 * (i % columns) + x),
      values: new Float64Array(size * columns).fill(1),
      labels,
    }
  }
  const learnerOf = (backend: 'native' | 'fallback') =>
    new Learner<number>({ loss: 'logistic', bits: 12, expand: 'pairs', backend })
  // the length of the list of scalars, then the list
  const everyOf = (learner: Learner<number>): number | undefined =>
    modelFromBytes(learner.toBytes()).expansion?.numbers[1 + screenEvery]
  const batch = pairsOf(9000)

  it('continues from a file, and is the same on the other backend and on threads', async () => {
    const learner = learnerOf('fallback')
    const [first, second] = parts(batch, 8500)
    learner.learn(first)
    expect(everyOf(learner)).toBeGreaterThan(1)
    const loaded = Learner.fromBytes(learner.toBytes(), { backend: 'fallback' }) as typeof learner
    learner.learn(second)
    loaded.learn(second)
    expect(loaded.toBytes()).toEqual(learner.toBytes())
    // without the addon, or in a full run, also in batches of TypeScript
    for (const backend of isFull ? backends : backends.slice(0, 1)) {
      const other = learnerOf(backend)
      await other.learn(parts(batch, 1700))
      expect(other.toBytes()).toEqual(learner.toBytes())
    }
  })
})
