import type { BatchEvent } from '@ol/core'
import type { BatchObserver, ProgressRow, Session } from '@ol/pipeline'
import type { LiveRegret, MixedLane, RegretObserver, RegretPoint, RegretReport } from '@ol/regret'
import { type Batch, losses } from '@ol/spec'
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

/** The facts about a finished training that flags request. */
export interface FollowedFacts {
  readonly regret: RegretReport | undefined
  /** for learners without a theorem, or with a sample: the regret at the end */
  readonly liveRegret: RegretPoint | undefined
  readonly regretPoints: readonly RegretPoint[] | undefined
  readonly drift: readonly DriftFound[] | undefined
}

/** Follows a training batch by batch: writes its predictions, and compares it with the best fixed weights. */
export class Follower {
  readonly #flags: FollowerFlags
  #session: Session | undefined
  #predictions: PredictionOutput | undefined
  #regret: (() => RegretReport) | undefined
  #live: LiveRegret | undefined
  /** rows of progress that wait for the regret of their batch */
  readonly #rows: (() => void)[] = []
  #drift: DriftFollower | undefined

  constructor(flags: FollowerFlags) {
    this.#flags = flags
  }

  /** Whether labels are classes; known when the training begins. */
  get classed(): boolean {
    return this.#session?.classes !== undefined
  }

  /** Opens the follower for the flags. Returns undefined if they need none: a training without an observer is faster. */
  async observe(session: Session): Promise<BatchObserver | undefined> {
    const { predictions, regret, drift, initialModel, raw, predictionFormat } = this.#flags
    this.#session = session
    if (predictions !== undefined)
      this.#predictions = await openPredictions(predictions, session, { raw, predictionFormat })
    if (predictions === undefined && regret !== true && drift !== true) return undefined
    if (drift === true) this.#drift = new DriftFollower(session)
    const observer = regret === true ? await this.#compare(session, initialModel === undefined) : undefined
    const live = this.#live
    const mixed = live !== undefined && this.#lane() !== undefined
    return {
      // bounds need the weights that predicted a batch, and lanes are known only between batches
      readsModel: observer !== undefined || mixed,
      ...(observer === undefined ? {} : { batches: (batch) => observer.batches(batch) }),
      ...(mixed ? { batches: (batch: Batch) => live.parts(batch) } : {}),
      add: async (event: BatchEvent) => {
        observer?.add(event.batch, event.scores)
        live?.add(event.batch, event.scores, this.#lane())
        for (const print of this.#rows.splice(0)) print()
        this.#drift?.add(event)
        await this.#predictions?.write(progressive(session, event))
      },
    }
  }

  /** Returns the facts that flags request about a finished training: the comparison, and changes of the error. */
  facts(): FollowedFacts {
    const live = this.#live
    return {
      regret: this.#regret?.(),
      liveRegret: live && this.#regret === undefined ? live.now(this.#lane()) : undefined,
      regretPoints: live?.points,
      drift: this.#drift?.found,
    }
  }

  /** Returns the best lane of a mixture that had learned nothing before; undefined: there is none. */
  #lane(): MixedLane | undefined {
    const best = this.#flags.initialModel === undefined ? this.#session?.learner.bestLane : undefined
    if (best === undefined) return undefined
    const { mixture, derived = 0, curve = 0 } = best.over ?? {}
    const bounded = mixture !== undefined && this.#live?.unweighted !== false
    return { loss: best.loss, over: bounded ? mixture + derived + curve : undefined }
  }

  /** Returns a function that prints a row of progress: with the regret so far once its batch's is known. */
  rows(print: (row: ProgressRow, regret?: RegretPoint) => void): (row: ProgressRow) => void {
    return (row) => {
      const live = this.#live
      if (live === undefined) print(row)
      else this.#rows.push(() => print(row, live.at(row.examples)))
    }
  }

  /** Loads the package only for the flag; a plain training does not need it. */
  async #compare({ learner, classes }: Session, fresh: boolean): Promise<RegretObserver | undefined> {
    const { LiveRegret, observable, ownSet, RegretObserver } = await import('@ol/regret')
    const { comparator, regretSample } = this.#flags
    const set = comparator ?? ownSet(learner)
    const exact = observable(learner) && regretSample === undefined
    const { loss, options } = learner
    const [first] = losses[loss].params
    const param = first === undefined ? 0 : Number(options[first.name as keyof typeof options])
    this.#live = new LiveRegret({ id: loss, param }, set, {
      sample: regretSample,
      classed: classes !== undefined,
    })
    if (!exact) return undefined
    const observer = new RegretObserver(learner, { fresh })
    this.#regret = () => observer.report(set)
    return observer
  }

  /** Closes the file of predictions, which appears under its name only then. */
  async close(): Promise<void> {
    for (const print of this.#rows.splice(0)) print()
    await this.#predictions?.close()
  }

  /** Discards the predictions and leaves the file at their path unchanged; after `close` does nothing. */
  async abandon(): Promise<void> {
    await this.#predictions?.abandon()
  }
}
