import type { Session } from '@ol/pipeline'
import { valueText } from '@ol/spec'
import type { PredictionFlags } from '../flags/prediction-flags.js'
import { type LineOutput, openLines } from './line-output.js'
import { oneLine } from './plain.js'
import {
  type Predicted,
  type PredictionChoice,
  type PredictionColumn,
  predictionColumns,
} from './prediction-columns.js'
import { formatOf, type PredictionFormat, type PredictionText, predictionText } from './prediction-text.js'

type Labels = readonly (number | string)[]

/** Opens an output for the predictions of a model. `path`: undefined or `-` is standard output. */
export async function openPredictions(
  path: string | undefined,
  session: Session,
  { predictionFormat, ...choice }: PredictionChoice & PredictionFlags,
): Promise<PredictionOutput> {
  const columnsOf = (labels: Labels) => predictionColumns(session, choice, labels)
  const { labels } = session.terms
  const output = new PredictionOutput(
    await openLines(path),
    formatOf(path, predictionFormat),
    columnsOf,
    labels,
  )
  await output.begin()
  return output
}

/** A file of predictions, or standard output. */
export class PredictionOutput {
  readonly #output: LineOutput
  readonly #format: PredictionFormat
  readonly #columnsOf: (labels: Labels) => readonly PredictionColumn[]
  #labels: Labels
  #columns: readonly PredictionColumn[]
  #text: PredictionText
  /** the classes that came after the header of CSV, which has no column for them */
  #late: Labels = []

  constructor(
    output: LineOutput,
    format: PredictionFormat,
    columnsOf: (labels: Labels) => readonly PredictionColumn[],
    labels: Labels,
  ) {
    this.#output = output
    this.#format = format
    this.#columnsOf = columnsOf
    this.#labels = labels
    this.#columns = columnsOf(labels)
    this.#text = predictionText(format, this.#columns)
  }

  async begin(): Promise<void> {
    const { head } = this.#text
    if (head !== '') await this.#output.write(head)
  }

  write(predicted: Predicted): Promise<void> {
    const { labels = this.#labels } = predicted
    if (labels.length > this.#labels.length) this.#grow(labels)
    return this.#output.write(this.#text.lines(predicted))
  }

  /** Closes the output; a file appears under its name only then. */
  async close(): Promise<void> {
    await this.#output.close()
    const late = this.#late.map((label) => oneLine(valueText(label)))
    if (late.length === 0) return
    process.stderr.write(
      `ol-cli: warning: the predictions have no column for ${late.join(', ')}: a class that comes after the header of csv has none; name all classes (--classes), or write jsonl\n`,
    )
  }

  /** Discards the output and leaves the file at its path unchanged; after `close` does nothing. */
  abandon(): Promise<void> {
    return this.#output.abandon()
  }

  /** Takes classes that are new, and have a column each where every class has one. */
  #grow(labels: Labels): void {
    const columns = this.#columnsOf(labels)
    const added = labels.slice(this.#labels.length)
    this.#labels = labels
    if (columns.length === this.#columns.length) return
    if (this.#format === 'csv') this.#late = [...this.#late, ...added]
    else {
      this.#columns = columns
      this.#text = predictionText(this.#format, columns)
    }
  }
}
