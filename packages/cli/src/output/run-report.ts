import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { LaneInfo, Progress } from '@ol/core'
import type { RegretReport } from '@ol/regret'
import type { BackendName, RuleId } from '@ol/spec'
import type { CommonFlags } from '../flags/common.js'
import { regretFacts, regretJson } from './regret-lines.js'
import { decimals } from './table.js'

export interface ModelFile {
  readonly path: string
  readonly sha256: string
}

/** What a run over data came to. */
export interface RunReport {
  readonly command: 'train' | 'test'
  readonly backend: BackendName
  readonly rule: RuleId
  readonly progress: Progress
  readonly seconds: number
  readonly skippedLines: number
  /** bad lines by code */
  readonly badLines: Readonly<Record<string, number>>
  /** average loss of each pass, where there was more than one */
  readonly passes?: readonly number[]
  readonly model?: ModelFile
  /** what the classes are called */
  readonly classes?: readonly (number | string)[] | undefined
  /** the rates of a mixture */
  readonly mixture?: readonly LaneInfo[] | undefined
  readonly regret?: RegretReport | undefined
}

/** The report for programs. Numbers that do not exist (no example had a label) are null. */
export function jsonReport(report: RunReport): string {
  const { progress } = report
  return JSON.stringify({
    command: report.command,
    backend: report.backend,
    rule: report.rule,
    loss: progress.loss,
    examples: progress.examples,
    features: progress.features,
    weightSum: progress.weightSum,
    averageLoss: progress.averageLoss,
    errorRate: progress.errorRate,
    seconds: report.seconds,
    model: report.model,
    skippedLines: report.skippedLines,
    badLines: report.badLines,
    labelled: progress.labelled,
    diverged: progress.diverged,
    bestConstant: progress.bestConstant,
    passes: report.passes,
    classes: report.classes,
    logLoss: progress.logLoss,
    confusion: report.classes === undefined ? undefined : confusionRows(progress),
    lossInterval: progress.lossInterval(),
    mixture: report.mixture,
    regret: report.regret && regretJson(report.regret),
  })
}

/** The report for people, a line for each fact. */
export function textReport(report: RunReport): string[] {
  const { progress } = report
  const best = progress.bestConstant
  const interval = progress.lossInterval()
  const facts: (readonly [string, string | undefined])[] = [
    ['rule, loss', `${report.rule}, ${progress.loss}`],
    ['backend', report.backend],
    ['examples', String(progress.examples)],
    ['with a label', progress.labelled === progress.examples ? undefined : String(progress.labelled)],
    ['features', String(progress.features)],
    ['weight sum', String(progress.weightSum)],
    ['average loss', decimals(progress.averageLoss, 6)],
    ['of each pass', report.passes?.map((loss) => decimals(loss, 6)).join(' ')],
    ['error rate', progress.errorRate === undefined ? undefined : decimals(progress.errorRate, 6)],
    ['log loss', progress.logLoss === undefined ? undefined : decimals(progress.logLoss, 6)],
    ['interval', interval && `90%: ${decimals(interval.low, 6)} to ${decimals(interval.high, 6)}`],
    ['rates', report.mixture && ratesText(report.mixture)],
    ['best constant', best && `${decimals(best.prediction, 6)}, with average loss ${decimals(best.loss, 6)}`],
    ['diverged', progress.diverged === 0 ? undefined : `${progress.diverged} examples not learned from`],
    ['seconds', decimals(report.seconds, 3)],
    ['model', report.model && `${report.model.path} (sha256 ${report.model.sha256})`],
    ...(report.regret === undefined ? [] : regretFacts(report.regret)),
  ]
  const lines = facts
    .filter(([, text]) => text !== undefined)
    .map(([name, text]) => `${name.padEnd(14)} ${text}`)
  const { classes } = report
  if (classes === undefined || classes.length > mostClasses) return lines
  return [...lines, '', ...confusionTable(confusionRows(progress), classes)]
}

/** Classes up to which the confusions are printed for people. */
const mostClasses = 20

/** Row by row: weights by class predicted of the examples of a class. */
function confusionRows({ confusion, classes }: Progress): number[][] {
  return Array.from({ length: classes }, (_, y) => [
    ...(confusion?.subarray(y * classes, (y + 1) * classes) ?? []),
  ])
}

function confusionTable(
  rows: readonly (readonly number[])[],
  classes: readonly (number | string)[],
): string[] {
  const cells = [
    ['label \\ predicted', ...classes.map(String)],
    ...rows.map((row, y) => [String(classes[y]), ...row.map(String)]),
  ]
  const widths = cells[0].map((_, k) => Math.max(...cells.map((row) => row[k].length)))
  return cells.map((row) => row.map((cell, k) => cell.padStart(widths[k])).join(' '))
}

/** The rates that still count, by their weights. */
function ratesText(lanes: readonly LaneInfo[]): string {
  if (lanes.some((lane) => lane.class !== undefined)) return `${lanes.length} kept, over all classes`
  const sum = lanes.reduce((total, { weight = 0 }) => total + weight, 0)
  const shares = lanes
    .map(({ parameters, weight = 0 }) => [parameters.learningRate, weight / sum] as const)
    .filter(([, share]) => share >= 0.005)
    .map(([rate, share]) => `${rate} (${(100 * share).toFixed(0)}%)`)
  return `${shares.join(', ')}; ${lanes.length} kept`
}

/** Prints a report as the flags want it: JSON on stdout, text on stderr, or not at all. */
export function printReport(report: RunReport, flags: CommonFlags): void {
  if (flags.json === true) process.stdout.write(`${jsonReport(report)}\n`)
  else if (flags.quiet !== true) process.stderr.write(`\n${textReport(report).join('\n')}\n`)
}

/** A model file with the checksum that other tools compute of it. */
export async function modelFile(path: string): Promise<ModelFile> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return { path, sha256: hash.digest('hex') }
}
