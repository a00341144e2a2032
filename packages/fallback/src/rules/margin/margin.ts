import type { Step } from '../rule.js'

// Steps of classifiers: c.u = tau y, from the margin y z.

/** Returns whether the table can hold c.u x. */
export function fitsAlong(c: Step): boolean {
  return (c.u < 0 ? -c.u : c.u) * c.largest <= c.limit
}

/** Along y x on mistakes (y z <= 0). */
export function onMistake(c: Step): void {
  c.u = c.y * c.z <= 0 ? c.y * c.h : 0
}

/** Along y x where the margin is below 1. */
export function onMarginError(c: Step): void {
  c.u = c.y * c.z < 1 ? c.y * c.h : 0
}

/**
 * PA-X: along y x where the margin is below 1, by max(0, min(1, (X^2 - beta y z) / ||x||^2)); `square` is ||x||^2,
 * rule scalar 0 is X^2.
 */
export function improved(c: Step, square: number, beta: number): void {
  const margin = c.y * c.z
  c.u = 0
  if (!(margin < 1) || !(square > 0)) return
  const tau = (c.scalars[c.own] - beta * margin) / square
  if (tau > 0) c.u = (tau < 1 ? tau : 1) * c.y * c.h
}
