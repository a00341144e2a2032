import { badLineChoices, load, type Model, type OnBad } from '@ol/pipeline'
import type { Link } from '@ol/spec'
import { type Command, Option } from 'commander'
import { usageError } from '../exit.js'
import { addCommonFlags, type CommonFlags } from '../flags/common.js'
import { inputsOf } from '../flags/input-files.js'
import { addLinkFlag } from '../flags/model-flags.js'
import { addPredictionFlags, type PredictionFlags } from '../flags/prediction-flags.js'
import { addReadingFlags, type ReadingFlags, readOptions } from '../flags/reading.js'
import { addSavedModelFlag, type SavedModelFlags } from '../flags/saved.js'
import { within } from '../flags/values.js'
import { tuneGarbageCollection } from '../heap.js'
import { addBriefHelp } from '../help/brief.js'
import { closing, refuseOverwriting } from '../output/line-output.js'
import { printJson } from '../output/plain.js'
import { openPredictions } from '../output/prediction-output.js'
import { ProgressBar } from '../output/progress-bar.js'
import { modelFile } from '../output/run-report.js'
import { printSkipped } from '../output/skipped.js'

interface PredictFlags extends ReadingFlags, CommonFlags, SavedModelFlags, PredictionFlags {
  readonly output?: string
  readonly probabilities?: boolean
  readonly interval?: number
  readonly link?: Link
  readonly spread?: boolean
  readonly onBad?: OnBad
}

export function predictCommand(program: Command): void {
  const command = program
    .command('predict')
    .summary('class and probability, or number, for each example')
    .description(
      'Prints a line for each example in FILE...: a number, or the class and its probability (with two classes, the probability ' +
        'of the positive class), or the class and its score if the loss has no probabilities. The tag of the example follows, ' +
        'if it has one. Labels are not read. A bad or blank line gives an empty line. ' +
        'The input is read like the training input; flags override.',
    )
    .argument('[FILE...]', 'files, as train reads them')
  addSavedModelFlag(command)
    .option(
      '-o, --output <file>',
      'write the predictions there: FILE.csv, FILE.jsonl, or plain lines (default: standard output)',
    )
    .option('--probabilities', 'the class and the probability of each class, in their order')
    .addOption(
      new Option(
        '--interval <level>',
        'add the ends of an interval for the share LEVEL of the labels, such as 0.9; with classes a set',
      ).argParser(within({ min: 0, max: 0.999, minExclusive: true })),
    )
  command.option(
    '--spread',
    'add the standard deviation of the predictions of the lanes of a mixture, by their weights, in the unit of the prediction; with --bootstrap, of the replicates',
  )
  command.addOption(
    new Option(
      '--on-bad <choice>',
      'empty: a bad or blank line gives an empty line, so that each line of input has a line of output; skip: it gives none; error: the first bad line ends the run, with exit code 65 (default: empty, but an input with more bad lines than examples ends with exit code 65)',
    ).choices([...badLineChoices]),
  )
  addPredictionFlags(command, '--output')
  addReadingFlags(
    addLinkFlag(addCommonFlags(command), 'print numbers instead of classes and probabilities: '),
  )
  command.addHelpText(
    'after',
    `
Examples:
  ol-cli predict new.csv --model houses.ol > prices.txt
  ol-cli predict day4.vw.gz --model clicks.ol --output clicks.csv
  echo '| price:3.2 city=oslo' | ol-cli predict --model clicks.ol`,
  )
  addBriefHelp(command, {
    'What matters': {
      '--model': 'the model',
      '--output': 'write there: FILE.csv, FILE.jsonl, or plain lines',
      '--probabilities': 'the probability of each class',
      '--interval': 'add the interval that holds 0.9 (90%) of the labels',
      '--raw': 'scores instead of classes and probabilities',
      '--on-bad': 'a bad or blank line gives an empty line, none (skip), or an error',
    },
  })
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
  const { raw, link, probabilities, interval, spread, onBad } = flags
  const model = await load(flags.model, { backend: flags.backend })
  refuseForms(flags, model)
  const form = { raw, link, probabilities, interval, spread }
  const predictions = model.predict(inputs, { ...readOptions(flags), ...form, onBad, keepsBatches: false })
  await predictions.open()
  const output = await openPredictions(flags.output, model, { ...form, ...flags })
  const bar = new ProgressBar({ inputs, json: flags.json, quiet: flags.quiet, printing: !toFile })
  await closing(output, async () => {
    for await (const batch of predictions.batches()) await output.write(batch)
  }).finally(() => bar.end())
  const { reading, report } = predictions
  if (reading !== undefined) printSkipped(reading)
  if (flags.json !== true || report === undefined) return
  const { skippedLines, badLines, ...facts } = report
  const outputs = { model: modelFile(flags.model), output: flags.output }
  printJson({ command: 'predict', ...facts, ...outputs, skippedLines, badLines })
}

/** Throws for flags that exclude each other, and for flags that do not fit the model. */
function refuseForms(flags: PredictFlags, { terms, learner }: Model): void {
  const forms = (['raw', 'link', 'probabilities'] as const).filter((name) => flags[name] !== undefined)
  if (forms.length > 1)
    throw usageError(`${forms.map((name) => `--${name}`).join(' and ')} exclude each other: use one of them`)
  if (flags.link !== undefined && terms.task === 'multiclass')
    throw usageError('--link: the model has more than two classes; --raw prints their scores')
  if (flags.probabilities === true && !terms.probable)
    throw usageError(
      terms.task === 'regression'
        ? '--probabilities: the model predicts numbers, not classes'
        : `--probabilities: ${terms.loss} loss has none; train with --loss logistic, or use --raw for scores`,
    )
  if (flags.interval === undefined) return
  if (learner.options.intervals === 'off')
    throw usageError(
      '--interval: the model learned no intervals: it is of an earlier version of OL, was trained with --intervals off, or saved for predictions alone; train it again',
    )
}
