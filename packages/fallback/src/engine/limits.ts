import type { Results } from '@ol/spec'
import { zeroGradient } from './gradient.js'
import { silence } from './report.js'
import type { Run } from './run.js'
import { engineScratch, engineStep } from './state.js'
import { loadLane } from './step-from-rule.js'

// Refuses an example, or drops a lane, whose step the table cannot hold. Twin: native/core/engine/limits.inc.

// constants of this module: V8 checks an import at each use, and knows these
const scratch = engineScratch
const c = engineStep

/** Returns whether lane l can take its step. */
function laneHolds(run: Run, l: number): boolean {
  const { h } = c
  c.h = h * scratch.w[l]
  const held = stepHolds(run, l)
  c.h = h
  return held
}

function stepHolds(run: Run, l: number): boolean {
  const { rule } = run
  const z = scratch.z[l]
  const g = scratch.g[l]
  const step = rule.stepSize === undefined ? c.h : rule.stepSize(c, l) * c.h * scratch.m[l]
  if (z - z !== 0) return false
  const size = g < 0 ? -g : g
  if (!(size * c.largest * (1 + step) <= run.limit)) return false
  if (rule.fits === undefined || (g === 0 && rule.eager !== true)) return true
  loadLane(l)
  return rule.fits(c, l)
}

/** Returns whether another lane that takes the label of lane l still learns. */
function replaced(run: Run, l: number, lanes: number): boolean {
  const { classes } = run
  for (let k = 0; k < lanes; k++) {
    if (scratch.fails[k] === 1 || c.scalars[run.dropped + k] !== 0) continue
    if (classes === undefined || classes[k] === classes[l]) return true
  }
  return false
}

/**
 * Drops the lanes whose step the table cannot hold. Returns false if the example is refused because no lane that takes
 * its label could learn it.
 */
export function holds(run: Run, results: Results, lanes: number, e: number): boolean {
  const { scalars } = c
  let alive = 0
  let failing = 0
  for (let l = 0; l < lanes; l++) {
    const held = laneHolds(run, l)
    if (lanes > 1 && scalars[run.dropped + l] !== 0) zeroGradient(l)
    else if (held) alive++
    else failing++
  }
  if (failing === 0) return alive > 0
  for (let l = 0; l < lanes; l++)
    scratch.fails[l] = scalars[run.dropped + l] === 0 && !laneHolds(run, l) ? 1 : 0
  for (let l = 0; l < lanes; l++) if (scratch.fails[l] === 1 && !replaced(run, l, lanes)) return false
  for (let l = 0; l < lanes; l++) {
    if (scratch.fails[l] === 0) continue
    scalars[run.dropped + l] = c.round
    silence(results, e * lanes + l)
  }
  for (let l = 0; l < lanes; l++) if (scalars[run.dropped + l] !== 0) zeroGradient(l)
  return true
}
