import type { RuleEntry } from '@ol/spec'
import type { Lane, RuleTwin } from '../rules/rule.js'
import { inOwnUnit } from './own-unit.js'

/**
 * A rule that predicts with the mean of v = w s (state 0) before each example (Polyak, Juditsky 1992), and learns with
 * the last v: docs/decisions/0017. While a feature is absent its v does not change, so the mean has a closed form: mean
 * <- v + (mean - v) T_last / T, T the weight of the examples.
 */
export function average(entry: RuleEntry, base: RuleTwin): RuleTwin {
  const mean = entry.lane.length
  const last = entry.shared.length

  /** Returns the mean of v now. */
  function meanNow(T: Lane, k: number, L: number, kept: number): number {
    return T[k] + (T[k + mean * L] - T[k]) * kept
  }

  /** Returns the share of the mean as it is stored. */
  function share(before: number, total: number): number {
    return before < total ? before / total : 1
  }

  return {
    ...base,
    scale(S, s, x, c) {
      // a prediction is not an example for the mean
      c.kept = share(S[s + last], c.learning ? c.scalars[0] : c.scalars[0] - c.h)
      if (c.learning) S[s + last] = c.scalars[0]
      const r = base.scale(S, s, x, c)
      c.due = c.moved
      c.moved = c.moved || c.learning
      return r
    },
    prepare(T, k, L, r, c, l) {
      if (c.learning) T[k + mean * L] = meanNow(T, k, L, c.kept)
      if (!c.due) return
      if (base.stretch !== undefined) T[k + mean * L] *= base.stretch(c)
      if (base.prepare !== undefined) base.prepare(T, k, L, r, c, l)
    },
    read(T, k, L, c) {
      return c.learning ? T[k] : meanNow(T, k, L, c.kept)
    },
    weight(T, k, L, S, s, c, l) {
      const kept = share(S[s + last], c.scalars[0])
      return inOwnUnit(base, meanNow(T, k, L, kept), S, s, 1, c, l)
    },
  }
}
