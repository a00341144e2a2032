import { addMetrics, scoreCurves } from '@ol/fallback'
import {
  type Batch,
  type EvaluationTotals,
  invalid,
  type LossId,
  losses,
  type Task,
  totalPlaces,
} from '@ol/spec'
import {
  type Accumulator,
  type ExampleResults,
  emptyTotals,
  type MetricFamily,
} from './metrics/accumulator.js'
import { type BinaryMetrics, binaryFamily } from './metrics/binary-metrics.js'
import { type CurvePoint, FigureCurve } from './metrics/curve.js'
import { type MainFigure, mainFigureOf, noteOf } from './metrics/main-figure.js'
import { type MulticlassMetrics, multiclassFamily } from './metrics/multiclass-metrics.js'
import { type RegressionMetrics, regressionFamily } from './metrics/regression-metrics.js'
import type { AddsMetrics } from './metrics/score-family.js'
import { type Slice, SliceMetrics, scoresOfSlice, sliceBackend } from './slice-metrics.js'

/** The metrics of a task. */
export type Metrics = BinaryMetrics | MulticlassMetrics | RegressionMetrics

/** How a run is evaluated. */
export interface EvaluationOptions {
  /** the labelled examples of a new model that `sinceWarmUp` leaves out; default 1000 */
  readonly warmUp?: number | undefined
  /** the last labelled examples that `recent` covers; default 1000 */
  readonly window?: number | undefined
  /** a column, or a namespace: the metrics are also those of each of its values; default: none */
  readonly by?: string | undefined
}

/** The evaluation of a run by its task. */
export interface EvaluationReport {
  readonly task: Task
  /** the name of the figure of the curve */
  readonly figure: string
  /** what the metrics mean, or which are left out, where the loss is not one that they measure */
  readonly note: string | undefined
  /** the labelled examples that `sinceWarmUp` leaves out */
  readonly warmUp: number
  /** the labelled examples that `recent` covers */
  readonly window: number
  /** examples with a label that are in no metric: their prediction was not finite */
  readonly unscored: number
  readonly overall: Metrics
  /** without the warm-up; undefined where that is none or all of the run */
  readonly sinceWarmUp: Metrics | undefined
  /** of the last examples; undefined where that is all of the run */
  readonly recent: Metrics | undefined
  readonly curve: readonly CurvePoint[]
  /** the column of the slices, where there are any */
  readonly by?: string
  /** the metrics by its values, the most examples first */
  readonly slices?: readonly Slice<Metrics>[]
}

/** The main figure of a run so far. */
export interface FigureValue {
  readonly name: string
  /** over all labelled examples */
  readonly overall: number
  /** since the last progress event */
  readonly sinceLast: number
}

/** What an evaluation is of. */
export interface Evaluated {
  readonly task: Task
  readonly loss: LossId
  /** the number of classes; of a task of several classes */
  readonly classes: number
}

/** The labelled examples that a new model warms up for. */
export const defaultWarmUp = 1000
const defaultWindow = 1000
const mostKept = 1_000_000

/**
 * Evaluates a run by its task: over everything, without the warm-up, and over the last examples. It belongs to the run
 * and not to the model, whose file keeps the sums of `ProgressiveValidation` alone.
 */
export class Evaluation {
  readonly #task: Task
  readonly #figure: MainFigure
  readonly #note: string | undefined
  readonly #family: MetricFamily<Metrics>
  readonly #warmUp: number
  readonly #window: number
  readonly #first: Accumulator<Metrics>
  readonly #rest: Accumulator<Metrics>
  readonly #curve: FigureCurve
  readonly #shared: EvaluationTotals
  #slices: SliceMetrics<Metrics> | undefined
  #atMark: readonly [weight: number, sum: number] = [0, 0]
  #report: EvaluationReport | undefined

  constructor(
    evaluated: Evaluated,
    options: EvaluationOptions = {},
    backend: AddsMetrics = { addMetrics, scoreCurves },
  ) {
    const { task, loss, classes } = evaluated
    const { warmUp = defaultWarmUp, window = defaultWindow, by } = options
    checkCount('warmUp', warmUp, 0)
    checkCount('window', window, 1)
    if (by !== undefined && (typeof by !== 'string' || by === ''))
      throw invalid('OL_PARAMETER', 'by', 'the name of a column', by)
    this.#task = task
    this.#figure = mainFigureOf(task, loss)
    this.#note = noteOf(task, loss)
    this.#family = familyOf(task, loss, classes, backend)
    this.#warmUp = warmUp
    this.#window = window
    this.#first = this.#family.accumulator()
    this.#rest = this.#family.accumulator()
    this.#curve = new FigureCurve(this.#figure.root)
    this.#shared = emptyTotals(window * this.#family.width)
    this.#slices = by === undefined ? undefined : new SliceMetrics(by, sliceFamily(evaluated), classes)
  }

  /**
   * Adds examples `from` to `to` with their results; examples without label or weight are in no metric. `batch`: their features, for
   * slices
   */
  add(examples: ExampleResults, from: number, to: number, batch?: Batch): void {
    if (batch !== undefined) this.#slices?.add(batch, examples, from, to)
    const { totals } = this.#shared
    const curve = this.#curve
    const warmUp = this.#warmUp
    for (let e = from; e < to; ) {
      const warming = totals[totalPlaces.labelled] < warmUp
      const until = warming ? Math.min(warmUp, curve.next) : curve.next
      e = this.#family.add(examples, this.#shared, warming ? this.#first : this.#rest, e, to, until)
      const labelled = totals[totalPlaces.labelled]
      if (labelled >= curve.next) curve.add(labelled, totals[totalPlaces.weight], totals[totalPlaces.sum])
    }
    this.#report = undefined
  }

  /** Starts a new interval for `sinceLast` of the main figure. */
  mark(): void {
    this.#atMark = this.#average
  }

  get figure(): FigureValue {
    const [weight, sum] = this.#atMark
    const [weightNow, sumNow] = this.#average
    const { name, root } = this.#figure
    const value = (average: number): number => (root ? Math.sqrt(average) : average)
    return {
      name,
      overall: value(sumNow / weightNow),
      sinceLast: value((sumNow - sum) / (weightNow - weight)),
    }
  }

  /** The column of the slices, where there are any. */
  get by(): string | undefined {
    return this.#slices?.by
  }

  /** Returns all that the evaluation is, so that one can go on with it. */
  state(): readonly Float64Array[] {
    const { totals, recent } = this.#shared
    const slices = this.#slices?.state() ?? []
    return [
      Float64Array.of(this.#warmUp, this.#window, slices.length),
      Float64Array.of(...totals, ...this.#atMark),
      this.#curve.state(),
      recent.slice(),
      ...this.#first.state(),
      ...this.#rest.state(),
      ...slices,
    ]
  }

  /** Returns the evaluation that goes on with a state. */
  static continued(evaluated: Evaluated, state: readonly Float64Array[], backend?: AddsMetrics): Evaluation {
    // a checkpoint of an earlier version has no slices
    const [[warmUp, window, sliced = 0], own, curve, recent, ...others] = state
    const sums = others.slice(0, others.length - sliced)
    const evaluation = new Evaluation(evaluated, { warmUp, window }, backend)
    const { totals, recent: records } = evaluation.#shared
    totals.set(own.subarray(0, totals.length))
    const [weightAtMark, sumAtMark] = own.subarray(totals.length)
    evaluation.#atMark = [weightAtMark, sumAtMark]
    evaluation.#curve.restore(curve)
    records.set(recent)
    evaluation.#first.restore(sums.slice(0, sums.length / 2))
    evaluation.#rest.restore(sums.slice(sums.length / 2))
    if (sliced > 0)
      evaluation.#slices = SliceMetrics.continued(
        sliceFamily(evaluated),
        evaluated.classes,
        others.slice(others.length - sliced),
      )
    return evaluation
  }

  /** Returns the metrics of all examples so far. */
  report(): EvaluationReport {
    this.#report ??= this.#reportOf()
    return this.#report
  }

  #reportOf(): EvaluationReport {
    const overall = this.#family.accumulator()
    overall.merge(this.#first)
    overall.merge(this.#rest)
    const { totals } = this.#shared
    const labelled = totals[totalPlaces.labelled]
    const scored = totals[totalPlaces.scored]
    const [weight, sum] = this.#average
    const warm = this.#warmUp > 0 && labelled > this.#warmUp
    return {
      task: this.#task,
      figure: this.#figure.name,
      note: this.#note,
      warmUp: this.#warmUp,
      window: this.#window,
      unscored: labelled - scored,
      overall: overall.metrics(),
      sinceWarmUp: warm ? this.#rest.metrics() : undefined,
      recent: scored > this.#window ? this.#ofRecent() : undefined,
      curve: this.#curve.points(labelled, weight, sum),
      ...(this.#slices === undefined ? {} : { by: this.#slices.by, slices: this.#slices.slices() }),
    }
  }

  #ofRecent(): Metrics {
    const { totals, recent } = this.#shared
    const place = totals[totalPlaces.place]
    const records = new Float64Array(recent.length)
    records.set(recent.subarray(place))
    records.set(recent.subarray(0, place), recent.length - place)
    const sums = this.#family.accumulator()
    this.#family.addRecords(records, sums)
    return sums.metrics()
  }

  /** weight, and the sum of weight times term */
  get #average(): readonly [weight: number, sum: number] {
    const { totals } = this.#shared
    return [totals[totalPlaces.weight], totals[totalPlaces.sum]]
  }
}

/** Returns the family of slices: fewer scores of each are kept. */
function sliceFamily({ task, loss, classes }: Evaluated): MetricFamily<Metrics> {
  return task === 'binary'
    ? binaryFamily(sliceBackend, losses[loss].link === 'logistic', scoresOfSlice)
    : familyOf(task, loss, classes, sliceBackend)
}

function familyOf(task: Task, loss: LossId, classes: number, backend: AddsMetrics): MetricFamily<Metrics> {
  if (task === 'multiclass') return multiclassFamily(classes)
  return task === 'binary'
    ? binaryFamily(backend, losses[loss].link === 'logistic')
    : regressionFamily(backend, loss)
}

function checkCount(name: string, value: unknown, least: number): void {
  if (!(Number.isInteger(value) && (value as number) >= least && (value as number) <= mostKept))
    throw invalid('OL_PARAMETER', name, `a whole number >= ${least} and <= ${mostKept}`, value)
}
