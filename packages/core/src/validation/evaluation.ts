import { addMetrics, scoreCurves } from '@ol/fallback'
import { type Batch, type EvaluationTotals, invalid, type Task, totalPlaces } from '@ol/spec'
import { firstLabelled } from './first-label.js'
import { LabelOrder } from './label-order.js'
import {
  type Accumulator,
  type ExampleResults,
  emptyTotals,
  type MetricFamily,
} from './metrics/accumulator.js'
import { type CurvePoint, FigureCurve } from './metrics/curve.js'
import { EarlyRecords } from './metrics/early-records.js'
import { type Evaluated, familyOf, type Metrics, sliceFamily } from './metrics/families.js'
import { type MainFigure, mainFigureOf, noteOf } from './metrics/main-figure.js'
import type { AddsMetrics } from './metrics/score-family.js'
import { type Slice, SliceMetrics } from './slice-metrics.js'

/** How a run is evaluated. */
export interface EvaluationOptions {
  /**
   * the number of labelled examples of a new model that `sinceWarmUp` excludes; default 1000, or a tenth of all if
   * there are fewer than 10,000
   */
  readonly warmUp?: number | undefined
  /** the number of last labelled examples that `recent` covers; default 1000 */
  readonly window?: number | undefined
  /** a column or a namespace whose values each get their own metrics; default: none */
  readonly by?: string | undefined
}

/** The evaluation of a run by its task. */
export interface EvaluationReport {
  readonly task: Task
  /** the name of the main figure, which the curve shows */
  readonly figure: string
  /** a note on the meaning of the metrics, or on omitted ones, if they do not measure the loss */
  readonly note: string | undefined
  /** the number of labelled examples that `sinceWarmUp` excludes */
  readonly warmUp: number
  /** the number of labelled examples that `recent` covers */
  readonly window: number
  /** the number of labelled examples that no metric includes, because their prediction was not finite */
  readonly unscored: number
  /**
   * how alike the labels of neighbouring examples are: their correlation, near 0 in random order, 1 if they are equal
   * (of classes: Cohen's kappa); NaN if all labels are equal
   */
  readonly neighbours: number
  readonly overall: Metrics
  /** metrics without the warm-up; undefined if this is none or all of the run */
  readonly sinceWarmUp: Metrics | undefined
  /** metrics of the last examples; undefined if this is all of the run */
  readonly recent: Metrics | undefined
  readonly curve: readonly CurvePoint[]
  /** the column of the slices, if there are any */
  readonly by?: string
  /** the metrics for each of its values, the most frequent first */
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

/** The labelled examples that a new model warms up for. */
const defaultWarmUp = 1000
/** From this many labelled examples on the warm-up is this many by default; with fewer it is a tenth. */
const enoughForWarmUp = 10_000
const defaultWindow = 1000
const mostKept = 1_000_000

/**
 * Evaluates a run by its task: over everything, without the warm-up, and over the last examples. It belongs to the run
 * and not to the model, whose file keeps only the sums of `ProgressiveValidation`.
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
  readonly #order: LabelOrder
  readonly #shared: EvaluationTotals
  #slices: SliceMetrics<Metrics> | undefined
  /** the records of the first examples, while the warm-up is a tenth of them */
  #early: EarlyRecords | undefined
  readonly #learnedBefore: number
  #awaitsLabel: boolean
  /** the number of labelled examples in no average: the one whose prediction was made before any label */
  #unpredicted = 0
  /** their label; NaN: there is none */
  unpredictedLabel: number = Number.NaN
  #atMark: readonly [weight: number, sum: number] = [0, 0]
  #report: EvaluationReport | undefined

  constructor(
    evaluated: Evaluated,
    options: EvaluationOptions = {},
    backend: AddsMetrics = { addMetrics, scoreCurves },
  ) {
    const { task, loss, classes, awaitsLabel = false, learnedBefore = 0 } = evaluated
    const { window = defaultWindow, by } = options
    const { warmUp = Math.max(0, defaultWarmUp - learnedBefore) } = options
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
    this.#order = new LabelOrder(task)
    this.#shared = emptyTotals(window * this.#family.width)
    this.#awaitsLabel = awaitsLabel
    this.#learnedBefore = learnedBefore
    const tenth = options.warmUp === undefined && warmUp > 0
    this.#early = tenth ? new EarlyRecords(this.#family.width, enoughForWarmUp - learnedBefore) : undefined
    this.#slices = by === undefined ? undefined : new SliceMetrics(by, sliceFamily(evaluated), classes)
  }

  /**
   * Adds examples `from` to `to` with their results; examples without a label or weight are in no metric. `batch`:
   * their features, for slices
   */
  add(examples: ExampleResults, from: number, to: number, batch?: Batch): void {
    if (batch !== undefined) this.#slices?.add(batch, examples, from, to)
    this.#order.add(examples, from, to)
    const { totals } = this.#shared
    const curve = this.#curve
    const warmUp = this.#warmUp
    for (let e = from; e < to; ) {
      const warming = totals[totalPlaces.labelled] < warmUp
      // records are used before others overwrite them
      const last = this.#early === undefined ? curve.next : totals[totalPlaces.labelled] + this.#window
      const until = Math.min(curve.next, last, warming ? warmUp : curve.next)
      const [scored, place] = [totals[totalPlaces.scored], totals[totalPlaces.place]]
      e = this.#family.add(examples, this.#shared, warming ? this.#first : this.#rest, e, to, until)
      const labelled = totals[totalPlaces.labelled]
      this.#early?.add(this.#shared.recent, place, totals[totalPlaces.scored] - scored)
      if (this.#early?.full === true) this.#early = undefined
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

  /** Whether the next labelled example has a prediction that was made before any label. */
  get awaitsLabel(): boolean {
    return this.#awaitsLabel
  }

  /** Returns the first labelled example with a weight, and leaves it out of all averages; -1: there is none. */
  firstLabel(examples: ExampleResults, from: number, to: number): number {
    const first = firstLabelled(examples, from, to)
    if (first < 0) return first
    this.#awaitsLabel = false
    this.#unpredicted++
    this.unpredictedLabel = examples.labels[first]
    this.#order.add(examples, first, first + 1)
    const labelled = ++this.#shared.totals[totalPlaces.labelled]
    // no point has an average of nothing
    this.#curve.next = Math.max(this.#curve.next, labelled + 1)
    return first
  }

  /** The column of the slices, if there are any. */
  get by(): string | undefined {
    return this.#slices?.by
  }

  /** Returns the complete state of the evaluation, from which another can continue. */
  state(): readonly Float64Array[] {
    const { totals, recent } = this.#shared
    const slices = this.#slices?.state() ?? []
    return [
      Float64Array.of(
        ...[this.#warmUp, this.#window, slices.length, this.#awaitsLabel ? 1 : 0, this.#unpredicted],
        ...[this.#learnedBefore, this.#early === undefined ? 0 : 1, this.unpredictedLabel],
        ...this.#order.state,
      ),
      Float64Array.of(...totals, ...this.#atMark),
      this.#curve.state(),
      recent.slice(),
      ...this.#first.state(),
      ...this.#rest.state(),
      ...slices,
      ...(this.#early === undefined ? [] : [this.#early.records.slice()]),
    ]
  }

  /** Returns the evaluation that continues with a state. */
  static continued(evaluated: Evaluated, state: readonly Float64Array[], backend?: AddsMetrics): Evaluation {
    // a checkpoint of an earlier version has no slices
    const [counts, ...arrays] = state
    const [warmUp, window, sliced = 0, awaits = 0, unpredicted = 0, learnedBefore = 0] = counts
    const [early = 0, unpredictedLabel = Number.NaN] = counts.subarray(6)
    const [own, curve, recent, ...others] = early > 0 ? arrays.slice(0, -1) : arrays
    const sums = others.slice(0, others.length - sliced)
    const given = { ...evaluated, awaitsLabel: awaits > 0, learnedBefore }
    const evaluation = new Evaluation(given, { warmUp: early > 0 ? undefined : warmUp, window }, backend)
    evaluation.#unpredicted = unpredicted
    evaluation.unpredictedLabel = unpredictedLabel
    evaluation.#order.restore(counts.subarray(8))
    if (early > 0) evaluation.#early?.restore(arrays[arrays.length - 1])
    const { totals, recent: records } = evaluation.#shared
    totals.set(own.subarray(0, totals.length))
    const [weightAtMark, sumAtMark] = own.subarray(totals.length)
    evaluation.#atMark = [weightAtMark, sumAtMark]
    evaluation.#curve.restore(curve)
    if (unpredicted > 0 && curve.length === 0) evaluation.#curve.next = 2
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
    const { warmUp, sinceWarmUp } = this.#withoutWarmUp(labelled)
    return {
      task: this.#task,
      figure: this.#figure.name,
      note: this.#note,
      warmUp,
      window: this.#window,
      unscored: labelled - scored - this.#unpredicted,
      neighbours: this.#order.correlation,
      overall: overall.metrics(),
      sinceWarmUp,
      recent: scored > this.#window ? this.#ofRecent() : undefined,
      curve: this.#curve.points(labelled, weight, sum),
      ...(this.#slices === undefined ? {} : { by: this.#slices.by, slices: this.#slices.slices() }),
    }
  }

  /**
   * Returns the metrics since the warm-up. With few examples the warm-up is a tenth of them, including the model's
   * earlier examples.
   */
  #withoutWarmUp(labelled: number): Pick<EvaluationReport, 'warmUp' | 'sinceWarmUp'> {
    const [warmUp, early] = [this.#warmUp, this.#early]
    if (early === undefined)
      return { warmUp, sinceWarmUp: warmUp > 0 && labelled > warmUp ? this.#rest.metrics() : undefined }
    const before = this.#learnedBefore
    const tenth = Math.max(0, Math.floor((before + labelled) / 10) - before)
    // records are of the examples with a prediction
    const from = Math.min(Math.max(0, tenth - this.#unpredicted), early.size)
    if (tenth === 0 || from === early.size) return { warmUp: tenth, sinceWarmUp: undefined }
    const sums = this.#family.accumulator()
    this.#family.addRecords(early.from(from), sums)
    return { warmUp: tenth, sinceWarmUp: sums.metrics() }
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

function checkCount(name: string, value: unknown, least: number): void {
  if (!(Number.isInteger(value) && (value as number) >= least && (value as number) <= mostKept))
    throw invalid('OL_PARAMETER', name, `a whole number >= ${least} and <= ${mostKept}`, value)
}
