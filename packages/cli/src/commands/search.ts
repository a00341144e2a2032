import { backendInfo } from '@ol/core'
import { mostPasses } from '@ol/core/internal'
import { type SearchEvent, search } from '@ol/pipeline'
import {
  defaultLoss,
  flagName,
  invalid,
  type LossId,
  namedRules,
  type ParamName,
  type RuleName,
  singleRule,
} from '@ol/spec'
import { type Command, InvalidArgumentError, Option } from 'commander'
import { usageError } from '../exit.js'
import { addCommonFlags, addReportFlag, type CommonFlags } from '../flags/common.js'
import { firstReadOnce, inputsOf } from '../flags/input-files.js'
import { learnerOptions } from '../flags/learner-flags.js'
import { addModelFlags, type ModelFlags } from '../flags/model-flags.js'
import { checkParametersOfAny, givenParameters } from '../flags/parameters.js'
import { addReadingFlags, type ReadingFlags, readOptions } from '../flags/reading.js'
import { integer, number, repeated, within } from '../flags/values.js'
import { tuneGarbageCollection } from '../heap.js'
import { addBriefHelp } from '../help/brief.js'
import { checkOutput } from '../output/line-output.js'
import { printNotice } from '../output/notice-lines.js'
import { printJson } from '../output/plain.js'
import { ProgressBar } from '../output/progress-bar.js'
import { type ReportFlags, refuseOutputs, writeReport } from '../output/report-page.js'
import { modelFile } from '../output/run-report.js'
import { refuseLate, refuseModelOutput, saveModel } from '../output/save-model.js'
import { printSkipped } from '../output/skipped.js'
import { decimals } from '../output/table.js'
import { passLine, summary, tableLines } from '../output/trial-lines.js'
import { Interrupted, interruptibleLater, signalOf } from '../signals.js'

interface SearchFlags extends ReportFlags, Omit<ModelFlags, 'rule' | 'loss'>, ReadingFlags, CommonFlags {
  readonly rule?: readonly RuleName[]
  readonly loss?: readonly LossId[]
  readonly output?: string
  readonly grid?: readonly GridFlag[]
  readonly refine?: string
  readonly mode?: 'grid' | 'golden'
  readonly tolerance?: number
  readonly passes?: number
  readonly lanes?: number
  readonly ascii?: boolean
  readonly [flag: string]: unknown
}

interface GridFlag {
  readonly name: string
  readonly values: readonly number[]
}

export function searchCommand(program: Command): void {
  const command = program
    .command('search')
    .summary('find the best learning rate: many in one pass')
    .description(
      'Trains many models side by side, one for each learning rate (and each value of other parameters), and reads FILE... ' +
        'once for all of them. Further passes refine the search around the best. The best model is bit-identical to the model of train ' +
        'with the same parameters.',
    )
    .argument('[FILE...]', 'files, as train reads them')
    .option('-o, --output <file>', 'save the best model there')
    .addOption(
      new Option(
        '--grid <name=values>',
        'values of a parameter of the rule: learning-rate=0.1,1,10, or learning-rate=0.1:10:8 for 8 values even on the log scale; repeated: all combinations (default: 16 learning rates from 0.03 to 300)',
      ).argParser(repeated(gridFlags)),
    )
    .option('--refine <name>', 'the parameter to refine (default: learning-rate, or the first of the grid)')
    .addOption(
      new Option(
        '--mode <mode>',
        'grid: 16 values between the neighbours of the best in each further pass; golden: golden section, one value a pass (default: grid)',
      ).choices(['grid', 'golden']),
    )
    .addOption(
      new Option(
        '--tolerance <share>',
        'stop when the loss of the neighbours of the best is at most this share larger (default: 0.001)',
      ).argParser(within({ min: 0, max: 1 })),
    )
    .addOption(
      new Option('--passes <n>', 'largest number of passes (default: 4; golden: 12)').argParser(
        integer(1, 1000),
      ),
    )
    .addOption(
      new Option('--lanes <n>', 'models in each further pass (default: 16)').argParser(integer(1, 4096)),
    )
    .option('--ascii', 'draw without braille')
  addReadingFlags(addModelFlags(addReportFlag(addCommonFlags(command)), true))
  command.addHelpText(
    'after',
    `
Examples:
  ol-cli search clicks.vw.gz --loss logistic -o best.ol
  ol-cli search data.csv --label price --grid learning-rate=0.01:10:8 --mode golden
  ol-cli search iris.csv --label species --classes 3 --loss logistic,squared --rule nag,adagrad
  ol-cli search data.svm --rule ng --loss logistic --grid learning-rate=0.01:1:8 --grid decay=0,0.25,0.5`,
  )
  addBriefHelp(command, {
    'What matters': {
      '--label': 'the column of the label',
      '--output': 'save the best model there',
      '--rule': 'one or more rules: ol-cli help rules',
      '--loss': 'one or more losses: ol-cli help losses',
      '--grid': 'values of a parameter: learning-rate=0.1,1,10',
      '--passes': 'largest number of passes (default: 4)',
      '--report': 'write the report as an HTML page',
      '--json': 'print one JSON object on stdout',
    },
  })
  command.action(runSearch)
}

async function runSearch(files: readonly string[], flags: SearchFlags): Promise<void> {
  const inputs = await inputsOf(files)
  const passes = mostPasses(flags)
  const once = passes > 1 ? await firstReadOnce(inputs) : undefined
  if (once !== undefined) throw usageError(`${once} can be read only once: name files, or use --passes 1`)
  if (flags.learningRate === 'auto') throw usageError('--learning-rate auto cannot be searched: use train')
  const { rule: _, loss: __, ...shared } = flags
  const ruleIds = flags.rule ?? [singleRule]
  const models = ruleIds.flatMap((rule) =>
    (flags.loss ?? [defaultLoss(namedRules[rule])]).map((loss) => ({ rule, loss })),
  )
  checkParametersOfAny(givenParameters(flags), models)
  backendInfo(flags.backend)
  refuseModelOutput(flags.output, inputs)
  if (flags.output !== undefined) checkOutput(flags.output)
  refuseOutputs(flags, inputs, [flags.output])
  tuneGarbageCollection()
  const { json, quiet } = flags
  const bar = new ProgressBar({ inputs, json, quiet, passes: passes === 1 ? 1 : undefined })
  const print = (line: string): void => {
    if (json !== true && quiet !== true) bar.print(line)
  }
  const { model, report, reading, notices } = await interruptibleLater(async (signal, begins) => {
    const onProgress = (event: SearchEvent): void => {
      if (event.kind === 'trials') {
        bar.pass()
        print(passLine(event.trials, event.pass))
      } else {
        begins()
        for (const line of tableLines(event.tables, event.pass)) print(line)
      }
    }
    try {
      return await search(inputs, {
        ...learnerOptions(shared),
        ...readOptions(flags),
        rules: ruleIds,
        losses: flags.loss,
        grid: gridOf(flags.grid),
        refine: flags.refine === undefined ? undefined : nameOf(flags.refine),
        mode: flags.mode,
        tolerance: flags.tolerance,
        passes,
        lanes: flags.lanes,
        signal,
        onProgress,
      })
    } catch (error) {
      if (!signal.aborted) throw error
      throw new Interrupted(signalOf(signal), `${signalOf(signal)}: nothing was written`)
    } finally {
      bar.end()
    }
  })
  const late = flags.output === undefined ? undefined : await saveModel(model, flags.output)
  printSkipped(reading)
  for (const notice of notices) printNotice(notice)
  const file = flags.output === undefined ? undefined : modelFile(flags.output)
  await writeReport(flags, { kind: 'search', report, badLines: reading.badLines }, model)
  if (flags.json === true) {
    printJson({ command: 'search', ...report, model: file })
  } else {
    for (const line of summary(report, flags.ascii === true)) print(line)
    if (file !== undefined) print(`model          ${file.path} (sha256 ${file.sha256})`)
    print(`seconds        ${decimals(report.seconds, 3)}`)
  }
  refuseLate(late, flags.output)
}

function gridFlags(text: string): readonly GridFlag[] {
  const parts = /^([a-z0-9-]+)=(.+)$/i.exec(text)
  if (parts === null)
    throw new InvalidArgumentError(`Expected NAME=VALUES but received ${JSON.stringify(text)}.`)
  const [, name, list] = parts
  const range = list.split(':')
  if (range.length === 1) return [{ name, values: list.split(',').map(number) }]
  const [from, to, count] = range.map(number)
  if (
    range.length !== 3 ||
    !(from > 0 && to > from && Number.isInteger(count) && count >= 2 && count <= 4096)
  )
    throw new InvalidArgumentError(
      `Expected FROM:TO:COUNT with 0 < FROM < TO but received ${JSON.stringify(list)}.`,
    )
  const values = Array.from({ length: count }, (_, i) =>
    Number((from * (to / from) ** (i / (count - 1))).toPrecision(4)),
  )
  return [{ name, values }]
}

function gridOf(
  flags: readonly GridFlag[] | undefined,
): { [name in ParamName]?: readonly number[] } | undefined {
  if (flags === undefined) return undefined
  const grid: { [name in ParamName]?: readonly number[] } = {}
  for (const { name, values } of flags) grid[nameOf(name)] = values
  return grid
}

function nameOf(flag: string): ParamName {
  const all = Object.values(namedRules).flatMap((rule) => rule.params.map((p) => p.name))
  const found = all.find((name) => name === flag || flagName(name) === flag)
  if (found === undefined) throw invalid('OL_PARAMETER', '--grid', 'a parameter of the rule', flag)
  return found
}
