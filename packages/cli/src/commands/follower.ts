import type { BatchEvent } from '@ol/core'
import type { BatchObserver, Session } from '@ol/pipeline'
import type { RegretObserver, RegretReport } from '@ol/regret'
import type { PredictionFlags } from '../flags/prediction-flags.js'
import type { RegretFlags } from '../flags/regret.js'
import { progressive } from '../output/prediction-columns.js'
import { openPredictions, type PredictionOutput } from '../output/prediction-output.js'
import { DriftFollower, type DriftFound } from './drift-follower.js'

interface FollowerFlags extends RegretFlags, PredictionFlags {
  readonly drift?: boolean
  readonly predictions?: string
  readonly initialModel?: string
}

/** Follows a training batch by batch: writes its predictions, and compares it with the best fixed weights. */
export class Follower {
  readonly #flags: FollowerFlags
  #session: Session | undefined
  #predictions: PredictionOutput | undefined
  #regret: (() => RegretReport) | undefined
  #drift: DriftFollower | undefined

  constructor(flags: FollowerFlags) {
    this.#flags = flags
  }

  /** Whether labels are classes; known when the training begins. */
  get classed(): boolean {
    return this.#session?.classes !== undefined
  }

  /** Opens what the flags name. Returns undefined where they name nothing: a training that nobody observes has less to do. */
  async observe(session: Session): Promise<BatchObserver | undefined> {
    const { predictions, regret, drift, initialModel, raw, predictionFormat } = this.#flags
    this.#session = session
    if (predictions !== undefined)
      this.#predictions = await openPredictions(predictions, session, { raw, predictionFormat })
    if (predictions === undefined && regret !== true && drift !== true) return undefined
    if (drift === true) this.#drift = new DriftFollower(session)
    const observer = regret === true ? await this.#compare(session, initialModel === undefined) : undefined
    return {
      // bounds are of the weights that a batch was predicted by
      readsModel: observer !== undefined,
      ...(observer === undefined ? {} : { batches: (batch) => observer.batches(batch) }),
      add: async (event: BatchEvent) => {
        observer?.add(event.batch, event.scores)
        this.#drift?.add(event)
        await this.#predictions?.write(progressive(session, event))
      },
    }
  }

  /** Returns what flags want of a training that has ended: the comparison, and changes of the error. */
  facts(): { readonly regret: RegretReport | undefined; readonly drift: readonly DriftFound[] | undefined } {
    return { regret: this.#regret?.(), drift: this.#drift?.found }
  }

  /** Loads the package only for the flag: a plain training does without it. */
  async #compare({ learner }: Session, fresh: boolean): Promise<RegretObserver> {
    const { ownSet, RegretObserver } = await import('@ol/regret')
    const observer = new RegretObserver(learner, { fresh })
    this.#regret = () => observer.report(this.#flags.comparator ?? ownSet(learner))
    return observer
  }

  /** Closes the file of predictions, which appears under its name only then. */
  async close(): Promise<void> {
    await this.#predictions?.close()
  }

  /** Discards the predictions and leaves the file at their path unchanged; after `close` does nothing. */
  async abandon(): Promise<void> {
    await this.#predictions?.abandon()
  }
}
