import { datasetOf } from '../../datasets/datasets.js'
import { find, foundOf } from '../../datasets/find-dataset.js'
import {
  type Mark,
  meanAndSd,
  meanCell,
  noNumber,
  numberCell,
  type ReportCell,
  type ReportTable,
  shortNumber,
} from '../../report/experiment-report.js'
import { clearlyLower } from './chernoff.js'
import type { RossRun } from './columns-run.js'
import { type Expected, type PublishedColumn, type RossSet, rossSets } from './ross-published.js'

/** A learner of a table: how its data were divided, and the learner with which it is compared, on the same data. */
export interface Line {
  readonly column: PublishedColumn
  readonly prenormalized: string
  readonly rival?: PublishedColumn | undefined
}

export interface LossesTable {
  readonly title: string
  readonly lines: readonly Line[]
  /** which figures to reproduce */
  readonly expected: 'expected' | 'plain'
  readonly runs: readonly RossRun[]
  /** the folder of the data */
  readonly folder: string
}

/** Tables 2 and 3: for each data set the learners, with their best rates and losses next to the paper's. */
export function lossesTable({ title, lines, expected, runs, folder }: LossesTable): ReportTable {
  const runOf = (set: RossSet, column: PublishedColumn | undefined): RossRun | undefined =>
    runs.find((run) => run.set === set && run.column === column)
  const rows = rossSets.flatMap((set): ReportCell[][] => {
    const entry = datasetOf(set.dataset)
    return lines.map((line): ReportCell[] => {
      const run = runOf(set, line.column)
      const { state, description } =
        run === undefined ? find(entry, folder) : foundOf(entry, folder, run.size)
      const target = state === 'whole' ? set[expected][line.column] : undefined
      return [
        set.dataset,
        line.column.split(' ')[0],
        line.prenormalized,
        shortNumber(set.printed[line.column].rate),
        String(set.printed[line.column].loss),
        ...measured(run, runOf(set, line.rival), set.printed[line.column].rate, target),
        target === undefined ? '' : `${target.loss} ± ${target.tolerance}`,
        description,
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
    rows,
  }
}

/** Returns the loss at the paper's rate, the best rate and its loss. */
function measured(
  run: RossRun | undefined,
  rival: RossRun | undefined,
  rate: number,
  target: Expected | undefined,
): ReportCell[] {
  if (run === undefined) return ['n.a.', 'n.a.', noNumber]
  const digits = digitsOf(run.set)
  const loss = meanCell(run.losses, digits, markOf(run.losses, target))
  const mean = (losses: readonly number[]): number => meanAndSd(losses).mean
  const strong = rival !== undefined && clearlyLower(mean(run.losses), mean(rival.losses), run.size)
  return [near(run, rate, digits), ratesText(run), typeof loss === 'string' ? loss : { ...loss, strong }]
}

export function digitsOf(set: RossSet): number {
  return datasetOf(set.dataset).task === 'regression' ? 5 : 4
}

/** How a mean compares with the expected figure; undefined if there is none. */
export function markOf(losses: readonly number[], expected: Expected | undefined): Mark | undefined {
  if (expected === undefined || losses.some(Number.isNaN)) return undefined
  const { mean } = meanAndSd(losses)
  if (Math.abs(mean - expected.loss) <= expected.tolerance) return 'fits'
  return mean < expected.loss ? 'better' : 'differs'
}

/** The loss at the tried rate that is nearest to the paper's best. */
function near({ curve, divisor }: RossRun, rate: number, digits: number): ReportCell {
  const distance = (tried: number): number => Math.abs(Math.log(tried / rate))
  const [, loss] = curve.reduce((best, point) => (distance(point[0]) < distance(best[0]) ? point : best))
  return numberCell(loss / divisor, digits)
}

function ratesText({ best }: RossRun): string {
  const rates = best.map(({ rate }) => rate)
  const [low, high] = [Math.min(...rates), Math.max(...rates)]
  return low === high ? shortNumber(low) : `${shortNumber(low)} .. ${shortNumber(high)}`
}

/**
 * Returns the largest difference between the losses of two columns over all data sets, rates and shuffles that both tried.
 */
export function largestDifference(runs: readonly RossRun[], a: PublishedColumn, b: PublishedColumn): string {
  let largest = 0
  for (const run of runs.filter((one) => one.column === a)) {
    const other = runs.find((one) => one.column === b && one.set === run.set)
    run.losses.forEach((loss, k) => {
      const difference = Math.abs(loss - (other?.losses[k] ?? Number.NaN))
      if (!(difference <= largest)) largest = difference
    })
  }
  return largest === 0 ? '0' : largest.toExponential(1)
}
