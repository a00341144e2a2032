import type { Session } from '@ol/pipeline'
import type { PredictionFlags } from '../flags/prediction-flags.js'
import { type LineOutput, openLines } from './line-output.js'
import { type Predicted, type PredictionChoice, predictionColumns } from './prediction-columns.js'
import { formatOf, type PredictionText, predictionText } from './prediction-text.js'

/** Opens an output for the predictions of a model. `path`: undefined or `-` is standard output. */
export async function openPredictions(
  path: string | undefined,
  session: Session,
  { predictionFormat, ...choice }: PredictionChoice & PredictionFlags,
): Promise<PredictionOutput> {
  const text = predictionText(formatOf(path, predictionFormat), predictionColumns(session, choice))
  const output = await openLines(path)
  if (text.head !== '') await output.write(text.head)
  return new PredictionOutput(output, text)
}

/** A file of predictions, or standard output. */
export class PredictionOutput {
  readonly #output: LineOutput
  readonly #text: PredictionText

  constructor(output: LineOutput, text: PredictionText) {
    this.#output = output
    this.#text = text
  }

  write(predicted: Predicted): Promise<void> {
    return this.#output.write(this.#text.lines(predicted))
  }

  /** Closes the output; a file appears under its name only then. */
  close(): Promise<void> {
    return this.#output.close()
  }

  /** Discards the output and leaves the file at its path unchanged; after `close` does nothing. */
  abandon(): Promise<void> {
    return this.#output.abandon()
  }
}
