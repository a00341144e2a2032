import { adagradTheorems } from './adagrad.js'
import { fullMatrixTheorems } from './full-matrix.js'
import { gradientTheorems } from './gradient.js'
import { marginTheorems } from './margin.js'
import { mirrorDescentTheorems } from './mirror-descent.js'
import { normalizedTheorems } from './normalized.js'
import { parameterFreeTheorems } from './parameter-free.js'
import type { NoTheorem, Theorem } from './theorem.js'

const normalized =
  'the analysis of the paper is about the conditioners (rules conditioner and transductive), not about the rule itself'

/** Of each rule the theorem about it, or why there is none. */
export const theorems: Readonly<Record<string, Theorem | NoTheorem>> = {
  nag: { reason: normalized },
  ng: { reason: normalized },
  snag: { reason: normalized },
  'snag-seen': { reason: normalized },
  'snag-meansquare': { reason: normalized },
  ...normalizedTheorems,
  ...gradientTheorems,
  flh: { reason: 'its bound is about every interval of rounds, and about losses with an L2 term' },
  flh2: { reason: 'its bound is known in its order only' },
  ...adagradTheorems,
  ...mirrorDescentTheorems,
  ...marginTheorems,
  arow: {
    reason: 'the known bounds are about the full matrix and about the mirror descent form (rule arow-omd)',
  },
  cw: { reason: 'no bound is known' },
  ...parameterFreeTheorems,
  scinol2: { reason: 'the constants of its bound are not among the sources of this table' },
  vw: { reason: 'the analysis is about the conditioners, without importance-aware updates' },
  ...fullMatrixTheorems,
  'cw-full': { reason: 'no bound is known' },
}
