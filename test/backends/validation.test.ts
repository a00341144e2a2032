import { fallback, scoreBin } from '@ol/fallback'
import { load } from '@ol/native'
import {
  classSums,
  curvePlaces,
  decileWidth,
  type EvaluationPlan,
  type EvaluationSums,
  type EvaluationTotals,
  type Mistakes,
  mostDeciles,
  mostPoints,
  numberSums,
  pointWidth,
  progressPlaces,
  recordWidth,
  scoreBins,
  totalPlaces,
  type Validated,
} from '@ol/spec'
import { beforeAll, describe, expect, it } from 'vitest'
import { random } from './streams.js'

const found = load()
const native = 'backend' in found ? found.backend : undefined

const edges = [
  0,
  -0,
  5e-324,
  -(2 ** -64),
  2 ** -64,
  0.5,
  1,
  -1,
  2 ** 63,
  1e300,
  -1e300,
  709,
  -746,
  NaN,
  Infinity,
  -Infinity,
]
const size = 3000

/** Examples of edges and of numbers drawn, one label in ten missing. */
function validatedOf(seed: number, weighted: boolean): Validated & { readonly status: Uint8Array } {
  const next = random(seed)
  const numbers = (of: (e: number) => number) => Float64Array.from({ length: size }, (_, e) => of(e))
  const edgeOr = (of: () => number) => (next() < 0.2 ? edges[Math.floor(next() * edges.length)] : of())
  return {
    labels: numbers(() => (next() < 0.1 ? Number.NaN : next() < 0.5 ? -1 : next() < 0.5 ? 1 : 7 * next())),
    weights: weighted ? numbers(() => (next() < 0.1 ? 0 : next() < 0.5 ? 1 : 3 * next())) : undefined,
    predictions: numbers(() => edgeOr(() => 8 * (next() - 0.5))),
    losses: numbers(() => edgeOr(next)),
    status: Uint8Array.from({ length: size }, () => Math.floor(3 * next())),
  }
}

const bytes = (...arrays: (Float64Array | Uint32Array)[]) =>
  arrays.map(({ buffer, byteOffset, byteLength }) =>
    Buffer.from(buffer, byteOffset, byteLength).toString('hex'),
  )

interface State {
  readonly totals: EvaluationTotals
  readonly into: EvaluationSums
}

function stateOf(evaluating: EvaluationPlan['evaluating'], bins: boolean): State {
  const { fineness, octaves } = scoreBins
  const ofNumbers = evaluating === 'numbers'
  return {
    totals: {
      totals: new Float64Array(Object.keys(totalPlaces).length),
      recent: new Float64Array(recordWidth * 7),
    },
    into: {
      sums: new Float64Array(ofNumbers ? numberSums : classSums),
      kept: new Float64Array(ofNumbers || bins ? 0 : 2 * size),
      // every block has its place, the last first
      bins: new Float64Array(!ofNumbers && bins ? 4 * fineness * octaves : 0),
      blocks: Uint32Array.from({ length: !ofNumbers && bins ? 2 * octaves : 0 }, (_, b) => 2 * octaves - b),
    },
  }
}

const flat = ({ totals, into }: State) => bytes(totals.totals, totals.recent, into.sums, into.kept, into.bins)

const plans: EvaluationPlan[] = [
  { evaluating: 'sign', link: 'identity', term: 'loss' },
  { evaluating: 'odds', link: 'identity', term: 'loss' },
  ...(['identity', 'logistic', 'glf1', 'exp'] as const).flatMap((link) =>
    (['loss', 'square', 'absolute'] as const).map((term) => ({ evaluating: 'numbers', link, term }) as const),
  ),
]

describe.skipIf(native === undefined)('validation: native and TypeScript give the same bytes', () => {
  const backend = native as NonNullable<typeof native>
  beforeAll(() => expect(backend.name).toBe('native'))

  it.each(['none', 'sign', 'class'] as Mistakes[])('addProgress, mistakes %s', (mistakes) => {
    for (const weighted of [false, true]) {
      const { status, ...validated } = validatedOf(1, weighted)
      const [ours, theirs] = [backend, fallback].map((one) => {
        const sums = new Float64Array(Object.keys(progressPlaces).length)
        for (const [from, to] of [
          [0, 1],
          [1, 1],
          [1, 777],
          [777, size],
        ])
          one.addProgress(mistakes, sums, validated, status, from, to)
        return sums
      })
      expect(bytes(ours)).toEqual(bytes(theirs))
      expect(theirs[progressPlaces.diverged]).toBeGreaterThan(100)
      expect(theirs[progressPlaces.mistakes] > 0).toBe(mistakes !== 'none')
    }
  })

  it.each(plans)('addMetrics $evaluating, link $link, term $term', (plan) => {
    for (const weighted of [false, true]) {
      for (const bins of [false, true]) {
        const { status: _, ...validated } = validatedOf(2, weighted)
        const states = [backend, fallback].map((one) => {
          const state = stateOf(plan.evaluating, bins)
          const places: number[] = []
          for (const [from, to, until] of [
            [0, size, 1],
            [0, size, 0],
            [900, 950, 20],
            [950, size, Infinity],
          ])
            places.push(one.addMetrics(plan, validated, state.totals, state.into, from, to, until))
          return { places, state }
        })
        expect(states[0].places).toEqual(states[1].places)
        expect(flat(states[0].state)).toEqual(flat(states[1].state))
        expect(states[1].places.at(-1)).toBe(size)
        expect(states[1].state.totals.totals[totalPlaces.scored]).toBeGreaterThan(1000)
      }
    }
  })
})

describe.skipIf(native === undefined)('scoreCurves: native and TypeScript give the same bytes', () => {
  const backends = [native as NonNullable<typeof native>, fallback]
  const plan: EvaluationPlan = { evaluating: 'odds', link: 'identity', term: 'loss' }
  const outFor = () => ({
    figures: new Float64Array(Object.keys(curvePlaces).length),
    points: new Float64Array(mostPoints * pointWidth),
    deciles: new Float64Array(mostDeciles * decileWidth),
  })

  it.each([
    ['every score, weighted', false, true, size],
    ['every score, alike', false, false, size],
    ['bins, weighted', true, true, size],
    ['bins', true, false, size],
    ['three examples', false, true, 3],
    ['none', false, false, 0],
    ['no bin', true, false, 0],
  ])('%s', (_, bins, weighted, count) => {
    const { status: __, ...validated } = validatedOf(3, weighted)
    const { totals, into } = stateOf('odds', bins)
    fallback.addMetrics(plan, validated, totals, into, 0, count, Number.POSITIVE_INFINITY)
    for (const odds of [true, false]) {
      const [ours, theirs] = backends.map((one) => {
        const out = outFor()
        one.scoreCurves(odds, into, out)
        return out
      })
      expect(bytes(ours.figures, ours.points, ours.deciles)).toEqual(
        bytes(theirs.figures, theirs.points, theirs.deciles),
      )
      expect(theirs.figures[curvePlaces.deciles] > 0).toBe(odds && count > 0)
      if (count === size) expect(theirs.figures[curvePlaces.points]).toBeGreaterThan(50)
    }
  })
})

describe.each([fallback, ...(native === undefined ? [] : [native])])('addMetrics, $name', (backend) => {
  const plan: EvaluationPlan = { evaluating: 'odds', link: 'identity', term: 'loss' }
  const validated = {
    labels: Float64Array.of(1, Number.NaN, -1, 1, 1),
    predictions: Float64Array.of(3, 3, -2, 2, 1),
    losses: Float64Array.of(1, 2, 3, 4, 5),
  }
  const run = (state: State, from: number, until = Number.POSITIVE_INFINITY) =>
    backend.addMetrics(plan, validated, state.totals, state.into, from, 5, until)

  it('stops after the example with which enough are labelled', () => {
    const state = stateOf('odds', false)
    expect(run(state, 0, 1)).toBe(1)
    expect(run(state, 1, 2)).toBe(3)
    expect(run(state, 3, 2)).toBe(3)
    expect(run(state, 3)).toBe(5)
    expect([...state.totals.totals]).toEqual([16, 4, 4, 4, 13])
  })

  it('stops before an example for whose score there is no room, which changes nothing', () => {
    const { totals, into } = stateOf('odds', false)
    const full = { totals, into: { ...into, kept: new Float64Array(4) } }
    expect(run(full, 0)).toBe(3)
    const before = flat(full)
    expect(run(full, 3)).toBe(3)
    expect(flat(full)).toEqual(before)
    expect([...full.into.kept]).toEqual([3, 1, -2, -1])
    const binned = stateOf('odds', true)
    binned.into.blocks[Math.floor(scoreBin(-2) / scoreBins.fineness)] = 0
    expect(run(binned, 0)).toBe(2)
    expect(binned.totals.totals[totalPlaces.labelled]).toBe(1)
  })
})

describe.skipIf(native === undefined)('validation: the addon refuses', () => {
  const backend = native as NonNullable<typeof native>
  const labels = new Float64Array(2)
  const validated = { labels, predictions: labels, losses: labels }
  const plan: EvaluationPlan = { evaluating: 'sign', link: 'identity', term: 'loss' }

  it.each([
    ['an invalid place of a record', (s: State) => (s.totals.totals[totalPlaces.place] = 3)],
    ['a place behind the last', (s: State) => (s.totals.totals[totalPlaces.place] = 28)],
    ['a count of scores past their room', (s: State) => (s.into.sums[classSums - 1] = size + 1)],
    ['an invalid count of scores', (s: State) => (s.into.sums[classSums - 1] = Number.NaN)],
  ])('%s', (_, spoil) => {
    const state = stateOf('sign', false)
    spoil(state)
    expect(() => backend.addMetrics(plan, validated, state.totals, state.into, 0, 2, 9)).toThrow(
      expect.objectContaining({ code: 'OL_BATCH' }),
    )
  })

  it('examples past the end of an array', () => {
    const { totals, into } = stateOf('sign', false)
    const refused = expect.objectContaining({ code: 'OL_BATCH' })
    expect(() => backend.addMetrics(plan, validated, totals, into, 0, 3, 9)).toThrow(refused)
    const sums = new Float64Array(10)
    expect(() => backend.addProgress('none', sums, validated, new Uint8Array(2), 0, 3)).toThrow(refused)
    expect(() => backend.addProgress('none', sums.subarray(1), validated, new Uint8Array(2), 0, 2)).toThrow(
      refused,
    )
  })
})
