import { evaluate, type Session } from '@ol/pipeline'
import type { Command } from 'commander'
import { usageError } from '../exit.js'
import {
  addCommonFlags,
  addProgressFlag,
  addReportFlag,
  type CommonFlags,
  type ProgressFlags,
} from '../flags/common.js'
import { inputsOf } from '../flags/input-files.js'
import { addPredictionFlags, type PredictionFlags } from '../flags/prediction-flags.js'
import { addReadingFlags, type ReadingFlags, readOptions } from '../flags/reading.js'
import { addSavedModelFlag, type SavedModelFlags } from '../flags/saved.js'
import { tuneGarbageCollection } from '../heap.js'
import { addBriefHelp } from '../help/brief.js'
import { refuseOverwriting } from '../output/line-output.js'
import { printNotice } from '../output/notice-lines.js'
import { progressive } from '../output/prediction-columns.js'
import { openPredictions, type PredictionOutput } from '../output/prediction-output.js'
import { liveSchedule, ProgressBar } from '../output/progress-bar.js'
import { type ReportFlags, refuseOutputs, writeReport } from '../output/report-page.js'
import { modelFile } from '../output/run-report.js'
import { printSkipped } from '../output/skipped.js'
import { progressTable } from '../output/table.js'
import { reportPrinter } from '../summary/print-report.js'

interface TestFlags
  extends ReportFlags,
    ReadingFlags,
    CommonFlags,
    ProgressFlags,
    SavedModelFlags,
    PredictionFlags {
  readonly predictions?: string
}

export function testCommand(program: Command): void {
  const command = program
    .command('test')
    .summary('the loss of a saved model on data, without learning')
    .description(
      'Predicts the examples in FILE... with a saved model and reports the average loss. The model does not change. ' +
        'The input is read like the training input; flags override.',
    )
    .argument('[FILE...]', 'files, as train reads them')
  addSavedModelFlag(command).option(
    '--predictions <file>',
    'write the prediction of each example, as `predict` does',
  )
  addPredictionFlags(command, '--predictions')
  addReadingFlags(addReportFlag(addProgressFlag(addCommonFlags(command))))
  command.addHelpText(
    'after',
    `
Examples:
  ol-cli test tomorrow.csv --model houses.ol
  ol-cli test day4.vw.gz --model clicks.ol --json`,
  )
  addBriefHelp(command, {
    'What matters': {
      '--model': 'the model',
      '--label': 'the column of the label (default: as in training)',
      '--predictions': 'write the prediction of each example',
      '--report': 'write the report as an HTML page',
      '--json': 'print one JSON object on stdout',
    },
  })
  command.action(test)
}

async function test(files: readonly string[], flags: TestFlags): Promise<void> {
  const print = await reportPrinter(flags)
  const inputs = await inputsOf(files)
  if (flags.json === true && flags.predictions === '-')
    throw usageError('--json and --predictions - would both write to standard output')
  refuseOverwriting(flags.predictions, [...inputs, flags.model])
  refuseOutputs(flags, [...inputs, flags.model], [flags.predictions])
  tuneGarbageCollection()
  let predictions: PredictionOutput | undefined
  let model: Session | undefined
  const { json, quiet } = flags
  const bar = new ProgressBar({
    inputs,
    json,
    quiet,
    printing: flags.predictions === '-',
    plainLines: flags.progress === undefined,
  })
  const table = progressTable(
    (line) => bar.print(line),
    () => model?.classes !== undefined,
  )
  try {
    const { report, reading, notices } = await evaluate(inputs, {
      ...readOptions(flags),
      model: flags.model,
      backend: flags.backend,
      schedule: flags.progress ?? liveSchedule,
      window: flags.window,
      by: flags.by,
      onProgress:
        json === true || quiet === true ? undefined : flags.progress === undefined ? bar.row : table,
      keepsBatches: false,
      observe: async (session) => {
        model = session
        const { raw, predictionFormat } = flags
        if (flags.predictions !== undefined)
          predictions = await openPredictions(flags.predictions, session, { raw, predictionFormat })
        return { add: (event) => predictions?.write(progressive(session, event)) }
      },
    })
    await predictions?.close()
    bar.end()
    printSkipped(reading)
    for (const notice of notices) printNotice(notice)
    await writeReport(
      flags,
      { kind: 'test', report, classNames: model?.signLabels, badLines: reading.badLines },
      model,
    )
    print(
      { ...report, command: 'test', model: modelFile(flags.model) },
      {
        inputs,
        session: model,
        window: flags.window,
        report: flags.report !== undefined,
      },
    )
  } finally {
    bar.end()
    await predictions?.abandon()
  }
}
