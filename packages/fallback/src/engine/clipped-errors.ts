import type { TargetBatch } from '@ol/spec'
import type { Run } from './run.js'
import { engineScratch, engineStep } from './state.js'

// Clips errors that are far larger than all earlier ones: see Plan.errors. Twin: native/core/engine/clipped-errors.inc.

// constants of this module: V8 checks an import at each use, and knows these
const scratch = engineScratch
const c = engineStep

/**
 * The number of examples after a clipped error, and at the start, in which no error is clipped: several outliers in a
 * row mean that the data have changed.
 */
const calm = 256
/**
 * The limit of a squared derivative: this share of the sum so far, or this many times the mean, whichever is larger.
 */
const share = 1 / 64
const near = 32

/**
 * Replaces label and derivative of a lane whose error is an outlier by a nearer label and the derivative there: the
 * loss is a square, so both shrink alike. Notes the squared derivative, negative where it was clipped.
 */
export function boundError(run: Run, batch: TargetBatch, lanes: number, e: number, l: number): void {
  const { g, z, y, square } = scratch
  const errors = run.errors as Float64Array
  const found = g[l] * g[l]
  square[l] = found
  const { laneWeights } = batch
  if (lanes > 1 && laneWeights !== undefined && laneWeights[e * lanes + l] === 0) square[l] = Number.NaN
  const factor = near / c.round > share ? near / c.round : share
  const most = factor * errors[l]
  if (!(most > 0 && found > most && errors[lanes + l] >= calm)) return
  const limit = Math.sqrt(most)
  y[l] = z[l] - (z[l] - y[l]) * (limit / (g[l] < 0 ? -g[l] : g[l]))
  g[l] = g[l] < 0 ? -limit : limit
  square[l] = -square[l]
}

/** Adds the errors of a learned example to the statistics: a clipped error counts at most as much as the sum so far. */
export function commitErrors(run: Run, lanes: number): void {
  const errors = run.errors as Float64Array
  let clipped = false
  for (let l = 0; l < lanes; l++) {
    const found = scratch.square[l]
    if (found !== found || (lanes > 1 && c.scalars[run.dropped + l] !== 0)) continue
    if (found < 0) {
      errors[l] += -found > errors[l] ? errors[l] : -found
      errors[lanes + l] = 0
      clipped = true
    } else {
      errors[l] += found
      errors[lanes + l] += 1
    }
  }
  if (clipped) errors[2 * lanes] += 1
}
