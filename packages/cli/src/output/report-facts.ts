import type { CoverageReport, LaneInfo, Sparsity } from '@ol/core'
import type { HoldoutReport, SchemaReport } from '@ol/pipeline'
import { evaluationLines, sliceLines } from './evaluation-lines.js'
import { labelReason } from './label-reason.js'
import { liveRegretFacts, regretFacts } from './regret-lines.js'
import type { RunReport } from './run-report.js'
import { decimals } from './table.js'
import { taskLine } from './task-line.js'
import { textTable } from './text-table.js'

/** Returns every figure of the report, a line for each fact. */
export function allFigures(report: RunReport): string[] {
  const { examples, labelled, diverged, evaluation } = report
  const best = report.bestConstant
  const interval = report.lossInterval
  const facts: (readonly [string, string | undefined])[] = [
    ['rule, loss', `${report.rule}, ${report.loss}`],
    ['label', report.label ? `${report.label.column}${labelReason(report.label)}` : report.schema && 'none'],
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
    ...(report.liveRegret === undefined ? [] : liveRegretFacts(report.liveRegret)),
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
  return textTable([
    ['label \\ predicted', ...classes.map(String)],
    ...rows.map((row, y) => [String(classes[y]), ...row.map(String)]),
  ])
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
