import { type Batch, checkNames } from '@ol/spec'
import type { ExampleLabel, Features, FeaturesOf } from '../examples/features.js'
import type { Term } from '../expand/terms.js'
import type { AnyLearnerOptions } from '../options/learner-options.js'
import type { ClassLabel } from '../options/settings.js'
import { optionsOf, warningsOf } from '../options/stored-options.js'
import { checkBatchOptions, checkFunction } from '../stream/check-arguments.js'
import type { BatchOptions } from '../stream/streams.js'
import { type BestLane, bestLaneOf } from './best-lane.js'
import { explain } from './explain.js'
import type { ExplainOptions, Explanation } from './explanation.js'
import {
  type FeatureImportance,
  importances,
  type NamesInfo,
  nameCollisions,
  type Sparsity,
  sparsityOf,
} from './importance.js'
import { checkKey, checkNamedKeys, type InspectOptions, type LaneInfo, laneInfos, slotOf } from './inspect.js'
import { LeanLearner } from './lean-learner.js'
import { type TermsOptions, termsOf } from './model-terms.js'
import { type ModelWeight, weightOfSlot, weightsOf } from './model-weights.js'
import type { LabelOrNone } from './predicted-batch.js'

/** A learner with access to its options, lanes, names and weights. P, K and L: see `Learner`. */
export class InspectedLearner<
  P extends ClassLabel = number,
  K extends LabelOrNone = LabelOrNone,
  L extends ExampleLabel = ExampleLabel,
> extends LeanLearner<P, K, L> {
  /** all options, including defaults */
  get options(): AnyLearnerOptions {
    return optionsOf(this.learnerState().current)
  }

  /** warnings about settings that are allowed; empty if there are none */
  get warnings(): readonly string[] {
    return warningsOf(this.learnerState().settings)
  }

  /** the models that this learner trains side by side */
  get lanes(): readonly LaneInfo[] {
    const { settings, mixtureWeights, table } = this.learnerState().base
    return laneInfos(settings, mixtureWeights, this.classes, table)
  }

  /** the best lane so far of a mixture with log losses (`auto` and `auto-small` with classes); undefined for other models */
  get bestLane(): BestLane | undefined {
    return bestLaneOf(this.learnerState())
  }

  /**
   * Iterates over the weights that are not 0, by slot, in the features' own units.
   *
   * @param lane a class; or 0 for the model, and from 1 its replicates; or a lane of a mixture that is not pruned:
   * see `lanes`. Default: the model as it predicts, with classes the first class (for a mixture: see `inspect`)
   * @returns an iterator over feature indices and weights
   * @throws OLError: OL_PARAMETER if there is no such lane; OL_BUSY while a batch is being learned
   */
  *weights(lane?: number): IterableIterator<ModelWeight> {
    this.learnerState().busy?.refuseInFlight()
    for (const weight of weightsOf(this.learnerState(), lane)) {
      yield weight
      this.learnerState().busy?.refuseInFlight()
    }
  }

  /**
   * Returns the features that contribute most to the score when they are present: by |weight| times scale, largest
   * first; if equal, the lower index first. With classes, for each class in turn.
   *
   * @param options how many (default 20), and the lane (default: the model as it predicts)
   * @returns at most `top` features of each class
   * @throws OLError: OL_PARAMETER if there is no such lane; OL_BUSY while a batch is being learned
   */
  inspect(options: InspectOptions = {}): FeatureImportance[] {
    checkNames(options, ['top', 'lane', 'alternatives', 'names'] satisfies (keyof InspectOptions)[])
    checkFunction('alternatives', options.alternatives)
    checkNamedKeys(options.names)
    this.learnerState().busy?.refuseInFlight()
    return importances(this.learnerState(), options)
  }

  /**
   * Returns the terms of a model with derived features, whose score is their sum. Each column has a curve or its
   * categories, and each chosen pair and triple has a table. The largest contribution comes first. With real labels
   * the scores are exact. With classes they belong to the mean of the experts' log odds, which is close to the
   * mixture.
   *
   * @param options how many (default: all), and names besides the names that the model keeps
   * @returns at most `top` terms of each class; columns whose features have no names are left out
   * @throws OLError: OL_PARAMETER for a model without derived features; OL_BUSY while a batch is being learned
   */
  terms(options: TermsOptions = {}): Term[] {
    checkNames(options, ['top', 'names'] satisfies (keyof TermsOptions)[])
    checkNamedKeys(options.names)
    this.learnerState().busy?.refuseInFlight()
    return termsOf(this.learnerState(), options)
  }

  /**
   * Returns the score of an example as a sum of the contributions of its features; the model does not change.
   *
   * @param input features of one example, or a batch of one
   * @param options the class to explain, in a model with classes
   * @returns the contributions, whose sum is bit-identical to the score
   * @throws OLError: OL_PARAMETER for a class that the model does not have; as for `predict`
   */
  explain<F extends object & FeaturesOf<F>>(
    input: F | Batch,
    options: ExplainOptions & BatchOptions = {},
  ): Explanation<P> {
    checkBatchOptions(options, ['class', 'against', 'trusted'] satisfies (
      | keyof ExplainOptions
      | keyof BatchOptions
    )[])
    this.learnerState().busy?.refuseInFlight()
    return explain(this.learnerState(), input as Features | Batch, options) as Explanation<P>
  }

  /** information about the names of the features */
  get names(): NamesInfo {
    const { limit = 0, size: known = 0, unnamed: incomplete = false } = this.learnerState().names ?? {}
    return { limit, known, incomplete }
  }

  /**
   * Counts the names of features that share a slot, and so a weight, with another feature.
   *
   * @returns the number of these names among the names that the model keeps
   */
  nameCollisions(): number {
    return nameCollisions(this.learnerState())
  }

  /**
   * Returns the name of a feature.
   *
   * @param index the hash of the feature, in [0, 2^32)
   * @param upper with bits 'grow': the upper half of its key, in [0, 2^32)
   * @returns the name; undefined if the model does not know it
   * @throws OLError: OL_PARAMETER for numbers that are no halves of a key
   */
  nameOf(index: number, upper = 0): string | undefined {
    checkKey(index, upper)
    return this.learnerState().names?.nameOf(index, upper)
  }

  /**
   * Counts the nonzero weights (the L0 norm), after all penalties of the examples so far.
   *
   * @returns the nonzero weights of all lanes, and the number of used slots
   * @throws OLError: OL_BUSY while a batch is being learned
   */
  sparsity(): Sparsity {
    this.learnerState().busy?.refuseInFlight()
    return sparsityOf(this.learnerState())
  }

  /**
   * Returns the weight of a feature in the model as it predicts; with classes, in the first class. The weight is in
   * the unit in which the feature is learned (with `prenormalize`: divided).
   *
   * @param index the hash of the feature, in [0, 2^32)
   * @param upper with bits 'grow': the upper half of its key, in [0, 2^32)
   * @returns the weight; 0 if there is none
   * @throws OLError: OL_PARAMETER for numbers that are no halves of a key; OL_KEYS if `upper` is missing
   */
  weight(index: number, upper?: number): number {
    this.learnerState().busy?.refuseInFlight()
    const slot = slotOf(this.learnerState(), index, upper)
    return slot === undefined ? 0 : weightOfSlot(this.learnerState(), slot)
  }

  /**
   * Returns the slot of a feature in the table.
   *
   * @param index the hash of the feature, in [0, 2^32)
   * @param upper with bits 'grow': the upper half of its key, in [0, 2^32)
   * @returns the slot, from 0; undefined if the feature has none yet
   * @throws OLError: OL_PARAMETER for numbers that are no halves of a key; OL_KEYS if `upper` is missing
   */
  slotOf(index: number, upper?: number): number | undefined {
    return slotOf(this.learnerState(), index, upper)
  }

  /**
   * Returns the weight of a slot: see `weight`.
   *
   * @param slot from 0
   * @returns the weight; 0 if the slot is free
   * @throws OLError: OL_PARAMETER if the table has no such slot; OL_BUSY while a batch is being learned
   */
  weightOfSlot(slot: number): number {
    this.learnerState().busy?.refuseInFlight()
    return weightOfSlot(this.learnerState(), slot)
  }
}
