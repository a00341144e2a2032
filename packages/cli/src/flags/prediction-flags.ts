import { type Command, Option } from 'commander'
import { type PredictionFormat, predictionFormats } from '../output/prediction-text.js'

/** The flags about predictions of every command that writes them. */
export interface PredictionFlags {
  readonly raw?: boolean | undefined
  readonly predictionFormat?: PredictionFormat | undefined
}

const group = 'Predictions:'

/** Adds the flags of the form of predictions. `file`: the flag that names their file. */
export function addPredictionFlags(command: Command, file: string): Command {
  return command
    .addOption(
      new Option(
        '--raw',
        'print scores instead of classes, probabilities and means; with more than two classes the class, and the score of each class',
      ).helpGroup(group),
    )
    .addOption(
      new Option(
        '--prediction-format <format>',
        `plain: values and tag, separated by blanks; csv: a header, then line, tag and values; jsonl: an object for each example (default: csv or jsonl by the extension of ${file}, otherwise plain)`,
      )
        .choices([...predictionFormats])
        .helpGroup(group),
    )
}
