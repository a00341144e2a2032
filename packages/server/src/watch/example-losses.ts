import { links } from '@ol/core'
import { probabilitiesAt, squashedError, type TaskTerms } from '@ol/core/internal'
import type { Batch } from '@ol/spec'

/** How an example was predicted before it was learned. */
export interface Outcome {
  /** log loss if there are probabilities, otherwise 1 for a wrong class; for numbers the squared error */
  readonly loss: number
  /** 1 for a wrong class; undefined: numbers are predicted */
  readonly wrong: number | undefined
  /** for two classes: the probability of the positive one, and whether it was the label; undefined: there is none */
  readonly probability: number | undefined
  readonly positive: boolean
  /** in [0, 1], smaller for a better prediction: the Brier score of the label; for numbers the squared error squashed by `unit` */
  readonly score: number
}

/** Returns how well these scores predict example e of a batch. `unit`: a squared error that counts as medium. */
export function outcomeAt(
  terms: TaskTerms,
  batch: Batch,
  scores: Float64Array,
  e: number,
  unit: number,
): Outcome {
  const label = batch.labels[e]
  if (terms.task === 'regression') {
    const loss = (links[terms.link](scores[e]) - label) ** 2
    return {
      loss,
      wrong: undefined,
      probability: undefined,
      positive: false,
      score: squashedError(loss, unit),
    }
  }
  if (terms.task === 'binary') {
    const positive = label > 0
    const wrong = scores[e] > 0 === positive ? 0 : 1
    if (!terms.probable) return { loss: wrong, wrong, probability: undefined, positive, score: wrong }
    const probability = links.logistic(scores[e])
    const own = positive ? probability : 1 - probability
    return { loss: -Math.log(Math.max(own, 1e-15)), wrong, probability, positive, score: (1 - own) ** 2 }
  }
  const shares = probabilitiesAt(terms, scores, e)
  const own = shares[label - 1] ?? 0
  const wrong = own >= Math.max(...shares) ? 0 : 1
  return {
    loss: -Math.log(Math.max(own, 1e-15)),
    wrong,
    probability: undefined,
    positive: false,
    score: (1 - own) ** 2,
  }
}
