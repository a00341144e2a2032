import { datasetOf } from '../../datasets/datasets.js'
import { find } from '../../datasets/find-dataset.js'
import { meanCell, type ReportCell, type ReportTable, shortNumber } from '../../report/experiment-report.js'
import type { ExperimentContext } from '../experiment.js'
import { type ColumnFeatures, type RossRun, unitOf } from './columns-run.js'
import { digitsOf, markOf } from './losses-table.js'
import { type RossSet, rossSets } from './ross-published.js'

const features: ColumnFeatures = 'products'

/** The best rates of AG on raw data in the program that gave the expected losses: the ends of their range. */
const elsewhere: Readonly<Record<string, readonly number[]>> = {
  bank: [3e-6, 3e-5],
  census: [1.3e-6],
  covertype: [5.3e-7],
  shuttle: [5.3e-4, 7.6e-4],
}

/** AG on raw data at the rates that others found best, next to the best rate found here. */
export async function rawRates(
  { runner, seeds }: ExperimentContext,
  runs: readonly RossRun[],
): Promise<ReportTable> {
  const wanted = rossSets.flatMap((set) => {
    const other = elsewhere[set.dataset]
    const available = find(datasetOf(set.dataset), runner.data).state === 'whole'
    return available && other !== undefined ? [{ set, rates: [...other, set.printed.AG.rate] }] : []
  })
  runner.expect(wanted.length * seeds.length)
  const rows = await Promise.all(
    wanted.map(async ({ set, rates }): Promise<ReportCell[][]> => {
      const unit = { ...unitOf(set, 'AG', features), points: undefined, lanes: { learningRate: rates } }
      const results = await Promise.all(
        seeds.map((seed) =>
          runner.pass({ ...unit, seed }, `${set.dataset}: AG at other rates, shuffle ${seed}`),
        ),
      )
      const best = runs.find((run) => run.set === set && run.column === 'AG')
      return [
        ...rates.map((rate, k) =>
          row(
            set,
            k < rates.length - 1 ? 'the other program' : 'the paper',
            shortNumber(rate),
            results.map((result) => result.mistakes[k]),
          ),
        ),
        row(set, 'the best here', 'of each shuffle', best?.losses ?? []),
      ]
    }),
  )
  return {
    title: 'AG on raw data at other rates',
    columns: [
      { name: 'data', align: 'left' },
      { name: 'whose rate', align: 'left' },
      { name: 'η' },
      { name: 'loss' },
      { name: 'expected' },
      { name: 'paper' },
    ],
    rows: rows.flat(),
    description:
      'The losses that are expected of AG on raw Bank and Census belong to the rates that the other program found best; higher rates lose less, on Bank the very rate of the paper with the very loss of the paper.',
  }
}

function row(set: RossSet, whose: string, rate: string, losses: readonly number[]): ReportCell[] {
  const target = set.expected.AG
  return [
    set.dataset,
    whose,
    rate,
    meanCell(losses, digitsOf(set), markOf(losses, target)),
    target === undefined ? '' : `${target.loss} ± ${target.tolerance}`,
    String(set.printed.AG.loss),
  ]
}
