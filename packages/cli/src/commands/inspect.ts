import { sizeText } from '@ol/core/internal'
import { load, type Session } from '@ol/pipeline'
import { featureNames, type Schema } from '@ol/reader'
import { type Command, Option } from 'commander'
import { usageError } from '../exit.js'
import { addCommonFlags, type CommonFlags } from '../flags/common.js'
import { integer } from '../flags/values.js'
import { plain } from '../output/plain.js'
import { modelFile } from '../output/run-report.js'
import { decimals } from '../output/table.js'

type AnyLearner = Session['learner']

interface InspectFlags extends CommonFlags {
  readonly top: number
  readonly names?: readonly string[]
}

interface NamedWeight {
  /** with classes: the class of the weight */
  readonly class?: number | string
  readonly index: number
  readonly upper?: number
  readonly weight: number
  readonly names?: readonly string[]
}

export function inspectCommand(program: Command): void {
  const command = program
    .command('inspect')
    .summary('the settings of a model and its largest weights')
    .description(
      'Prints the settings of a model and its weights of largest magnitude, each in the unit of its feature. The table is ' +
        'hashed and has no names; --names finds them by reading data again.',
    )
    .argument('<MODEL>', 'a saved model')
    .addOption(new Option('--top <n>', 'the number of weights').argParser(integer(0, 1e9)).default(20, '20'))
    .option('--names <file...>', 'data files from which to read the names of features')
  addCommonFlags(command)
  command.addHelpText(
    'after',
    `
Examples:
  ol-cli inspect houses.ol --top 5
  ol-cli inspect clicks.ol --names day1.vw.gz day2.vw.gz
  ol-cli inspect clicks.ol --json`,
  )
  command.action(inspect)
}

async function inspect(path: string, flags: InspectFlags): Promise<void> {
  const { learner: model, schema } = await load(path, { backend: flags.backend })
  const weights = await withNames(model, schema, flags)
  const { lanes } = model
  const facts = {
    ...(await modelFacts(model, path)),
    ...(model.slots === undefined ? {} : { rows: model.slots }),
    memory: model.memory,
    ...model.sparsity(),
    ...(lanes.length > 1 ? { lanes } : {}),
    weights,
  }
  if (flags.json === true) process.stdout.write(`${JSON.stringify(facts)}\n`)
  else process.stdout.write(`${plain(asText(facts).join('\n'))}\n`)
}

/** Returns a lane for each class: in a mixture of rates the one with the largest weight; otherwise the model itself. */
function shownLanes({ lanes, classes }: AnyLearner): number[] {
  const heaviest = new Map<number | string | undefined, number>()
  lanes.forEach(({ class: label, weight = 0 }, l) => {
    const other = heaviest.get(label)
    if (other === undefined || weight > (lanes[other].weight ?? 0)) heaviest.set(label, l)
  })
  return classes === undefined ? [heaviest.get(undefined) ?? 0] : [...heaviest.values()]
}

function topOf(model: AnyLearner, top: number, lane: number): NamedWeight[] {
  const { class: label } = model.lanes[lane]
  return model
    .inspect({ top, lane })
    .map((weight) => (label === undefined ? weight : { class: label, ...weight }))
}

async function withNames(
  model: AnyLearner,
  schema: Schema | undefined,
  flags: InspectFlags,
): Promise<readonly NamedWeight[]> {
  const weights = shownLanes(model).flatMap((lane) => topOf(model, flags.top, lane))
  if (flags.names === undefined) return weights
  if (schema === undefined)
    throw usageError(
      'Expected a model that knows how its input was read, which --names needs, but this one does not: train it from files',
    )
  // features with their own slots are named by their whole hash
  const bits = model.slots === undefined ? Number(model.bits) : 32
  const names = await featureNames(flags.names, schema, weights, bits)
  return weights.map((weight, k) => ({ ...weight, names: names[k] }))
}

async function modelFacts(model: AnyLearner, path: string) {
  const { input: _, ...options } = model.options
  const { examples, features, averageLoss, errorRate } = model.report()
  return {
    command: 'inspect' as const,
    backend: model.backend,
    model: await modelFile(path),
    options,
    input: model.input,
    examples,
    features,
    averageLoss,
    errorRate,
  }
}

type Facts = Awaited<ReturnType<typeof modelFacts>> & {
  readonly nonzero: number
  readonly touched: number
  /** features that have their own slot */
  readonly rows?: number
  readonly memory: AnyLearner['memory']
  readonly weights: readonly NamedWeight[]
}

function asText(facts: Facts): string[] {
  const { model, options, examples, averageLoss, nonzero, touched, weights, rows, memory } = facts
  const { rule, loss, bits, precision, ...others } = options
  const settings = Object.entries(others).map(([name, value]) => `${name} ${JSON.stringify(value)}`)
  const names = weights.some((weight) => weight.names !== undefined)
  const classes = weights.some((weight) => weight.class !== undefined)
  return [
    `model          ${model.path} (sha256 ${model.sha256})`,
    `rule, loss     ${rule}, ${loss}`,
    `table          ${bits === 'grow' ? `grows, ${rows} features seen` : `2^${bits} slots`}, ${precision}, ${nonzero} weights that are not 0, ${touched} slots in use`,
    `memory         ${sizeText(memory.table)}${memory.index > 0 ? ` and ${sizeText(memory.index)} for the index of features` : ''}`,
    `options        ${settings.join(', ')}`,
    `learned from   ${examples} examples, average loss ${decimals(averageLoss, 6)}`,
    '',
    `${'index'.padStart(10)} ${'weight'.padStart(14)}${classes ? '  class' : ''}${names ? '  name' : ''}`,
    ...weights.map(({ class: label, index, weight, names: found }) => {
      const name =
        found === undefined ? '' : `  ${found.length === 0 ? '(not in the data)' : found.join(' | ')}`
      const own = label === undefined ? '' : `  ${label}`
      return `${String(index).padStart(10)} ${weight.toPrecision(7).padStart(14)}${own}${name}`
    }),
  ]
}
