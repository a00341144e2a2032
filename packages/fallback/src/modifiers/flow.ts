import { saturation } from '@ol/numerics'

/**
 * Returns v after the flow dv/da = -l1 sign(v) - l2 v over the length a, which stops at 0: the effect of penalties on a
 * weight over any number of examples, in one step or in many.
 */
export function shrunk(v: number, a: number, l1: number, l2: number): number {
  let size = v < 0 ? -v : v
  if (l2 > 0) {
    const s = saturation(l2 * a)
    size = size - size * s - l1 * (s / l2)
  } else size -= l1 * a
  return size > 0 ? (v < 0 ? -size : size) : 0
}
