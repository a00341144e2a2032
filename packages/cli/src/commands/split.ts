import { encodeSlice, shareOfModel, sliceOf } from '@ol/core/internal'
import { load } from '@ol/pipeline'
import { type Command, Option } from 'commander'
import { usageError } from '../exit.js'
import { addCommonFlags, type CommonFlags } from '../flags/common.js'
import { integer } from '../flags/values.js'
import { refuseOverwriting } from '../output/line-output.js'
import { saveModel } from '../output/save-model.js'
import { saveBytes } from '../output/slice-files.js'

interface SplitFlags extends CommonFlags {
  readonly shares?: number
  readonly slices?: number
  readonly output: string
}

export function splitCommand(program: Command): void {
  const command = program
    .command('split')
    .summary('split a model into shares to train separately, or into slices')
    .description(
      'Splits a model into shares or slices. A share has the full weights and a part of the statistics of each feature; merging the shares gives ' +
        'the model again. A slice has the features in use of one range; slices are merged independently, and then joined.',
    )
    .argument('<MODEL>', 'a saved model')
    .addOption(new Option('--shares <n>', 'split in n shares').argParser(integer(1, 2 ** 20)))
    .addOption(new Option('--slices <n>', 'split in n slices').argParser(integer(1, 2 ** 20)))
    .requiredOption('-o, --output <file>', 'the files to write: # is the number, from 1 (shard.#.ol)')
  addCommonFlags(command)
  command.addHelpText(
    'after',
    `
Examples:
  ol-cli split merged.ol --shares 8 -o shard.#.ol
  ol-cli split shard.3.ol --slices 8 -o 'shard.3.slice.#'`,
  )
  command.action(split)
}

async function split(path: string, { shares, slices, output, backend }: SplitFlags): Promise<void> {
  const count = shares ?? slices
  if (count === undefined || (shares !== undefined && slices !== undefined))
    throw usageError('split needs one of --shares and --slices')
  if (!output.includes('#'))
    throw usageError(`--output: expected a name with # for the number but received ${output}`)
  const outputs = Array.from({ length: count }, (_, k) => output.replace('#', String(k + 1)))
  for (const file of outputs) refuseOverwriting(file, [path])
  const { learner } = await load(path, { backend })
  for (const [k, file] of outputs.entries()) {
    if (shares !== undefined) await saveModel(shareOfModel(learner, shares, k), file)
    else await saveBytes(file, encodeSlice(sliceOf(learner, k, count)))
  }
}
