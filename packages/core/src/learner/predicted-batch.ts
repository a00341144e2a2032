import type { Batch, Link } from '@ol/spec'
import type { Interval } from '../lanes/bootstrap.js'
import { type Classes, classNumbers } from '../lanes/classes.js'
import type { Outcome } from '../lanes/outcome.js'
import { applyLink } from '../options/links.js'

/** The predictions for a batch of a stream. */
export interface PredictedBatch {
  readonly batch: Batch
  /** with link; with classes the numbers of the classes, from 1 (0: no score is a number) */
  readonly predictions: Float64Array
  /** with classes: size * classes, the score of each */
  readonly scores?: Float64Array
  /** with replicates: size * (1 + replicates), with link: the model's prediction, then those of its replicates */
  readonly replicates?: Float64Array
}

/** A prediction and the percentile interval of those of the replicates. */
export interface PredictionInterval extends Interval {
  readonly prediction: number
}

/** Returns the predictions of a batch under a link. */
export function predictedBatch(
  batch: Batch,
  { predictions, scores, replicates }: Outcome,
  link: Link,
  classes: Classes | undefined,
): Required<Pick<PredictedBatch, 'scores'>> & PredictedBatch {
  return {
    batch,
    predictions: applyLink(link, classNumbers(predictions, classes)),
    // results of a single example are overwritten by the next
    scores: scores ?? predictions.slice(),
    ...(replicates === undefined ? {} : { replicates: applyLink(link, replicates.predictions) }),
  }
}
