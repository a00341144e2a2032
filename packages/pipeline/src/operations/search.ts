import {
  type AnyLearnerOptions,
  type SearchOptions as LearnerSearch,
  search,
  type TableSize,
  type Trial,
} from '@ol/core'
import { groupsUnder, impliedRule, mostPasses, resolveOptions, textBackend } from '@ol/core/internal'
import { optionsOfRun, type ReadOptions, type ReadReport, type Schema, type TaskDecision } from '@ol/reader'
import {
  type BackendName,
  type Batch,
  type LossId,
  OLError,
  type ParamName,
  type RuleId,
  singleRule,
  valueText,
} from '@ol/spec'
import { closedSoon } from '../abort.js'
import { checkPasses } from '../check-run.js'
import { type Data, dataOf, type Reading, type ReadRequest } from '../input/data.js'
import type { Input } from '../input/input.js'
import { type Started, startReading } from '../input/started.js'
import { type Notice, unseenClasses, unseenPositive, unseenSpaces } from '../notices.js'
import { type NoticeOptions, type ReadingOptions, type RunOptions, splitOptions } from '../options.js'
import { confusionOf, type ModelFile, type SkippedReport, skippedOf, withFound } from '../reports.js'
import { Running } from '../running.js'
import { type AnyLearner, optionsFor, type Session } from '../session.js'
import { batcherWithout } from './batching.js'
import { refuseConflict } from './conflicts.js'
import { refuseUnlabelled } from './enough-labels.js'
import { decidedBy, type Fixed, labelsDecided, labelsToRead, withDecision } from './labels-to-read.js'
import { type TaskReport, taskReport } from './task-report.js'

/** An event of a search: a pass begins with tables, and ends with trials. */
export type SearchEvent =
  | { readonly kind: 'tables'; readonly pass: number; readonly tables: readonly TableSize[] }
  | { readonly kind: 'trials'; readonly pass: number; readonly trials: readonly Trial[] }

/** The result of a search, as a plain object. */
export interface SearchReport extends SkippedReport {
  readonly backend: BackendName
  readonly rule: RuleId
  readonly loss: LossId
  readonly task: TaskReport
  /** in each pass */
  readonly examples: number
  readonly passes: number
  /** the parameter that was refined */
  readonly refined: ParamName
  readonly best: Trial
  /** in the order in which they were tried */
  readonly trials: readonly Trial[]
  readonly seconds: number
  /** the file of the best model, if the caller names it */
  readonly model: ModelFile | undefined
}

export interface SearchRun<M extends Session = Session> {
  /** the best model, byte-identical to a separate training with these parameters */
  readonly model: M
  readonly report: SearchReport
  /** the reading of the last pass, with the first bad lines in full */
  readonly reading: ReadReport
  readonly notices: readonly Notice[]
}

type Searched = Pick<
  LearnerSearch,
  'rules' | 'losses' | 'grid' | 'refine' | 'mode' | 'tolerance' | 'passes' | 'lanes'
>

interface SearchRunOptions extends Searched, RunOptions, NoticeOptions {
  /** called with each event; you can also iterate over the run */
  readonly onProgress?: ((event: SearchEvent) => void) | undefined
}

/** Options of a search: of the models, the search, the reading and the run, in one object. */
export type SearchOptions = AnyLearnerOptions & ReadingOptions & SearchRunOptions

const runNames = [
  'rules',
  'losses',
  'grid',
  'refine',
  'mode',
  'tolerance',
  'passes',
  'lanes',
  'signal',
  'onNotice',
  'onProgress',
] as const

/** Starts a search whose best model is made by `wrap`. */
export function startSearch<M extends Session>(
  input: Input,
  options: SearchOptions,
  wrap: (learner: AnyLearner) => M,
): Running<SearchRun<M>, SearchEvent> {
  return new Running(() => {
    const { learner, reading, run } = splitOptions<SearchRunOptions>(options, runNames)
    return {
      work: (signal, emit) => runSearch(input, learner, reading, run, wrap, signal, emit),
      signal: run.signal,
    }
  })
}

async function runSearch<M extends Session>(
  input: Input,
  base: AnyLearnerOptions,
  given: ReadOptions,
  run: SearchRunOptions,
  wrap: (learner: AnyLearner) => M,
  signal: AbortSignal,
  emit: (event: SearchEvent) => void,
): Promise<SearchRun<M>> {
  const started = performance.now()
  const { onNotice, onProgress, ...searched } = run
  checkPasses(run.passes)
  const data = await dataOf(input, given)
  refuseOnce(data, searched)
  let failed: { readonly cause: unknown } | undefined
  const notify = (event: SearchEvent): void => {
    // the callback of an earlier event had not returned: the search ends
    if (failed !== undefined) throw failed.cause
    emit(event)
    const over: unknown = onProgress?.(event)
    Promise.resolve(over).catch((cause: unknown) => {
      failed ??= { cause }
    })
  }
  const fixed: Fixed = {
    task: base.task,
    classes: base.classes,
    losses: searched.losses ?? (base.loss === undefined ? undefined : [base.loss]),
    rules: (searched.rules ?? [base.rule ?? singleRule]).map((rule) => impliedRule({ rule }).rule),
  }
  const labels = labelsToRead(fixed, given.positive)
  const backend = textBackend(base.backend)
  const wide = {
    ...(base.bits === 'grow' ? { wide: true } : {}),
    ...(fixed.rules.some((rule) => groupsUnder({ ...base, rule } as AnyLearnerOptions))
      ? { groups: true }
      : {}),
  }
  const { names } = resolveOptions({ names: base.names })
  // in every pass
  const how = optionsOfRun(given)
  const request = (options: ReadOptions): ReadRequest => ({
    options: { ...how, ...options, names, backend, signal },
    batcher: (one) => {
      const { pair, ...decided } = labelsDecided(decision)
      return batcherWithout({ ...given, ...wide, ...labels, ...decided, names }, one, true, pair)
    },
  })
  let decision: TaskDecision | undefined
  const first = await startReading(data, request({ ...given, ...wide, ...labels }), signal, (_, reading) => {
    decision = reading.decision
  })
  const readings = new Readings(data, first, request)
  try {
    await readings.findClasses()
    const found = await search(() => readings.next(), {
      ...searched,
      learner: optionsFor(withDecision(base, decision, searched.losses), readings.schema, searched.losses),
      signal,
      trusted: first.reading.trusted(
        first.schema === undefined ? labels : { labels: first.schema.labels, classes: first.schema.classes },
      ),
      onTables: (tables, pass) => notify({ kind: 'tables', pass, tables }),
      onPass: (trials, pass) => notify({ kind: 'trials', pass, trials }),
    })
    const model = wrap(found.learner)
    const { classes, confusion, ...sums } = found.learner.report()
    refuseUnlabelled(data.name, sums, readings.report)
    const notices = [
      ...unseenClasses({ ...sums, classes, confusion: confusionOf(confusion, classes) }),
      ...unseenPositive(sums, given.positive),
      ...unseenSpaces(readings.report),
    ]
    for (const notice of notices) onNotice?.(notice)
    const { examples, passes, refined, best, trials } = found
    const report: SearchReport = {
      backend: model.learner.backend,
      rule: model.learner.rule,
      loss: model.learner.loss,
      task: taskReport(model, decidedBy(fixed, given.positive)),
      examples,
      passes,
      refined,
      best,
      trials,
      seconds: (performance.now() - started) / 1000,
      model: undefined,
      ...skippedOf(readings.report),
    }
    if (failed !== undefined) throw (failed as { readonly cause: unknown }).cause
    return { model, report, reading: readings.report, notices }
  } finally {
    await closedSoon(readings.last.close())
  }
}

function refuseOnce({ once, paths }: Data, searched: Searched): void {
  refuseConflict({
    once,
    files: paths !== undefined,
    passes: mostPasses(searched),
    cache: undefined,
    firstPass: false,
    divided: false,
  })
}

/** Throws OL_LABEL at a class that appears after the start of an input that can be read only once. */
function refuseNewClasses({ classNames, lines }: Batch, known: number): void {
  if (classNames === undefined || classNames.length <= known) return
  const added = classNames[known]
  throw new OLError(
    'OL_LABEL',
    `expected one of the ${known} classes of the first 1 MiB but received ${valueText(added)}: a search of an input that can be read only once adds none, so name all classes (--classes), or search a file`,
    { value: added, ...(lines === undefined ? {} : { line: lines[0] }) },
  )
}

/** The readings of a search, one for each pass. */
class Readings {
  readonly #data: Data
  readonly #first: Started
  readonly #request: (options: ReadOptions) => ReadRequest
  #taken = false
  last: Reading

  constructor(data: Data, first: Started, request: (options: ReadOptions) => ReadRequest) {
    this.#data = data
    this.#first = first
    this.#request = request
    this.last = first.reading
  }

  /** How the data is read: with all names of classes so far; a reading may have seen more than schema inference. */
  get schema(): Schema | undefined {
    return this.last.schema ?? this.#first.schema
  }

  /** The counts of the last reading, with the uncertain columns of the schema, which comes from the first. */
  get report(): ReadReport {
    return withFound(this.last.report, this.#first.reading.report)
  }

  /** Finds the classes in a separate reading if others than the first may appear: models side by side cannot add any. */
  async findClasses(): Promise<void> {
    if (this.schema?.classes?.grows !== true || this.#data.once) return
    this.#taken = true
    for await (const _ of this.#first.batches);
  }

  async *next(): AsyncGenerator<Batch, void, void> {
    if (!this.#taken) {
      this.#taken = true
      const known = this.schema?.classes?.names?.length ?? 0
      for await (const batch of this.#first.batches) {
        if (this.schema?.classes?.grows === true) refuseNewClasses(batch, known)
        yield batch
      }
      return
    }
    this.last = await this.#data.open(this.#request({ schema: this.schema }))
    yield* this.last
  }
}
