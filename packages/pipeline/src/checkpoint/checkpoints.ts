import type { JsonValue } from '@ol/core'
import { checkWritable } from '@ol/platform'
import type { HoldoutState } from '../operations/holdout-options.js'
import type { AnyLearner } from '../session.js'
import { writeCheckpoint } from './checkpoint-file.js'
import type { CheckpointInterval, TrainingState } from './training-state.js'

/** Checkpoints of a training. */
export interface CheckpointOptions {
  /** the file, replaced by each checkpoint */
  readonly path: string
  /** default every 300 seconds */
  readonly every?: CheckpointInterval | undefined
  /** a value that the checkpoint keeps for the caller, as JSON */
  readonly context?: JsonValue | undefined
}

const defaultSeconds = 300

/** Writes checkpoints of a training between its batches, as often as requested. */
export class Checkpoints {
  readonly #path: string
  readonly #every: CheckpointInterval
  readonly #state: () => TrainingState
  readonly #holdout: { readonly state: HoldoutState }
  readonly #learner: () => AnyLearner
  #examples = 0
  #written: number = performance.now()

  /** @throws OLError OL_FILE_* if the file cannot be written */
  constructor(
    { path, every = {} }: CheckpointOptions,
    state: () => TrainingState,
    holdout: { readonly state: HoldoutState },
    learner: () => AnyLearner,
  ) {
    checkWritable(path)
    this.#path = path
    this.#every = every
    this.#state = state
    this.#holdout = holdout
    this.#learner = learner
  }

  /** Counts learned examples, and writes a checkpoint if one is due. */
  async learned(examples: number): Promise<void> {
    this.#examples += examples
    const { examples: most = Number.POSITIVE_INFINITY, seconds } = this.#every
    const limit = seconds ?? (this.#every.examples === undefined ? defaultSeconds : Number.POSITIVE_INFINITY)
    if (this.#examples >= most || performance.now() - this.#written >= 1000 * limit) await this.write()
  }

  async write(): Promise<void> {
    await writeCheckpoint(this.#path, this.#state(), this.#holdout.state, this.#learner())
    this.#examples = 0
    this.#written = performance.now()
  }
}
