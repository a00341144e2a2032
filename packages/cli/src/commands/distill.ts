import { stat } from 'node:fs/promises'
import { linearModel, onnxBytes } from '@ol/core'
import { load, type Model, type Report } from '@ol/pipeline'
import { type Command, Option } from 'commander'
import { usageError } from '../exit.js'
import { addCommonFlags, type CommonFlags } from '../flags/common.js'
import { firstReadOnce, inputsOf } from '../flags/input-files.js'
import { addReadingFlags, flagOf, type ReadingFlags, readOptions } from '../flags/reading.js'
import { addBriefHelp } from '../help/brief.js'
import { type Distilled, distillLines } from '../output/distill-lines.js'
import { plain, printJson } from '../output/plain.js'
import { modelFile } from '../output/run-report.js'
import { refuseLate, refuseModelOutput, saveModel } from '../output/save-model.js'
import { saveBytes } from '../output/slice-files.js'

/** The forms of the output: a model file, weights by name, or a file for other runtimes. */
const forms = ['model', 'json', 'onnx'] as const
type Form = (typeof forms)[number]

interface DistillFlags extends ReadingFlags, CommonFlags {
  readonly output: string
  readonly data?: readonly string[]
  readonly to: Form
  readonly precision?: 'bfloat16'
}

export function distillCommand(program: Command): void {
  const command = program
    .command('distill')
    .summary('a smaller model for predictions alone')
    .description(
      'Writes a smaller model with one weight for each feature and class. The lanes of a mixture become one sum, with their ' +
        'current weights. The smaller model predicts, cannot learn, and has no names of features. --data compares the losses of both models.',
    )
    .argument('<MODEL>', 'a saved model, which stays as it is')
    .requiredOption('-o, --output <file>', 'the smaller model')
    .addOption(
      new Option(
        '--to <form>',
        'the output: a model, its weights by name as JSON, or an ONNX file for other runtimes',
      )
        .choices(forms)
        .default('model'),
    )
    .addOption(
      new Option(
        '--precision <type>',
        'the precision of weights in a model: bfloat16 rounds each to 8 bits and halves their size (default: as the model has them)',
      ).choices(['bfloat16']),
    )
    .option('--data <file...>', 'examples on which the losses of both models are compared')
  addReadingFlags(addCommonFlags(command))
  command.addHelpText(
    'after',
    `
Examples:
  ol-cli distill clicks.ol -o small.ol
  ol-cli distill clicks.ol -o small.ol --data tomorrow.vw.gz --json
  ol-cli distill clicks.ol -o smaller.ol --precision bfloat16 --data tomorrow.vw.gz
  ol-cli distill houses.ol -o houses.onnx --to onnx`,
  )
  addBriefHelp(command, {
    'What matters': {
      '--output': 'the smaller model',
      '--to': 'a model, json (weights by name), or onnx',
      '--precision': 'bfloat16: half the bytes',
      '--data': 'compare the losses of both models on these examples',
    },
  })
  command.action(distill)
}

async function distill(path: string, flags: DistillFlags): Promise<void> {
  const [unused] = flags.data === undefined ? Object.entries(readOptions(flags)) : []
  if (unused !== undefined)
    throw usageError(`${flagOf(...unused)} says how examples are read, and there are none without --data`)
  const inputs = flags.data === undefined ? [] : await inputsOf(flags.data)
  const once = await firstReadOnce(inputs)
  if (once !== undefined)
    throw usageError(`${once} can be read only once: --data needs files, for two models`)
  if (flags.precision !== undefined && flags.to !== 'model')
    throw usageError(`--precision is for a model, but --to is ${flags.to}`)
  const how = { predictOnly: true, precision: flags.precision }
  refuseModelOutput(flags.output, [path, ...inputs])
  const model = await load(path, { backend: flags.backend })
  const evaluated = async (one: Model): Promise<Report | undefined> =>
    inputs.length === 0 ? undefined : (await one.evaluate(inputs, readOptions(flags))).report
  // unreadable data must end the command before anything is written
  const before = await evaluated(model)
  const bytes = model.toBytes(how)
  const small =
    flags.to === 'model' ? { save: (to: string) => model.save(to, how) } : exported(model, flags.to)
  refuseLate(await saveModel(small, flags.output), flags.output)
  const after = await evaluated(await load(bytes, { backend: flags.backend }))
  const facts: Distilled = {
    learnedBy: model.learner.predictOnly ?? model.learner.rule,
    whole: await described(path, model.learner.loss, before),
    model: await described(flags.output, model.learner.loss, after),
  }
  if (flags.json === true) printJson({ command: 'distill', ...facts })
  else if (flags.quiet !== true) process.stderr.write(`${plain(distillLines(facts).join('\n'))}\n`)
}

/** Returns the function that saves the weights by name. */
function exported({ learner }: Model, form: 'json' | 'onnx'): Pick<Model, 'save'> {
  const linear = linearModel(learner)
  const { features, ...facts } = linear
  const weights = Object.fromEntries(features.map((feature) => [feature.name, feature.weights]))
  const bytes =
    form === 'onnx'
      ? onnxBytes(linear)
      : new TextEncoder().encode(`${JSON.stringify({ ...facts, weights }, undefined, 2)}\n`)
  return { save: (path) => saveBytes(path, bytes) }
}

async function described(
  path: string,
  loss: Report['loss'],
  report: Report | undefined,
): Promise<Distilled['model']> {
  const { size: bytes } = await stat(path)
  const facts = { ...modelFile(path), bytes, loss }
  if (report === undefined) return facts
  const { examples, averageLoss, errorRate, logLoss } = report
  return { ...facts, examples, averageLoss, errorRate, logLoss }
}
