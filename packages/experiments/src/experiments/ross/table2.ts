import { datasetOf } from '../../datasets/datasets.js'
import { find } from '../../datasets/find-dataset.js'
import type { Figure } from '../../report/experiment-report.js'
import { type Experiment, type Findings, papers } from '../experiment.js'
import { type ColumnFeatures, type RossRun, runColumns } from './columns-run.js'
import { type Line, largestDifference, lossesTable } from './losses-table.js'
import { rawRates } from './raw-rates.js'
import { type PublishedColumn, type RossSet, rossSets } from './ross-published.js'

const search = [
  'Loss: share of wrong predictions made before learning (CT, MSD: squared loss over the squared range of the labels). Mean ± standard deviation over the shuffles, each with the rate that is best on it; sixteen rates over the whole range on the first shuffle, then sixteen around the best, eight on the further shuffles.',
  '“Expected” is what an independent program with the same setup found, and how far another shuffle may be off. “Loss there” is the loss at the rate that was tried nearest to the best of the paper, on the first shuffle.',
]

const setup = [
  'As in the scripts of the paper’s authors: categories one-hot, all pairwise products of features (each pair of distinct features twice), a constant, rows shuffled, importance-aware steps. Bank and Census: logistic loss. Covertype and Shuttle: one-against-all, squared loss, scores within [-1, 1]; the count of NAG moves only with a loss. CT and MSD: squared loss.',
  ...search,
  'Bold: lower than the other learner on the same data by the relative entropy Chernoff bound of the paper, with a probability of 0.1 that a bound fails: the intervals around the two means do not meet.',
]

interface LossesExperiment {
  readonly id: string
  readonly title: string
  readonly features: ColumnFeatures
  readonly lines: readonly Line[]
  /** two learners that should not differ, and their description */
  readonly same?: readonly [PublishedColumn, PublishedColumn, description: string] | undefined
  /** whether AG on raw data is also run at the rates of others */
  readonly rates?: boolean
  readonly notes: readonly string[]
}

/** Returns an experiment that searches for the best rates of some learners on all sets. */
function losses({ id, title, features, lines, same, rates, notes }: LossesExperiment): Experiment {
  return {
    id,
    title,
    paper: papers.ross,
    datasets: rossSets.map((set) => set.dataset),
    run: async (context): Promise<Findings> => {
      const { runner, seeds } = context
      const wanted = lines.map(({ column }) => column)
      const runs = await runColumns(runner, seeds, wanted, features)
      const expected = features === 'products' ? 'expected' : 'plain'
      const folder = runner.data
      const tables = [lossesTable({ title: 'Best rate and progressive loss', lines, expected, runs, folder })]
      if (rates === true) tables.push(await rawRates(context, runs))
      return {
        seeds,
        tables,
        figures: rossSets.flatMap((set) => {
          const own = runs.filter((run) => run.set === set)
          const whole = find(datasetOf(set.dataset), folder).state === 'whole'
          return own.length === 0 ? [] : [rateFigure(set, own, features === 'products' && whole)]
        }),
        notes: [
          ...notes,
          ...(same === undefined
            ? []
            : [
                `${same[2]}: the losses of the table differ by ${largestDifference(runs, same[0], same[1])} at most.`,
              ]),
        ],
      }
    },
  }
}

export const table2: Experiment = losses({
  id: 'table2',
  title: 'Table 2: NAG against AdaGrad, raw and divided by the largest value',
  features: 'products',
  lines: [
    { column: 'NAG', prenormalized: 'no', rival: 'AG' },
    { column: 'NAG max', prenormalized: 'max', rival: 'AG max' },
    { column: 'AG', prenormalized: 'no', rival: 'NAG' },
    { column: 'AG max', prenormalized: 'max', rival: 'NAG max' },
  ],
  same: ['NAG', 'NAG max', 'NAG on raw and on max-normed data'],
  rates: true,
  notes: setup,
})

export const table3: Experiment = losses({
  id: 'table3',
  title: 'Table 3: sNAG against AdaGrad, raw and divided by the root mean square',
  features: 'products',
  lines: [
    { column: 'sNAG', prenormalized: 'no', rival: 'AG' },
    { column: 'sNAG square', prenormalized: 'square', rival: 'AG square' },
    { column: 'AG', prenormalized: 'no', rival: 'sNAG' },
    { column: 'AG square', prenormalized: 'square, numbers', rival: 'sNAG square' },
    { column: 'AG square all', prenormalized: 'square, all' },
  ],
  same: ['sNAG', 'sNAG square', 'sNAG on raw and on normed data'],
  notes: [
    ...setup,
    'The squared norm covers numeric columns (“numbers”: columns of 0 and 1 stay as they are, which is what the rates of the paper fit), or of every column (“all”). The paper has one figure for both. If all columns are numbers of many values the two are the same.',
  ],
})

export const plain: Experiment = losses({
  id: 'plain',
  title: 'Tables 2 and 3 without categories and products: what the text alone suggests',
  features: 'numeric',
  lines: [
    { column: 'NAG', prenormalized: 'no' },
    { column: 'NAG max', prenormalized: 'max' },
    { column: 'AG', prenormalized: 'no' },
    { column: 'AG max', prenormalized: 'max' },
    { column: 'sNAG', prenormalized: 'no' },
  ],
  same: ['NAG', 'NAG max', 'NAG on raw and on max-normed data'],
  notes: [
    'Numeric columns only and no products, all else as in table2: the paper, which had both, has other losses.',
    ...search,
  ],
})

/** Loss over learning rate, with the points of the paper if it used the same data and features. */
function rateFigure(set: RossSet, runs: readonly RossRun[], comparable: boolean): Figure {
  const paper = runs.map(({ column }) => [set.printed[column].rate, set.printed[column].loss] as const)
  return {
    title: `${set.dataset}: loss over learning rate, first shuffle`,
    x: { label: 'learning rate η', scale: 'log' },
    y: { label: 'progressive loss', scale: 'log' },
    series: [
      ...runs.map((run, k) => ({
        name: run.column,
        points: run.curve.map(([rate, loss]) => [rate, loss / run.divisor] as const),
        style: 'line' as const,
        color: k,
        dashed: run.column.includes(' '),
      })),
      ...(comparable
        ? [{ name: 'best of the paper', points: paper, style: 'points' as const, color: 6 }]
        : []),
    ],
  }
}
