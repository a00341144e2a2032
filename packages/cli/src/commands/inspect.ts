import type { Term } from '@ol/core'
import { prunedLanes, sizeText } from '@ol/core/internal'
import { load, type Model } from '@ol/pipeline'
import { unnamedFeatures } from '@ol/pipeline/internal'
import { featureNames } from '@ol/reader'
import { type Command, Option } from 'commander'
import { usageError } from '../exit.js'
import { addCommonFlags, type CommonFlags } from '../flags/common.js'
import { addTableFlags, type TableFlags, tableFormat } from '../flags/table-format.js'
import { integer } from '../flags/values.js'
import { addBriefHelp } from '../help/brief.js'
import {
  type ImportanceRow,
  importanceCsv,
  importanceNote,
  importanceTable,
  short,
} from '../output/importance-lines.js'
import { laneTable } from '../output/lane-lines.js'
import { closing, openLines, refuseOverwriting } from '../output/line-output.js'
import { jsonLine, plain } from '../output/plain.js'
import { modelFile } from '../output/run-report.js'
import { termTable } from '../output/term-lines.js'

interface InspectFlags extends CommonFlags, TableFlags {
  readonly top: number
  readonly verbose?: boolean
  readonly names?: readonly string[]
}

export function inspectCommand(program: Command): void {
  const command = program
    .command('inspect')
    .summary('the most important features of a model, and its settings')
    .description(
      'Prints the features that contribute most to the score when they are present: by importance, |weight - baseline| ' +
        'times scale. The weight is in the unit of the feature, the scale is its size. The baseline of a value of a ' +
        'categorical column is the mean weight of its values. If the model has derived features, the next table has what ' +
        'each column adds by itself and with others, by contribution. The settings of the model come last.',
    )
    .argument('<MODEL>', 'a saved model')
    .addOption(
      new Option('--top <n>', 'the number of features, of each class')
        .argParser(integer(0, 1e9))
        .default(20, '20'),
    )
    .option(
      '--names <file...>',
      'data files from which to read the names of features, for a model that has none',
    )
    .option('--verbose', 'print every option of the model, and the learning rates that it weighs')
  addTableFlags(addCommonFlags(command), 'features')
  command.addHelpText(
    'after',
    `
Examples:
  ol-cli inspect houses.ol --top 5
  ol-cli inspect houses.ol --output importance.csv
  ol-cli inspect clicks.ol --names day1.vw.gz day2.vw.gz
  ol-cli inspect clicks.ol --json`,
  )
  addBriefHelp(command, {
    'What matters': {
      '--top': 'the number of features, of each class',
      '--names': 'read names of features from these data files',
      '--output': 'write there: FILE.csv, FILE.json, or text',
      '--json': 'print one JSON object',
      '--verbose': 'every option of the model, and its learning rates',
    },
  })
  command.action(inspect)
}

async function inspect(path: string, flags: InspectFlags): Promise<void> {
  const format = tableFormat(flags)
  if (format === 'csv' && flags.verbose === true)
    throw usageError('--verbose and csv exclude each other: text and JSON have the options of the model')
  await refuseOverwriting(flags.output, [path, ...(flags.names ?? [])])
  const model = await load(path, { backend: flags.backend })
  const weights = await withNames(model, flags)
  const output = await openLines(flags.output)
  await closing(output, async () => {
    if (format === 'csv') await output.write(importanceCsv(weights))
    else if (format === 'json')
      await output.write(jsonLine({ ...(await factsOf(model, path)), weights, ...termsOf(model, flags) }))
    else {
      const { terms } = termsOf(model, flags)
      const why = flags.names === undefined ? unnamedFeatures(weights, model.learner.names) : undefined
      const unnamed = why === undefined ? [] : [`${why}; inspect --names FILE reads names from data`]
      const blocks = [
        weights.length === 0 ? ['no features'] : [...importanceTable(weights), importanceNote, ...unnamed],
        terms === undefined ? [] : termTable(terms),
        ...settings(await factsOf(model, path), flags.verbose === true),
      ]
      const text = blocks.filter((lines) => lines.length > 0).map((lines) => lines.join('\n'))
      await output.write(`${plain(text.join('\n\n'))}\n`)
    }
  })
}

/** Returns the contributions of columns, pairs and triples in a model with derived features. */
function termsOf(model: Model, { top }: InspectFlags): { readonly terms?: readonly Term[] } {
  const { expand = 'off' } = model.learner.options
  const terms = expand === 'off' ? [] : model.inspectTerms({ top })
  return terms.length === 0 ? {} : { terms }
}

async function withNames(model: Model, flags: InspectFlags): Promise<readonly ImportanceRow[]> {
  const { learner, schema } = model
  const weights = model.inspect({ top: flags.top })
  if (flags.names === undefined) return weights
  if (schema === undefined)
    throw usageError(
      'Expected a model that knows how its input was read, which --names needs, but this one does not: train it from files',
    )
  // features with their own slots are named by their complete hash
  const bits = learner.slots === undefined ? Number(learner.bits) : 32
  const names = await featureNames(flags.names, schema, weights, bits)
  return weights.map((weight, k) => ({ ...weight, names: names[k] }))
}

type Facts = Awaited<ReturnType<typeof factsOf>>

async function factsOf({ learner }: Model, path: string) {
  const { input: _, ...options } = learner.options
  const { examples, features, averageLoss, errorRate } = learner.report()
  const { lanes } = learner
  const mixed = lanes.some(({ weight }) => weight !== undefined)
  return {
    command: 'inspect' as const,
    backend: learner.backend,
    model: modelFile(path),
    ...(learner.predictOnly === undefined ? {} : { predictOnly: learner.predictOnly }),
    ...(learner.storedPrecision === undefined ? {} : { storedPrecision: learner.storedPrecision }),
    options,
    input: learner.input,
    examples,
    features,
    averageLoss,
    errorRate,
    ...(learner.slots === undefined ? {} : { rows: learner.slots }),
    ...(learner.options.maxFeatures === undefined ? {} : { ignoredValues: learner.ignoredValues }),
    memory: learner.memory,
    ...learner.sparsity(),
    names: { ...learner.names, collisions: learner.nameCollisions() },
    ...(lanes.length > 1 || mixed ? { lanes } : {}),
    ...(mixed ? { prunedLanes: prunedLanes(learner) } : {}),
  }
}

/** Returns the facts of a model in blocks; `all`: with every option, and the lanes of a mixture. */
function settings(facts: Facts, all: boolean): string[][] {
  const { model, options, examples, averageLoss, nonzero, touched, rows, memory, predictOnly } = facts
  const { storedPrecision } = facts
  const { lanes, prunedLanes: gone } = facts
  const { rule, loss, bits, precision, ...others } = options
  const lines = [
    `model          ${model.path} (sha256 ${model.sha256})`,
    predictOnly === undefined
      ? `rule, loss     ${rule}, ${loss}`
      : `rule, loss     ${predictOnly}, ${loss}; for predictions alone${storedPrecision === undefined ? '' : `, weights of ${storedPrecision}`}`,
    `learned from   ${examples} examples, average loss ${short(averageLoss)}`,
    `table          ${bits === 'grow' ? `grows, ${rows} features seen${ignoredText(facts)}` : `2^${bits} slots`}, ${precision}, ${nonzero} weights that are not 0, ${touched} slots in use`,
    `memory         ${tableMemory(facts)}${memory.index > 0 ? ` and ${sizeText(memory.index)} for the index of features` : ''}`,
    `names          ${namesText(facts)}`,
  ]
  if (!all) return [[...lines, 'more           --verbose: options and lanes; --top N: more features']]
  const named = Object.entries(others).map(([name, value]) => `${name} ${JSON.stringify(value)}`)
  return [
    [...lines, `options        ${named.join(', ')}`],
    lanes === undefined || gone === undefined ? [] : laneTable(lanes, gone),
  ]
}

/** A slot takes memory once it is touched. */
function tableMemory({ memory, touched, options: { bits } }: Facts): string {
  if (typeof bits !== 'number') return sizeText(memory.table)
  return `${sizeText((memory.table * touched) / 2 ** bits)} of slots in use, up to ${sizeText(memory.table)}`
}

function ignoredText({ ignoredValues }: Facts): string {
  return ignoredValues === undefined || ignoredValues === 0
    ? ''
    : ` (${ignoredValues} values of others ignored)`
}

function namesText({ names: { limit, known, collisions, incomplete } }: Facts): string {
  if (limit === 0) return 'off'
  const shared = collisions === 0 ? '' : `, ${collisions} of them share a slot with another`
  const full = known >= limit ? '; further features have none' : ''
  const missing = incomplete ? '; some features came without names' : ''
  return `${known} of at most ${limit}${shared}${full}${missing}`
}
