export { type Conditioned, fixedConditionerBound, permutedBound } from './bounds/normalized.js'
export { type RareFeatures, rareFeatures } from './bounds/rare-features.js'
export type { BoundedQuantity, NoTheorem, Theorem } from './bounds/theorem.js'
export { theorems } from './bounds/theorems.js'
export { Examples } from './comparator/observed-examples.js'
export { ownSet } from './comparator/own-set.js'
export type { ComparatorSet } from './comparator/sets.js'
export { bestFixed, type Comparator, type SolverOptions } from './comparator/solver.js'
export { FullAdagrad, type FullAdagradOptions } from './engine/full-adagrad.js'
export { diagonal, matrix, pnorms, withL1 } from './engine/norms.js'
export {
  type LabelledRound,
  type OpenBound,
  OpenMirrorDescent,
  type OpenRound,
  type OpenRule,
} from './engine/open-mirror-descent.js'
export * as paperRules from './engine/paper-rules.js'
export type { Penalty } from './engine/penalties.js'
export { type ProximalOptions, type ProximalStep, proximalStep } from './engine/proximal-step.js'
export type { IntervalReport } from './observer/intervals.js'
export { type LiveOptions, LiveRegret, type MixedLane, type RegretPoint } from './observer/live-regret.js'
export {
  type BoundReport,
  type Observed,
  observable,
  RegretObserver,
  type RegretReport,
} from './observer/observer.js'
export {
  type DeterminantOptions,
  type MinimumDeterminant,
  minimumDeterminant,
  StreamingDeterminant,
} from './scaling/minimum-determinant.js'
