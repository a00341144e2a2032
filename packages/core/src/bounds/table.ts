import { beyondTheorems } from './beyond.js'
import { classifierTheorems } from './classifiers.js'
import { duchiTheorems } from './duchi.js'
import { matrixTheorems } from './matrix.js'
import { orabonaTheorems } from './orabona.js'
import { rossTheorems } from './ross.js'
import { streeterTheorems } from './streeter.js'
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
  ...rossTheorems,
  ...streeterTheorems,
  flh: { reason: 'its bound is about every interval of rounds, and about losses with an L2 term' },
  flh2: { reason: 'its bound is known in its order only' },
  ...duchiTheorems,
  ...orabonaTheorems,
  ...classifierTheorems,
  arow: {
    reason: 'the known bounds are about the full matrix and about the mirror descent form (rule arow-omd)',
  },
  cw: { reason: 'no bound is known' },
  ...beyondTheorems,
  scinol2: { reason: 'the constants of its bound are not among the sources of this table' },
  vw: { reason: 'the analysis is about the conditioners, without importance-aware updates' },
  ...matrixTheorems,
  'cw-full': { reason: 'no bound is known' },
}
