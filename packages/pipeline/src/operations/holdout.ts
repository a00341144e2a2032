import { type Batch, invalid } from '@ol/spec'
import { type AnyLearner, loadLearner, type Session } from '../session.js'
import { startEvaluation } from './evaluate.js'
import { checkWhole, heldOutBy, type IsHeldOut, type MaskedBatch, masked } from './held-out.js'
import type { HoldoutOptions, HoldoutReport, HoldoutRunOptions, HoldoutState } from './holdout-options.js'

/** The options of a training that a holdout uses. */
interface HoldoutRun extends HoldoutRunOptions {
  readonly passes?: number | undefined
  readonly checkpoint?: object | undefined
  readonly signal?: AbortSignal | undefined
}

/** Throws OL_PARAMETER for options of passes that exclude each other, or are out of their range. */
function checkHoldout(run: HoldoutRun): void {
  const { holdout, patiencePasses, passes = 1, checkpoint } = run
  const none = holdout === false || (holdout === undefined && passes === 1)
  if (patiencePasses !== undefined && none)
    throw invalid('OL_PARAMETER', 'patiencePasses', 'several passes and a holdout', patiencePasses)
  if (checkpoint !== undefined && holdout && 'input' in holdout && !isPaths(holdout.input))
    throw invalid(
      'OL_PARAMETER',
      'input of holdout with a checkpoint',
      'files, which a resumed training can read again',
      holdout.input,
    )
}

function isPaths(input: unknown): boolean {
  const paths: readonly unknown[] = Array.isArray(input) ? input : [input]
  return paths.every((path) => typeof path === 'string')
}

/** The default with several passes. */
const usual: HoldoutOptions = { share: 0.1 }

/**
 * The holdout of a training. Held-out examples are predicted at their place in the input, and not learned; only their
 * numbers decide which they are. It keeps the model of the best pass: one copy in memory.
 */
export class Holdout {
  readonly #options: HoldoutOptions | undefined
  readonly #isHeldOut: IsHeldOut | undefined
  readonly #patience: number
  readonly #coming: MaskedBatch[] = []
  readonly #losses: number[] = []
  #number = 1
  #sum = 0
  #weight = 0
  /** the examples of the pass, and of the one before */
  #counted = 0
  #examples = 0
  #best = 0
  #kept: Uint8Array | undefined

  /** @throws OLError OL_PARAMETER: see `checkHoldout` */
  constructor(run: HoldoutRun) {
    const { holdout, passes = 1, patiencePasses } = run
    this.#options = holdout === false ? undefined : (holdout ?? (passes > 1 ? usual : undefined))
    this.#isHeldOut = this.#options === undefined ? undefined : heldOutBy(this.#options)
    checkHoldout(run)
    if (patiencePasses !== undefined) checkWhole('patiencePasses', patiencePasses, 1)
    this.#patience = patiencePasses ?? Number.POSITIVE_INFINITY
  }

  /** The state that a checkpoint keeps. */
  get state(): HoldoutState {
    return {
      sum: this.#sum,
      weight: this.#weight,
      counted: this.#counted,
      examples: this.#examples,
      losses: [...this.#losses],
      best: this.#best,
      kept: this.#kept,
    }
  }

  /** Continues from a checkpoint, after this many examples of a pass. */
  restore({ sum, weight, counted, examples, losses, best, kept }: HoldoutState, read: number): void {
    this.#sum = sum
    this.#weight = weight
    this.#counted = counted
    this.#examples = examples
    for (const loss of losses) this.#losses.push(loss)
    this.#best = best
    this.#kept = kept
    this.#number = read + 1
  }

  /** Returns the batch to learn from; batches come in the order of the input. */
  mask(batch: Batch): Batch {
    if (this.#isHeldOut === undefined) return batch
    const made = masked(batch, this.#number, this.#isHeldOut)
    this.#number += batch.size
    this.#coming.push(made)
    return made.batch
  }

  /** Adds the losses of a batch that was learned from. */
  add({ labels }: Batch, losses: Float64Array): void {
    const { held, weights } = this.#coming.shift() ?? { held: [], weights: undefined }
    for (const e of held) {
      if (Number.isNaN(labels[e])) continue
      const weight = weights?.[e] ?? 1
      this.#counted++
      if (weight === 0 || !Number.isFinite(losses[e])) continue
      this.#sum += weight * losses[e]
      this.#weight += weight
    }
  }

  /** Ends a pass, from 1; returns whether it is the last, because no pass has been better for too long. */
  async endPass(
    pass: number,
    model: Session,
    last: boolean,
    { onPass, signal }: HoldoutRun,
  ): Promise<boolean> {
    this.#number = 1
    // a checkpoint may have been written between the comparison and the next pass
    if (this.#options !== undefined && this.#losses.length < pass)
      this.#compare(await this.#found(model, this.#options, signal), model, last)
    const holdoutLoss = this.#losses[pass - 1]
    const best = holdoutLoss !== undefined && this.#best === pass
    await onPass?.({ pass, holdoutLoss, best, model })
    return holdoutLoss !== undefined && pass - this.#best >= this.#patience
  }

  /** Stores the results of a pass all at once, so that a checkpoint has all of them or none. */
  #compare({ loss, examples }: Found, model: Session, last: boolean): void {
    this.#examples = examples
    this.#counted = 0
    this.#sum = 0
    this.#weight = 0
    this.#losses.push(loss)
    // without a label among them no pass is better than another, so the last is kept
    if (this.#best > 0 && loss >= this.#losses[this.#best - 1]) return
    this.#best = this.#losses.length
    this.#kept = last || Number.isNaN(loss) ? undefined : model.learner.toBytes()
  }

  /** Returns the learner of the best pass, if it is not the last. */
  async bestLearner(learner: AnyLearner): Promise<AnyLearner | undefined> {
    if (this.#kept === undefined || this.#best === this.#losses.length) return undefined
    return loadLearner(this.#kept, { backend: learner.backend })
  }

  report(): HoldoutReport | undefined {
    if (this.#losses.length === 0) return undefined
    return { examples: this.#examples, losses: [...this.#losses], best: this.#best }
  }

  async #found(model: Session, options: HoldoutOptions, signal: AbortSignal | undefined): Promise<Found> {
    if (!('input' in options)) return { loss: this.#sum / this.#weight, examples: this.#counted }
    const { report } = await startEvaluation(
      () => ({ load: async () => model, options: { signal } }),
      options.input,
    )
    return { loss: report.averageLoss, examples: report.labelled }
  }
}

/** The result of a pass on the examples that were held out. */
interface Found {
  readonly loss: number
  readonly examples: number
}
