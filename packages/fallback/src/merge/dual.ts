import { boxed } from '@ol/numerics'
import type { MergePlan } from '@ol/spec'

// Weights of rules whose state is a sum of gradients, and back. Twin: native/core/merge/dual.h.

/** Returns the weight of lane l from its state, with the norm n of the gradients after `t` examples. */
export function weightOfDual(
  { dual, params, lanes }: MergePlan,
  z: number,
  n: number,
  rounds: number,
  l: number,
): number {
  if (dual === 'weight') return z
  if (dual === 'ftrl') {
    const excess = (z < 0 ? -z : z) - params[2 * lanes + l]
    if (!(excess > 0)) return 0
    const w = excess / ((params[lanes + l] + n) / params[l] + params[3 * lanes + l])
    return z < 0 ? w : -w
  }
  const eta = params[l]
  const h = params[lanes + l] + n
  if (!(h > 0)) return 0
  const v = eta * z
  const size = (v < 0 ? -v : v) - eta * rounds * params[2 * lanes + l]
  const w = size > 0 ? size / (h + eta * rounds * params[3 * lanes + l]) : 0
  return boxed(v > 0 ? -w : w, params[4 * lanes + l], params[5 * lanes + l])
}

/** Returns the state from which `weightOfDual` computes this weight. */
export function dualOfWeight(
  { dual, params, lanes }: MergePlan,
  w: number,
  n: number,
  rounds: number,
  l: number,
): number {
  if (dual === 'weight' || w === 0) return w
  const size = w < 0 ? -w : w
  const z =
    dual === 'ftrl'
      ? size * ((params[lanes + l] + n) / params[l] + params[3 * lanes + l]) + params[2 * lanes + l]
      : size * ((params[lanes + l] + n) / params[l] + rounds * params[3 * lanes + l]) +
        rounds * params[2 * lanes + l]
  return w < 0 ? z : -z
}
