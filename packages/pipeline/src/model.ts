import type { AnyLearnerOptions, LabelOrNone, SaveOptions } from '@ol/core'
import type { Input } from './input/input.js'
import { type EvaluateOptions, type EvaluateRun, startEvaluation } from './operations/evaluate.js'
import { type ExplanationOptions, Explanations } from './operations/explanations.js'
import { type PredictedValue, Predictions, type PredictOptions } from './operations/predictions.js'
import type { ProgressRow } from './operations/progress-row.js'
import { startTraining } from './operations/train.js'
import type { ContinueOptions } from './operations/train-options.js'
import type { TrainRun } from './operations/train-run.js'
import type { Running } from './running.js'
import { loadLearner, Session } from './session.js'

/** A model that knows how its data is read; K: the labels of its classes, undefined in regression. */
export class Model<K extends LabelOrNone = LabelOrNone> extends Session {
  /**
   * Predicts the examples of an input, which is read as the training input was; options override.
   *
   * @returns the predictions, made as they are iterated
   */
  predict<const R extends PredictOptions = PredictOptions>(
    input: Input,
    options?: R,
  ): Predictions<K, PredictedValue<K, R>> {
    return new Predictions(async () => this, input, options ?? {})
  }

  /**
   * Explains the scores of the examples of an input, which is read as the training input was; options override.
   *
   * @returns for each example what its features contribute, made as it is iterated
   */
  explain(input: Input, options: ExplanationOptions = {}): Explanations {
    return new Explanations(async () => this, input, options)
  }

  /** Measures the loss on an input, without changing the model. */
  evaluate(input: Input, options: EvaluateOptions = {}): Running<EvaluateRun, ProgressRow> {
    return startEvaluation(() => ({ load: async () => this, options }), input)
  }

  /** Learns from more data, as if the training had not been interrupted. */
  train(input: Input, options: ContinueOptions = {}): Running<TrainRun<Model<K>>, ProgressRow> {
    return startTraining(input, options, () => this, this)
  }

  /** Writes the model file atomically: on any error the old file stays. `predictOnly`: without the state for learning. */
  async save(path: string, options: SaveOptions = {}): Promise<void> {
    await this.learner.save(path, options)
  }

  /** Returns the bytes that `save` writes. */
  toBytes(options: SaveOptions = {}): Uint8Array {
    return this.learner.toBytes(options)
  }
}

/**
 * Loads a model from its file, or from the bytes of one. K names the labels of its classes, which the compiler cannot know.
 *
 * @param options may change rates, clip, link, update and backend; others must equal the model's
 * @throws OLError OL_FILE_*, OL_MODEL_*
 */
export async function load<K extends LabelOrNone = LabelOrNone>(
  model: string | Uint8Array,
  options: AnyLearnerOptions = {},
): Promise<Model<K>> {
  return new Model<K>(await loadLearner(model, options))
}
