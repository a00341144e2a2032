import type { TargetBatch } from '@ol/spec'
import { boundError } from './clipped-errors.js'
import type { Run } from './run.js'
import { engineScratch, engineStep } from './state.js'

// Gradients, multipliers and weights of the lanes. Twin: native/core/engine/gradient.inc.

// constants of this module: V8 checks an import at each use, and knows these
const scratch = engineScratch
const c = engineStep

/** Takes the derivative of the loss and the multiplier of each lane for example e: fills scratch.g and m. */
export function derive(run: Run, batch: TargetBatch, lanes: number, e: number): void {
  const { rule } = run
  const { z, y, p, g, m, a } = scratch
  for (let l = 0; l < lanes; l++) {
    const measure = run.measures[l]
    const slope = c.idle ? 0 : measure.loss.derivative(z[l], y[l], p[l])
    const size = slope < 0 ? -slope : slope
    g[l] = rule.faint !== undefined && measure.saturates && size <= rule.faint(c) ? 0 : slope
    if (run.errors !== undefined) boundError(run, batch, lanes, e, l)
    c.g = g[l]
    c.a = a[l]
    m[l] = rule.multiplier === undefined ? 1 : rule.multiplier(c, l)
  }
}

/** Takes the lanes' own factors of the weight of example e. */
export function weigh(batch: TargetBatch, lanes: number, e: number): void {
  const { laneWeights } = batch
  for (let l = 0; l < lanes; l++)
    scratch.w[l] = laneWeights === undefined || lanes === 1 ? 1 : laneWeights[e * lanes + l]
}

/** A lane that excludes the example, or was dropped, has no gradient. */
export function zeroGradient(l: number): void {
  scratch.g[l] = 0
}
