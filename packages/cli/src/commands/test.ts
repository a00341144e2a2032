import { performance } from 'node:perf_hooks'
import { type BatchEvent, Learner, type Progress } from '@ol/core'
import { ProgressiveValidation } from '@ol/core/internal'
import type { Command } from 'commander'
import { usageError } from '../exit.js'
import { addCommonFlags, addProgressFlag, type CommonFlags, type ProgressFlags } from '../flags/common.js'
import { inputsOf } from '../flags/input-files.js'
import { addReadingFlags, type ReadingFlags } from '../flags/reading.js'
import { addSavedModelFlag, type SavedModelFlags } from '../flags/saved.js'
import { closing, openLines, refuseOverwriting } from '../output/line-output.js'
import { predictionLines } from '../output/prediction-lines.js'
import { modelFile, printReport } from '../output/run-report.js'
import { saySkipped } from '../output/skipped.js'
import { progressTable } from '../output/table.js'
import { openInput } from './input.js'
import { readOptionsFor } from './learner.js'

interface TestFlags extends ReadingFlags, CommonFlags, ProgressFlags, SavedModelFlags {
  readonly predictions?: string
}

export function testCommand(program: Command): void {
  const command = program
    .command('test')
    .summary('the loss of a saved model on data, without learning')
    .description(
      'Predicts the examples in FILE... with a saved model and reports the average loss. The model does not change. ' +
        'The input is read as that of the training was; flags override.',
    )
    .argument('[FILE...]', 'VW text, svmlight, CSV or TSV')
  addSavedModelFlag(command).option('--predictions <file>', 'write the prediction of each example')
  addReadingFlags(addProgressFlag(addCommonFlags(command)))
  command.addHelpText(
    'after',
    `
Examples:
  ol-cli test tomorrow.csv --model houses.ol
  ol-cli test day4.vw.gz --model clicks.ol --json`,
  )
  command.action(test)
}

async function test(files: readonly string[], flags: TestFlags): Promise<void> {
  const inputs = await inputsOf(files)
  if (flags.json === true && flags.predictions === '-')
    throw usageError('--json and --predictions - would both write to standard output')
  await refuseOverwriting(flags.predictions, [...inputs, flags.model])
  const started = performance.now()
  const learner = await Learner.load(flags.model, { backend: flags.backend })
  const input = await openInput(inputs, readOptionsFor(learner, flags), flags.backend)
  const predictions = flags.predictions === undefined ? undefined : await openLines(flags.predictions)
  let progress: Progress = new ProgressiveValidation(learner.loss)
  const { classes } = await closing(predictions, () =>
    learner.evaluate(input.batches, {
      trusted: true,
      schedule: flags.progress,
      onProgress:
        flags.json === true || flags.quiet === true
          ? undefined
          : progressTable((line) => process.stderr.write(`${line}\n`)),
      onBatch: async (event: BatchEvent) => {
        progress = event.progress
        await predictions?.write(predictionLines(event.batch, event.predictions, event.classes))
      },
    }),
  )
  saySkipped(input.reader)
  printReport(
    {
      command: 'test',
      backend: learner.backend,
      rule: learner.rule,
      progress,
      classes,
      seconds: (performance.now() - started) / 1000,
      skippedLines: input.reader.report.skipped,
      badLines: input.reader.report.badCounts,
      model: await modelFile(flags.model),
    },
    flags,
  )
}
