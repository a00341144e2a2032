import type { AnyLearnerOptions, BackendChoice } from '@ol/core'
import { ProgressiveValidation } from '@ol/core/internal'
import { statPath } from '@ol/platform'
import { optionsOfRun, type ReadOptions, type ReadReport } from '@ol/reader'
import { type Batch, invalid } from '@ol/spec'
import type { Data } from '../input/data.js'
import type { HoldoutState } from '../operations/holdout-options.js'
import { PassLosses } from '../operations/pass-losses.js'
import type { TaskReport } from '../operations/task-report.js'
import type { TrainRunOptions } from '../operations/train-options.js'
import type { MixtureHistory } from '../page/mixture-history.js'
import type { FoundSchema } from '../reports.js'
import type { AnyLearner, Session } from '../session.js'
import { notState } from './check-state.js'
import { loadCheckpoint } from './checkpoint-file.js'
import type { CheckpointOptions } from './checkpoints.js'
import { noExamples, withExamples } from './example-sums.js'
import { otherInput } from './skip.js'
import {
  exact,
  exactNumbers,
  type Position,
  progressFromJson,
  progressToJson,
  type TrainingState,
} from './training-state.js'

type SavedSums = Pick<
  TrainingState,
  | 'position'
  | 'progress'
  | 'evaluation'
  | 'losses'
  | 'read'
  | 'warnings'
  | 'table'
  | 'label'
  | 'seconds'
  | 'farErrors'
  | 'decidedBy'
>

const startOf = (pass: number): Position => ({ pass, examples: 0, features: 0, sums: noExamples })

/** The part of a training's state that its batches change. */
export class RunSums {
  position: Position = startOf(0)
  /** whether a checkpoint will need to know which examples were learned */
  marked = false
  progress: ProgressiveValidation | undefined
  readonly losses: PassLosses = new PassLosses()
  /** the report of the first pass, where this run began after it */
  read: ReadReport | undefined
  /** the report of the reading that found the schema */
  found: FoundSchema | undefined
  /** before this run */
  seconds = 0
  /** the count of learners before this one: see `Learner.clippedErrors` */
  farErrors = 0
  decidedBy: TaskReport['by'] = 'labels'
  /** the positions after batches that have not been learned yet */
  readonly #coming: Position[] = []
  /** batches that are not settled yet */
  #settling = 0
  #wake: () => void = () => undefined

  /** Counts a batch that is about to be learned from. */
  coming(pass: number, batch: Batch): void {
    this.#settling++
    const { size, offsets } = batch
    const last = this.#coming.at(-1) ?? this.position
    const before = last.pass === pass ? last : startOf(pass)
    this.#coming.push({
      pass,
      examples: before.examples + size,
      features: before.features + offsets[size] - offsets[0],
      sums: this.marked && before.sums !== undefined ? withExamples(before.sums, batch) : undefined,
    })
  }

  /** Counts the batch that has been learned from. */
  learned(progress: ProgressiveValidation): void {
    this.position = this.#coming.shift() ?? this.position
    this.progress = progress
    this.losses.add(this.position.pass, progress)
  }

  /**
   * Settles a counted batch once any checkpoint due after it is written. Only then may its pass end: otherwise the
   * checkpoint would have neither the holdout of the pass nor its result.
   */
  settle(): void {
    this.#settling--
    if (this.#settling === 0) this.#wake()
  }

  /** Resolves when every expected batch has been learned and settled. */
  settled(): Promise<void> {
    if (this.#settling === 0) return Promise.resolve()
    return new Promise((resolve) => {
      this.#wake = resolve
    })
  }

  restore(learner: AnyLearner, state: TrainingState): void {
    this.position = state.position
    this.progress = progressFromJson(learner, state.progress, state.evaluation)
    this.losses.restore(exactNumbers(state.losses))
    this.read = state.read ?? undefined
    const { warnings, table, label } = state
    this.found = {
      ...(warnings ? { warnings } : {}),
      ...(table ? { table } : {}),
      ...(label ? { label } : {}),
    }
    this.seconds = state.seconds
    this.farErrors = state.farErrors ?? 0
    this.decidedBy = state.decidedBy
  }

  /** Counts the clipped errors of a learner, and returns the learner that replaces it. */
  replaced(learner: AnyLearner, by: AnyLearner): AnyLearner {
    this.farErrors += learner.clippedErrors
    return by
  }

  /** `seconds`, `read`: of this run */
  state(learner: AnyLearner, seconds: number, read: ReadReport): SavedSums {
    return {
      position: this.position,
      progress: progressToJson(this.progress ?? new ProgressiveValidation(learner.loss)),
      evaluation: (this.progress?.evaluationState() ?? []).map(exact),
      losses: exact(this.losses.state()),
      read: this.read ?? (this.position.pass > 0 ? read : null),
      warnings: read.warnings ?? null,
      table: read.table ?? null,
      label: read.label ?? null,
      seconds: this.seconds + seconds,
      farErrors: this.farErrors + learner.clippedErrors,
      decidedBy: this.decidedBy,
    }
  }
}

/** A training that continues: its learner, and the options that it continues with. */
export interface Resumed {
  readonly learner: AnyLearner
  /** the one that the caller requested */
  readonly backend: BackendChoice | undefined
  readonly heldOut: HoldoutState
  readonly reading: ReadOptions
  readonly run: TrainRunOptions
  /** the size of each file of its input */
  readonly files: TrainingState['files']
}

/**
 * Loads the checkpoint of `resume`, if there is one.
 *
 * @throws OLError OL_PARAMETER for options that the checkpoint fixes; OL_CHECKPOINT
 */
export async function resumedOf(
  { backend: other, ...model }: AnyLearnerOptions,
  given: ReadOptions,
  run: TrainRunOptions,
  sums: RunSums,
  mixture: MixtureHistory,
): Promise<Resumed | undefined> {
  const { resume, passes, cache, initialModel, holdout, patiencePasses, warmUp, window, by } = run
  if (resume === undefined) return undefined
  // threads belong to this machine, not to the training
  const { threads, ...ofTraining } = given
  // an evaluation that has begun keeps its options
  const ofRun = { passes, cache, initialModel, holdout, patiencePasses, warmUp, window, by }
  const others = Object.entries({ ...model, ...ofTraining, ...ofRun })
  const [refused] = others.filter(([, value]) => value !== undefined)
  if (refused !== undefined)
    throw invalid(
      'OL_PARAMETER',
      `${refused[0]} with resume`,
      'none, as the checkpoint has its own,',
      refused[1],
    )
  const { learner, state, heldOut, backend } = await loadCheckpoint(resume, other)
  try {
    sums.restore(learner, state)
    if (state.mixture !== undefined) mixture.restore(state.mixture)
  } catch (cause) {
    // sums of another number or another length than the model's
    throw notState({ cause })
  }
  const { every, context } = state
  const same = typeof resume === 'string' ? { path: resume, every, context } : undefined
  return {
    learner,
    backend,
    heldOut,
    reading: { ...state.reading, examples: state.reading.examples ?? state.examples ?? undefined, threads },
    run: {
      ...run,
      passes: state.passes,
      cache: state.cache ?? undefined,
      holdout: state.holdout ?? undefined,
      patiencePasses: state.patiencePasses ?? undefined,
      checkpoint: run.checkpoint === undefined ? same : { every, context, ...run.checkpoint },
    },
    files: state.files,
  }
}

/** Returns the options of a run and its reading that its checkpoints keep. */
export function checkpointOptions(
  { passes = 1, cache, holdout, patiencePasses }: TrainRunOptions,
  given: ReadOptions,
  { every = {}, context = null }: CheckpointOptions,
  backend: BackendChoice | undefined,
): Omit<TrainingState, keyof SavedSums | 'files' | 'mixture'> {
  const { threads: _, ...reading } = optionsOfRun(given)
  return {
    passes,
    cache: cache ?? null,
    holdout: holdout ?? null,
    patiencePasses: patiencePasses ?? null,
    reading,
    every,
    context,
    backend: backend ?? null,
  }
}

/** Returns the size of each file of data; null: they are not files. */
export async function sizesOf({ paths, once }: Data): Promise<readonly number[] | null> {
  if (paths === undefined || once) return null
  return Promise.all(paths.map(async (path) => (await statPath(path))?.bytes ?? -1))
}

/** @throws OLError OL_CHECKPOINT if files have other sizes than those that the checkpoint was built from */
export function checkFiles(now: readonly number[] | null, before: readonly number[] | null): void {
  const text = (sizes: readonly number[] | null): string =>
    sizes === null
      ? 'no files'
      : sizes.length === 1
        ? `1 file of ${sizes[0]} bytes`
        : `${sizes.length} files of ${sizes.join(', ')} bytes`
  if (text(now) !== text(before)) throw otherInput(text(now), text(before))
}

/** Returns the options that read an input like the training's. */
export function resumedReadOptions(model: Session, how: ReadOptions): ReadOptions {
  const { schema, labels } = model.learning
  if (schema === undefined) return model.readOptions(how, 'learn')
  return { ...how, schema, divisors: model.learner.scales, ...labels }
}
