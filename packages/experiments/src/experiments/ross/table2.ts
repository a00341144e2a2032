import { cellText, type Figure } from '../../report/report.js'
import { type Experiment, type ExperimentContext, type Findings, papers } from '../experiment.js'
import { type RossRun, runColumns } from './columns.js'
import { largestDifference, lossesTable } from './losses-table.js'
import { type Column, rossSets } from './published.js'

const setup = [
  'As in the scripts of the paper’s authors: categories one-hot, all pairwise products of features (each pair of distinct features twice), a constant, rows shuffled, importance-aware steps. Bank and Census: logistic loss. Covertype and Shuttle: one-against-all, squared loss, scores within [-1, 1]; the count of NAG moves only with a loss. CT and MSD: squared loss over the squared range of the labels.',
  'Loss: share of wrong predictions made before learning (CT, MSD: squared loss). Mean ± standard deviation over the shuffles, each with the rate that is best on it; sixteen rates over the whole range on the first shuffle, then sixteen around the best, eight on the further shuffles. Samples of sets run on the first shuffle only.',
  '“Expected” is what an independent program with the same setup found, and how far another shuffle may be off.',
  '“Loss there” is the loss at the rate that was tried nearest to the best of the paper, on the first shuffle.',
  'AG on raw data: the rates here go over nine decades, and on Bank and Census the best of them is lower than what the other program found. On Bank it is where the paper has it (η* 5.5e-5, loss 0.109); on Census it is a second valley beyond that of the paper.',
]

const rows2 = [
  ['NAG', 'no'],
  ['NAG max', 'max'],
  ['AG', 'no'],
  ['AG max', 'max'],
] as const satisfies readonly (readonly [Column, string])[]

const rows3 = [
  ['sNAG', 'no'],
  ['sNAG square', 'square'],
  ['AG', 'no'],
  ['AG square', 'square'],
] as const satisfies readonly (readonly [Column, string])[]

export const table2: Experiment = {
  id: 'table2',
  title: 'Table 2: NAG against AdaGrad, raw and divided by the largest value',
  paper: papers.ross,
  datasets: rossSets.map((set) => set.dataset),
  run: async (context) => {
    const runs = await runColumns(
      context.runner,
      context.seeds,
      rows2.map(([column]) => column),
    )
    const difference = cellText(largestDifference(runs, 'NAG', 'NAG max'))
    return findings(context, runs, 'Best rate and progressive loss', rows2, [
      `NAG on raw and on max-normed data: the losses of the tables differ by at most ${difference}.`,
    ])
  },
}

export const table3: Experiment = {
  id: 'table3',
  title: 'Table 3: sNAG against AdaGrad, raw and divided by the root mean square',
  paper: papers.ross,
  datasets: rossSets.map((set) => set.dataset),
  run: async (context) => {
    const runs = await runColumns(
      context.runner,
      context.seeds,
      rows3.map(([column]) => column),
    )
    const difference = cellText(largestDifference(runs, 'sNAG', 'sNAG square'))
    return findings(context, runs, 'Best rate and progressive loss', rows3, [
      `sNAG on raw and on normed data: the losses of the tables differ by at most ${difference}.`,
      'The squared norm divides numeric columns only: columns of 0 and 1 stay as they are for AG, which is what the rates of the paper fit.',
    ])
  },
}

function findings(
  { runner, seeds }: ExperimentContext,
  runs: readonly RossRun[],
  title: string,
  rows: readonly (readonly [Column, string])[],
  notes: readonly string[],
): Findings {
  return {
    seeds,
    tables: [lossesTable(title, rows, runs, runner.data)],
    figures: rossSets.flatMap((set) => {
      const own = runs.filter((run) => run.set === set)
      return own.length === 0 ? [] : [rateFigure(set.dataset, own)]
    }),
    notes: [...setup, ...notes],
  }
}

/** Loss over learning rate. */
function rateFigure(dataset: string, runs: readonly RossRun[]): Figure {
  return {
    title: `${dataset}: loss over learning rate, first shuffle`,
    x: { label: 'learning rate η', scale: 'log' },
    y: { label: 'progressive loss', scale: 'log' },
    series: runs.map((run, k) => ({
      name: run.column,
      points: run.curve.map(([rate, loss]) => [rate, loss / run.divisor] as const),
      style: 'line' as const,
      color: k,
      dashed: run.column.includes(' '),
    })),
  }
}
