import type { EvaluationReport, Metrics } from '@ol/core'
import { sum } from './headline.js'
import { countText, figureText, percentText } from './number-text.js'

type Named = readonly (number | string)[]
type Classified = Exclude<Metrics, { readonly task: 'regression' }>

/** The smallest number of standard errors, and the smallest change of a share, that is reported. */
const least = { deviations: 4, share: 0.02 } as const
/** The smallest growth of RMSE that is reported. */
const leastGrowth = 1.25

/**
 * Returns a warning if the predictions of the last rows are worse than the earlier ones, because the data changes in
 * the order of its rows; undefined: they are not.
 */
export function changingResults(
  { overall, recent }: EvaluationReport,
  names: Named,
  noun: string,
): string | undefined {
  if (recent === undefined || 2 * recent.examples > overall.examples) return undefined
  const last = `last ${countText(recent.examples)} ${noun}`
  if (overall.task === 'regression' || recent.task === 'regression') {
    if (overall.task !== 'regression' || recent.task !== 'regression') return undefined
    const grown = recent.rmse > leastGrowth * overall.rmse
    return grown
      ? `Results change over the data: RMSE is ${figureText(recent.rmse)} on the ${last} and ${figureText(overall.rmse)} on all. ${expect(last)}`
      : undefined
  }
  const before = sum(overall.confusion.flat()) - sum(recent.confusion.flat())
  const [now, then] = [errorRate(recent), errorRate(overall, recent)]
  if (now - then < least.share || deviations(now, then, recent.weight, before) < least.deviations)
    return undefined
  return `Results change over the data: accuracy is ${percentText(1 - now)} on the ${last} and ${percentText(1 - then)} before. ${classText(overall, recent, names)}${expect(last)}`
}

function expect(last: string): string {
  return `If new data is like the ${last}, expect results like theirs.`
}

/** Returns the share of rows with a wrong prediction; `without`: rows to leave out. */
function errorRate({ confusion }: Classified, without?: Classified): number {
  const rest = without === undefined ? confusion : minus(confusion, without.confusion)
  return 1 - sum(rest.map((row, y) => row[y])) / sum(rest.flat())
}

function minus(all: Classified['confusion'], some: Classified['confusion']): number[][] {
  return all.map((row, y) => row.map((weight, k) => weight - (some[y]?.[k] ?? 0)))
}

/** Returns the difference of two shares in its standard errors. */
function deviations(a: number, b: number, weightA: number, weightB: number): number {
  return (a - b) / Math.sqrt((a * (1 - a)) / weightA + (b * (1 - b)) / weightB)
}

/** Returns a sentence on the class whose share has grown most, if it has grown by more than chance. */
function classText(overall: Classified, recent: Classified, names: Named): string {
  const before = minus(overall.confusion, recent.confusion)
  const [weightNow, weightThen] = [sum(recent.confusion.flat()), sum(before.flat())]
  const changes = recent.confusion.map((row, y) => {
    const [now, then] = [sum(row) / weightNow, sum(before[y]) / weightThen]
    return { y, now, then, deviations: deviations(now, then, weightNow, weightThen) }
  })
  const most = changes.reduce((best, one) => (one.now - one.then > best.now - best.then ? one : best))
  if (most.deviations < least.deviations) return ''
  const name = JSON.stringify(String(names[most.y] ?? most.y + 1))
  return `The share of ${name} rose from ${percentText(most.then)} to ${percentText(most.now)}. `
}
