import { type Batch, checkNames } from '@ol/spec'
import type { Features, FeaturesOf } from '../examples/features.js'
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

/** A learner that shows its options, lanes, names and weights. P and K: see `Learner`. */
export class InspectedLearner<
  P extends ClassLabel = number,
  K extends LabelOrNone = LabelOrNone,
> extends LeanLearner<P, K> {
  /** all options, defaults filled in */
  get options(): AnyLearnerOptions {
    return optionsOf(this.learnerState().current)
  }

  /** warnings about settings that are allowed; empty where there are none */
  get warnings(): readonly string[] {
    return warningsOf(this.learnerState().settings)
  }

  /** the models that this learner holds side by side */
  get lanes(): readonly LaneInfo[] {
    const { settings, mixtureWeights, table } = this.learnerState().base
    return laneInfos(settings, mixtureWeights, this.classes, table)
  }

  /** of a mixture with log losses (`auto` and `auto-small` of classes): its best lane so far; undefined for any other model */
  get bestLane(): BestLane | undefined {
    return bestLaneOf(this.learnerState())
  }

  /**
   * Iterates over the weights that are not 0, by slot, in the features' own units.
   *
   * @param lane a class, or 0 for the model and from 1 its replicates, or a lane that a mixture has kept: see `lanes`;
   *   default: the model as it predicts, with classes its first (of a mixture: see `inspect`)
   * @returns an iterator over index (of the feature) and weight
   * @throws OLError: OL_PARAMETER where there is no such lane; OL_BUSY while a batch is learned from
   */
  *weights(lane?: number): IterableIterator<ModelWeight> {
    this.learnerState().busy?.refuseInFlight()
    for (const weight of weightsOf(this.learnerState(), lane)) {
      yield weight
      this.learnerState().busy?.refuseInFlight()
    }
  }

  /**
   * Returns the features that contribute most to the score where they are present: by |weight| times scale, largest
   * first; of equal ones the lower index first. With classes it does so for each class in turn.
   *
   * @param options how many (default 20), and of which lane (default: of the model as it predicts)
   * @returns at most `top` features of each class
   * @throws OLError: OL_PARAMETER where there is no such lane; OL_BUSY while a batch is learned from
   */
  inspect(options: InspectOptions = {}): FeatureImportance[] {
    checkNames(options, ['top', 'lane', 'alternatives', 'names'] satisfies (keyof InspectOptions)[])
    checkFunction('alternatives', options.alternatives)
    checkNamedKeys(options.names)
    this.learnerState().busy?.refuseInFlight()
    return importances(this.learnerState(), options)
  }

  /**
   * Returns the terms of the sum that a model with derived features is, the largest contribution first: of each column a curve or its
   * categories, and of each chosen pair and triple a table. With classes the scores belong to the mean of the experts'
   * log odds, which the mixture comes near to; with real labels they are exact.
   *
   * @param options how many (default: all), and names next to the ones that the model keeps
   * @returns at most `top` terms of each class; columns whose features have no names are left out
   * @throws OLError: OL_PARAMETER for a model without derived features; OL_BUSY while a batch is learned from
   */
  terms(options: TermsOptions = {}): Term[] {
    checkNames(options, ['top', 'names'] satisfies (keyof TermsOptions)[])
    checkNamedKeys(options.names)
    this.learnerState().busy?.refuseInFlight()
    return termsOf(this.learnerState(), options)
  }

  /**
   * Returns the score of an example as a sum of what each of its features adds; the model does not change.
   *
   * @param input features of one example, or a batch of one
   * @param options of which class, in a model with classes
   * @returns the contributions, which add up to the score bit for bit
   * @throws OLError: OL_PARAMETER for a class that the model does not have; as of `predict`
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

  /** the facts about the names of its features */
  get names(): NamesInfo {
    const { limit = 0, size: known = 0, unnamed: incomplete = false } = this.learnerState().names ?? {}
    return { limit, known, incomplete }
  }

  /**
   * Counts the names of features that share a slot with another, whose weights are therefore one.
   *
   * @returns how many of the names that the model keeps
   */
  nameCollisions(): number {
    return nameCollisions(this.learnerState())
  }

  /**
   * Returns the name of a feature.
   *
   * @param index the hash of the feature, in [0, 2^32)
   * @param upper with bits 'grow': the upper half of its key, in [0, 2^32)
   * @returns the name; undefined where the model does not know it
   * @throws OLError: OL_PARAMETER for numbers that are no halves of a key
   */
  nameOf(index: number, upper = 0): string | undefined {
    checkKey(index, upper)
    return this.learnerState().names?.nameOf(index, upper)
  }

  /**
   * Counts the weights that are not 0 (the L0 norm), penalties of the examples so far included.
   *
   * @returns the memory of all lanes, and the slots that hold anything
   * @throws OLError: OL_BUSY while a batch is learned from
   */
  sparsity(): Sparsity {
    this.learnerState().busy?.refuseInFlight()
    return sparsityOf(this.learnerState())
  }

  /**
   * Returns the weight of a feature in the model as it predicts, with classes in the first; in the unit of the feature as it is
   * learned from (with `prenormalize`: divided).
   *
   * @param index the hash of the feature, in [0, 2^32)
   * @param upper with bits 'grow': the upper half of its key, in [0, 2^32)
   * @returns the weight; 0 where there is none
   * @throws OLError: OL_PARAMETER for numbers that are no halves of a key; OL_KEYS where `upper` is missing
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
   * @returns the slot, from 0; undefined where the feature has none yet
   * @throws OLError: OL_PARAMETER for numbers that are no halves of a key; OL_KEYS where `upper` is missing
   */
  slotOf(index: number, upper?: number): number | undefined {
    return slotOf(this.learnerState(), index, upper)
  }

  /**
   * Returns the weight of a slot: see `weight`.
   *
   * @param slot from 0
   * @returns the weight; 0 where the slot is free
   * @throws OLError: OL_PARAMETER where the table has no such slot; OL_BUSY while a batch is learned from
   */
  weightOfSlot(slot: number): number {
    this.learnerState().busy?.refuseInFlight()
    return weightOfSlot(this.learnerState(), slot)
  }
}
