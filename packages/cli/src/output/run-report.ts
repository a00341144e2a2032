import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { CoverageReport, LaneInfo, Sparsity } from '@ol/core'
import type { HoldoutReport, ModelFile, Report, SchemaReport } from '@ol/pipeline'
import type { RegretPoint, RegretReport } from '@ol/regret'
import type { DriftFound } from '../commands/drift-follower.js'
import type { CommonFlags, ProgressFlags } from '../flags/common.js'
import type { CardContext } from '../summary/summary-card.js'
import { evaluationLines, sliceLines } from './evaluation-lines.js'
import { jsonLine, plain } from './plain.js'
import { liveRegretFacts, regretFacts, regretJson } from './regret-lines.js'
import { decimals } from './table.js'
import { cellsOf, widthsOf } from './table-cells.js'
import { taskLine } from './task-line.js'
import { terminal } from './terminal.js'

/** The report of a run over data, with the additions of the command line. */
export interface RunReport extends Report {
  readonly command: 'train' | 'test'
  readonly regret?: RegretReport | undefined
  readonly liveRegret?: RegretPoint | undefined
  readonly regretPoints?: readonly RegretPoint[] | undefined
  readonly drift?: readonly DriftFound[] | undefined
}

/** Returns the report for programs, a line. Undefined numbers (no example had a label) are null. */
export function jsonReport({ command, regret, ...report }: RunReport): string {
  return jsonLine({ command, ...report, regret: regret && regretJson(regret) })
}

/** Returns every figure of the report, a line for each fact. */
function allFigures(report: RunReport): string[] {
  const { examples, labelled, diverged, evaluation } = report
  const best = report.bestConstant
  const interval = report.lossInterval
  const facts: (readonly [string, string | undefined])[] = [
    ['rule, loss', `${report.rule}, ${report.loss}`],
    ['label', report.schema && labelText(report.schema)],
    ['columns', report.schema && columnsText(report.schema)],
    ['task', report.task && taskLine(report.task)],
    ['backend', report.backend],
    ['examples', String(examples)],
    ['with a label', labelled === examples ? undefined : String(labelled)],
    ['features', String(report.features)],
    ['weight sum', String(report.weightSum)],
    ['average loss', decimals(report.averageLoss, 6)],
    ['of each pass', report.passes?.map((loss) => decimals(loss, 6)).join(' ')],
    ['held out', report.holdout && holdoutText(report.holdout)],
    ['interval', interval && `90%: ${decimals(interval.low, 6)} to ${decimals(interval.high, 6)}`],
    ['coverage', report.intervals && coverageText(report.intervals)],
    ['rates', report.mixture && ratesText(report.mixture)],
    ['weights', report.sparsity && sparsityText(report.sparsity)],
    ['baseline', best && `${decimals(best.prediction, 6)}, with average loss ${decimals(best.loss, 6)}`],
    ['diverged', diverged === 0 ? undefined : `${diverged} examples not learned from`],
    [
      'clipped errors',
      report.farErrors ? `${report.farErrors} examples learned as smaller errors (--outliers)` : undefined,
    ],
    ['seconds', decimals(report.seconds, 3)],
    ['model', report.model && `${report.model.path} (sha256 ${report.model.sha256})`],
    ...(report.regret === undefined ? [] : regretFacts(report.regret)),
    ...(report.liveRegret === undefined ? [] : liveRegretFacts(report.liveRegret, report.rule)),
    ...(report.drift ?? []).map(({ detector, examples: after, change }): [string, string] => [
      'drift',
      `${change} after ${after} examples (${detector})`,
    ]),
  ]
  const lines = facts
    .filter(([, text]) => text !== undefined)
    .map(([name, text]) => `${name.padEnd(14)} ${text}`)
  if (evaluation === undefined || labelled === 0) return lines
  const { overall } = evaluation
  const matrix =
    overall.task === 'regression' || overall.confusion.length > mostClasses
      ? []
      : ['', ...confusionTable(overall.confusion, report.task?.labels ?? report.classes ?? signs)]
  return [...lines, '', ...evaluationLines(evaluation), ...matrix, ...sliceLines(evaluation)]
}

/** `price (the last column; --label NAME)` */
function labelText({ label }: SchemaReport): string {
  if (label === undefined) return 'none'
  const by = {
    option: '',
    name: ' (by its name; --label NAME)',
    last: ' (the last column; --label NAME)',
    input: '',
  }
  return `${label.column}${by[label.by]}`
}

/** `8 numeric, 2 categorical, 1 left out; missing cells in 3 columns` */
export function columnsText({ columns }: SchemaReport): string {
  const roles = {
    numeric: 'numeric',
    categorical: 'categorical',
    boolean: 'boolean',
    date: 'date',
    text: 'text',
    ignore: 'left out',
  }
  const parts = Object.entries(roles).flatMap(([role, text]) => {
    const count = columns.filter((column) => column.role === role).length
    return count === 0 ? [] : [`${count} ${text}`]
  })
  const missing = columns.filter((column) => column.missing > 0 && column.role !== 'ignore')
  const cells = missing.map(({ name, missing: count }) => `${name} ${count}`)
  const shown = cells.slice(0, 5).join(', ') + (cells.length > 5 ? `, ${cells.length - 5} more` : '')
  return `${parts.join(', ')}${cells.length === 0 ? '' : `; missing: ${shown}`}`
}

function holdoutText({ examples, losses, best }: HoldoutReport): string {
  const kept = losses.length === 1 ? '' : `; pass ${best} is kept`
  return `${losses.map((loss) => decimals(loss, 6)).join(' ')} (${examples} examples${kept})`
}

/** `0.9003 of the labels in 90% intervals, mean width 12.3` */
function coverageText({ level, coverage, meanWidth, meanSize }: CoverageReport): string {
  const percent = `${Math.round(1000 * level) / 10}%`
  const held = `${decimals(coverage, 4)} of the labels`
  return meanWidth === undefined
    ? `${held} in ${percent} sets of classes, mean size ${decimals(meanSize ?? Number.NaN, 2)}`
    : `${held} in ${percent} intervals, mean width ${Number(meanWidth.toPrecision(4))}`
}

/** The largest number of classes for which the confusion matrix is printed as text. */
const mostClasses = 20
const signs = [-1, 1] as const

function confusionTable(
  rows: readonly (readonly number[])[],
  classes: readonly (number | string)[],
): string[] {
  const cells = cellsOf([
    ['label \\ predicted', ...classes.map(String)],
    ...rows.map((row, y) => [String(classes[y]), ...row.map(String)]),
  ])
  const widths = widthsOf(cells)
  return cells.map((row) => row.map((cell, k) => cell.padStart(widths[k])).join(' '))
}

/** `12 are not 0, in 40 slots` */
export function sparsityText({ nonzero, touched }: Sparsity): string {
  return `${nonzero} are not 0, of ${touched} slots in use`
}

/** Returns the remaining rates with their weights. */
function ratesText(lanes: readonly LaneInfo[]): string {
  if (lanes.some((lane) => lane.class !== undefined)) return `${lanes.length} kept, over all classes`
  const sum = lanes.reduce((total, { weight = 0 }) => total + weight, 0)
  const shares = lanes
    .map(({ parameters: { learningRate, scaling }, weight = 0 }) => {
      const family = scaling === 'rms' ? ' rms' : ''
      return [`${learningRate}${family}`, weight / sum] as const
    })
    .filter(([, share]) => share >= 0.005)
    .map(([rate, share]) => `${rate} (${(100 * share).toFixed(0)}%)`)
  return `${shares.join(', ')}; ${lanes.length} kept`
}

/** Prints the report of a run. */
export type PrintReport = (report: RunReport, context: CardContext) => void

/**
 * Returns what prints a report by the flags: JSON on stdout; on stderr a summary, or every figure; or nothing. Call it before an input is
 * opened: after the stat of a pipe Node.js 20 to 24 no longer follows links to packages.
 */
export async function reportPrinter({
  json,
  quiet,
  verbose,
}: CommonFlags & ProgressFlags): Promise<PrintReport> {
  if (json === true) return (report) => process.stdout.write(jsonReport(report))
  if (quiet === true) return () => undefined
  if (verbose === true) return (report) => process.stderr.write(`\n${plain(allFigures(report).join('\n'))}\n`)
  // programs do without it
  const { summaryCard } = await import('../summary/summary-card.js')
  return (report, context) =>
    process.stderr.write(`\n${summaryCard(report, context, terminal()).join('\n')}\n`)
}

/** Returns a model file with the checksum that other tools compute of it. */
export async function modelFile(path: string): Promise<ModelFile> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash)
  return { path, sha256: hash.digest('hex') }
}
