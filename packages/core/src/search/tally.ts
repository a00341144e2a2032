import { lossTwins } from '@ol/numerics'
import { type Batch, type LossId, losses as lossTable, type Results } from '@ol/spec'
import { ownFinalizing, settle } from '../lanes/finalize.js'
import { LaneSums } from '../lanes/lane-sums.js'
import { firstLabelled } from '../validation/first-label.js'
import { ProgressiveValidation, type ProgressState } from '../validation/progressive-validation.js'

/** The loss by which the predictions of all models are compared, with its parameter. */
export interface CommonLoss {
  readonly loss: LossId
  readonly lossParam: number
}

/** Progressive validation of a model among others, as `ProgressiveValidation` would count it for a separate run. */
export interface Tallied {
  readonly counts: ProgressState
  readonly sums: readonly Float64Array[]
  /** as a run reports it: see `LaneTally` */
  readonly averageLoss: number
  /** share of the weight whose sign or class was wrong; undefined if the labels are neither */
  readonly errorRate: number | undefined
  /** average loss under the common loss, if there is one */
  readonly compared: number | undefined
  readonly logLoss: number | undefined
}

/** Progressive validation of models side by side. */
export interface Tally {
  /** `results`: at least the batch's, of all lanes */
  add(batch: Batch, results: Results): void
  of(model: number): Tallied
}

/**
 * Each lane is a model; counts that all models share are kept once. If labels are learned in units of their spread, the
 * prediction that was made before any label is in no average.
 */
export class LaneTally implements Tally {
  readonly #losses: readonly LossId[]
  readonly #lanes: number
  readonly #sign: boolean
  readonly #commonLoss: CommonLoss | undefined
  readonly #common: ProgressiveValidation
  readonly #loss: Float64Array
  readonly #mistakes: Float64Array
  readonly #compared: Float64Array
  /** the sums of the losses that are averaged */
  readonly #averaged: Float64Array
  #averagedWeight = 0
  #awaitsLabel: boolean

  /** `losses`: of each model; `sign`: whether all labels are signs; `spread`: whether labels are learned in units of their spread */
  constructor(losses: readonly LossId[], sign: boolean, commonLoss: CommonLoss | undefined, spread: boolean) {
    this.#losses = losses
    this.#lanes = losses.length
    this.#sign = sign
    this.#commonLoss = commonLoss
    this.#common = new ProgressiveValidation(losses[0])
    this.#loss = new Float64Array(losses.length)
    this.#mistakes = new Float64Array(losses.length)
    this.#compared = new Float64Array(losses.length)
    this.#averaged = new Float64Array(losses.length)
    this.#awaitsLabel = spread
  }

  add(batch: Batch, results: Results): void {
    const lanes = this.#lanes
    const first = (all: Float64Array) => everyNth(all, lanes, batch.size)
    this.#common.add(
      batch,
      lanes === 1
        ? results
        : {
            predictions: first(results.predictions),
            losses: first(results.losses),
            status: results.status,
          },
    )
    const unpredicted = this.#firstLabel(batch)
    this.#addLanes(batch, results, unpredicted)
    if (this.#commonLoss !== undefined) this.#compare(batch, results, this.#commonLoss, unpredicted)
  }

  /** Returns the first labelled example of all; -1: it was in an earlier batch, is not yet here, or counts like others. */
  #firstLabel(batch: Batch): number {
    if (!this.#awaitsLabel) return -1
    const first = firstLabelled(batch, 0, batch.size)
    this.#awaitsLabel = first < 0
    return first
  }

  #addLanes({ size, labels, weights }: Batch, { predictions, losses }: Results, unpredicted: number): void {
    const lanes = this.#lanes
    const loss = this.#loss
    const averaged = this.#averaged
    const mistakes = this.#mistakes
    const sign = this.#sign
    for (let e = 0; e < size; e++) {
      const y = labels[e]
      const w = weights === undefined ? 1 : weights[e]
      if (y !== y || w === 0) continue
      if (e !== unpredicted) this.#averagedWeight += w
      const at = e * lanes
      for (let l = 0; l < lanes; l++) {
        const own = losses[at + l]
        if (own - own === 0) {
          loss[l] += w * own
          if (e !== unpredicted) averaged[l] += w * own
        }
        if (sign && !(predictions[at + l] * y > 0)) mistakes[l] += w
      }
    }
  }

  #compare(
    { size, labels, weights }: Batch,
    { predictions }: Results,
    { loss, lossParam }: CommonLoss,
    unpredicted: number,
  ): void {
    const twin = lossTwins[loss]
    const lanes = this.#lanes
    for (let e = 0; e < size; e++) {
      const y = labels[e]
      const w = weights === undefined ? 1 : weights[e]
      if (y !== y || w === 0 || e === unpredicted) continue
      for (let l = 0; l < lanes; l++) {
        const own = twin.value(predictions[e * lanes + l], y, lossParam)
        if (own - own === 0) this.#compared[l] += w * own
      }
    }
  }

  of(model: number): Tallied {
    const counts = this.#common.state()
    const mistakes = this.#mistakes[model]
    // a separate run counts mistakes only for losses of the labels -1 and +1
    const counted = lossTable[this.#losses[model]].labels === 'sign'
    const { labelledWeight } = counts
    // of a single labelled example there is no other loss
    const [sums, weight] =
      this.#averagedWeight > 0 ? [this.#averaged, this.#averagedWeight] : [this.#loss, labelledWeight]
    return {
      counts: { ...counts, lossSum: this.#loss[model], mistakes: counted ? mistakes : 0 },
      sums: [],
      averageLoss: sums[model] / weight,
      errorRate: this.#sign ? mistakes / labelledWeight : undefined,
      compared: this.#commonLoss === undefined ? undefined : this.#compared[model] / weight,
      logLoss: undefined,
    }
  }
}

/** Lane k * models + m is class k of model m. */
export class ClassTally implements Tally {
  readonly #losses: readonly LossId[]
  readonly #classes: number
  readonly #progress: readonly ProgressiveValidation[]

  /** `losses`: of each model */
  constructor(losses: readonly LossId[], classes: number) {
    this.#losses = losses
    this.#classes = classes
    this.#progress = losses.map(
      (loss) => new ProgressiveValidation(loss, undefined, new LaneSums({ classes, replicates: 0 })),
    )
  }

  add(batch: Batch, results: Results): void {
    const { size, labels } = batch
    const classes = this.#classes
    const models = this.#losses.length
    const lanes = models * classes
    const outcome = {
      predictions: new Float64Array(size),
      losses: new Float64Array(size),
      scores: new Float64Array(size * classes),
      logLosses: new Float64Array(size),
      status: results.status,
    }
    for (let m = 0; m < models; m++) {
      for (let e = 0; e < size; e++) {
        let sum = 0
        for (let k = 0; k < classes; k++) {
          const at = e * lanes + k * models + m
          outcome.scores[e * classes + k] = results.predictions[at]
          sum += results.losses[at]
        }
        outcome.losses[e] = sum / classes
      }
      settle(ownFinalizing, this.#losses[m], { size, from: 0, before: undefined, labels }, outcome)
      this.#progress[m].add(batch, outcome)
    }
  }

  of(model: number): Tallied {
    const progress = this.#progress[model]
    return {
      counts: progress.state(),
      averageLoss: progress.averageLoss,
      sums: progress.laneSums()?.arrays ?? [],
      errorRate: progress.errorRate,
      compared: undefined,
      logLoss: progress.logLoss,
    }
  }
}

function everyNth(all: Float64Array, n: number, count: number): Float64Array {
  const column = new Float64Array(count)
  for (let e = 0; e < count; e++) column[e] = all[e * n]
  return column
}
