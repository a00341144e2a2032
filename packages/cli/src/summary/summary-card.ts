import { statSync } from 'node:fs'
import { derivesFeatures } from '@ol/core/internal'
import type { Session } from '@ol/pipeline'
import { changingResults, countText, lowCoverage, one, rowOrder } from '@ol/pipeline/internal'
import { wrapAnsi } from 'fast-wrap-ansi'
import { sliceLines } from '../output/evaluation-lines.js'
import { oneLine } from '../output/plain.js'
import type { RunReport } from '../output/run-report.js'
import type { Terminal } from '../output/terminal.js'
import { textTable, widthOf } from '../output/text-table.js'
import { bytesText, durationText } from '../output/time.js'
import { classLines } from './card-classes.js'
import { cardFacts, type Fact } from './card-facts.js'
import { metricLines } from './card-metrics.js'
import { nextSteps, type Step } from './next-steps.js'
import { topFeatures } from './top-features.js'

/** The facts on a card besides the report. */
export interface CardContext {
  readonly inputs: readonly string[]
  readonly session: Session | undefined
  readonly warmUp?: number | undefined
  readonly window?: number | undefined
  /** whether a page was written as well */
  readonly report: boolean
  /** whether a signal ended the run early */
  readonly stopped?: boolean
}

const signs = [-1, 1] as const
/** The width of the names of facts. */
const indent = 12

/** Returns the summary of a run for people: at most a screen. */
export function summaryCard(report: RunReport, context: CardContext, look: Terminal): string[] {
  const { evaluation, labelled, task, command } = report
  const noun = report.schema === undefined ? 'examples' : 'rows'
  const names = task?.labels ?? report.classes ?? signs
  const scored = evaluation !== undefined && labelled > 0 ? evaluation : undefined
  const wrapped = (text: string): string[] => wrapAnsi(text, look.width).split('\n')
  const { session, stopped = false } = context
  const warnings = scored && [
    changingResults(scored, names, noun),
    command === 'train' ? rowOrder(scored, noun) : undefined,
    lowCoverage(report.intervals),
  ]
  const top =
    command === 'train' && session !== undefined
      ? topFeatures(session, task?.task === 'binary' ? names[1] : undefined)
      : undefined
  const blocks: (readonly string[])[] = [
    wrapped(title(report, context.inputs, noun)).map(look.heading),
    [
      ...cardFacts(report, noun, session !== undefined && derivesFeatures(session.learner)),
      ...(stopped ? [] : modelFacts(report)),
    ].flatMap((fact) => factLines(fact, look.width)),
    ...(scored === undefined
      ? []
      : [
          [
            ...wrapped(method(report, noun)).map(look.soft),
            ...headed(metricLines(report, scored, { noun, ...context }), look),
            ...wrapped('baseline: the best prediction that ignores the columns').map(look.soft),
            ...(scored.note === undefined ? [] : wrapped(scored.note).map(look.soft)),
          ],
          headed(classLines(scored.overall, names, noun, look.width), look),
        ]),
    ...(warnings ?? []).map((text) => (text === undefined ? [] : wrapped(text).map(look.warning))),
    scored === undefined ? [] : sliceLines(scored).slice(1),
    top === undefined
      ? []
      : [...headed(top.lines, look), ...(top.note === undefined ? [] : wrapped(top.note).map(look.soft))],
    stopped
      ? []
      : [
          look.heading('Try next'),
          ...stepLines(
            nextSteps({
              command,
              model: report.model?.path,
              overall: scored?.overall,
              names,
              weighted: report.classWeight !== undefined,
              report: context.report,
              onePass: report.passes === undefined && !readsStream(context.inputs) ? labelled : undefined,
              table: report.schema !== undefined,
            }),
            look.width,
          ),
        ],
  ]
  return blocks.filter((lines) => lines.length > 0).flatMap((lines, k) => (k === 0 ? lines : ['', ...lines]))
}

/** Returns whether the input is standard input, which cannot be read again. */
function readsStream(inputs: readonly string[]): boolean {
  return inputs.length === 0 || inputs.includes('-')
}

/** Returns a table with its first line set apart. */
function headed(lines: readonly string[], { heading }: Terminal): string[] {
  return lines.map((line, k) => (k === 0 ? heading(line) : line))
}

/** Returns how the predictions came about that the metrics are of. */
function method({ command, passes }: RunReport, noun: string): string {
  if (command === 'test')
    return `Results on these ${noun}: as on new data, unless the model was trained on them`
  const before = `each ${one(noun)} was predicted before the model learned from it`
  return passes === undefined
    ? `Results on new data: ${before}`
    : `Results over all passes: from the second on the model had learned from each ${one(noun)} before`
}

function title(
  { command, examples, passes, seconds }: RunReport,
  inputs: readonly string[],
  noun: string,
): string {
  const [first] = inputs
  const source =
    inputs.length > 1 ? `${inputs.length} files` : first === '-' ? 'standard input' : oneLine(first)
  const times = passes === undefined ? '' : ` in ${passes.length} passes`
  const took = seconds < 10 ? `${seconds.toFixed(1)} s` : durationText(seconds)
  const did = command === 'train' ? 'Trained on' : 'Tested on'
  return `${did} ${countText(examples)} ${examples === 1 ? one(noun) : noun} of ${source}${times} in ${took}`
}

/** Returns commands with what they do next to them, or above where that is too wide. */
function stepLines(steps: readonly Step[], width: number): string[] {
  const lines = textTable(steps, ['left', 'left'], 2)
  return widthOf(lines) <= width ? lines : steps.flatMap(([command, use]) => [`  ${use}:`, `    ${command}`])
}

function modelFacts({ command, model }: RunReport): Fact[] {
  if (model === undefined) return command === 'train' ? [['Model', 'not saved']] : []
  const size = statSync(model.path, { throwIfNoEntry: false })?.size
  return [['Model', `${oneLine(model.path)}${size === undefined ? '' : ` (${bytesText(size)})`}`]]
}

/** Returns a fact on lines that fit, the further ones indented. */
function factLines([name, text]: Fact, width: number): string[] {
  const lines = wrapAnsi(text, Math.max(12, width - indent)).split('\n')
  return lines.map((line, k) => `${(k === 0 ? name : '').padEnd(indent)}${line}`)
}
