import { exp } from '@ol/numerics'
import type { RuleEntry } from '@ol/spec'
import type { Lane, RuleTwin, Step } from '../rules/rule.js'
import { shrunk } from './flow.js'
import { inOwnUnit } from './own-unit.js'

const ln2 = 0.6931471805599453

/** Larger steps make a weight 0 as well; the sum of 2^53 such steps is still in the range of float32. */
const largestPace = 1e20

/** Returns 2^(-weight / halfLife). */
function faded(weight: number, halfLife: number): number {
  return exp((-ln2 * weight) / halfLife)
}

/**
 * A rule with an L1 and an L2 term on v = w s, state 0, and with forgetting: docs/decisions/0017.
 *
 * In every example every v takes the step of the terms, of size a = P's growth times the rate of the feature; as a flow
 * (`shrunk`), so that one step over the growth of P replaces the steps of the examples without the feature. Lane scalar
 * P has 48 bits, so a slot keeps it exactly in two float32.
 */
export function penalty({ lane, shared, laneScalars, params }: RuleEntry, base: RuleTwin): RuleTwin {
  const high = lane.length
  const low = high + 1
  const last = shared.length
  const clock = laneScalars.length
  const l1 = params.length
  const l2 = l1 + 1
  const half = l1 + 2
  const { squares, norm } = base.fades ?? { squares: false, norm: false }

  /** Returns v of lane l, shrunk up to the last example. */
  function settledWeight(T: Lane, k: number, L: number, c: Step, l: number): number {
    const v = T[k]
    if (v === 0) return v
    const since = c.scalars[c.laneOwn + clock * c.lanes + l] - (T[k + high * L] + T[k + low * L])
    if (!(since > 0)) return v
    const rest = base.rest === undefined ? 1 : base.rest(T, k, L)
    return shrunk(v, since * rest, c.params[l1 * c.lanes + l], c.params[l2 * c.lanes + l])
  }

  return {
    ...base,
    begin(_table, c) {
      const halfLife = c.params[half * c.lanes]
      if (halfLife === 0) return
      const kept = faded(c.h, halfLife)
      c.t = c.scalars[c.own] * kept + c.h
      c.scalars[c.own] = c.t
      for (let i = 0; i < clock * c.lanes; i++) c.scalars[c.laneOwn + i] *= kept
    },
    scale(S, s, x, c) {
      const halfLife = c.params[half * c.lanes]
      c.kept = 1
      if (halfLife > 0) {
        const since = c.scalars[0] - S[s + last]
        // the example of that weight may have been refused: then no example has passed
        if (since > 0) c.kept = faded(since, halfLife)
        // a prediction works on a copy only where squares fade
        if (c.learning || squares) S[s + last] = c.scalars[0]
        if (squares) S[s] *= c.kept
      }
      const r = base.scale(S, s, x, c)
      c.due = c.moved
      c.moved = c.moved || c.learning
      return r
    },
    prepare(T, k, L, r, c, l) {
      T[k] = settledWeight(T, k, L, c, l)
      const P = c.scalars[c.laneOwn + clock * c.lanes + l]
      const rounded = Math.fround(P)
      T[k + high * L] = rounded
      T[k + low * L] = P - rounded
      if (norm && c.kept !== 1) T[k + L] *= Math.sqrt(c.kept)
      if (c.due && base.prepare !== undefined) base.prepare(T, k, L, r, c, l)
    },
    read: settledWeight,
    multiplier(c, l) {
      const m = base.multiplier === undefined ? 1 : base.multiplier(c, l)
      if (c.params[l1 * c.lanes + l] === 0 && c.params[l2 * c.lanes + l] === 0) return m
      let pace = base.stepSize!(c, l) * c.h * m
      if (base.pace !== undefined) pace *= base.pace(c)
      if (pace > largestPace) pace = largestPace
      const at = c.laneOwn + clock * c.lanes + l
      const P = c.scalars[at] + pace
      const rounded = Math.fround(P)
      c.scalars[at] = rounded + Math.fround(P - rounded)
      return m
    },
    weight(T, k, L, S, s, c, l) {
      const halfLife = c.params[half * c.lanes]
      let fade = 1
      if (halfLife > 0) {
        c.t = c.scalars[c.own]
        const since = c.scalars[0] - S[s + last]
        if (squares && since > 0) fade = faded(since, halfLife)
      }
      return inOwnUnit(base, settledWeight(T, k, L, c, l), S, s, fade, c, l)
    },
  }
}
