import { boxed, exp } from '@ol/numerics'
import { absence, lastPresent, param } from '../parts.js'
import type { Lane, RuleTwin, Step } from '../rule.js'

/** Which experts live when. Rounds and births count from 1. */
interface Experts {
  readonly slots: number
  /** the slots below this number have an expert in round t, or had one before */
  used(t: number): number
  /** the birth of the expert that a slot holds in round t; 0: none */
  birth(slot: number, t: number): number
  /** the slot of the expert that is born in round t */
  newest(t: number): number
  /** after this round the experts move to other slots; 0: never */
  readonly full: number
}

/**
 * The expert born in round (2 n + 1) 2^k lives for 2^k times 2 (width - 1) rounds more; `width` slots for each k
 * hold them.
 */
function pruned(width: number, levels: number): Experts {
  return {
    slots: width * levels,
    full: 0,
    used(t) {
      let slots = width
      for (let size = 2; size <= t && slots < width * levels; size *= 2) slots += width
      return slots
    },
    birth(slot, t) {
      const size = 2 ** Math.floor(slot / width)
      const last = Math.floor((Math.floor(t / size) - 1) / 2)
      const n = last - ((((last - slot) % width) + width) % width)
      const b = (2 * n + 1) * size
      return n >= 0 && t <= b + 2 * (width - 1) * size ? b : 0
    },
    newest(t) {
      let size = 1
      let level = 0
      while (level < levels - 1 && t % (2 * size) === 0) {
        size *= 2
        level++
      }
      return width * level + (Math.floor((t / size - 1) / 2) % width)
    },
  }
}

/** FLH2: lives of 2^(k + 2) rounds. */
const few: Experts = pruned(3, 21)

const lasting: Experts = pruned(5, 51)

/**
 * FLH: an expert is born in every round. None dies up to round 255; from then on experts with lives of 2^(k + 3) rounds
 * remain.
 */
const all: Experts = {
  slots: 256,
  full: 255,
  used: (t) => (t <= 255 ? t : lasting.used(t)),
  birth: (slot, t) => (t > 255 ? lasting.birth(slot, t) : slot < t ? slot + 1 : 0),
  newest: (t) => (t > 255 ? lasting.newest(t) : t - 1),
}

/** The births of the experts of a round by slot, 0 where there is none, and whether one is still there in the next round. */
interface Lives {
  readonly births: Float64Array
  readonly lasts: Float64Array
}

/** The rounds whose experts are kept: a feature that was absent goes through all that it missed. */
const mostRounds = 1024
const lives = new Map<number, Lives>()

function livesOf(experts: Experts, t: number): Lives {
  const key = 2 * t + (experts === all ? 1 : 0)
  const found = lives.get(key)
  if (found !== undefined) return found
  const births = Float64Array.from({ length: experts.used(t) }, (_, s) => experts.birth(s, t))
  const own = { births, lasts: births.map((b, s) => +(experts.birth(s, t + 1) === b)) }
  if (lives.size === mostRounds) lives.clear()
  lives.set(key, own)
  return own
}

/**
 * The weights of round t + 1 from the remaining weights of round t, whose sum is `kept`: the new expert gets its share,
 * and the others keep the rest. Weight s is W[at + s * step].
 */
function renew(experts: Experts, W: Lane, at: number, step: number, t: number, kept: number): void {
  const born = experts.newest(t + 1)
  const share = kept > 0 ? 1 / (t + 1) : 1
  const used = experts.used(t)
  for (let s = 0; s < used; s++) {
    const p = at + s * step
    if (W[p] !== 0) W[p] = (W[p] / kept) * (1 - share)
  }
  W[at + born * step] = share
}

/** Moves the numbers of the experts of the last round before pruning to their slots of the next round, and writes 0 elsewhere. */
function rearrange(experts: Experts, W: Lane, at: number, step: number): void {
  const { slots, full } = experts
  const old = new Float64Array(full)
  for (let s = 0; s < full; s++) old[s] = W[at + s * step]
  for (let s = 0; s < slots; s++) {
    const b = experts.birth(s, full + 1)
    W[at + s * step] = b > 0 && b <= full ? old[b - 1] : 0
  }
}

/** Scalar s: the weight of expert s in round t before the first gradient, from its weight in the round before. */
function renewUnmoved(experts: Experts, c: Step): void {
  const t = c.round - 1
  const P = c.scalars
  let kept = 0
  const used = t > 0 ? experts.used(t) : 0
  if (t > 0 && t === experts.full) rearrange(experts, P, c.own, 1)
  const { lasts } = livesOf(experts, t)
  for (let s = 0; s < used; s++) {
    const p = c.own + s
    if (t !== experts.full && lasts[s] === 0) P[p] = 0
    kept += P[p]
  }
  renew(experts, P, c.own, 1, t, kept)
}

/**
 * Returns whether lane l had a gradient before round t; until then its experts play 0 and their weights are the
 * scalars'.
 */
function moved(experts: Experts, T: Lane, k: number, L: number, t: number): boolean {
  const used = experts.used(t)
  for (let s = 0; s < used; s++) if (T[k + (2 * s + 1) * L] !== 0) return true
  return false
}

/** Returns the prediction of the coordinate in round t: the mean of its experts. */
function played(experts: Experts, T: Lane, k: number, L: number, t: number): number {
  const used = experts.used(t)
  let sum = 0
  for (let s = 0; s < used; s++) sum += T[k + 2 * s * L] * T[k + (2 * s + 1) * L]
  return sum
}

/** Round t of lane l, gx being the gradient of the loss. Experts without weight keep none, and are skipped. */
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
  const { births, lasts } = livesOf(experts, t)
  const used = births.length
  const x = played(experts, T, k, L, t)
  const g = gx + H * x
  // relative to the smallest loss, so that no exponential overflows and the best expert keeps its weight
  let least = Number.POSITIVE_INFINITY
  for (let s = 0; s < used; s++) {
    if (T[k + (2 * s + 1) * L] === 0) continue
    const own = T[k + 2 * s * L]
    const loss = g * own + 0.5 * H * ((own - x) * (own - x))
    if (loss < least) least = loss
  }
  let kept = 0
  for (let s = 0; s < used; s++) {
    const at = k + 2 * s * L
    if (T[at + L] === 0) continue
    if (t !== experts.full && lasts[s] === 0) {
      T[at + L] = 0
      continue
    }
    const own = T[at]
    const loss = g * own + 0.5 * H * ((own - x) * (own - x))
    T[at + L] *= exp(-alpha * (loss - least))
    if (t !== experts.full) kept += T[at + L]
    T[at] = boxed(own - (g + H * (own - x)) / (H * (t - births[s] + 1)), -radius, radius)
  }
  if (t === experts.full) {
    rearrange(experts, T, k, 2 * L)
    rearrange(experts, T, k + L, 2 * L)
    for (let s = 0; s < used; s++) kept += T[k + (2 * s + 1) * L]
  }
  renew(experts, T, k + L, 2 * L, t, kept)
  T[k + 2 * experts.newest(t + 1) * L] = 0
}

/**
 * Follow the leading history (Hazan, Seshadhri 2009), coordinate by coordinate as in Streeter, McMahan 2010, section 4.3: on
 * [-r, r], losses of strong convexity H by an L2 term (H/2) w^2. Experts are gradient descents of step 1 / (H age) that
 * started in different rounds; the coordinate plays their mean, weighed by exp(-alpha loss), alpha = H / (G + H r)^2,
 * and each new expert gets 1/t; the others share the rest in proportion, after dead experts are removed. An expert sees
 * the lower bound g x + (H/2) (x - played)^2 of the loss. A round without the feature is a round with gradient 0, and
 * is applied when the feature is next present. Rounds before the first gradient change only the weights, in the same
 * way for all coordinates: the model keeps these once, and a coordinate copies them at its first gradient. States: the
 * prediction of an expert, and its weight.
 */
function history(experts: Experts): RuleTwin {
  return {
    ...lastPresent,
    eager: true,
    begin: (_table, c) => renewUnmoved(experts, c),
    prepare(T, k, L, _r, c, l) {
      const first = c.round - c.missed
      if (!moved(experts, T, k, L, first)) return
      for (let t = first; t < c.round; t++) round(experts, T, k, L, t, 0, c, l)
    },
    read: (T, k, L, c) => played(experts, T, k, L, c.round),
    write(T, k, L, r, c, l) {
      const gx = c.g * r
      if (!moved(experts, T, k, L, c.round)) {
        if (gx === 0) return
        const used = experts.used(c.round)
        for (let s = 0; s < used; s++) T[k + (2 * s + 1) * L] = c.scalars[c.own + s]
      }
      round(experts, T, k, L, c.round, gx, c, l)
    },
    weight(T, k, L, S, s, c, l) {
      const missed = absence(S, s, c)
      const first = c.round - missed + 1
      if (!moved(experts, T, k, L, first)) return 0
      const states = 2 * experts.slots
      const own = T instanceof Float32Array ? new Float32Array(states) : new Float64Array(states)
      for (let j = 0; j < states; j++) own[j] = T[k + j * L]
      for (let t = first; t <= c.round; t++) round(experts, own, 0, 1, t, 0, c, l)
      return played(experts, own, 0, 1, c.round + 1)
    },
  }
}

export const flh: RuleTwin = history(all)
export const flh2: RuleTwin = history(few)
