import type { Input } from '../input/input.js'
import type { Session } from '../session.js'

/** Which examples of a training are predicted and never learned. */
export type HoldoutOptions =
  /** every n-th of a pass: the n-th, the 2n-th, ... */
  | { readonly every: number }
  /** this share of them, one at a random place of each 1/share: the same ones in each pass and run */
  | { readonly share: number }
  /** all after the first n of a pass */
  | { readonly after: number }
  /** one in n of them, chosen by their content: the same ones in any order */
  | { readonly merge: number }
  /** none of the input: the examples of another input, which is read after each pass */
  | { readonly input: Input }

/** The results of the passes of a training on the examples that were held out. */
export interface HoldoutReport {
  /** held out in a pass, with a label */
  readonly examples: number
  /** the weighted average loss of each pass over them; NaN if none has a label */
  readonly losses: readonly number[]
  /** the pass whose model is kept, from 1 */
  readonly best: number
}

/** A pass that has ended. */
export interface PassEvent {
  /** from 1 */
  readonly pass: number
  /** over the examples that were held out; undefined if none are */
  readonly holdoutLoss: number | undefined
  /** whether this pass is the best so far */
  readonly best: boolean
  /** as it is now */
  readonly model: Session
}

/** Options of a training about its passes and its holdout set. */
export interface HoldoutRunOptions {
  /**
   * the examples that are predicted and never learned; the model of the pass with the smallest loss over them is kept.
   * Default: with several passes one of ten, `{ share: 0.1 }`; false: none
   */
  readonly holdout?: HoldoutOptions | false | undefined
  /** ends the training after this many passes in a row without a smaller loss over the holdout; default: never */
  readonly patiencePasses?: number | undefined
  /** called after every pass, and awaited */
  readonly onPass?: ((event: PassEvent) => void | Promise<void>) | undefined
}

/** The state of a holdout between two batches. */
export interface HoldoutState {
  /** over the held-out examples of the pass: the sum of losses, and of weights */
  readonly sum: number
  readonly weight: number
  /** held out in this pass, and in the one before, with a label */
  readonly counted: number
  readonly examples: number
  /** the loss of each pass that has ended */
  readonly losses: readonly number[]
  /** the best pass, from 1, and the file of its model if it is not the last */
  readonly best: number
  readonly kept: Uint8Array | undefined
}

/** Returns whether examples are held out of every shard, to weigh the lanes of a merged model. */
export function isMergeHoldout(holdout: HoldoutOptions | false | undefined): boolean {
  return typeof holdout === 'object' && holdout !== null && 'merge' in holdout
}
