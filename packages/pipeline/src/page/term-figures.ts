import type { ColumnTerm, CrossTerm, Term } from '@ol/core'
import { escapeText, type Figure, type HeatMap, heatMapSvg, pageLook } from '@ol/figures'
import { checkShape } from '@ol/spec'
import type { Session } from '../session.js'
import { figureText, percentText } from '../text/number-text.js'
import { figureHtml, type PageCell, paragraph, tableHtml } from './page-parts.js'

/** The largest number of terms of each kind that a page draws, and of lines of a triple. */
const drawn = { curves: 12, pairs: 6, triples: 4, lines: 8, categories: 12 } as const

/** Terms that contribute less than this share of the largest contribution are left out. */
const least = 0.001

/** Returns the terms of a model that its page draws; none for a model without derived features. */
export function pageTerms(session: Session): Term[] {
  checkShape('session', session, { learner: 'object', inspectTerms: 'function' })
  return session.learner.options.expand === 'off' || session.learner.options.expand === undefined
    ? []
    : session.inspectTerms()
}

/** Returns curves of columns, heat maps of pairs and tables of triples, each ordered by contribution. */
export function termSections(all: readonly Term[]): string[] {
  const most = Math.max(...all.map(({ contribution }) => contribution), Number.MIN_VALUE)
  const terms = all.filter(({ contribution }) => contribution >= least * most)
  const columns = terms.filter((term): term is ColumnTerm => term.kind === 'column')
  const curves = columns.filter(({ points }) => points.length > 0).slice(0, drawn.curves)
  const categories = columns.filter(({ points }) => points.length === 0).slice(0, drawn.curves)
  const crosses = terms.filter((term): term is CrossTerm => term.kind !== 'column')
  const pairs = crosses.filter(({ kind }) => kind === 'pair').slice(0, drawn.pairs)
  const triples = crosses.filter(({ kind }) => kind === 'triple').slice(0, drawn.triples)
  const figures = [...curves.map((term) => figureHtml(curveFigure(term))), ...pairs.map(heatMapHtml)]
  return [
    terms.length === 0 ? '' : contributionTable(terms),
    crosses.length > 0 || all.length === terms.length
      ? ''
      : paragraph(
          'No cross of columns contributes more than a thousandth of the largest contribution.',
          'soft',
        ),
    figures.length === 0 ? '' : `<div class="figures">\n${figures.join('\n')}\n</div>`,
    ...tables([...categories.map(categoryTable), ...triples.map(tripleTable)]),
  ]
}

function tables(parts: readonly string[]): string[] {
  if (parts.length === 0) return []
  return [`<div class="tables">\n${parts.map((part) => `<div>${part}</div>`).join('\n')}\n</div>`]
}

function titleOf({ columns, class: label }: Term): string {
  return `${columns.join(' \u00d7 ')}${label === undefined ? '' : `, class ${label}`}`
}

function contributionTable(terms: readonly Term[]): string {
  const most = Math.max(...terms.map(({ contribution }) => contribution), Number.MIN_VALUE)
  const rows = terms
    .slice(0, 2 * drawn.curves)
    .map((term): PageCell[] => [
      { text: titleOf(term), kind: 'name' },
      { text: term.kind, kind: 'left' },
      { text: figureText(term.contribution) },
      { text: '', bar: term.contribution / most },
    ])
  return tableHtml(
    'Each column, pair or triple adds an amount to the score of an example. Its contribution is the standard deviation of that amount over the examples.',
    ['columns', 'kind', 'contribution', ''],
    rows,
  )
}

/** Returns a curve as steps: between two points, the bins of the next point apply. */
function curveFigure(term: ColumnTerm): Figure {
  const { points, edges, contribution } = term
  const [column] = term.columns
  const line = points.flatMap(({ value, score }, i) =>
    i === 0 ? [[value, score] as const] : [[points[i - 1].value, score] as const, [value, score] as const],
  )
  const low = Math.min(...points.map(({ score }) => score))
  return {
    title: titleOf(term),
    description: `Contribution ${figureText(contribution)}. The dots mark the edges of bins.`,
    x: { label: column, scale: 'linear' },
    y: { label: 'adds to the score', scale: 'linear' },
    series: [
      { name: 'column and bins', points: line, dashed: false },
      { name: 'edges of bins', points: edges.map((edge) => [edge, low] as const), style: 'points', color: 4 },
    ],
  }
}

function heatMapHtml(term: CrossTerm): string {
  const [rows, columns] = term.axes
  const map: HeatMap = {
    title: titleOf(term),
    x: { label: columns.column, names: columns.parts.map(({ name }) => name) },
    y: { label: rows.column, names: rows.parts.map(({ name }) => name) },
    values: term.scores,
  }
  const most = Math.max(...term.scores.map(Math.abs))
  return `<figure>
${heatMapSvg(map, pageLook)}
<figcaption><b>${escapeText(map.title)}.</b> Contribution ${figureText(term.contribution)}; blue raises the score, orange lowers it, by ${figureText(most)} at most.</figcaption>
</figure>`
}

function categoryTable(term: ColumnTerm): string {
  const most = Math.max(...term.categories.map(({ score }) => Math.abs(score)), Number.MIN_VALUE)
  const rows = term.categories
    .slice(0, drawn.categories)
    .map(({ name, score, share }): PageCell[] => [
      { text: name, kind: 'name' },
      { text: figureText(score) },
      { text: '', bar: score / most },
      { text: percentText(share) },
    ])
  const more = term.categories.length - rows.length
  return tableHtml(
    `${titleOf(term)}, contribution ${figureText(term.contribution)}${more > 0 ? `; ${more} rarer values are left out` : ''}`,
    ['value', 'adds to the score', '', 'examples'],
    rows,
  )
}

function tripleTable(term: CrossTerm): string {
  const cells = cellsOf(term)
  const most = Math.max(...cells.map(({ score }) => Math.abs(score)), Number.MIN_VALUE)
  const rows = cells
    .sort((a, b) => Math.abs(b.score) * b.share - Math.abs(a.score) * a.share)
    .slice(0, drawn.lines)
    .map(({ names, score }): PageCell[] => [
      { text: names[0], kind: 'left' },
      ...names.slice(1).map((text): PageCell => ({ text, kind: 'left' })),
      { text: figureText(score) },
      { text: '', bar: score / most },
    ])
  return tableHtml(
    `${titleOf(term)}, contribution ${figureText(term.contribution)}: its largest cells`,
    [...term.columns, 'adds to the score', ''],
    rows,
  )
}

/** Returns the cells of a table of scores, in their order. */
function cellsOf({ axes, scores }: CrossTerm): { names: string[]; share: number; score: number }[] {
  const all = axes.reduce<{ names: string[]; share: number }[]>(
    (cells, { parts }) =>
      cells.flatMap(({ names, share }) =>
        parts.map((part) => ({ names: [...names, part.name], share: share * part.share })),
      ),
    [{ names: [], share: 1 }],
  )
  return all.map((cell, i) => ({ ...cell, score: scores[i] }))
}
