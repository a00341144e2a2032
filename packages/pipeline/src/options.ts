import type { AnyLearnerOptions, BackendChoice, Schedule } from '@ol/core'
import type { ReadOptions } from '@ol/reader'
import { checkPlain, OLError, optionNames, readingNames, valueText } from '@ol/spec'
import { checkRun } from './check-run.js'
import type { Notice } from './notices.js'

/** Options of reading that follow from the model, or that have another meaning in an operation. */
const managed = [
  'backend',
  'signal',
  'labels',
  'classes',
  'task',
  'wide',
  'groups',
  'divisors',
  'namespaces',
  'names',
  'allNames',
  'reuseBuffers',
  'readLabels',
  'skippedLines',
] as const

/** Options of reading, without those that follow from the model (kind of labels, classes, key width, divisors, names). */
export type ReadingOptions = Omit<ReadOptions, (typeof managed)[number]>

/** Options of every operation. */
export interface RunOptions {
  /** aborts the run, which rejects with the signal's reason and closes its inputs */
  readonly signal?: AbortSignal | undefined
}

/** Options of operations that report notices. */
export interface NoticeOptions {
  /** called with each notice as it occurs; the result has all notices, too */
  readonly onNotice?: ((notice: Notice) => void) | undefined
}

/** Options of operations without a model. */
export interface BackendOptions {
  /** default: the environment variable OL_BACKEND, or `auto` */
  readonly backend?: BackendChoice | undefined
}

/** When and to what function progress is reported. */
export interface ProgressOptions<E> {
  /** default `{ times: 2 }`: after a weight of 1, 2, 4, 8, ... */
  readonly schedule?: Schedule | undefined
  /** called with each event, and awaited if it returns a promise; you can also iterate over the run */
  readonly onProgress?: ((event: E) => void) | undefined
}

const given: readonly string[] = readingNames.filter((name) => !(managed as readonly string[]).includes(name))

/** Options of reading about the names of features, which a learner has, too. */
const shared: readonly string[] = given.filter((name) => (optionNames as readonly string[]).includes(name))

/** Options of an operation, grouped by their consumer. */
export interface SplitOptions<Run> {
  readonly learner: AnyLearnerOptions
  readonly reading: ReadOptions
  readonly run: Run
}

/** Groups options by their consumer; absent and undefined are the same. Unknown ones go to the learner. */
export function splitOptions<Run extends object>(
  options: object,
  runNames: readonly (keyof Run & string)[],
): SplitOptions<Run> {
  checkPlain(options)
  const learner: Record<string, unknown> = {}
  const reading: Record<string, unknown> = {}
  const run: Record<string, unknown> = {}
  for (const [name, value] of Object.entries(options)) {
    if (value === undefined) continue
    if ((runNames as readonly string[]).includes(name)) run[name] = value
    else if (shared.includes(name)) learner[name] = reading[name] = value
    else if (given.includes(name)) reading[name] = value
    else learner[name] = value
  }
  checkRun(run)
  return { learner, reading, run: run as Run }
}

/** Groups the options of an operation that makes no model. */
export function splitReading<Run extends object>(
  options: object,
  runNames: readonly (keyof Run & string)[],
): Omit<SplitOptions<Run>, 'learner'> {
  const { learner, reading, run } = splitOptions<Run>(options, runNames)
  const unknown = Object.keys(learner).find((name) => !shared.includes(name))
  if (unknown !== undefined) {
    const known = [...runNames, ...given].join(', ')
    throw new OLError('OL_PARAMETER', `There is no option ${valueText(unknown)} of this operation`, {
      value: unknown,
      expected: known,
    })
  }
  return { reading, run }
}
