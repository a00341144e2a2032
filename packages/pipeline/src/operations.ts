import type { BackendChoice, CommonOptions, LabelOrNone } from '@ol/core'
import {
  checkPlain,
  type defaultRule,
  type Link,
  type LossId,
  type RuleName,
  type singleRule,
} from '@ol/spec'
import type { Input } from './input/input.js'
import { load, Model } from './model.js'
import { Conversion, type ConvertOptions } from './operations/conversion.js'
import { type EvaluateOptions, type EvaluateRun, startEvaluation } from './operations/evaluate.js'
import {
  type EvaluateHoldoutOptions,
  type HoldoutRun,
  startHoldoutEvaluation,
} from './operations/evaluate-holdout.js'
import { type ExplanationOptions, Explanations } from './operations/explanations.js'
import {
  type ModelLabel,
  type PredictedValue,
  Predictions,
  type PredictOptions,
} from './operations/predictions.js'
import type { ProgressRow } from './operations/progress-row.js'
import { type SearchEvent, type SearchOptions, type SearchRun, startSearch } from './operations/search.js'
import { startTraining } from './operations/train.js'
import type { TrainOptions } from './operations/train-options.js'
import type { TrainRun } from './operations/train-run.js'
import type { Running } from './running.js'

/** The model of an operation, and the options that override its own. */
export interface WithModel<K extends LabelOrNone = LabelOrNone> {
  /** its path, its bytes, or itself */
  readonly model: string | Uint8Array | Model<K>
  /** for a model to load; default: the environment variable OL_BACKEND, or `auto` */
  readonly backend?: BackendChoice | undefined
  /** for a model to load: the function from score to prediction */
  readonly link?: Link | undefined
}

/**
 * Learns a model from an input, one example at a time. Each is predicted before it is learned, so the average loss is a
 * loss on unseen data.
 *
 * @returns the run: awaited for the model and its report, iterated for progress
 */
export function train<
  Rule extends RuleName = typeof defaultRule | typeof singleRule,
  Loss extends LossId = 'squared',
  const C extends CommonOptions['classes'] = undefined,
  const T extends CommonOptions['task'] = undefined,
  const Most extends CommonOptions['mostClasses'] = undefined,
>(
  input: Input,
  options?: TrainOptions<Rule, Loss> & {
    readonly classes?: C | undefined
    readonly task?: T | undefined
    readonly mostClasses?: Most | undefined
  },
): Running<TrainRun<Model<ModelLabel<C, T, Most>>>, ProgressRow>
/** Learns a model by options that are known at run time only. */
export function train<
  Rule extends RuleName = typeof defaultRule | typeof singleRule,
  Loss extends LossId = 'squared',
>(input: Input, options?: TrainOptions<Rule, Loss>): Running<TrainRun<Model>, ProgressRow>
export function train(input: Input, options: TrainOptions = {}): Running<TrainRun<Model>, ProgressRow> {
  return startTraining(input, options, (learner) => new Model(learner))
}

/** Measures the loss of a model on an input, without learning. */
export function evaluate(
  input: Input,
  given: EvaluateOptions & WithModel,
): Running<EvaluateRun, ProgressRow> {
  return startEvaluation(() => ofModel(given), input)
}

/** Reads the merge holdout of an input, which no shard has learned: the evidence for weighing the lanes of a merged model. */
export function evaluateHoldout(
  input: Input,
  given: EvaluateHoldoutOptions & WithModel,
): Running<HoldoutRun, never> {
  return startHoldoutEvaluation(() => ofModel(given), input)
}

/** Predicts the examples of an input. */
export function predict<K extends LabelOrNone = LabelOrNone, const R extends PredictOptions = PredictOptions>(
  input: Input,
  given: R & Omit<WithModel<K>, 'link'>,
): Predictions<K, PredictedValue<K, R>> {
  checkPlain(given)
  const { model, backend, ...options } = given
  return new Predictions(() => modelOf({ model, backend }), input, options)
}

/** Explains the scores of the examples of an input: what their features contribute. */
export function explain(input: Input, given: ExplanationOptions & WithModel): Explanations {
  const { load: loadModel, options } = ofModel(given)
  return new Explanations(loadModel, input, options)
}

/** Finds the best learning rate, and other parameters, rules and losses: many models learn side by side. */
export function search(input: Input, options: SearchOptions = {}): Running<SearchRun<Model>, SearchEvent> {
  return startSearch(input, options, (learner) => new Model(learner))
}

/** Writes the examples of an input in another format. */
export function convert(input: Input, options: ConvertOptions): Conversion {
  return new Conversion(input, options)
}

/** @throws OLError OL_PARAMETER for options that are not an object */
function ofModel<Options extends WithModel>(given: Options) {
  checkPlain(given)
  const { model, backend, link, ...options } = given
  return { load: () => modelOf({ model, backend, link }), options }
}

async function modelOf({ model, backend, link }: WithModel): Promise<Model> {
  return model instanceof Model ? model : load(model, { backend, link })
}
