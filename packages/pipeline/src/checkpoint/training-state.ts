import type { BackendChoice, JsonValue } from '@ol/core'
import {
  chooseBackend,
  Evaluation,
  LaneSums,
  ProgressiveValidation,
  type ProgressState,
  progressFields,
  taskOf,
} from '@ol/core/internal'
import type { ReadOptions, ReadReport } from '@ol/reader'
import type { HoldoutOptions, HoldoutState } from '../operations/holdout-options.js'
import type { TaskReport } from '../operations/task-report.js'
import type { MixtureHistory } from '../page/mixture-history.js'
import type { AnyLearner } from '../session.js'
import type { ExampleSums } from './example-sums.js'

/** How often a checkpoint is written. */
export interface CheckpointInterval {
  /** after this many examples; default: no limit */
  readonly examples?: number | undefined
  /** after this many seconds; default 300 */
  readonly seconds?: number | undefined
}

/** The place of a training between two batches. */
export interface Position {
  /** from 0 */
  readonly pass: number
  /** the examples of this pass that were learned from */
  readonly examples: number
  /** what shows whether the input is the same: how many features these examples have, and what they are */
  readonly features: number
  /** undefined: in an older file, or without checkpoints */
  readonly sums?: ExampleSums | undefined
}

/** A training between two batches: all but its model, as JSON. */
export interface TrainingState {
  readonly position: Position
  readonly passes: number
  readonly cache: string | boolean | null
  /** options of the holdout; null: not given */
  readonly holdout: HoldoutOptions | false | null
  readonly patiencePasses: number | null
  /** only in older files: `examples` is among the options of the reading now */
  readonly examples?: number | null
  /** options of the reading that belong to no model */
  readonly reading: ReadOptions
  /** the size of each file; null: the input is not files */
  readonly files: readonly number[] | null
  readonly every: CheckpointInterval
  /** the sums of progressive validation, and the sums of classes or replicates */
  readonly progress: readonly (readonly Exact[])[]
  /** the state of the evaluation */
  readonly evaluation: readonly (readonly Exact[])[]
  /** the sums of `PassLosses` */
  readonly losses: readonly Exact[]
  /** the report of the first pass, once it is over */
  readonly read: ReadReport | null
  /** columns that are read as strings although they may be numbers; undefined in an older file */
  readonly warnings?: ReadReport['warnings'] | null
  /** how a table was read; undefined in an older file */
  readonly table?: ReadReport['table'] | null
  /** the label of a table or of JSON Lines; undefined in an older file */
  readonly label?: ReadReport['label'] | null
  readonly seconds: number
  /** the weights of a mixture so far; undefined in an older file */
  readonly mixture?: ReturnType<MixtureHistory['state']>
  /** see `Report.farErrors`; undefined: of an older file */
  readonly farErrors?: number
  /** see `TaskReport.by` */
  readonly decidedBy: TaskReport['by']
  /** the data that the caller keeps here */
  readonly context: JsonValue
  /** the requested backend; null: none */
  readonly backend: BackendChoice | null
}

/** The state of a holdout as JSON. */
export interface StoredHoldout {
  readonly sum: Exact
  readonly weight: Exact
  readonly counted: number
  readonly examples: number
  readonly losses: readonly Exact[]
  readonly best: number
  /** bytes of the model of the best pass, which is after the state; 0: there is none */
  readonly keptBytes: number
}

export function heldOutToJson({ sum, weight, losses, kept, ...counts }: HoldoutState): StoredHoldout {
  const [first, second] = exact([sum, weight])
  return { ...counts, sum: first, weight: second, losses: exact(losses), keptBytes: kept?.length ?? 0 }
}

export function heldOutFromJson(
  { sum, weight, losses, keptBytes: _, ...counts }: StoredHoldout,
  kept: Uint8Array | undefined,
): HoldoutState {
  return { ...counts, sum: Number(sum), weight: Number(weight), losses: [...exactNumbers(losses)], kept }
}

/** A number as JSON without loss: JSON has neither non-finite numbers nor -0. */
export type Exact = number | 'NaN' | 'Infinity' | '-Infinity' | '-0'

export function exact(values: Iterable<number>): Exact[] {
  return Array.from(values, (value) =>
    Object.is(value, -0) ? '-0' : Number.isFinite(value) ? value : (String(value) as Exact),
  )
}

export function exactNumbers(values: readonly Exact[]): Float64Array {
  return Float64Array.from(values, Number)
}

/** Returns the sums of progressive validation as JSON. */
export function progressToJson(progress: ProgressiveValidation): Exact[][] {
  const state = progress.state()
  const sums = progressFields.map((field) => state[field])
  return [sums, ...(progress.laneSums()?.arrays ?? [])].map(exact)
}

/** Returns the progressive validation of a learner's training with the sums of a checkpoint. */
export function progressFromJson(
  learner: AnyLearner,
  [sums, ...lanes]: readonly (readonly Exact[])[],
  evaluation: readonly (readonly Exact[])[],
): ProgressiveValidation {
  const values = exactNumbers(sums)
  const state = Object.fromEntries(progressFields.map((field, k) => [field, values[k]]))
  const shape = { classes: learner.classes?.length ?? 0, replicates: learner.options.bootstrap ?? 0 }
  // two classes with names do not count as classes here: one model distinguishes them
  const task = taskOf({ classes: learner.classes as never, loss: learner.loss })
  const own = new LaneSums(shape).arrays
  if (sums.length !== progressFields.length || own.some(({ length }, k) => lanes[k].length !== length))
    throw new RangeError('sums of another model')
  const evaluated = { task, loss: learner.loss, classes: shape.classes }
  const { backend } = chooseBackend(learner.backend)
  return new ProgressiveValidation(
    learner.loss,
    state as unknown as ProgressState,
    new LaneSums(shape, lanes.map(exactNumbers)),
    evaluation.length === 0
      ? undefined
      : Evaluation.continued(evaluated, evaluation.map(exactNumbers), backend),
    backend,
  )
}
