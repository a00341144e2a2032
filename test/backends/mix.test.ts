import { fallback } from '@ol/fallback'
import { load } from '@ol/native'
import {
  calibrationSize,
  type ErrorMixingPlan,
  type ErrorMixingState,
  type MixingPlan,
  type MixingState,
  type MixingTurns,
  type MixtureOutput,
  mixedDistributions,
  mixingLaneStates,
} from '@ol/spec'
import { afterAll, describe, expect, it } from 'vitest'
import { nativeBackend } from './machine.js'
import { random } from './streams.js'

const loaded = load()
const found = nativeBackend() !== undefined && 'tiers' in loaded ? loaded : undefined
const size = 120

interface Case {
  readonly lanes: number
  readonly classes: number
  readonly binary: boolean
  readonly output: MixtureOutput
  readonly weighted?: boolean
  readonly prior?: boolean
  readonly trial?: boolean
  readonly late?: boolean
}

const cases: readonly Case[] = [
  { lanes: 16, classes: 2, binary: true, output: 'cal' },
  { lanes: 16, classes: 2, binary: true, output: 'cal', trial: true },
  { lanes: 4, classes: 2, binary: true, output: 'cal', weighted: true, prior: true, late: true },
  { lanes: 1, classes: 2, binary: true, output: 'ew' },
  { lanes: 3, classes: 2, binary: false, output: 'fs', trial: true, weighted: true },
  { lanes: 16, classes: 7, binary: false, output: 'cal', late: true },
  { lanes: 17, classes: 3, binary: false, output: 'sw', prior: true, trial: true },
  { lanes: 5, classes: 20, binary: false, output: 'cal', weighted: true },
  { lanes: 17, classes: 300, binary: false, output: 'cal', trial: true },
]

function planOf({ lanes, classes, binary, output, prior }: Case): MixingPlan {
  const parts = Float64Array.from({ length: lanes }, (_, l) => 1 + (l % 3))
  const total = parts.reduce((sum, part) => sum + part)
  // kinds of lanes in stretches and one by one
  const exclusive = Uint8Array.from({ length: lanes }, (_, l) => (l < 8 ? 1 : l % 2))
  return {
    lanes,
    classes,
    binary,
    output,
    exclusive,
    prior: prior === true ? parts.map((part) => part / total) : undefined,
  }
}

function stateOf({ lanes, classes, trial, late }: Case): MixingState {
  const losses = new Float64Array(mixingLaneStates * lanes).fill(1 / lanes, lanes)
  const calibration = new Float64Array(calibrationSize)
  for (let j = 0; j < 4; j++) {
    if (j < 3) calibration[j] = 1 / 3
    calibration[4 + 5 * j] = 10
  }
  return {
    losses,
    sums: new Float64Array(mixedDistributions + classes + 1),
    calibration,
    late: late === true ? new Float64Array(lanes).fill(1 / lanes) : undefined,
    ...(trial === true
      ? { skipped: losses.map((_, l) => l % 2).subarray(0, lanes), trial: new Float64Array(2) }
      : {}),
  }
}

/** Scores at the edges: lanes that diverge and stay so, infinities, ties, -0, denormals; labels that are far off. */
function turnsOf({ lanes, classes, binary, weighted }: Case, seed: number): MixingTurns {
  const next = random(seed)
  const edges = [0, -0, 5e-324, 49.9, 50, -50, 60, 1e300, Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  const width = binary ? lanes : lanes * classes
  const scores = Float64Array.from({ length: size * width }, (_, i) => {
    if (i % lanes === 2 && i > 40 * width) return Number.NaN
    const edge = next() < 0.1 ? edges[Math.floor(next() * edges.length)] : undefined
    return edge === undefined || (Math.abs(edge) === Number.POSITIVE_INFINITY && !binary)
      ? 8 * next() - 4
      : edge
  })
  const labelOf = (): number => (binary ? (next() < 0.3 ? 1 : -1) : Math.floor(next() * classes))
  return {
    size,
    scores,
    labels: Float64Array.from({ length: size }, labelOf),
    weights: weighted === true ? Float64Array.from({ length: size }, () => 3 * next()) : undefined,
    moves: Uint8Array.from({ length: size }, () => (next() < 0.9 ? 1 : 0)),
  }
}

/** Returns the bytes of the output and of the state, in batches of this many examples. */
function played(backend: Pick<typeof fallback, 'mix'>, one: Case, each: number): Uint8Array {
  const plan = planOf(one)
  const state = stateOf(one)
  const turns = turnsOf(one, 5)
  const out = new Float64Array(size * one.classes)
  const width = turns.scores.length / size
  for (let from = 0; from < size; from += each) {
    const to = Math.min(size, from + each)
    const part = {
      size: to - from,
      scores: turns.scores.subarray(from * width, to * width),
      labels: turns.labels.subarray(from, to),
      weights: turns.weights?.subarray(from, to),
      moves: turns.moves.subarray(from, to),
    }
    backend.mix(plan, state, part, out.subarray(from * one.classes))
  }
  const none = new Float64Array(0)
  const all = [out, state.losses, state.sums, state.calibration, state.trial ?? none, state.late ?? none]
  // whatever bits a NaN has
  const numbers = Float64Array.from(all.flatMap((list) => [...list]))
  return new Uint8Array(numbers.buffer)
}

describe.each(cases.map((one) => [JSON.stringify(one), one] as const))('a mixture: %s', (_, one) => {
  it('sums to 1 and does not depend on batches', () => {
    const whole = played(fallback, one, size)
    expect(played(fallback, one, 7)).toEqual(whole)
    const out = new Float64Array(whole.buffer).subarray(0, size * one.classes)
    for (let e = 0; e < size; e++) {
      const sum = out.subarray(e * one.classes, (e + 1) * one.classes).reduce((total, p) => total + p)
      expect(sum).toBeCloseTo(1, 9)
    }
  })

  for (const tier of found?.tiers ?? [])
    it(`has the same bytes in C++ (${tier})`, () => {
      expect(found?.useTier(tier)).toBe(true)
      if (found !== undefined)
        for (const each of [size, 7, 1])
          expect(played(found.backend, one, each)).toEqual(played(fallback, one, each))
    })
})

interface ErrorCase {
  readonly lanes: number
  readonly kept: number
  readonly weighted?: boolean
  readonly prior?: boolean
  readonly trial?: boolean
  /** every lane is right until this example */
  readonly exactUntil?: number
}

const errorCases: readonly ErrorCase[] = [
  { lanes: 8, kept: 1 },
  { lanes: 4, kept: 0.998, prior: true },
  { lanes: 1, kept: 1, weighted: true },
  { lanes: 17, kept: 1, trial: true, weighted: true },
  { lanes: 5, kept: 0.998, weighted: true, exactUntil: 60 },
  { lanes: 3, kept: 1, prior: true, trial: true, exactUntil: 9 },
]

/** Numbers at the edges: lanes that diverge and stay so, ties, -0, denormals, errors whose squares overflow. */
function errorTurns({ lanes, weighted, exactUntil = 0 }: ErrorCase): MixingTurns {
  const next = random(7)
  const edges = [0, -0, 5e-324, 1e200, -1e170, Number.POSITIVE_INFINITY]
  const labels = Float64Array.from(
    { length: size },
    (_, e) => Math.round(8 * next()) - (e === 80 ? 1e160 : 4),
  )
  const scores = Float64Array.from({ length: size * lanes }, (_, i) => {
    const e = Math.floor(i / lanes)
    if (i % lanes === 2 && e > 40) return Number.NaN
    if (e < exactUntil) return labels[e]
    // not of the last lane: one is left that errs within bounds
    const edge = i % lanes < lanes - 1 && next() < 0.03 ? edges[Math.floor(next() * edges.length)] : undefined
    return edge ?? labels[e] + (i % lanes) * (next() - 0.5)
  })
  return {
    size,
    scores,
    labels,
    weights: weighted === true ? Float64Array.from({ length: size }, () => 3 * next()) : undefined,
    moves: Uint8Array.from({ length: size }, () => (next() < 0.9 ? 1 : 0)),
  }
}

/** Returns the bytes of the output and of the state, in batches of this many examples. */
function playedErrors(backend: Pick<typeof fallback, 'mixErrors'>, one: ErrorCase, each: number): Uint8Array {
  const { lanes, kept, prior, trial } = one
  const parts = Float64Array.from({ length: lanes }, (_, l) => (l === 0 ? 0.9 : 0.1 / (lanes - 1)))
  const plan: ErrorMixingPlan = { lanes, kept, prior: prior === true ? parts : undefined }
  const state: ErrorMixingState = {
    errors: new Float64Array(lanes),
    sums: new Float64Array(2),
    laneWeights: prior === true ? parts.slice() : new Float64Array(lanes).fill(1 / lanes),
    ...(trial === true ? { skipped: parts.map((_, l) => l % 2), trial: new Float64Array(2) } : {}),
  }
  const turns = errorTurns(one)
  const out = new Float64Array(size)
  for (let from = 0; from < size; from += each) {
    const to = Math.min(size, from + each)
    const part = {
      size: to - from,
      scores: turns.scores.subarray(from * lanes, to * lanes),
      labels: turns.labels.subarray(from, to),
      weights: turns.weights?.subarray(from, to),
      moves: turns.moves.subarray(from, to),
    }
    backend.mixErrors(plan, state, part, out.subarray(from))
  }
  const none = new Float64Array(0)
  const all = [out, state.errors, state.sums, state.laneWeights, state.trial ?? none]
  const numbers = Float64Array.from(all.flatMap((list) => [...list]))
  return new Uint8Array(numbers.buffer)
}

describe.each(errorCases.map((one) => [JSON.stringify(one), one] as const))(
  'a mixture of numbers: %s',
  (_, one) => {
    it('is within its lanes and does not depend on batches', () => {
      const whole = playedErrors(fallback, one, size)
      expect(playedErrors(fallback, one, 7)).toEqual(whole)
      const out = new Float64Array(whole.buffer).subarray(0, size)
      const { scores } = errorTurns(one)
      let between = 0
      for (let e = 0; e < size; e++) {
        const own = scores.subarray(e * one.lanes, (e + 1) * one.lanes).filter(Number.isFinite)
        if (!Number.isFinite(out[e])) continue
        between++
        const slack = 1e-12 * Math.max(...own.map(Math.abs))
        expect(out[e]).toBeGreaterThanOrEqual(Math.min(...own) - slack)
        expect(out[e]).toBeLessThanOrEqual(Math.max(...own) + slack)
      }
      expect(between).toBeGreaterThan(size / 2)
    })

    for (const tier of found?.tiers ?? [])
      it(`has the same bytes in C++ (${tier})`, () => {
        expect(found?.useTier(tier)).toBe(true)
        if (found !== undefined)
          for (const each of [size, 7, 1])
            expect(playedErrors(found.backend, one, each)).toEqual(playedErrors(fallback, one, each))
      })
  },
)

const mixing = [
  ['TypeScript', fallback] as const,
  ...(found === undefined ? [] : [['C++', found.backend] as const]),
]

describe.each(mixing)(
  'lanes whose weights underflow, since others are that much better (%s)',
  (_, backend) => {
    const rounds = 2000
    /** the first lane is right, the other two are not, and each example moves the weights */
    const turns = (scores: readonly number[], label: number, weights?: Float64Array): MixingTurns => ({
      size: rounds,
      scores: Float64Array.from({ length: rounds * scores.length }, (_, i) => scores[i % scores.length]),
      labels: new Float64Array(rounds).fill(label),
      weights,
      moves: new Uint8Array(rounds).fill(1),
    })

    it.each([
      ['without the best lane', [1, 0, 0]],
      ['without any lane', [1, 1, 1]],
    ])('a trial of numbers %s has lost a number', (_, skipped) => {
      const state: ErrorMixingState = {
        errors: new Float64Array(3),
        sums: new Float64Array(2),
        laneWeights: new Float64Array(3).fill(1 / 3),
        skipped: Float64Array.from(skipped),
        trial: new Float64Array(2),
      }
      const out = new Float64Array(rounds)
      backend.mixErrors({ lanes: 3, kept: 1 }, state, turns([1.001, 5, 9], 1), out)
      const none = skipped.every((one) => one === 1)
      // the weight of the second lane is too small for a double; what is left tends to its score
      expect(state.laneWeights[1]).toBe(0)
      expect(state.trial?.[1]).toEqual(none ? Number.POSITIVE_INFINITY : expect.closeTo(16 * rounds, -3))
      expect(out.every(Number.isFinite)).toBe(true)
    })

    it.each([
      ['without the best lane', [1, 0, 0]],
      ['without any lane', [1, 1, 1]],
    ])('a trial of probabilities %s has lost a number', (_, skipped) => {
      const one: Case = { lanes: 3, classes: 2, binary: true, output: 'ew' }
      const state = { ...stateOf(one), skipped: Float64Array.from(skipped), trial: new Float64Array(2) }
      backend.mix(planOf(one), state, turns([4, -4, -9], 1), new Float64Array(2 * rounds))
      const none = skipped.every((lane) => lane === 1)
      expect(state.trial[1]).toEqual(none ? Number.POSITIVE_INFINITY : expect.closeTo(4.018 * rounds, -2))
    })

    it('the best lane diverging, the next one predicts', () => {
      const state: ErrorMixingState = {
        errors: Float64Array.of(1e-9, 1, 2),
        sums: Float64Array.of(1000, 1000),
        laneWeights: Float64Array.of(1, 0, 0),
      }
      const out = new Float64Array(1)
      const one = { ...turns([Number.NaN, 5, 9], 1), size: 1 }
      backend.mixErrors({ lanes: 3, kept: 1 }, state, one, out)
      expect(out[0]).toBe(5)
    })
  },
)

afterAll(() => {
  found?.useTier(found.tiers[found.tiers.length - 1])
})

if (found !== undefined)
  it('refuses arrays that are too short and labels that are no class', () => {
    const [one] = cases.filter(({ classes }) => classes === 7)
    const mix = (state: Partial<MixingState>, turns: Partial<MixingTurns>) => () =>
      found.backend.mix(
        planOf(one),
        { ...stateOf(one), ...state },
        { ...turnsOf(one, 1), ...turns },
        new Float64Array(size * 7),
      )
    expect(mix({}, {})).not.toThrow()
    expect(mix({ losses: new Float64Array(47) }, {})).toThrow(/losses/)
    expect(mix({ sums: new Float64Array(12) }, {})).toThrow(/sums/)
    expect(mix({ late: new Float64Array(15) }, {})).toThrow(/late/)
    expect(mix({ skipped: new Float64Array(16) }, {})).toThrow(/trial/)
    expect(mix({}, { scores: new Float64Array(5) })).toThrow(/scores/)
    for (const label of [7, -1, Number.NaN])
      expect(mix({}, { labels: new Float64Array(size).fill(label) })).toThrow(/number of a class/)
  })

if (found !== undefined)
  it('of numbers refuses arrays that are too short', () => {
    const state: ErrorMixingState = {
      errors: new Float64Array(3),
      sums: new Float64Array(2),
      laneWeights: new Float64Array(3).fill(1 / 3),
    }
    const turns = errorTurns({ lanes: 3, kept: 1 })
    const mix =
      (own: Partial<ErrorMixingState>, more: Partial<MixingTurns>, kept = 1) =>
      () =>
        found.backend.mixErrors(
          { lanes: 3, kept },
          { ...state, ...own },
          { ...turns, ...more },
          new Float64Array(size),
        )
    expect(mix({}, {})).not.toThrow()
    for (const kept of [0, 1.5, Number.NaN]) expect(mix({}, {}, kept)).toThrow(/kept/)
    expect(mix({ errors: new Float64Array(2) }, {})).toThrow(/errors/)
    expect(mix({ laneWeights: new Float64Array(2) }, {})).toThrow(/laneWeights/)
    expect(mix({ sums: new Float64Array(1) }, {})).toThrow(/sums/)
    expect(mix({ skipped: new Float64Array(3) }, {})).toThrow(/trial/)
    expect(mix({}, { scores: new Float64Array(5) })).toThrow(/scores/)
    expect(mix({}, { labels: new Float64Array(5) })).toThrow(/labels/)
  })
