import type { AnyLearnerOptions } from '../options/learner-options.js'
import { neededPart } from '../options/needed-part.js'
import type { ClassLabel } from '../options/settings.js'
import { checkObject } from '../stream/check-arguments.js'
import type { FeatureImportance, NamesInfo } from './importance.js'
import { checkKey, type InspectOptions, type LaneInfo } from './inspect.js'
import { LeanLearner } from './lean-learner.js'
import type { ModelWeight } from './model-weights.js'
import type { InspectingPart } from './parts/inspecting-part.js'
import type { LabelOrNone } from './predicted-batch.js'
import type { Sparsity } from './sparsity.js'

/** A learner that shows its options, lanes, names and weights. P and K: see `BaseLearner`. */
export class InspectedLearner<
  P extends ClassLabel = number,
  K extends LabelOrNone = LabelOrNone,
> extends LeanLearner<P, K> {
  get #inspecting(): InspectingPart {
    return neededPart((this.constructor as typeof InspectedLearner).parts, 'inspecting')
  }

  /** all options, defaults filled in */
  get options(): AnyLearnerOptions {
    return this.#inspecting.optionsOf(this.learnerState().current)
  }

  /** warnings about settings that are allowed; empty where there are none */
  get warnings(): readonly string[] {
    return this.#inspecting.warningsOf(this.learnerState().settings)
  }

  /** the models that this learner holds side by side */
  get lanes(): readonly LaneInfo[] {
    const { settings, mixtureWeights, table } = this.learnerState().ensemble
    return this.#inspecting.laneInfos(settings, mixtureWeights, this.classes, table)
  }

  /**
   * Iterates over the weights that are not 0, by slot, in the features' own units.
   *
   * @param lane of a class, or 0 for the model and from 1 its replicates, or what a mixture has kept: see `lanes`;
   *   default: the model as it predicts, with classes its first (of a mixture: see `inspect`)
   * @returns an iterator over index (of the feature) and weight
   * @throws OLError: OL_PARAMETER where there is no such lane; OL_BUSY while a batch is learned from
   */
  *weights(lane?: number): IterableIterator<ModelWeight> {
    this.learnerState().busy?.refuseInFlight()
    for (const weight of this.#inspecting.weightsOf(this.learnerState(), lane)) {
      yield weight
      this.learnerState().busy?.refuseInFlight()
    }
  }

  /**
   * Returns the features that contribute most to the score where they are present: by |weight| times scale, largest
   * first; of equal ones the lower index first. With classes those of each class in turn.
   *
   * @param options how many (default 20), and of which lane (default: of the model as it predicts)
   * @returns at most `top` features of each class
   * @throws OLError: OL_PARAMETER where there is no such lane; OL_BUSY while a batch is learned from
   */
  inspect(options: InspectOptions = {}): FeatureImportance[] {
    checkObject(options)
    this.learnerState().busy?.refuseInFlight()
    return this.#inspecting.importances(this.learnerState(), options)
  }

  /** what is known of the names of its features */
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
    return this.#inspecting.nameCollisions(this.learnerState())
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
   * @returns those of all lanes, and the slots that hold anything
   * @throws OLError: OL_BUSY while a batch is learned from
   */
  sparsity(): Sparsity {
    this.learnerState().busy?.refuseInFlight()
    return this.#inspecting.sparsityOf(this.learnerState())
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
    const slot = this.#inspecting.slotOf(this.learnerState(), index, upper)
    return slot === undefined ? 0 : this.#inspecting.weightOfSlot(this.learnerState(), slot)
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
    return this.#inspecting.slotOf(this.learnerState(), index, upper)
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
    return this.#inspecting.weightOfSlot(this.learnerState(), slot)
  }

  /**
   * Returns the slot of a feature.
   *
   * @deprecated Use `slotOf`; this name goes with the next version.
   */
  rowOf(index: number, upper?: number): number | undefined {
    return this.slotOf(index, upper)
  }

  /**
   * Returns the weight of a slot.
   * @deprecated Use `weightOfSlot`; this name goes with the next version.
   */
  weightAt(slot: number): number {
    return this.weightOfSlot(slot)
  }
}
