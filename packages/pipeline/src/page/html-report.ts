import type { Term } from '@ol/core'
import { checkObject } from '@ol/core/internal'
import { escapeText } from '@ol/figures'
import type { BadLine } from '@ol/reader'
import { invalid } from '@ol/spec'
import { isAboveBaseline } from '../notices.js'
import type { SearchReport } from '../operations/search.js'
import { badLineText, type Report, type SkippedReport } from '../reports.js'
import { evaluationFigures } from './evaluation-figures.js'
import { type FeatureRow, featureTable } from './feature-table.js'
import { confusionTables, metricRows, metricTable, sliceTables } from './metric-tables.js'
import { mixtureFigures } from './mixture-figures.js'
import type { MixturePoint } from './mixture-history.js'
import { countText, figureHtml, figureText, paragraph, sectionHtml } from './page-parts.js'
import { pageStyle } from './page-style.js'
import { type PageRegret, regretFigures } from './regret-figures.js'
import { schemaParts } from './schema-table.js'
import { searchParts } from './search-parts.js'
import { termSections } from './term-figures.js'

/** What a page says beside the report of a run. */
interface PageFacts {
  /** the command or the call, as one would repeat it */
  readonly command: string
  /** of OL and what it runs on, such as `OL 0.1.0` */
  readonly versions: readonly string[]
  /** the first bad lines in full */
  readonly badLines?: readonly BadLine[] | undefined
  /** the features of largest importance, the first first: `pageFeatures` */
  readonly features?: readonly FeatureRow[] | undefined
  /** of a model with derived features: `pageTerms` */
  readonly terms?: readonly Term[] | undefined
}

/** A training or an evaluation as a page shows it. */
export interface RunPage extends PageFacts {
  readonly kind: 'train' | 'test'
  /** `regretPoints`: the regret as it grew */
  readonly report: Report & { readonly regretPoints?: readonly PageRegret[] | undefined }
  /** what was decided about the task, and which option overrides it; default: the task and the loss */
  readonly decision?: string | undefined
  /** the names of two classes, negative and positive; default: those of the report, or -1 and 1 */
  readonly classNames?: readonly (number | string)[] | undefined
  /** the weights of a mixture of learning rates as it learned */
  readonly mixture?: readonly MixturePoint[] | undefined
}

/** A search as a page shows it. */
export interface SearchPage extends PageFacts {
  readonly kind: 'search'
  readonly report: SearchReport
}

/**
 * Returns a report as one HTML page that needs nothing else: style and figures are within it, and there is no script. All
 * that comes from data is escaped.
 */
export function htmlReport(page: RunPage | SearchPage): string {
  checkPage(page)
  const titles = { train: 'Training', test: 'Evaluation', search: 'Search' }
  const title = `${titles[page.kind]}: ${page.report.rule}, ${page.report.loss} loss`
  const parts = page.kind === 'search' ? searchParts(page.report) : runParts(page)
  const body = [
    `<h1>${escapeText(title)}</h1>`,
    `<pre>$ ${escapeText(page.command)}</pre>`,
    ...parts,
    page.features === undefined || page.features.length === 0
      ? ''
      : sectionHtml('Features', [featureTable(page.features)]),
    page.terms === undefined ? '' : sectionHtml('Derived features', termSections(page.terms)),
    page.report.schema === undefined ? '' : sectionHtml('Columns', schemaParts(page.report.schema)),
    skippedSection(page.report, page.badLines ?? []),
    `<footer>${escapeText([...page.versions, `${page.report.backend} backend`, `${page.report.seconds.toFixed(1)} seconds`].join(' \u00b7 '))}</footer>`,
  ]
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeText(title)}</title>
<style>${pageStyle}</style>
</head>
<body>
<main>
${body.filter((part) => part !== '').join('\n')}
</main>
</body>
</html>
`
}

/** Throws OL_PARAMETER for what is no page. */
function checkPage(page: unknown): void {
  checkObject(page)
  const { kind, report, command, versions } = page as Readonly<Record<string, unknown>>
  if (!['train', 'test', 'search'].includes(kind as string))
    throw invalid('OL_PARAMETER', 'kind of a page', "'train', 'test' or 'search'", kind)
  const { rule, seconds } = (report ?? {}) as Readonly<Record<string, unknown>>
  if (typeof rule !== 'string' || typeof seconds !== 'number')
    throw invalid('OL_PARAMETER', 'report of a page', 'the report of a run', report)
  if (typeof command !== 'string') throw invalid('OL_PARAMETER', 'command of a page', 'a string', command)
  if (!Array.isArray(versions))
    throw invalid('OL_PARAMETER', 'versions of a page', 'an array of strings', versions)
}

const taskTexts = {
  binary: 'two classes',
  multiclass: 'several classes',
  regression: 'numbers',
} as const

function runParts({ report, decision, classNames, mixture }: RunPage): string[] {
  const { evaluation, labelled } = report
  if (evaluation === undefined || labelled === 0) return [paragraph('No example has a label.', 'warning')]
  const names = report.task?.labels ?? report.classes ?? classNames ?? [-1, 1]
  const figures = [
    ...evaluationFigures(evaluation, baselineOf(report)),
    ...mixtureFigures(mixture ?? [], report.mixture),
    ...regretFigures(report.regretPoints ?? []),
  ]
  const { overall, note, unscored } = evaluation
  return [
    paragraph(decision ?? `The labels are ${taskTexts[evaluation.task]}, learned under ${report.loss} loss.`),
    cards(report),
    note === undefined ? '' : paragraph(`${note[0].toUpperCase()}${note.slice(1)}.`, 'soft'),
    ...warnings(report, unscored),
    sectionHtml('Metrics', [metricTable(evaluation)]),
    figures.length === 0
      ? ''
      : sectionHtml('Figures', [`<div class="figures">\n${figures.map(figureHtml).join('\n')}\n</div>`]),
    sectionHtml('Confusion', confusionTables(overall, names)),
    sectionHtml('Slices', sliceTables(evaluation)),
  ]
}

function cards(report: Report): string {
  const { evaluation, examples, labelled, features } = report
  const since = evaluation?.sinceWarmUp
  const metrics = evaluation === undefined ? [] : metricRows(since ?? evaluation.overall)
  const of =
    since === undefined
      ? ''
      : `, ${countText(since.examples)} examples after the first ${countText(evaluation?.warmUp ?? 0)}`
  const facts: (readonly [string, string])[] = [
    ...metrics.slice(0, 3).map(([name, value]) => [figureText(value, 4), `${name}${of}`] as const),
    ...coverageCards(report),
    [countText(examples), 'examples'],
    ...(labelled === examples ? [] : [[countText(labelled), 'with a label'] as const]),
    [countText(features / examples), 'features an example'],
  ]
  const items = facts.map(
    ([value, name]) => `<li><b>${escapeText(value)}</b><span>${escapeText(name)}</span></li>`,
  )
  return `<ul class="cards">${items.join('')}</ul>`
}

/** The coverage of intervals, and how wide they are. */
function coverageCards({ intervals }: Report): (readonly [string, string])[] {
  if (intervals === undefined) return []
  const { level, coverage, meanWidth, meanSize } = intervals
  const what = `of the labels in ${Math.round(1000 * level) / 10}% ${meanWidth === undefined ? 'sets' : 'intervals'}`
  return [
    [`${(100 * coverage).toFixed(1)}%`, what],
    meanWidth === undefined
      ? [figureText(meanSize ?? Number.NaN, 3), 'classes in a set']
      : [figureText(meanWidth, 4), 'mean width of an interval'],
  ]
}

function warnings(report: Report, unscored: number): string[] {
  const { diverged, averageLoss, bestConstant } = report
  const above =
    bestConstant !== undefined && isAboveBaseline(report)
      ? [
          `The average loss, ${figureText(averageLoss)}, is above that of the best constant, ${figureText(bestConstant.loss)}.`,
        ]
      : []
  const texts = [
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

/** Returns the loss of the best constant in the unit of the curve. */
function baselineOf({ bestConstant, evaluation }: Report): number | undefined {
  if (bestConstant === undefined || evaluation === undefined) return undefined
  if (evaluation.figure !== 'RMSE') return bestConstant.loss
  // half-squared loss is half of the square
  const { overall } = evaluation
  return overall.task === 'regression' && overall.r2 < 1
    ? overall.rmse / Math.sqrt(1 - overall.r2)
    : undefined
}

function skippedSection({ skippedLines, badLines }: SkippedReport, first: readonly BadLine[]): string {
  if (skippedLines === 0) return ''
  const counts = Object.entries(badLines).map(([code, count]) => `${countText(count)} ${code}`)
  const lines = first.map((line) => `<li><code>${escapeText(badLineText(line))}</code></li>`)
  return sectionHtml('Skipped lines', [
    paragraph(`${countText(skippedLines)} lines were skipped: ${counts.join(', ')}.`, 'warning'),
    lines.length === 0 ? '' : `<ul>${lines.join('\n')}</ul>`,
  ])
}
