import type { ExplainOptions, Explanation } from '@ol/core'
import { applyLink, exampleOf, type TaskTerms } from '@ol/core/internal'
import { disposeWhereKnown } from '@ol/platform'
import type { ReadReport } from '@ol/reader'
import { OLError } from '@ol/spec'
import { closedSoon } from '../abort.js'
import type { Input } from '../input/input.js'
import { type ReadingOptions, type RunOptions, splitReading } from '../options.js'
import type { Session } from '../session.js'
import { refuseMostlyBad } from './enough-labels.js'
import { type Opened, openFor } from './opened.js'

/** The explanation of the score of an example of an input: see `Learner.explain`. */
export interface ExplainedExample extends Explanation {
  /** the tag of the example in its input */
  readonly tag: string | undefined
  /** its line, from 1, if the input has lines; for a table the row */
  readonly line: number | undefined
}

type ExplainRunOptions = RunOptions & ExplainOptions

/**
 * Options of explanations: the reading options that differ from the training's, and the options of the explained score.
 */
export type ExplanationOptions = ReadingOptions & ExplainRunOptions

/** Explanations of the scores of the examples of an input, made as they are iterated, once. */
export class Explanations implements AsyncIterable<ExplainedExample> {
  readonly #open: () => Promise<Opened>
  readonly #run: ExplainRunOptions
  #opened: Opened | undefined
  #taken = false

  constructor(load: () => Promise<Session>, input: Input, options: ExplanationOptions) {
    const { reading, run } = splitReading<ExplainRunOptions>(options, ['signal', 'class', 'against'])
    this.#run = run
    this.#open = async () =>
      openFor(await load(), input, { ...reading, allNames: true, readLabels: false }, run.signal)
  }

  async *[Symbol.asyncIterator](): AsyncGenerator<ExplainedExample, void, void> {
    if (this.#taken)
      throw new OLError(
        'OL_PARAMETER',
        'Expected one iteration of explanations but received a second: call explain again',
      )
    this.#taken = true
    const { signal, class: label, against } = this.#run
    try {
      this.#opened = await this.#open()
      const { name, reading, batches, session, trusted } = this.#opened
      for await (const batch of batches)
        for (let e = 0; e < batch.size; e++) {
          signal?.throwIfAborted()
          const explanation = session.learner.explain(exampleOf(batch, e), { class: label, against, trusted })
          yield {
            tag: batch.tags?.[e],
            line: batch.lines?.[e],
            ...explanation,
            prediction: numberOf(session.terms, explanation),
          }
        }
      refuseMostlyBad(name, reading.report)
    } finally {
      await this.close()
    }
  }

  /** The counts of the reading so far; undefined before the input is open. */
  get reading(): ReadReport | undefined {
    return this.#opened?.reading.report
  }

  /** Closes the input; iterating does this, too. */
  async close(): Promise<void> {
    if (this.#opened !== undefined) await closedSoon(this.#opened.reading.close())
  }

  /** The same as `close`. */
  async [Symbol.asyncDispose](): Promise<void> {
    await this.close()
  }

  static {
    disposeWhereKnown(Explanations.prototype)
  }
}

/** Returns the prediction like `predict` of a model: for counts their mean, which is not the score. */
function numberOf({ task, link }: TaskTerms, { prediction, score }: Explanation): number | string {
  return task === 'regression' ? applyLink(link, Float64Array.of(score))[0] : prediction
}
