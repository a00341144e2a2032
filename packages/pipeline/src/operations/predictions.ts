import { type Interval, type PredictedBatch, percentileInterval } from '@ol/core'
import { probabilitiesOf } from '@ol/core/internal'
import { disposeWhereKnown } from '@ol/platform'
import type { ReadReport } from '@ol/reader'
import { invalid, OLError } from '@ol/spec'
import { closedSoon, unlessAborted } from '../abort.js'
import type { Input } from '../input/input.js'
import { type ReadingOptions, type RunOptions, splitReading } from '../options.js'
import { type PredictReport, skippedOf } from '../reports.js'
import type { Session } from '../session.js'
import { type Opened, openFor } from './opened.js'

/** The prediction for an example. */
export interface Prediction {
  /** with link; with classes the label of the class, undefined where no score is a number */
  readonly prediction: number | string | undefined
  /** the tag of the example in its input */
  readonly tag: string | undefined
  /** its line, from 1, where the input has lines; of a table the row */
  readonly line: number | undefined
  /** with the option `probabilities`: of each class, in the order of the classes */
  readonly probabilities?: Float64Array
  /** with the option `interval`: the ends of the percentile interval of the replicates */
  readonly interval?: Interval
}

/** The predictions for a batch. */
export interface PredictionBatch extends PredictedBatch {
  /** the labels of the classes, by number; undefined without classes */
  readonly classes: readonly (number | string)[] | undefined
  /** Returns the probabilities of the classes for an example; undefined where they are not an option of the run. */
  probabilities(example: number): Float64Array | undefined
  /**
   * Returns the ends of the percentile interval of the replicates for an example; undefined where it is not an option
   * of the run.
   */
  interval(example: number): Interval | undefined
}

interface PredictRunOptions extends RunOptions {
  /** of a model with classes: the probability of each class */
  readonly probabilities?: boolean | undefined
  /** of a model with replicates: the share of their predictions that the interval holds, within (0, 1) */
  readonly interval?: number | undefined
}

/** Options of predictions: of the reading, where it differs from that of the training, and of the run. */
export type PredictOptions = ReadingOptions & PredictRunOptions

const runNames = ['signal', 'probabilities', 'interval'] as const

/** Predictions, made as they are iterated, once: example by example, or batch by batch. */
export class Predictions implements AsyncIterable<Prediction> {
  readonly #open: () => Promise<Opened>
  readonly #run: PredictRunOptions
  readonly #started: number = performance.now()
  #opening: Promise<Opened> | undefined
  #opened: Opened | undefined
  #taken = false
  #examples = 0

  constructor(load: () => Promise<Session>, input: Input, options: PredictOptions) {
    const { reading, run } = splitReading<PredictRunOptions>(options, runNames)
    this.#run = run
    this.#open = async () => {
      const session = await load()
      checkMore(session, run)
      this.#opened = await openFor(session, input, reading, run.signal)
      return this.#opened
    }
  }

  /**
   * Loads the model, and reads the input up to its first example; iterating does so by itself.
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
    const { signal } = this.#run
    try {
      const { learner } = await this.open()
      const { batches, trusted } = await (this.#opening as Promise<Opened>)
      const iterator = learner.predict(batches, { trusted })[Symbol.asyncIterator]()
      for (;;) {
        signal?.throwIfAborted()
        const next = await unlessAborted(iterator.next(), signal)
        if (next.done === true) return
        this.#examples += next.value.batch.size
        yield this.#batch(next.value)
      }
    } finally {
      await this.close()
    }
  }

  /** Predicts example by example. */
  async *[Symbol.asyncIterator](): AsyncGenerator<Prediction, void, void> {
    for await (const predicted of this.batches()) {
      const { batch, predictions, classes } = predicted
      for (let e = 0; e < batch.size; e++) {
        const probabilities = predicted.probabilities(e)
        const interval = predicted.interval(e)
        yield {
          prediction: classes === undefined ? predictions[e] : classes[predictions[e] - 1],
          tag: batch.tags?.[e],
          line: batch.lines?.[e],
          ...(probabilities === undefined ? {} : { probabilities }),
          ...(interval === undefined ? {} : { interval }),
        }
      }
    }
  }

  /** The report so far; undefined before the input is open. */
  get report(): PredictReport | undefined {
    if (this.#opened === undefined) return undefined
    const { session, reading } = this.#opened
    const { backend, rule, loss, options } = session.learner
    return {
      backend,
      rule,
      loss,
      link: options.link,
      examples: this.#examples,
      seconds: (performance.now() - this.#started) / 1000,
      ...skippedOf(reading.report),
    }
  }

  /** The counts of the reading so far; undefined before the input is open. */
  get reading(): ReadReport | undefined {
    return this.#opened?.reading.report
  }

  /** Closes the input; iterating does so by itself. */
  async close(): Promise<void> {
    if (this.#opened !== undefined) await closedSoon(this.#opened.reading.close())
  }

  /** The same as `close`. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close()
  }

  static {
    disposeWhereKnown(Predictions.prototype)
  }

  #batch(predicted: PredictedBatch): PredictionBatch {
    const { scores, replicates, batch } = predicted
    const { probabilities, interval } = this.#run
    const { learner } = (this.#opened as Opened).session
    const part = (array: Float64Array, e: number): Float64Array => {
      const width = array.length / batch.size
      return array.subarray(e * width, (e + 1) * width)
    }
    return {
      ...predicted,
      classes: learner.classes,
      probabilities: (e) => {
        if (probabilities !== true || scores === undefined) return undefined
        const own = part(scores, e)
        const shares = new Float64Array(own.length)
        probabilitiesOf(learner.loss, own, 0, own.length, shares)
        return shares
      },
      interval: (e) => {
        if (interval === undefined || replicates === undefined) return undefined
        // the model itself is the first
        return percentileInterval(part(replicates, e).subarray(1), interval)
      },
    }
  }
}

/** Throws for options that the model does not support. */
function checkMore({ learner, classes }: Session, { probabilities, interval }: PredictRunOptions): void {
  if (probabilities === true && classes === undefined)
    throw new OLError(
      'OL_PARAMETER',
      "Expected a model with classes for probabilities but it has none; link 'logistic' predicts the probability of +1",
      { value: probabilities },
    )
  if (interval === undefined) return
  if (learner.options.bootstrap === undefined)
    throw new OLError(
      'OL_PARAMETER',
      'Expected a model with replicates for an interval but it has none: train it with bootstrap',
      {
        value: interval,
      },
    )
  if (!(interval > 0 && interval < 1))
    throw invalid('OL_PARAMETER', 'interval', 'a number > 0 and < 1', interval)
}
