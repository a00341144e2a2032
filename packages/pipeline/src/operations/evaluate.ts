import type { CoverageReport, EvaluationOptions, Progress } from '@ol/core'
import { type EvaluatedStream, ProgressiveValidation } from '@ol/core/internal'
import type { ReadReport } from '@ol/reader'
import type { BackendStream } from '@ol/spec'
import { closedSoon } from '../abort.js'
import type { Input } from '../input/input.js'
import { type Notice, unseenPositive, unseenSpaces } from '../notices.js'
import { type ProgressOptions, type ReadingOptions, type RunOptions, splitReading } from '../options.js'
import { type Report, reportOf } from '../reports.js'
import { type Beginning, Running } from '../running.js'
import type { Session } from '../session.js'
import { refuseUnlabelled } from './enough-labels.js'
import { checkSliceColumn, namesForSlices } from './names.js'
import type { OfModel } from './of-model.js'
import { type Opened, openFor } from './opened.js'
import { type ProgressRow, progressRow } from './progress-row.js'
import { taskReport } from './task-report.js'
import { type BatchObserver, checkedObserver } from './train-options.js'
import { Work } from './work.js'

/** The result of an evaluation. */
export interface EvaluateRun {
  readonly report: Report
  /** the counts of the reading, with the first bad lines in full */
  readonly reading: ReadReport
  /** warnings about labels and namespaces */
  readonly notices: readonly Notice[]
}

interface EvaluateRunOptions
  extends RunOptions,
    ProgressOptions<ProgressRow>,
    Pick<EvaluationOptions, 'window' | 'by'> {
  /** called when the data is open; returns an observer of the evaluation */
  readonly observe?: ((session: Session) => Observer | Promise<Observer>) | undefined
  /** whether the observer keeps batches after a call; default true. With false OL reuses their arrays, which is faster */
  readonly keepsBatches?: boolean | undefined
}

type Observer = Omit<BatchObserver, 'batches' | 'readsModel'>

/** Options of an evaluation: the reading options that differ from the training's, and the options of the run. */
export type EvaluateOptions = ReadingOptions & EvaluateRunOptions

const runNames = ['signal', 'schedule', 'onProgress', 'observe', 'keepsBatches', 'window', 'by'] as const

/** Starts the evaluation of a model, which does not change. */
export function startEvaluation(
  begin: () => OfModel<EvaluateOptions>,
  input: Input,
): Running<EvaluateRun, ProgressRow> {
  return new Running(() => evaluation(begin(), input))
}

function evaluation(
  { load, options }: OfModel<EvaluateOptions>,
  input: Input,
): Beginning<EvaluateRun, ProgressRow> {
  const { reading: given, run } = splitReading<EvaluateRunOptions>(options, runNames)
  const started = performance.now()
  let soFar: (() => EvaluateRun) | undefined

  const evaluate = async (
    { session, name, reading, batches, trusted }: Opened,
    stream: BackendStream,
    signal: AbortSignal,
    emit: (row: ProgressRow) => void,
  ): Promise<EvaluateRun> => {
    const { learner } = session
    checkSliceColumn(run.by, reading.report)
    const observer = checkedObserver(await run.observe?.(session))
    let progress: Progress = new ProgressiveValidation(learner.loss)
    let { classes } = session
    let intervals: CoverageReport | undefined
    soFar = () => {
      const seconds = (performance.now() - started) / 1000
      const facts = { seconds, classes, learned: false, intervals }
      const task = taskReport(session, 'model')
      const report = { ...reportOf(session, progress, reading.report, facts), task }
      // a model's own interactions may have namespaces that this input lacks
      const { ignoreNamespaces = '', keepNamespaces = '' } = given
      const notices = [
        ...unseenPositive(progress, given.positive),
        ...unseenSpaces(reading.report, ignoreNamespaces + keepNamespaces),
      ]
      return { report, reading: reading.report, notices }
    }
    const options: EvaluatedStream = {
      predicting: stream.name === learner.backend ? stream : undefined,
      signal,
      trusted,
      schedule: run.schedule,
      window: run.window,
      by: run.by,
      onProgress: (event) => {
        const row = progressRow(event)
        emit(row)
        return run.onProgress?.(row)
      },
      onBatch: async (event) => {
        progress = event.progress
        classes = event.classes
        await observer?.add(event)
      },
    }
    intervals = (await learner.evaluate(batches, options)).intervals
    const outcome = soFar()
    refuseUnlabelled(name, outcome.report, outcome.reading)
    return outcome
  }

  const work = async (signal: AbortSignal, emit: (row: ProgressRow) => void): Promise<EvaluateRun> => {
    const reuseBuffers = run.observe === undefined || run.keepsBatches === false
    const threads = new Work()
    try {
      const session = await load()
      const stream = threads.stream(session.learner.backend, given.threads)
      const names = run.by === undefined ? {} : { names: namesForSlices }
      const opened = await openFor(session, input, { ...given, ...names }, signal, reuseBuffers, stream)
      try {
        return await evaluate(opened, stream, signal, emit)
      } finally {
        await closedSoon(opened.reading.close())
      }
    } finally {
      threads.close()
    }
  }
  return { work, signal: run.signal, soFar: () => soFar?.() }
}
