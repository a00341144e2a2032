import {
  type Input,
  type Model,
  type Notice,
  type Session,
  train as startTraining,
  type TrainOptions,
  type TrainRun,
} from '@ol/pipeline'
import { type Command, Option } from 'commander'
import { usageError } from '../exit.js'
import { addCheckpointFlags, afterSignal, checkpointOptions, resumedFlags } from '../flags/checkpoint.js'
import { addCommonFlags, addProgressFlag, addReportFlag } from '../flags/common.js'
import { addHoldoutFlags, holdoutOptions } from '../flags/holdout-flags.js'
import { inputsOf } from '../flags/input-files.js'
import { learnerOptions } from '../flags/learner-flags.js'
import { addLinkFlag, addModelFlags } from '../flags/model-flags.js'
import { addPredictionFlags } from '../flags/prediction-flags.js'
import { addReadingFlags, readOptions } from '../flags/reading.js'
import { addRegretFlags } from '../flags/regret.js'
import type { TrainFlags } from '../flags/train-flags.js'
import { integer } from '../flags/values.js'
import { tuneGarbageCollection } from '../heap.js'
import { addBriefHelp } from '../help/brief.js'
import { isAboutLabels, printNotice } from '../output/notice-lines.js'
import { liveSchedule, ProgressBar } from '../output/progress-bar.js'
import { writeReport } from '../output/report-page.js'
import { modelFile, type RunReport } from '../output/run-report.js'
import { checkDiskSpace, refuseLate, saveModel } from '../output/save-model.js'
import { printSkipped } from '../output/skipped.js'
import { progressTable } from '../output/table.js'
import { Interrupted, interruptibleLater, type Signal, signalOf } from '../signals.js'
import { reportPrinter } from '../summary/print-report.js'
import { Follower } from './follower.js'
import { storedInput } from './stored-input.js'
import { partialOf, refuseConflicts } from './train-conflicts.js'

export function trainCommand(program: Command): void {
  const command = program
    .command('train')
    .summary('learn from data, one example at a time')
    .description(
      'Learns from the examples in FILE... in one pass. It predicts each example before it learns from it, so the average ' +
        'loss estimates the loss on new data. Without a FILE, or with -, it reads standard input; files may be compressed (gzip, zstd, bzip2, xz, brotli).',
    )
    .argument(
      '[FILE...]',
      'VW text, svmlight, CSV, TSV, JSON Lines, Parquet, Arrow, or the store of a server',
    )
    .option('-o, --output <file>', 'save the model there')
    .option(
      '-i, --initial-model <file>',
      'continue training this model, exactly as if it had not been interrupted',
    )
    .addOption(
      new Option(
        '--share <n>',
        'with -i and --shard k/n: continue training the k-th of n shares of the model, to merge them again with ol-cli merge',
      ).argParser(integer(1, 2 ** 20)),
    )
    .addOption(
      new Option(
        '--parallel <n>',
        'learn n shards of the files on separate threads, and merge them: faster and less accurate than one pass',
      ).argParser(integer(1, 1024)),
    )
    .addOption(
      new Option('--rounds <r>', 'with --parallel: learn and merge r times').argParser(integer(1, 1e6)),
    )
    .option(
      '--predictions <file>',
      'write the prediction made before each example was learned, as `predict` does',
    )
    .addOption(
      new Option('--passes <n>', 'read the input n times').argParser(integer(1, 1e6)).default(1, '1'),
    )
    .option(
      '--cache [file]',
      'cache the examples in a binary file (default name: the first input with .olcache) and read the cache while it is up to date (default: with several passes)',
    )
    .option('--no-cache', 'read the input itself in every pass')
  addHoldoutFlags(command)
  addPredictionFlags(command, '--predictions')
  addReportFlag(addProgressFlag(addCommonFlags(addRegretFlags(addCheckpointFlags(command))))).addOption(
    new Option(
      '--warm-up <n>',
      'also report the metrics without the first N labelled examples of a new model (default: 1000)',
    ).argParser(integer(0, 1e6)),
  )
  addReadingFlags(addLinkFlag(addModelFlags(command)))
  command.addHelpText(
    'after',
    `
Examples:
  ol-cli train houses.csv --label price -o houses.ol
  ol-cli train bank-full.csv.gz --delimiter ';' --label y --json
  ol-cli train day1.vw.gz day2.vw.gz --loss logistic -b 24 -o clicks.ol
  ol-cli train day3.vw.gz -i clicks.ol -o clicks.ol
  ol-cli train big.vw.gz --checkpoint big.olckpt -o big.ol; ol-cli train --resume big.olckpt
  zcat data.svm.gz | ol-cli train --loss hinge --rule sgd --learning-rate 0.5`,
  )
  addBriefHelp(command, {
    'The task': {
      '--label': 'the column of the label (default: label, target, class or y, else the last)',
      '--task': 'binary, multiclass or regression (default: by the labels)',
      '--positive': 'the class that means +1',
      '--class-weight': 'balanced, or NAME=W,...: weights of the classes',
    },
    'The model': {
      '--output': 'save the model there',
      '--initial-model': 'continue training this model',
      '--rule': 'the update rule: ol-cli help rules',
      '--learning-rate': 'the size of the steps, or auto',
      '--loss': 'the loss to minimize: ol-cli help losses',
      '--bits': 'size of the table: 2^n slots, or grow',
      '--l2': 'shrink weights, whatever the units of the features',
      '--interactions': "products of features: 'ab', or columns 'job:marital'",
      '--expand': 'bins and crosses of columns: off, for speed (default: auto, of tables)',
    },
    'The run': {
      '--passes': 'read the input n times, one example of ten held out',
      '--examples': 'stop after n examples',
      '--checkpoint': 'save the state regularly, for --resume',
      '--predictions': 'write the predictions made before learning',
    },
    'Input and output': {
      '--format': 'the format of the input: ol-cli help formats',
      '--ignore': 'columns left out',
      '--report': 'write the report as an HTML page',
      '--verbose': 'print every figure of the report',
      '--json': 'print one JSON object on stdout',
      '--quiet': 'print only errors and skipped lines',
    },
  })
  command.action(train)
}

async function train(files: readonly string[], given: TrainFlags, command: Command): Promise<void> {
  if (given.parallel !== undefined)
    return (await import('./train-parallel.js')).trainParallel(files, given, command)
  if (given.rounds !== undefined) throw usageError('--rounds needs --parallel N')
  const print = await reportPrinter(given)
  const resumed = given.resume === undefined ? undefined : await resumedFlags(given.resume, given, command)
  const flags = resumed?.flags ?? given
  const inputs = files.length === 0 && resumed !== undefined ? resumed.inputs : await inputsOf(files)
  await refuseConflicts(inputs, flags)
  tuneGarbageCollection()
  const follower = new Follower(flags)
  const { json, quiet, passes, predictions } = flags
  const bar = new ProgressBar({
    inputs,
    json,
    quiet,
    examples: flags.examples,
    passes,
    printing: predictions === '-',
    plainLines: flags.progress === undefined,
  })
  const stored = await storedInput(inputs)
  const run = await learn(stored?.examples ?? inputs, inputs, flags, follower, bar)
    .finally(() => bar.end())
    .finally(() => stored?.close())
  const { report, reading, notices, model, mixture, stopped } = run
  const saved = stopped === undefined ? flags.output : undefined
  const late = saved === undefined ? undefined : await saveModel(model, saved)
  const whole: RunReport = {
    ...report,
    command: 'train',
    model: saved === undefined ? undefined : modelFile(saved),
    ...(stopped === undefined ? follower.facts() : {}),
  }
  printSkipped(reading)
  for (const notice of notices.filter(isAboutLabels)) printNotice(notice)
  await writeReport(flags, { kind: 'train', report: whole, badLines: reading.badLines, mixture }, model)
  print(whole, {
    inputs,
    session: model,
    warmUp: flags.warmUp,
    window: flags.window,
    report: flags.report !== undefined,
    stopped: stopped !== undefined,
  })
  if (stopped !== undefined) {
    const partial = partialOf(flags)
    if (partial !== undefined) await saveModel(model, partial)
    throw new Interrupted(
      stopped,
      `${stopped} after ${report.examples} examples${afterSignal(flags, partial)}`,
    )
  }
  refuseLate(late, saved)
}

/** Learns until the end of the input or a signal; after a signal it reports what was learned. */
async function learn(
  input: Input,
  inputs: readonly string[],
  flags: TrainFlags,
  follower: Follower,
  bar: ProgressBar,
): Promise<TrainRun<Model> & { readonly stopped: Signal | undefined }> {
  return interruptibleLater(async (signal, begins) => {
    const running = startTraining(input, {
      ...optionsOf(inputs, flags, follower, bar, begins),
      signal,
    })
    try {
      const run = await running
      await follower.close()
      return { ...run, stopped: undefined }
    } catch (error) {
      if (!signal.aborted) throw error
      const stopped = signalOf(signal)
      const run = running.soFar()
      if (run === undefined)
        throw new Interrupted(stopped, `${stopped} in the first pass; nothing was learned`)
      await follower.close()
      return { ...run, stopped }
    } finally {
      await follower.abandon()
    }
  })
}

/** Returns the flags as options. `begins`: called when a signal should from now on end the run in order instead of at once. */
function optionsOf(
  inputs: readonly string[],
  flags: TrainFlags,
  follower: Follower,
  bar: ProgressBar,
  begins: () => void,
): TrainOptions {
  const { passes, cache, initialModel, share, progress, warmUp, window, by, json, quiet, resume, backend } =
    flags
  const print = (line: string): void => bar.print(line)
  const table =
    progress === undefined ? undefined : progressTable(print, () => follower.classed, flags.regret === true)
  const held = holdoutOptions(flags)
  const options = {
    ...(resume === undefined
      ? {
          ...learnerOptions(flags),
          ...readOptions(flags),
          ...{ passes, cache, initialModel, share, warmUp, window, by },
        }
      : { resume, backend }),
    checkpoint: checkpointOptions(flags, inputs),
    ...held,
    onPass: passes > 1 ? bar.after(held.onPass) : held.onPass,
    schedule: progress ?? liveSchedule,
    onProgress: json === true || quiet === true ? undefined : ((table && follower.rows(table)) ?? bar.row),
    onFirstPass: begins,
    keepsBatches: flags.regret === true,
    observe: (session: Session) => {
      checkDiskSpace(session, flags)
      begins()
      return follower.observe(session)
    },
    onNotice: (notice: Notice) => {
      if (!isAboutLabels(notice)) printNotice(notice)
    },
  }
  // parameters are checked when rule and loss are known
  return options as TrainOptions
}
