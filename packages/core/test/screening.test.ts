import { type Batch, derivationScalars } from '@ol/spec'
import { describe, expect, it } from 'vitest'
import { chooseBackend } from '../src/backend/backends.js'
import { choose } from '../src/expand/choice.js'
import { newState } from '../src/expand/derivation-capacity.js'
import { Deriver } from '../src/expand/deriver.js'
import { backends, random } from './data.js'

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

  it('are all where all candidates that are sure were chosen, or none was', () => {
    for (const gains of [many(2, 50, 3), []]) {
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
    // of the pairs all were chosen: more evidence could find others
    expect(every([...many(2, 50, 2), ...many(3, 900)], 64_000)).toBe(1)
  })

  it('become all again where too little is sure', () => {
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
