import type {
  ClassLabel,
  CommonOptions,
  Interval,
  LabelOf,
  LabelOrNone,
  PredictedBatch,
  PredictionInterval,
} from '@ol/core'
import {
  type PredictedStream,
  probabilitiesAt,
  type TaskTerms,
  termsOfBatch,
  unlessAborted,
} from '@ol/core/internal'
import { disposeWhereKnown } from '@ol/platform'
import type { ReadReport } from '@ol/reader'
import { type BackendStream, type Link, OLError, type SkippedLine } from '@ol/spec'
import { closedSoon } from '../abort.js'
import type { Input } from '../input/input.js'
import { type ReadingOptions, type RunOptions, splitReading } from '../options.js'
import { type PredictReport, skippedOf } from '../reports.js'
import type { Session } from '../session.js'
import { refuseMostlyBad } from './enough-labels.js'
import { inLineOrder } from './line-order.js'
import { type Opened, openFor } from './opened.js'
import { checkForm, numberLink } from './prediction-form.js'
import { Work } from './work.js'

/**
 * The labels of the classes of a model, by the options `classes`, `task` and `mostClasses` of its training; undefined:
 * in regression there are none. If the options do not decide, the data does.
 */
export type ModelLabel<
  C extends CommonOptions['classes'],
  T extends CommonOptions['task'],
  Most,
> = T extends 'regression'
  ? undefined
  : C extends readonly string[]
    ? LabelOf<C, T, Most>
    : C extends number
      ? ClassLabel
      : T extends 'binary' | 'multiclass'
        ? ClassLabel
        : LabelOrNone

/** The value that is predicted for an example, by the labels of the model and the options of the run. */
export type PredictedValue<K extends LabelOrNone, R> = [K] extends [undefined]
  ? number
  : R extends { readonly raw: true } | { readonly link: Link }
    ? number | K
    : K

/** The prediction for an example; K: the labels of classes, undefined in regression; V: see `PredictedValue`. */
export interface Prediction<K extends LabelOrNone = LabelOrNone, V = LabelOrNone> {
  /**
   * in the terms of the task: the label of the class, or the number; with `raw` and `link` the number, or with several
   * classes the label; undefined if no score is a number
   */
  readonly prediction: V | undefined
  /** the tag of the example in its input */
  readonly tag: string | undefined
  /** its line, from 1, if the input has lines; for a table the row */
  readonly line: number | undefined
  /** the label of the class; absent in regression */
  readonly class?: K | undefined
  /**
   * the probability of the positive class, or with more than two classes of the predicted class; absent if the loss has
   * none, and in regression
   */
  readonly probability?: ([K] extends [undefined] ? undefined : number) | undefined
  /** without link; absent with more than two classes */
  readonly score?: number
  /** with the option `raw` and more than two classes: the score of each class, in their order */
  readonly scores?: Float64Array
  /** with the option `probabilities`: the probability of each class, in their order */
  readonly probabilities?: Float64Array
  /** with the option `interval`, for numbers: the ends of the interval for that share of the labels */
  readonly interval?: Interval
  /** with the option `interval`, for classes: the classes for that share of the labels, the most probable first */
  readonly set?: readonly ClassLabel[]
  /** with the option `spread`: the standard deviation over the lanes of the mixture */
  readonly spread?: number
  /** for a line without an example: its kind; such a line has nothing else */
  readonly skipped?: SkippedLine
}

/** The treatment of lines without an example: see `PredictRunOptions.onBad`. */
export const badLineChoices = ['empty', 'skip', 'error'] as const

export type OnBad = (typeof badLineChoices)[number]

/**
 * The predictions for a batch. `predictions` are in the terms of the task: probabilities of the positive class, or scores
 * where there are none; numbers of classes; numbers. With `raw` they are scores, with `link` under that link.
 */
export interface PredictionBatch extends PredictedBatch {
  /** the labels of the classes, by number; undefined without classes */
  readonly classes: readonly (number | string)[] | undefined
  /** Returns the probabilities of the classes for an example; undefined if they are not an option of the run. */
  probabilities(example: number): Float64Array | undefined
  /** Returns the interval or the set of classes for an example; undefined if it is not an option of the run. */
  interval(example: number): PredictionInterval | undefined
}

export interface PredictRunOptions extends RunOptions {
  /** scores instead of classes, probabilities and means */
  readonly raw?: boolean | undefined
  /** numbers under this link instead of the terms of the task; not for a model with more than two classes */
  readonly link?: Link | undefined
  /** for a model of classes: the probability of each class */
  readonly probabilities?: boolean | undefined
  /** the share of the labels in an interval, or in a set of classes, within (0, 0.999] */
  readonly interval?: number | undefined
  /**
   * for a mixture: the standard deviation over the predictions of its lanes, by their weights, in the unit of the
   * prediction; with classes over the probability of the predicted class
   */
  readonly spread?: boolean | undefined
  /**
   * for an input with lines: the treatment of bad and blank ones. `empty`: each has its place among the predictions, so that
   * lines and predictions pair; `skip`: they are left out; `error`: as `empty`, and the first bad line is thrown.
   * Default: as `empty`, and an input whose lines are mostly bad is refused after its predictions
   */
  readonly onBad?: OnBad | undefined
  /**
   * whether a batch is kept when the next is requested; default true. With false OL reuses its arrays and predicts
   * batches ahead on other threads, which is faster; the model then cannot learn until the iteration has ended
   */
  readonly keepsBatches?: boolean | undefined
}

/** Options of predictions: the reading options that differ from the training's, and the options of the run. */
export type PredictOptions = ReadingOptions & PredictRunOptions

const runNames = [
  'signal',
  'raw',
  'link',
  'probabilities',
  'interval',
  'spread',
  'onBad',
  'keepsBatches',
] as const

/** Predictions, made as they are iterated, once: example by example, or batch by batch. */
export class Predictions<K extends LabelOrNone = LabelOrNone, V = LabelOrNone>
  implements AsyncIterable<Prediction<K, V>>
{
  readonly #open: () => Promise<Opened>
  readonly #run: PredictRunOptions
  readonly #started: number = performance.now()
  readonly #threads = new Work()
  #stream: BackendStream | undefined
  #opening: Promise<Opened> | undefined
  #opened: Opened | undefined
  #taken = false
  #examples = 0

  constructor(load: () => Promise<Session>, input: Input, options: PredictOptions) {
    const { reading, run } = splitReading<PredictRunOptions>(options, runNames)
    this.#run = run
    this.#open = async () => {
      const session = await load()
      checkForm(session, run)
      const { onBad = 'empty', keepsBatches } = run
      const lines = {
        readLabels: false,
        skippedLines: onBad !== 'skip',
        ...(onBad === 'error' ? { strict: true } : {}),
      }
      const { learner } = session
      // a caller that keeps a batch may also learn it before it requests the next
      const stream =
        keepsBatches === false ? this.#threads.stream(learner.backend, reading.threads) : undefined
      if (stream?.name === learner.backend) this.#stream = stream
      this.#opened = await openFor(
        session,
        input,
        { ...reading, ...lines },
        run.signal,
        keepsBatches === false,
        stream,
      )
      return this.#opened
    }
  }

  /**
   * Loads the model, and reads the input up to its first example or skipped line; iterating does this, too.
   *
   * @returns the model
   * @throws OLError of a model that cannot be loaded, or an input that cannot be read; OL_PARAMETER
   */
  async open(): Promise<Session> {
    this.#opening ??= this.#open()
    return (await this.#opening).session
  }

  /** Predicts batch by batch. */
  async *batches(): AsyncGenerator<PredictionBatch, void, void> {
    if (this.#taken)
      throw new OLError(
        'OL_PARAMETER',
        'Expected one iteration of predictions but received a second: call predict again',
      )
    this.#taken = true
    const { signal, onBad, spread } = this.#run
    let iterator: AsyncIterator<PredictedBatch> | undefined
    try {
      const { learner } = await this.open()
      const { name, reading, batches, trusted } = await (this.#opening as Promise<Opened>)
      const link = numberLink(this.#terms, this.#run)
      const predicting = trusted ? this.#stream : undefined
      const options: PredictedStream = { trusted, link, spread, predicting }
      iterator = learner.predict(batches, options)[Symbol.asyncIterator]()
      for (;;) {
        signal?.throwIfAborted()
        const next = await unlessAborted(iterator.next(), signal)
        if (next.done === true) {
          if (onBad === undefined) refuseMostlyBad(name, reading.report)
          return
        }
        this.#examples += next.value.batch.size
        yield this.#batch(next.value)
      }
    } finally {
      // it may wait for bytes that no longer arrive once the input is closed
      const ended = iterator?.return?.()
      await this.close()
      if (ended !== undefined) await closedSoon(ended)
    }
  }

  /** Predicts example by example. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Prediction<K, V>, void, void> {
    // the types that follow from the options of the training and the run
    for await (const prediction of this.#examplesOf()) yield prediction as Prediction<K, V>
  }

  async *#examplesOf(): AsyncGenerator<Prediction, void, void> {
    const { raw = false, link } = this.#run
    for await (const predicted of this.batches()) {
      const { batch, predictions, scores, spread } = predicted
      const { task, probable } = this.#terms
      const one = task !== 'multiclass'
      const numeric = one && (raw || link !== undefined || task === 'regression')
      for (const e of inLineOrder(batch)) {
        if (typeof e === 'object') {
          yield { prediction: undefined, tag: undefined, line: e.line, skipped: e }
          continue
        }
        const label = predicted.class(e)
        const probabilities = predicted.probabilities(e)
        const interval = predicted.interval(e)
        yield {
          prediction: numeric ? predictions[e] : label,
          tag: batch.tags?.[e],
          line: batch.lines?.[e],
          ...(task === 'regression' ? {} : { class: label }),
          ...(probable ? { probability: predicted.probability(e) } : {}),
          ...(one && scores !== undefined ? { score: scores[e] } : {}),
          ...(!one && raw && scores !== undefined ? { scores: partOf(scores, batch.size, e) } : {}),
          ...(probabilities === undefined ? {} : { probabilities }),
          ...(interval === undefined ? {} : intervalFacts(interval)),
          ...(spread === undefined ? {} : { spread: spread[e] }),
        }
      }
    }
  }

  /** The report so far; undefined before the input is open. */
  get report(): PredictReport | undefined {
    if (this.#opened === undefined) return undefined
    const { session, reading } = this.#opened
    const { backend, rule, loss } = session.learner
    return {
      backend,
      rule,
      loss,
      link: numberLink(session.terms, this.#run),
      examples: this.#examples,
      seconds: (performance.now() - this.#started) / 1000,
      ...skippedOf(reading.report),
    }
  }

  /** The counts of the reading so far; undefined before the input is open. */
  get reading(): ReadReport | undefined {
    return this.#opened?.reading.report
  }

  /** Closes the input; iterating does this, too. */
  async close(): Promise<void> {
    if (this.#opened !== undefined) await closedSoon(this.#opened.reading.close())
    this.#threads.close()
  }

  /** The same as `close`. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close()
  }

  static {
    disposeWhereKnown(Predictions.prototype)
  }

  get #terms(): TaskTerms {
    return (this.#opened as Opened).session.terms
  }

  #batch(predicted: PredictedBatch): PredictionBatch {
    const { intervalOf } = predicted
    // streams of predictions always have them
    const scores = predicted.scores as Float64Array
    const { probabilities, interval } = this.#run
    const terms = this.#terms
    return {
      ...predicted,
      ...termsOfBatch(terms, scores),
      classes: terms.task === 'multiclass' ? terms.labels : undefined,
      probabilities: (e) => (probabilities === true ? probabilitiesAt(terms, scores, e) : undefined),
      interval: (e) => (interval === undefined ? undefined : intervalOf?.(e, interval)),
    }
  }
}

/** Returns the parts of an interval that a prediction has. */
function intervalFacts({ low, high, set }: PredictionInterval): Pick<Prediction, 'interval' | 'set'> {
  if (set !== undefined) return { set }
  return low === undefined || high === undefined ? {} : { interval: { low, high } }
}

/** Returns the part of a batch's array that belongs to an example. */
function partOf(array: Float64Array, size: number, e: number): Float64Array {
  const width = array.length / size
  return array.subarray(e * width, (e + 1) * width)
}
