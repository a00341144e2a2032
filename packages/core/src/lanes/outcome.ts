import type { ScoreParts } from '@ol/fallback'
import { type Batch, batchesInUse, type Results, status } from '@ol/spec'
import { stackedLanes } from '../options/ensemble-options.js'
import type { Settings } from '../options/settings.js'

/** The combined results of the lanes for a batch: one prediction and one loss for each example. */
export interface Outcome extends Results {
  /** size: the score; with classes the class numbered from 0, as in lanes (-1: no score is a number) */
  readonly predictions: Float64Array
  /** size: with classes the mean of their losses; NaN without a label */
  readonly losses: Float64Array
  /** with classes: size * classes */
  readonly scores?: Float64Array
  /** with classes, size: -ln of the probability of the label; NaN without one */
  readonly logLosses?: Float64Array
  /**
   * for a mixture whose lanes are stacked: by example, the prediction of each lane of the ensemble; NaN if it was
   * pruned
   */
  readonly lanes?: Float64Array
  /** for a mixture, if requested: size, the standard deviation over its lanes */
  readonly spread?: Float64Array
  /** with replicates: size * lanes, the scores of the lanes and their factors of the example's weight */
  readonly replicates?: {
    readonly predictions: Float64Array
    readonly weights: Float64Array
  }
}

/** Results for a batch. */
export function resultsFor(size: number, lanes: number): Results {
  return {
    predictions: new Float64Array(size * lanes),
    losses: new Float64Array(size * lanes),
    status: new Uint8Array(size),
  }
}

/**
 * Results that are reused, because few pieces of batches are in use at a time. Large arrays for each would keep the
 * garbage collector busy.
 */
export class ResultBuffers {
  readonly #lanes: number
  readonly #all: Results[]
  #turn = 0

  constructor(lanes: number) {
    this.#lanes = lanes
    this.#all = Array.from({ length: batchesInUse }, () => resultsFor(1, lanes))
  }

  /** Returns results for this many examples, valid until the third request after this. */
  next(size: number): Results {
    const lanes = this.#lanes
    this.#turn = (this.#turn + 1) % batchesInUse
    if (this.#all[this.#turn].status.length < size)
      this.#all[this.#turn] = resultsFor(size + (size >> 2), lanes)
    const own = this.#all[this.#turn]
    return {
      predictions: own.predictions.subarray(0, size * lanes),
      losses: own.losses.subarray(0, size * lanes),
      status: own.status.subarray(0, size),
    }
  }
}

/** Returns a new outcome for `size` examples of several lanes. */
export function outcomeFor(settings: Settings, size: number): Outcome {
  const { classes, bootstrap, lanes, stack } = settings
  return {
    predictions: new Float64Array(size),
    losses: new Float64Array(size),
    status: new Uint8Array(size),
    ...(stack === 'off' ? {} : { lanes: new Float64Array(size * stackedLanes(settings)).fill(Number.NaN) }),
    ...(classes === undefined
      ? {}
      : { scores: new Float64Array(size * classes.count), logLosses: new Float64Array(size) }),
    ...(bootstrap === undefined
      ? {}
      : {
          replicates: {
            predictions: new Float64Array(size * lanes),
            weights: new Float64Array(size * lanes),
          },
        }),
  }
}

/** The treatment of examples: with `evaluated` the weights of the lanes move, and the lanes do not. */
export type How = 'learned' | 'predicted' | 'evaluated'

/** Arrays of a single example, used within a call: the addon accepts an array faster if it has seen it before. */
const oneMove: Uint8Array = /* @__PURE__ */ new Uint8Array(1)

/** Returns which examples move the weights of lanes: 1 for each. For one example it is valid until the next call. */
export function movesOf(batch: Batch, results: Results, how: How): Uint8Array {
  const { size, labels, weights } = batch
  const moves = size === 1 ? oneMove : new Uint8Array(size)
  for (let e = 0; e < size; e++) {
    const evaluated = labels[e] === labels[e] && (weights === undefined || weights[e] > 0)
    moves[e] = (how === 'evaluated' ? evaluated : results.status[e] === status.learned) ? 1 : 0
  }
  return moves
}

/** The parts of the lanes' scores for an example. */
export interface LaneScores extends Omit<ScoreParts, 'scores'> {
  /** before the initial prediction is added and before they are clipped, in units of the lanes */
  readonly raw: Float64Array
  readonly initial: number
  /** by lane, in units of the label */
  readonly predictions: Float64Array
  readonly outcome: Outcome
}
