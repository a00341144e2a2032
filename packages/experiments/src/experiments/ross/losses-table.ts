import { find } from '../../datasets/find.js'
import { datasetOf } from '../../datasets/table.js'
import {
  type Cell,
  type Mark,
  meanAndSd,
  meanCell,
  numberCell,
  shortNumber,
  type Table,
} from '../../report/report.js'
import type { RossRun } from './columns.js'
import { type Column, type Expected, rossSets } from './published.js'

/** Tables 2 and 3: for each data set the learners, their best rates and losses beside those of the paper. */
export function lossesTable(
  title: string,
  rows: readonly (readonly [Column, prenormalized: string])[],
  runs: readonly RossRun[],
  folder: string,
): Table {
  const body = rossSets.flatMap((set): Cell[][] => {
    const entry = datasetOf(set.dataset)
    const { state, words } = find(entry, folder)
    return rows.map(([column, prenormalized]): Cell[] => {
      const printed = set.printed[column]
      const known: Cell[] = [set.dataset, column.split(' ')[0], prenormalized]
      const paper = [shortNumber(printed.rate), String(printed.loss)]
      const run = runs.find((one) => one.set === set && one.column === column)
      if (run === undefined)
        return [...known, ...paper, 'n.a.', 'n.a.', { text: 'n.a.', value: null }, '', words]
      const expected = state === 'whole' ? set.expected[column] : undefined
      const digits = entry.task === 'regression' ? 5 : 4
      return [
        ...known,
        ...paper,
        near(run, printed.rate, digits),
        ratesText(run),
        meanCell(run.losses, digits, markOf(run.losses, expected)),
        expected === undefined ? '' : `${expected.loss} ± ${expected.tolerance}`,
        words,
      ]
    })
  })
  return {
    title,
    columns: [
      { name: 'data', align: 'left' },
      { name: 'rule', align: 'left' },
      { name: 'pre-normalized', align: 'left' },
      { name: 'paper η*' },
      { name: 'paper loss' },
      { name: 'loss there' },
      { name: 'η*' },
      { name: 'loss' },
      { name: 'expected' },
      { name: 'data there', align: 'left' },
    ],
    rows: body,
  }
}

/** How a mean compares with what was expected; undefined where nothing was. */
export function markOf(losses: readonly number[], expected: Expected | undefined): Mark | undefined {
  if (expected === undefined || losses.some(Number.isNaN)) return undefined
  const { mean } = meanAndSd(losses)
  if (Math.abs(mean - expected.loss) <= expected.tolerance) return 'fits'
  return mean < expected.loss ? 'better' : 'differs'
}

/** The loss at the rate that was tried nearest to the paper's best. */
function near({ curve, divisor }: RossRun, rate: number, digits: number): Cell {
  const distance = (tried: number): number => Math.abs(Math.log(tried / rate))
  const [, loss] = curve.reduce((best, point) => (distance(point[0]) < distance(best[0]) ? point : best))
  return numberCell(loss / divisor, digits)
}

function ratesText({ best }: RossRun): string {
  const rates = best.map(({ rate }) => rate)
  const [low, high] = [Math.min(...rates), Math.max(...rates)]
  return low === high ? shortNumber(low) : `${shortNumber(low)} .. ${shortNumber(high)}`
}

/** Largest difference between the losses of two columns over all data sets, rates and shuffles that both tried. */
export function largestDifference(runs: readonly RossRun[], a: Column, b: Column): Cell {
  let largest = 0
  for (const run of runs.filter((one) => one.column === a)) {
    const other = runs.find((one) => one.column === b && one.set === run.set)
    run.losses.forEach((loss, k) => {
      const difference = Math.abs(loss - (other?.losses[k] ?? Number.NaN))
      if (!(difference <= largest)) largest = difference
    })
  }
  return numberCell(largest, 6)
}
