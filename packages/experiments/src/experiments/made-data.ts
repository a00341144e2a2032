import type { AnyLearnerOptions } from '@ol/core'
import type { LossId, RuleEntry } from '@ol/spec'
import type { Dataset } from '../data/dataset.js'
import { type DatasetPass, type PassResult, pass } from '../run/dataset-pass.js'

/** Runs one model over generated data, in the order in which they were generated. */
export function passOver(
  data: Dataset,
  options: AnyLearnerOptions,
  lanes: DatasetPass['lanes'] = {},
  points?: number,
): PassResult {
  return pass(data, { options, lanes, expansion: { products: false, constant: false }, classes: 0, points })
    .result
}

/** Returns a loss for labels -1 and 1 that the theory of a rule allows. */
export function classificationLoss(rule: RuleEntry): LossId {
  const allowed = rule.losses
  if (allowed === undefined || allowed.includes('logistic')) return 'logistic'
  return allowed.includes('hinge') ? 'hinge' : allowed[0]
}

/** Returns the data with every feature in another unit. */
export function rescaled(data: Dataset, factors: ArrayLike<number>): Dataset {
  return { ...data, values: data.values.map((x, k) => x * factors[data.ids[k]]) }
}
