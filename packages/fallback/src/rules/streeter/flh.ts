import { exp } from '../../math/exp.js'
import { boxed } from '../../projections/box.js'
import { absence, lastPresent, param } from '../parts.js'
import type { Lane, RuleTwin, Step } from '../rule.js'

/** Which experts live when. Rounds and births count from 1. */
interface Experts {
  readonly slots: number
  /** the birth of the expert that a slot holds in round t; 0: none */
  birth(slot: number, t: number): number
  /** the slot of the expert that is born in round t; -1: none is */
  newest(t: number): number
}

/** FLH: an expert is born in every round up to the last slot, and none dies. */
const all: Experts = {
  slots: 256,
  birth: (slot, t) => (slot < t ? slot + 1 : 0),
  newest: (t) => (t <= 256 ? t - 1 : -1),
}

/** FLH2: the expert born in round (2 n + 1) 2^k lives for 2^(k + 2) rounds more; three slots for each k hold them. */
const few: Experts = {
  slots: 63,
  birth(slot, t) {
    const size = 2 ** Math.floor(slot / 3)
    const last = Math.floor((Math.floor(t / size) - 1) / 2)
    const n = last - ((((last - slot) % 3) + 3) % 3)
    const b = (2 * n + 1) * size
    return n >= 0 && t <= b + 4 * size ? b : 0
  },
  newest(t) {
    let size = 1
    let level = 0
    while (level < 20 && t % (2 * size) === 0) {
      size *= 2
      level++
    }
    return 3 * level + (Math.floor((t / size - 1) / 2) % 3)
  },
}

/** What the coordinate plays in round t: the mean of its experts. */
function played(experts: Experts, T: Lane, k: number, L: number, t: number): number {
  let sum = 0
  for (let s = 0; s < experts.slots; s++)
    if (experts.birth(s, t) > 0) sum += T[k + 2 * s * L] * T[k + (2 * s + 1) * L]
  return sum
}

/** Round t of lane l, gx being the gradient of the loss. */
function round(
  experts: Experts,
  T: Lane,
  k: number,
  L: number,
  t: number,
  gx: number,
  c: Step,
  l: number,
): void {
  const radius = param(c, 0, l)
  const H = param(c, 1, l)
  const steepest = param(c, 2, l) + H * radius
  const alpha = H / (steepest * steepest)
  if (t === 1) T[k + L] = 1
  const x = played(experts, T, k, L, t)
  const g = gx + H * x
  const lossOf = (at: number): number => g * T[at] + 0.5 * H * ((T[at] - x) * (T[at] - x))
  // relative to the least loss, so that no exponential overflows and the best expert keeps its weight
  let least = Number.POSITIVE_INFINITY
  for (let s = 0; s < experts.slots; s++) {
    if (experts.birth(s, t) === 0 || T[k + (2 * s + 1) * L] === 0) continue
    const loss = lossOf(k + 2 * s * L)
    if (loss < least) least = loss
  }
  let kept = 0
  for (let s = 0; s < experts.slots; s++) {
    const b = experts.birth(s, t)
    if (b === 0) continue
    const at = k + 2 * s * L
    if (experts.birth(s, t + 1) !== b) {
      T[at] = 0
      T[at + L] = 0
      continue
    }
    T[at + L] *= exp(-alpha * (lossOf(at) - least))
    kept += T[at + L]
    T[at] = boxed(T[at] - (g + H * (T[at] - x)) / (H * (t - b + 1)), -radius, radius)
  }
  const born = experts.newest(t + 1)
  const share = born < 0 ? 0 : kept > 0 ? 1 / (t + 1) : 1
  for (let s = 0; s < experts.slots; s++) {
    const p = k + (2 * s + 1) * L
    if (s === born) {
      T[p - L] = 0
      T[p] = share
    } else if (T[p] !== 0) T[p] = (T[p] / kept) * (1 - share)
  }
}

/**
 * Follow the leading history (Hazan, Seshadhri 2009), coordinate by coordinate as in Streeter, McMahan 2010, section 4.3: on
 * [-r, r], losses of strong convexity H by an L2 term (H/2) w^2. Experts are gradient descents of step 1 / (H age) that
 * started in different rounds; the coordinate plays their mean, weighed by exp(-alpha loss), alpha = H / (G + H r)^2, and each
 * new expert gets 1/t. Of the loss an expert sees its lower bound g x + (H/2) (x - played)^2. A round without the feature is a
 * round with gradient 0, made up for when it is next present. States: what an expert plays, and its weight.
 */
function history(experts: Experts): RuleTwin {
  return {
    ...lastPresent,
    eager: true,
    prepare(T, k, L, _r, c, l) {
      for (let i = 0; i < c.missed; i++) round(experts, T, k, L, c.round - c.missed + i, 0, c, l)
    },
    read: (T, k, L, c) => played(experts, T, k, L, c.round),
    write(T, k, L, r, c, l) {
      round(experts, T, k, L, c.round, c.g * r, c, l)
    },
    weight(T, k, L, S, s, c, l) {
      if (S[s] === 0) return 0
      const states = 2 * experts.slots
      const own = T instanceof Float32Array ? new Float32Array(states) : new Float64Array(states)
      for (let j = 0; j < states; j++) own[j] = T[k + j * L]
      const missed = absence(S, s, c)
      for (let i = 1; i <= missed; i++) round(experts, own, 0, 1, c.round - missed + i, 0, c, l)
      return played(experts, own, 0, 1, c.round + 1)
    },
  }
}

export const flh: RuleTwin = history(all)
export const flh2: RuleTwin = history(few)
