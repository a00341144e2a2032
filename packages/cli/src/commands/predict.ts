import { load } from '@ol/pipeline'
import type { Link } from '@ol/spec'
import { type Command, Option } from 'commander'
import { usageError } from '../exit.js'
import { addCommonFlags, type CommonFlags } from '../flags/common.js'
import { inputsOf } from '../flags/input-files.js'
import { addLinkFlag } from '../flags/model-flags.js'
import { addReadingFlags, type ReadingFlags, readOptions } from '../flags/reading.js'
import { addSavedModelFlag, type SavedModelFlags } from '../flags/saved.js'
import { within } from '../flags/values.js'
import { tuneGarbageCollection } from '../heap.js'
import { closing, openLines, refuseOverwriting } from '../output/line-output.js'
import { moreColumns, predictionLines } from '../output/prediction-lines.js'
import { modelFile } from '../output/run-report.js'
import { printSkipped } from '../output/skipped.js'

interface PredictFlags extends ReadingFlags, CommonFlags, SavedModelFlags {
  readonly output?: string
  readonly probabilities?: boolean
  readonly interval?: number
  readonly link?: Link
}

export function predictCommand(program: Command): void {
  const command = program
    .command('predict')
    .summary('one prediction per line')
    .description(
      'Prints the prediction for each example in FILE..., and its tag if it has one. Labels are not needed. ' +
        'The input is read as the training input was; flags override.',
    )
    .argument('[FILE...]', 'VW text, svmlight, CSV or TSV')
  addSavedModelFlag(command)
    .option('--output <file>', 'write the predictions there (default: standard output)')
    .option(
      '--probabilities',
      'print after the class the probability of each class, in their order (models with classes)',
    )
    .addOption(
      new Option(
        '--interval <level>',
        'print after the prediction the ends of the percentile interval of the replicates that holds the share LEVEL (models with --bootstrap)',
      ).argParser(within({ min: 0, max: 1, minExclusive: true, maxExclusive: true })),
    )
  addReadingFlags(addLinkFlag(addCommonFlags(command)))
  command.addHelpText(
    'after',
    `
Examples:
  ol-cli predict new.csv --model houses.ol > prices.txt
  ol-cli predict day4.vw.gz --model clicks.ol --link logistic --output probabilities.txt
  echo '| price:3.2 city=oslo' | ol-cli predict --model clicks.ol`,
  )
  command.action(predict)
}

async function predict(files: readonly string[], flags: PredictFlags): Promise<void> {
  const inputs = await inputsOf(files)
  const toFile = flags.output !== undefined && flags.output !== '-'
  if (flags.json === true && !toFile)
    throw usageError(
      '--json and the predictions would both go to standard output: write the predictions to a file with --output FILE',
    )
  refuseOverwriting(flags.output, [...inputs, flags.model])
  tuneGarbageCollection()
  const { probabilities, interval } = flags
  const model = await load(flags.model, { backend: flags.backend, link: flags.link })
  if (probabilities === true && model.classes === undefined)
    throw usageError(
      '--probabilities: the model has no classes; --link logistic prints the probability of +1',
    )
  if (interval !== undefined && model.learner.options.bootstrap === undefined)
    throw usageError('--interval: the model has no replicates; train it with --bootstrap B')
  const predictions = model.predict(inputs, { ...readOptions(flags), probabilities, interval })
  await predictions.open()
  const output = await openLines(flags.output)
  await closing(output, async () => {
    const more = probabilities === true || interval !== undefined
    for await (const batch of predictions.batches())
      await output.write(predictionLines(batch, more ? moreColumns(batch) : undefined))
  })
  const { reading, report } = predictions
  if (reading !== undefined) printSkipped(reading)
  if (flags.json !== true || report === undefined) return
  const { skippedLines, badLines, ...facts } = report
  const outputs = { model: await modelFile(flags.model), output: flags.output }
  process.stdout.write(
    `${JSON.stringify({ command: 'predict', ...facts, ...outputs, skippedLines, badLines })}\n`,
  )
}
