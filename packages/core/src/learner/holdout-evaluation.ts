import type { Batch, LocatedBatch } from '@ol/spec'
import { unweighed } from '../merge/fresh-memory.js'
import { type HoldoutResult, holdoutResultOf } from '../merge/holdout-result.js'
import { headOf, namedSums } from '../merge/model-part.js'
import { refusedExpanded } from '../options/refusals.js'
import { ClassWeights } from '../targets/class-weights.js'
import type { LearnerState } from './learner-state.js'
import { modelOf } from './stored-state.js'
import { wholeState } from './whole-state.js'

/** Weighs the lanes of a model by examples that none of its shards has learned; the model does not change. */
export class HoldoutEvaluation {
  readonly #state: LearnerState
  readonly #checksum: string
  readonly #classWeights: ClassWeights | undefined
  #examples = 0
  #weight = 0
  #lossSum = 0

  /** `checksum`: of the bytes of the model */
  constructor(state: LearnerState, checksum: string) {
    this.#checksum = checksum
    if (state.derives) throw refusedExpanded('evaluate it on a merge holdout', state.settings.expand)
    const model = modelOf(state)
    const { settings } = model
    this.#state = wholeState({ backend: state.backend.name }, unweighed(model))
    this.#classWeights =
      settings.classWeight === undefined
        ? undefined
        : new ClassWeights(settings.classWeight, settings, namedSums(headOf(model)).get('class_weights'))
  }

  /**
   * Adds the examples of a batch that have a label and a weight. Lanes are weighed with the weights of learning; the
   * loss uses only the weights of the examples, as in every report.
   */
  add(batch: Batch, trusted: boolean): void {
    const state = this.#state
    state.checkLabelled(batch, trusted, state.classes)
    const coded = state.coded(batch)
    const { losses } = state.base.predict(this.#weighted(coded), 0, true)
    for (let e = 0; e < batch.size; e++) {
      const weight = batch.weights?.[e] ?? 1
      if (Number.isNaN(batch.labels[e]) || !(weight > 0)) continue
      this.#examples++
      // as in the holdout of several passes: an example without a loss has no weight in the mean
      if (!Number.isFinite(losses[e])) continue
      this.#weight += weight
      this.#lossSum += weight * losses[e]
    }
  }

  #weighted(batch: Batch): LocatedBatch {
    if (this.#classWeights === undefined) return batch
    const { size, offsets, indices, upper, values, labels, initial } = batch
    return {
      size,
      offsets,
      indices,
      upper,
      values,
      labels,
      initial,
      weights: this.#classWeights.evaluated(batch),
    }
  }

  get result(): HoldoutResult {
    const counts = {
      model: this.#checksum,
      examples: this.#examples,
      weight: this.#weight,
      lossSum: this.#lossSum,
    }
    return holdoutResultOf(modelOf(this.#state), counts)
  }
}
