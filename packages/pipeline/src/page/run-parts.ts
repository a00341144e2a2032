import { isAboveBaseline } from '../notices.js'
import type { Report } from '../reports.js'
import { changingResults } from '../text/changing-results.js'
import { lowCoverage } from '../text/low-coverage.js'
import { one } from '../text/noun.js'
import { countText, figureText } from '../text/number-text.js'
import { rowOrder } from '../text/row-order.js'
import { taskText } from '../text/task-text.js'
import { coverageFigures, evaluationFigures } from './evaluation-figures.js'
import { confusionTables, metricTable, sliceTables } from './metric-tables.js'
import { mixtureFigures } from './mixture-figures.js'
import type { MixturePoint } from './mixture-history.js'
import { figureHtml, paragraph, sectionHtml } from './page-parts.js'
import { type PageRegret, regretFigures } from './regret-figures.js'
import { runCards } from './run-cards.js'

/** The facts that the parts of a run on its page are built from. */
export interface RunFacts {
  readonly kind: 'train' | 'test'
  /** `regretPoints`: the regret as it grew */
  readonly report: Report & { readonly regretPoints?: readonly PageRegret[] | undefined }
  /** the decision about the task, and the option that overrides it; default: the task and the loss */
  readonly decision?: string | undefined
  /** the names of two classes, negative and positive; default: the report's names, or -1 and 1 */
  readonly classNames?: readonly (number | string)[] | undefined
  /** the weights of a mixture of learning rates as it learned */
  readonly mixture?: readonly MixturePoint[] | undefined
}

const taskTexts = {
  binary: 'two classes',
  multiclass: 'several classes',
  regression: 'numbers',
} as const

/** Returns the parts of a training or an evaluation: cards, metrics, figures, confusion, slices. */
export function runParts({ kind, report, decision, classNames, mixture }: RunFacts): string[] {
  const { evaluation, labelled, task } = report
  if (evaluation === undefined || labelled === 0) return [paragraph('No example has a label.', 'warning')]
  const noun = report.schema === undefined ? 'examples' : 'rows'
  const names = task?.labels ?? report.classes ?? classNames ?? [-1, 1]
  const figures = [
    ...evaluationFigures(evaluation, baselineOf(report), names, noun),
    ...coverageFigures(report.intervals),
    ...mixtureFigures(mixture ?? [], report.mixture, noun),
    ...regretFigures(report.regretPoints ?? []),
  ]
  const { overall, note, unscored } = evaluation
  return [
    paragraph(capital(decision ?? (task ? taskText(task) : `the labels are ${taskTexts[evaluation.task]}`))),
    runCards(report, noun),
    ...warnings(report, unscored, [
      changingResults(evaluation, names, noun),
      kind === 'train' ? rowOrder(evaluation, noun) : undefined,
      lowCoverage(report.intervals),
    ]),
    note === undefined ? '' : paragraph(`${capital(note)}.`, 'soft'),
    sectionHtml('Metrics', [metricTable(evaluation, noun, methodText(kind, report, noun))]),
    figures.length === 0
      ? ''
      : sectionHtml('Curves', [`<div class="figures">\n${figures.map(figureHtml).join('\n')}\n</div>`]),
    sectionHtml('Confusion', confusionTables(overall, names)),
    sectionHtml('Slices', sliceTables(evaluation)),
  ]
}

/** Returns how the predictions were made from which the metrics are computed. */
function methodText(kind: 'train' | 'test', { passes }: Report, noun: string): string {
  const row = one(noun)
  const how =
    kind === 'test'
      ? `The results are as on new data, unless the model was trained on these ${noun}.`
      : passes === undefined
        ? `Each ${row} was predicted before the model learned from it.`
        : `Each ${row} was predicted before the model learned from it in that pass; earlier passes had learned from it.`
  return `${how} The baseline is the best prediction that ignores the columns.`
}

function warnings(report: Report, unscored: number, order: readonly (string | undefined)[]): string[] {
  const { diverged, averageLoss, bestConstant } = report
  const above =
    bestConstant !== undefined && isAboveBaseline(report)
      ? [
          `The average loss is ${figureText(averageLoss)}. A constant prediction would be better: ${figureText(bestConstant.loss)}.`,
        ]
      : []
  const texts = [
    ...order.flatMap((text) => text ?? []),
    ...above,
    ...(diverged > 0
      ? [`${countText(diverged)} examples would have made a weight non-finite and were not learned from.`]
      : []),
    ...(unscored > 0
      ? [`${countText(unscored)} examples have no finite prediction and are in no metric.`]
      : []),
  ]
  return texts.map((text) => paragraph(text, 'warning'))
}

/** Returns the loss of the best constant prediction in the unit of the curve. */
function baselineOf({ bestConstant, evaluation }: Report): number | undefined {
  if (bestConstant === undefined || evaluation === undefined) return undefined
  if (evaluation.figure !== 'RMSE') return bestConstant.loss
  // half-squared loss is half of the square
  const { overall } = evaluation
  return overall.task === 'regression' && overall.r2 < 1
    ? overall.rmse / Math.sqrt(1 - overall.r2)
    : undefined
}

function capital(text: string): string {
  return `${text[0].toUpperCase()}${text.slice(1)}`
}
