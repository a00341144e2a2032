import type { Term } from '@ol/core'
import { escapeText } from '@ol/figures'
import type { BadLine, LabelReport } from '@ol/reader'
import { checkPlain, invalid } from '@ol/spec'
import type { SearchReport } from '../operations/search.js'
import { badLineText, type SkippedReport } from '../reports.js'
import { labelReasons } from '../text/label-reasons.js'
import { countText } from '../text/number-text.js'
import { type FeatureRow, featureTable } from './feature-table.js'
import { paragraph, sectionHtml } from './page-parts.js'
import { pageStyle } from './page-style.js'
import { type RunFacts, runParts } from './run-parts.js'
import { schemaParts } from './schema-table.js'
import { searchParts } from './search-parts.js'
import { termSections } from './term-figures.js'

/** The facts on a page besides the report of a run. */
interface PageFacts {
  /** the command or the call, as one would repeat it */
  readonly command: string
  /** the versions of OL and its platform, such as `OL 0.1.0` */
  readonly versions: readonly string[]
  /** the first bad lines in full */
  readonly badLines?: readonly BadLine[] | undefined
  /** the features of largest importance, the first first: `pageFeatures` */
  readonly features?: readonly FeatureRow[] | undefined
  /** in a model with derived features: `pageTerms` */
  readonly terms?: readonly Term[] | undefined
}

/** A training or an evaluation as a page shows it. */
export interface RunPage extends PageFacts, RunFacts {}

/** A search as a page shows it. */
export interface SearchPage extends PageFacts {
  readonly kind: 'search'
  readonly report: SearchReport
}

/**
 * Returns a report as one self-contained HTML page, with style and figures and without a script. Everything from the
 * data is escaped.
 */
export function htmlReport(page: RunPage | SearchPage): string {
  checkPage(page)
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeText(titleOf(page))}</title>
<style>${pageStyle}</style>
</head>
<body>
<main>
${reportBody(page)}
</main>
</body>
</html>
`
}

/** Returns the content of the page of a report, for a page that has its style: `pageStyle`. */
export function reportBody(page: RunPage | SearchPage): string {
  const { report, features = [], terms, versions, command } = page
  const method = `Rule ${report.rule}, ${report.loss} loss, ${report.backend} backend, ${report.seconds.toFixed(1)} seconds.`
  const body = [
    `<h1>${escapeText(titleOf(page))}</h1>`,
    `<pre>$ ${escapeText(command)}</pre>`,
    report.label === undefined ? '' : paragraph(labelText(report.label)),
    ...(page.kind === 'search' ? searchParts(page.report) : runParts(page)),
    features.length === 0 ? '' : sectionHtml('Top features', [featureTable(features)]),
    terms === undefined ? '' : sectionHtml('Bins and crosses of columns', termSections(terms)),
    report.schema === undefined ? '' : sectionHtml('Columns', schemaParts(report.schema)),
    skippedSection(report, page.badLines ?? []),
    `<footer>${escapeText(`${method} ${versions.join(' \u00b7 ')}`)}</footer>`,
  ]
  return body.filter((part) => part !== '').join('\n')
}

const titles = { train: 'Training', test: 'Evaluation', search: 'Search' } as const

/** `Training: y`, or without a name of the label the rule and the loss. */
function titleOf({ kind, report }: RunPage | SearchPage): string {
  const label = report.label?.column
  return `${titles[kind]}: ${label ?? `${report.rule}, ${report.loss} loss`}`
}

function labelText({ column, by }: LabelReport): string {
  const reason = labelReasons[by]
  return `The label is ${column}${reason === undefined ? '' : `, ${reason}`}.`
}

/** Throws OL_PARAMETER for a value that is not a page. */
function checkPage(page: unknown): void {
  checkPlain(page)
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

function skippedSection({ skippedLines, badLines }: SkippedReport, first: readonly BadLine[]): string {
  if (skippedLines === 0) return ''
  const counts = Object.entries(badLines).map(([code, count]) => `${countText(count)} ${code}`)
  const lines = first.map((line) => `<li><code>${escapeText(badLineText(line))}</code></li>`)
  return sectionHtml('Skipped lines', [
    paragraph(`${countText(skippedLines)} lines were skipped: ${counts.join(', ')}.`, 'warning'),
    lines.length === 0 ? '' : `<ul>${lines.join('\n')}</ul>`,
  ])
}
