import { fallback } from '@ol/fallback'
import {
  type BendingCalls,
  type BendingPlan,
  type BendingTurns,
  curveEach,
  curveFixed,
  curveWindow,
} from '@ol/spec'
import { describe, expect, it } from 'vitest'
import { chooseBackend } from '../src/backend/backends.js'
import { random } from './data.js'

const { backend } = chooseBackend()
const few: BendingCalls = fallback

describe('a call that bends scores', () => {
  const most = 12

  /** Returns a state of which some columns have curves, and examples with every kind of number. */
  function bending(columns: number, binary: boolean, seed: number) {
    const next = random(seed)
    const size = 300
    const odd = [
      Number.NaN,
      Number.POSITIVE_INFINITY,
      Number.NEGATIVE_INFINITY,
      -0,
      5e-324,
      -1e300,
      1e300,
      30,
      -30,
    ]
    const number = (): number => (next() < 0.05 ? odd[Math.floor(next() * odd.length)] : next() * 12 - 6)
    const plan: BendingPlan = { binary, columns, most }
    const scalars = new Float64Array(curveFixed + curveEach * columns)
    scalars[0] = 400
    const points = new Float64Array(3 * most * columns)
    for (let k = 0; k < columns; k++) {
      const count = [0, 3, most][Math.floor(next() * 3)]
      scalars[curveFixed + curveEach * k + 1] = count
      const cuts = Float64Array.from({ length: count }, () => next() * 8 - 4).sort()
      points.set(cuts, k * most)
      for (let i = 0; i < count; i++) {
        points[(columns + k) * most + i] = next() - 0.5
        points[(2 * columns + k) * most + i] = 0.25 + next()
      }
    }
    const state = { scalars, scores: new Float64Array(curveWindow * columns), points }
    const turns: BendingTurns = {
      size,
      given: Float64Array.from({ length: size * columns }, number),
      labels: Float64Array.from({ length: size }, () =>
        binary ? (next() < 0.5 ? 1 : -1) : Math.floor(next() * Math.max(2, columns)),
      ),
      weights: next() < 0.5 ? undefined : Float64Array.from({ length: size }, () => 3 * next()),
      moves: Uint8Array.from({ length: size }, () => (next() < 0.9 ? 1 : 0)),
    }
    return {
      plan,
      state,
      turns,
      numbers: Float64Array.of(-3, 3, 9, 4),
      out: new Float64Array(size * columns),
    }
  }

  it.each([
    [1, true],
    [1, false],
    [3, false],
    [40, false],
  ])('writes the same bytes on both backends: %i columns, of two classes: %s', (columns, binary) => {
    for (let seed = 1; seed <= 20; seed++) {
      const each = [few, backend].map((own) => {
        const { plan, state, turns, numbers, out } = bending(columns, binary, seed)
        const classes = own.bendClasses(plan, state, turns, 5, out)
        const left = [classes, out.slice(), state.points.slice(), state.scalars.slice(), state.scores.slice()]
        if (columns > 1 || binary) return left
        // 512 examples: the curves are cut there
        return [...left, own.bendNumbers(plan, state, numbers, turns, classes, out), out, state, numbers]
      })
      expect(each[1]).toEqual(each[0])
      const stop = each[0][0] as number
      expect(stop).toBeGreaterThan(5)
      expect(stop).toBeLessThan(300)
    }
  })

  it('refuses what does not fit', () => {
    if (backend.name === 'fallback') return
    const refused = (change: (all: ReturnType<typeof bending>) => void, numbers = false): void => {
      const all = bending(1, true, 1)
      change(all)
      const { plan, state, turns, out } = all
      expect(() =>
        numbers
          ? backend.bendNumbers(plan, state, all.numbers, turns, 0, out)
          : backend.bendClasses(plan, state, turns, 0, out),
      ).toThrow(expect.objectContaining({ code: 'OL_BATCH' }))
    }
    const short = new Float64Array(2)
    for (const numbers of [false, true]) {
      for (const count of [-1, 1.5, 13, Number.NaN, Number.POSITIVE_INFINITY, 1e300]) {
        refused(({ state }) => {
          state.scalars[curveFixed + 1] = count
        }, numbers)
        if (count !== 13)
          refused(({ state }) => {
            state.scalars[0] = count
          }, numbers)
      }
      for (const name of ['scalars', 'scores', 'points'] as const)
        refused(({ state }) => Object.assign(state, { [name]: short }), numbers)
      for (const name of ['given', 'labels', 'weights'] as const)
        refused(({ turns }) => Object.assign(turns, { [name]: short }), numbers)
      refused(({ turns }) => Object.assign(turns, { moves: new Uint8Array(2) }), numbers)
      refused((all) => Object.assign(all, { out: short }), numbers)
    }
    refused((all) => Object.assign(all, { numbers: short }), true)
    refused(({ plan }) => Object.assign(plan, { columns: 2 }))
  })
})
