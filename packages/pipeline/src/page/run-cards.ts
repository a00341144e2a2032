import type { Report } from '../reports.js'
import { baselinesOf, headlineOf } from '../text/headline.js'
import { countText, figureText, percentText } from '../text/number-text.js'
import { cardsHtml, type PageCard } from './page-parts.js'

/** Returns the most informative metrics, each with its number of rows and the baseline. `noun`: rows or examples */
export function runCards(report: Report, noun: string): string {
  const { evaluation, examples, labelled, features } = report
  const overall = evaluation?.overall
  const baselines = overall === undefined ? {} : baselinesOf(overall)
  const metrics = overall === undefined ? [] : Object.entries(headlineOf(overall))
  return cardsHtml([
    ...metrics
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => ({
        name,
        value: shown(name, value),
        note: `${countText(overall?.examples ?? 0)} ${noun}${baselineText(name, baselines[name])}`,
      })),
    ...coverageCards(report),
    {
      name: noun,
      value: countText(examples),
      note: labelled === examples ? 'all have a label' : `${countText(labelled)} have a label`,
    },
    {
      name: 'features',
      value: figureText(features / examples),
      note: `mean of ${countText(examples)} ${noun}`,
    },
  ])
}

function baselineText(name: string, value: number | undefined): string {
  return value === undefined || Number.isNaN(value) ? '' : `; baseline ${shown(name, value)}`
}

function shown(name: string, value: number | undefined): string {
  return name === 'accuracy' && value !== undefined ? percentText(value, 2) : figureText(value)
}

/** The coverage of intervals, and how wide they are. */
function coverageCards({ intervals }: Report): PageCard[] {
  if (intervals === undefined) return []
  const { level, coverage, meanWidth, meanSize } = intervals
  const what = meanWidth === undefined ? 'sets' : 'intervals'
  const size =
    meanWidth === undefined
      ? `mean size ${figureText(meanSize)} classes`
      : `mean width ${figureText(meanWidth)}`
  return [
    {
      name: `labels in ${Math.round(1000 * level) / 10}% ${what}`,
      value: percentText(coverage),
      note: size,
    },
  ]
}
