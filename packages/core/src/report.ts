import type { BackendName, LossId, RuleId } from '@ol/spec'
import type { BestConstant, Progress } from './progress.js'

/** What came of examples learned or evaluated. */
export interface Report {
  readonly backend: BackendName
  readonly rule: RuleId
  readonly loss: LossId
  readonly examples: number
  /** examples with a label */
  readonly labelled: number
  readonly features: number
  readonly weightSum: number
  /** weighted average loss; NaN where no example had a label */
  readonly averageLoss: number
  /** for losses of signs only; NaN where no example had a label */
  readonly errorRate: number | undefined
  readonly bestConstant: BestConstant | undefined
  /** examples not learned from, because the step would have left the numbers */
  readonly diverged: number
}

export function reportOf(backend: BackendName, rule: RuleId, progress: Progress): Report {
  const { loss, examples, labelled, features, weightSum, averageLoss, errorRate, bestConstant, diverged } =
    progress
  return {
    backend,
    rule,
    loss,
    examples,
    labelled,
    features,
    weightSum,
    averageLoss,
    errorRate,
    bestConstant,
    diverged,
  }
}
