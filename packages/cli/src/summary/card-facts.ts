import type { CoverageReport } from '@ol/core'
import type { HoldoutReport, TaskReport } from '@ol/pipeline'
import { classShares, countText, figureText, percentText, taskText } from '@ol/pipeline/internal'
import { labelReason } from '../output/label-reason.js'
import { oneLine } from '../output/plain.js'
import { liveRegretFacts, regretFacts } from '../output/regret-lines.js'
import { columnsText, sparsityText } from '../output/report-facts.js'
import type { RunReport } from '../output/run-report.js'
import { taskReasons } from '../output/task-line.js'

export type Fact = readonly [name: string, text: string]

/** The most classes that are named. */
const named = 5

/** Returns what was learned from, and how, a fact a line. */
export function cardFacts(report: RunReport, noun: string, derives: boolean): Fact[] {
  const { schema, task, diverged, farErrors, labelled, examples, holdout, passes, intervals } = report
  const interval = report.lossInterval
  const facts: (readonly [string, string | undefined])[] = [
    [report.label === undefined ? 'Labels' : 'Label', labelText(report)],
    ['Task', task && taskFact(task)],
    ['Columns', schema ? columnsText(schema) : undefined],
    [
      'Unlabelled',
      labelled === examples ? undefined : `${countText(examples - labelled)} ${noun} have no label`,
    ],
    ['Method', methodText(report, derives)],
    [
      'Backend',
      report.backend === 'native' ? undefined : `${report.backend}: TypeScript, slower than the C++ addon`,
    ],
    ['Passes', passes && `average loss of each: ${passes.map(figureText).join(', ')}`],
    ['Held out', holdout && holdoutText(holdout, noun)],
    [
      'Interval',
      interval &&
        `the average loss is ${figureText(interval.low)} to ${figureText(interval.high)} in 90% of resampled runs`,
    ],
    ['Coverage', intervals && coverageText(intervals)],
    ['Weights', report.sparsity && sparsityText(report.sparsity)],
    [
      'Diverged',
      diverged === 0
        ? undefined
        : `${countText(diverged)} ${noun} were not learned from: their step was too large`,
    ],
    [
      'Clipped',
      farErrors
        ? `${countText(farErrors)} large errors were learned as smaller ones (--outliers)`
        : undefined,
    ],
    ...(report.regret === undefined ? [] : regretFacts(report.regret)),
    ...(report.liveRegret === undefined ? [] : liveRegretFacts(report.liveRegret)),
    ...(report.drift ?? []).map(
      ({ detector, examples: after, change }): Fact => [
        'Drift',
        `the error ${change} after ${countText(after)} ${noun} (${detector})`,
      ],
    ),
  ]
  return facts.flatMap(([name, text]) => (text === undefined ? [] : [[name, oneLine(text)] as const]))
}

/** `rule auto: many learning rates, bins and crosses; logistic loss` */
function methodText({ rule, loss, mixture }: RunReport, derives: boolean): string {
  const parts = [
    ...(mixture === undefined ? [] : ['many learning rates']),
    ...(derives ? ['bins and crosses'] : []),
  ]
  return `rule ${rule}${parts.length === 0 ? ',' : `: ${parts.join(', ')};`} ${loss} loss`
}

/** `y: 88.3% "no", 11.7% "yes" (the last column; --label names another)` */
function labelText({ label, task, evaluation, classes }: RunReport): string | undefined {
  const overall = evaluation?.overall
  const names = task?.labels ?? classes ?? [-1, 1]
  const shares =
    overall === undefined || overall.task === 'regression'
      ? undefined
      : sharesText(classShares(overall.confusion), names)
  if (label === undefined) return shares
  return `${label.column}${shares === undefined ? '' : `: ${shares}`}${labelReason(label)}`
}

function sharesText(shares: readonly number[], names: readonly (number | string)[]): string {
  const largest = shares.map((share, k) => ({ share, k })).sort((a, b) => b.share - a.share)
  const others = largest.length - named
  const listed = largest
    .slice(0, others === 1 ? largest.length : named)
    .map(({ share, k }) => `${percentText(share)} ${JSON.stringify(String(names[k] ?? k + 1))}`)
  return `${listed.join(', ')}${others > 1 ? `, ${others} more classes` : ''}`
}

/** Returns the task, and which option overrides it. */
export function taskFact(task: TaskReport): string {
  const { by } = task
  if (by === 'default') return taskText(task)
  return `${taskText(task)} (${by === 'labels' ? '--task overrides' : taskReasons[by]})`
}

function holdoutText({ examples, losses, best }: HoldoutReport, noun: string): string {
  const kept = losses.length === 1 ? '' : `; pass ${best} is kept`
  const each = losses.length === 1 ? 'average loss' : 'average loss after each pass'
  return `${countText(examples)} ${noun}, not learned from; ${each}: ${losses.map(figureText).join(', ')}${kept}`
}

/** Returns how many labels lay in the intervals, or sets of classes, that go with predictions. */
function coverageText({ level, coverage, meanWidth, meanSize }: CoverageReport): string {
  const percent = `${Math.round(1000 * level) / 10}%`
  const held = `hold ${percentText(coverage)} of labels`
  return meanWidth === undefined
    ? `${percent} prediction sets ${held}, mean size ${figureText(meanSize ?? Number.NaN)} classes`
    : `${percent} prediction intervals ${held}, mean width ${figureText(meanWidth)}`
}
