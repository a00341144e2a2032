import { shapeOf } from '../lanes/mixture/weigher.js'
import { lanesOfEnsemble } from '../options/ensemble-options.js'
import type { LearnerState } from './learner-state.js'

/** The best lane of a mixture, and a bound on how much more the mixture may have lost. */
export interface BestLane {
  /** sum of the log losses of the best lane over all learned examples, in nats */
  readonly loss: number
  /**
   * if examples have no weights, the log loss of the predictions is at most `loss` plus the sum of these terms, in
   * nats: one for the mixture, and one each for derived features and for the curve if the model has them. Undefined
   * if there is no such bound (mixture `fs`)
   */
  readonly over: BoundParts | undefined
}

/** The most that each mixture may add, in nats. */
export interface BoundParts {
  readonly mixture: number
  readonly derived?: number
  readonly curve?: number
}

/** The Bayes mixture of three adds this much to the best of them, and the calibrated one to the better of two. */
const threeMixed = Math.log(3)
const twoMixed = Math.log(2)
/** A model that starts with 0.9 of the weight, mixed with others. */
const first = Math.log(1 / 0.9)

/** Returns the best lane of a mixture of probabilities; undefined: the model is not one. */
export function bestLaneOf({ base, expansion, settings }: LearnerState): BestLane | undefined {
  const loss = base.leastLoss
  if (loss === undefined) return undefined
  const lanes = Math.log(lanesOfEnsemble(settings))
  const { output } = shapeOf(settings)
  if (output === 'fs') return { loss, over: undefined }
  const mixture = lanes + (output === 'ew' ? 0 : threeMixed) + (output === 'cal' ? twoMixed : 0)
  return {
    loss,
    over: {
      mixture,
      ...(expansion === undefined ? {} : { derived: first + threeMixed + twoMixed }),
      ...(settings.curve === 'off' ? {} : { curve: first + threeMixed }),
    },
  }
}
