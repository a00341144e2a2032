import type { Learner } from './learner.js'

/** The scores, probabilities, intervals, loss and terms of a model, which change nothing, and what its view shows. */
export type ScoringModel = Omit<
  Learner,
  'learn' | 'fitScales' | 'predict' | 'predictOne' | 'explain' | 'batch' | 'split'
>

/** The read-only view of a model: its options, its weights, its report, and its bytes. */
export type ModelView = Omit<
  ScoringModel,
  'scores' | 'probabilities' | 'interval' | 'evaluate' | 'terms' | 'learnerState'
>
