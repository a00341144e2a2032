import { evaluateHoldout } from '@ol/pipeline'
import type { Command } from 'commander'
import { addCommonFlags, type CommonFlags } from '../flags/common.js'
import { inputsOf } from '../flags/input-files.js'
import { mergeHoldoutFlag } from '../flags/merge-holdout-flag.js'
import { addReadingFlags, type ReadingFlags, readOptions } from '../flags/reading.js'
import { addBriefHelp } from '../help/brief.js'
import { openLines, refuseOverwriting } from '../output/line-output.js'
import { jsonLine } from '../output/plain.js'
import { printSkipped } from '../output/skipped.js'

interface EvaluationFlags extends ReadingFlags, CommonFlags {
  readonly mergeHoldout: number
  readonly output?: string
}

export function holdoutCommand(program: Command): void {
  const command = program
    .command('holdout')
    .summary('the loss of a merged model on examples that no shard has learned')
    .description(
      'Predicts the examples in FILE... that `train --merge-holdout` has held out, and prints their loss as JSON, with the results by which ' +
        '`ol-cli merge --holdout-results` weighs the lanes of the model. The model does not change.',
    )
    .argument('<MODEL>', 'a merged model')
    .argument('[FILE...]', 'the examples; no FILE, or -, is standard input')
    .addOption(mergeHoldoutFlag('the share of the examples, as in the training').makeOptionMandatory())
    .option('-o, --output <file>', 'write the result there (default: standard output)')
  addReadingFlags(addCommonFlags(command))
  command.addHelpText(
    'after',
    `
Examples:
  ol-cli holdout merged.ol big.csv --shard 3/8 --merge-holdout 1/100 -o holdout.3.json`,
  )
  addBriefHelp(command, {
    'What matters': {
      '--merge-holdout': 'the share of the examples, as in the training',
      '--shard': 'the part of the examples, as in the training',
      '--output': 'write the result there',
    },
  })
  command.action(holdout)
}

async function holdout(path: string, files: readonly string[], flags: EvaluationFlags): Promise<void> {
  const inputs = await inputsOf(files)
  refuseOverwriting(flags.output, [...inputs, path])
  const { reading, ...result } = await evaluateHoldout(inputs, {
    ...readOptions(flags),
    model: path,
    backend: flags.backend,
    merge: flags.mergeHoldout,
  })
  const { examples, lossSum, weight } = result
  const output = await openLines(flags.output)
  await output.write(
    jsonLine({
      command: 'holdout',
      averageLoss: examples > 0 ? lossSum / weight : null,
      skippedLines: reading.skipped,
      ...result,
    }),
  )
  await output.close()
  printSkipped(reading)
}
