import { fallback } from '@ol/fallback'
import { load } from '@ol/native'
import type { ThresholdPlan, ThresholdState, ThresholdTurns } from '@ol/spec'
import { describe, expect, it } from 'vitest'
import { random } from './streams.js'

const found = load()
const native = 'backend' in found ? found.backend : undefined

const levels = Float64Array.of(0.1, 0.5, 0.7, 0.9, 0.95, 0.99, 0.999)
const size = 500

function planOf(seed: number): ThresholdPlan {
  const [lowest, highest] = seed % 2 === 0 ? [0, 2] : [-20, 50]
  return { levels, first: 0.5, least: seed % 3 === 0 ? 0.05 : 0.5, lowest, highest, usual: 3 }
}

function stateOf(start: number): ThresholdState {
  const thresholds = new Float64Array(3 * levels.length)
  thresholds.fill(start, 0, 2 * levels.length)
  return { scalars: new Float64Array(5), thresholds }
}

/** Scores at the edges, of which many are thresholds; weights up to 1e30, invalid units. */
function turnsOf(seed: number, number: number): ThresholdTurns {
  const next = random(seed)
  const edges = [
    0,
    -0,
    0.5,
    0.55,
    5e-324,
    1e300,
    -1e300,
    Number.NaN,
    Number.POSITIVE_INFINITY,
    Number.NEGATIVE_INFINITY,
  ]
  const numbers = (of: () => number) => Float64Array.from({ length: size }, of)
  const edgeOr = (of: () => number) => (next() < 0.3 ? edges[Math.floor(next() * edges.length)] : of())
  return {
    size,
    number,
    scores: numbers(() => edgeOr(() => 3 * (next() - 0.3))),
    shares: numbers(() => (next() < 0.7 ? 1 : next() < 0.5 ? 1e-9 : 1e9 * next())),
    weights: numbers(() => (next() < 0.7 ? 1 : 1e30 * next())),
    units: numbers(() => (next() < 0.2 ? Number.NEGATIVE_INFINITY : next() < 0.5 ? 0 : 20 * (next() - 0.5))),
  }
}

/** Moves thresholds by turns, `each` at a time; returns all that was written. */
function moved(one: typeof fallback, seed: number, number: number, each: number): Uint8Array {
  const state = stateOf(seed / 10)
  const turns = turnsOf(seed, number)
  const usual = new Float64Array(size)
  for (let from = 0; from < size; from += each) {
    const to = Math.min(size, from + each)
    const part = (array: Float64Array) => array.subarray(from, to)
    const own = {
      size: to - from,
      number: number + from,
      scores: part(turns.scores),
      shares: part(turns.shares),
      weights: part(turns.weights),
      units: part(turns.units),
    }
    one.moveThresholds(planOf(seed), state, own, usual.subarray(from, to))
  }
  return new Uint8Array(Float64Array.of(...state.scalars, ...state.thresholds, ...usual).buffer)
}

describe('thresholds', () => {
  it('are the same by examples together and one by one', () => {
    for (const seed of [1, 2, 3, 6])
      for (const each of [1, 7, 64])
        expect(moved(fallback, seed, 1, each)).toEqual(moved(fallback, seed, 1, size))
  })

  it.runIf(native !== undefined)('have the same bytes on the addon', () => {
    for (const seed of [1, 2, 3, 4, 5, 6])
      for (const number of [1, 3, 1e6])
        expect(moved(native as typeof fallback, seed, number, 64)).toEqual(
          moved(fallback, seed, number, size),
        )
  })

  it.runIf(native !== undefined)('are refused by the addon if an array is too short', () => {
    const turns = turnsOf(1, 1)
    const plan = planOf(1)
    const move =
      (state: ThresholdState, own: ThresholdTurns, usual: number, place = 3) =>
      () =>
        native?.moveThresholds({ ...plan, usual: place }, state, own, new Float64Array(usual))
    const state = stateOf(0)
    expect(move(state, turns, size)).not.toThrow()
    const refused = /Expected/
    expect(move(state, turns, size - 1)).toThrow(refused)
    expect(move(state, turns, size, levels.length)).toThrow(refused)
    expect(move(state, { ...turns, units: turns.units.subarray(1) }, size)).toThrow(refused)
    expect(move({ ...state, scalars: new Float64Array(4) }, turns, size)).toThrow(refused)
    expect(move({ ...state, thresholds: state.thresholds.subarray(1) }, turns, size)).toThrow(refused)
  })
})
