import { judge } from '@ol/pipeline'
import { type Command, Option } from 'commander'
import { addCommonFlags, type CommonFlags } from '../flags/common.js'
import { inputsOf } from '../flags/input-files.js'
import { addReadingFlags, type ReadingFlags, readOptions } from '../flags/reading.js'
import { oneIn } from '../flags/values.js'
import { openLines } from '../output/line-output.js'
import { jsonLine } from '../output/plain.js'

interface JuryFlags extends ReadingFlags, CommonFlags {
  readonly jury: number
  readonly output?: string
}

export function juryCommand(program: Command): void {
  const command = program
    .command('jury')
    .summary('the loss of a merged model on examples that no shard has learned from')
    .description(
      'Predicts the examples in FILE... that `train --jury` has held out, and prints as JSON their loss and the evidence by which the lanes of ' +
        'the model are weighed (`ol-cli merge --verdicts`). The model does not change.',
    )
    .argument('<MODEL>', 'a merged model')
    .argument('[FILE...]', 'the examples; no FILE, or -, is standard input')
    .addOption(
      new Option('--jury <1/n>', 'the share of the examples, as in the training')
        .argParser(oneIn)
        .makeOptionMandatory(),
    )
    .option('-o, --output <file>', 'write the verdict there (default: standard output)')
  addReadingFlags(addCommonFlags(command))
  command.addHelpText(
    'after',
    `
Examples:
  ol-cli jury merged.ol big.csv --shard 3/8 --jury 1/100 -o jury.3.json`,
  )
  command.action(jury)
}

async function jury(path: string, files: readonly string[], flags: JuryFlags): Promise<void> {
  const inputs = await inputsOf(files)
  const verdict = await judge(inputs, {
    ...readOptions(flags),
    model: path,
    backend: flags.backend,
    jury: flags.jury,
  })
  const { examples, lossSum, weight } = verdict
  const output = await openLines(flags.output)
  await output.write(
    jsonLine({ command: 'jury', averageLoss: examples > 0 ? lossSum / weight : null, ...verdict }),
  )
  await output.close()
}
