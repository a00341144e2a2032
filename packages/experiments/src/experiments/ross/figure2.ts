import { datasetOf } from '../../datasets/datasets.js'
import { find } from '../../datasets/find-dataset.js'
import type { Figure, ReportCell } from '../../report/experiment-report.js'
import { type Experiment, type ExperimentContext, type Findings, papers } from '../experiment.js'
import { type RossRun, runColumns } from './columns-run.js'
import { type PublishedColumn, rossSets } from './ross-published.js'

export const figure2: Experiment = {
  id: 'figure2',
  title: 'Figure 2: NAG on raw data against AdaGrad on data divided by the largest value',
  paper: papers.ross,
  datasets: rossSets.map((set) => set.dataset),
  run: async ({ runner, seeds }: ExperimentContext): Promise<Findings> => {
    const runs = await runColumns(runner, seeds, ['NAG', 'AG max'])
    return {
      seeds,
      tables: [
        {
          title: 'Mean loss so far: NAG on raw data / AG on max-normed data',
          columns: [
            { name: 'data', align: 'left' },
            ...shares.map((share) => ({ name: share === 1 ? 'all' : `first ${100 * share}%` })),
            { name: 'largest ratio after 10%' },
            { name: 'data there', align: 'left' },
          ],
          rows: rossSets.map((set): ReportCell[] => {
            const own = runs.filter((run) => run.set === set)
            const { description } = find(datasetOf(set.dataset), runner.data)
            if (own.length < 2) return [set.dataset, ...shares.map(() => 'n.a.'), 'n.a.', description]
            return [set.dataset, ...lossesAt(own), description]
          }),
        },
      ],
      figures: rossSets.flatMap((set) => {
        const own = runs.filter((run) => run.set === set)
        return own.length === 0 ? [] : [curves(set.dataset, own)]
      }),
      notes: [
        'Each learner with its best rate; the mean loss of all predictions made so far, each before its example was learned. First shuffle.',
        'The runs come from table2. The paper’s figure is without numbers; its caption calls the curves identical.',
      ],
    }
  },
}

/** The parts of the data after which the table shows the losses. */
const shares = [0.01, 0.1, 1]

/** Returns the losses after these parts, and the largest ratio of the larger to the smaller one. */
function lossesAt(runs: readonly RossRun[]): ReportCell[] {
  const [nag, adagrad] = runs.map(curveOf)
  const [size] = nag[nag.length - 1]
  const ratios = nag
    .map(([n, loss], k) => [n, Math.max(loss / adagrad[k][1], adagrad[k][1] / loss)] as const)
    .filter(([n]) => n >= size / 10)
  const cells = shares.map((share) => {
    const k = nag.findIndex(([n]) => n >= share * size)
    return [nag, adagrad].map((curve) => curve[k][1].toPrecision(4)).join(' / ')
  })
  return [...cells, Math.max(...ratios.map(([, ratio]) => ratio)).toFixed(3)]
}

/** Mean loss so far over examples, first shuffle, best rate. */
function curveOf({ best: [{ result, lane }] }: RossRun): (readonly [number, number])[] {
  const { at, loss } = result.curves ?? { at: [], loss: [] }
  return at.map((n, k) => [n, loss[lane][k]] as const)
}

function curves(dataset: string, runs: readonly RossRun[]): Figure {
  return {
    title: `${dataset}: progressive loss`,
    x: { label: 'examples', scale: 'log', min: 10 },
    y: { label: 'mean loss so far', scale: 'log' },
    series: runs.map((run) => ({
      name: run.column === 'NAG' ? 'NAG, raw' : 'AG, max-normed',
      points: curveOf(run).filter(([n]) => n >= 10),
      dashed: run.column !== 'NAG',
    })),
  }
}

const learners: readonly (readonly [PublishedColumn, string])[] = [
  ['NAG', 'NAG, raw'],
  ['NAG max', 'NAG, max-normed'],
  ['AG', 'AG, raw'],
  ['AG max', 'AG, max-normed'],
]

export const figure3: Experiment = {
  id: 'figure3',
  title: 'Figure 3: where the best learning rates lie',
  paper: papers.ross,
  datasets: rossSets.map((set) => set.dataset),
  run: async ({ runner, seeds }: ExperimentContext): Promise<Findings> => {
    const runs = await runColumns(
      runner,
      seeds,
      learners.map(([column]) => column),
    )
    const names = [...learners].reverse().map(([, name]) => name)
    const paper = learners.map(([column, name]) =>
      rossSets.map((set) => [set.printed[column].rate, names.indexOf(name)] as const),
    )
    const here = learners.map(([column, name]) =>
      runs
        .filter((run) => run.column === column)
        .flatMap((run) => run.best.map(({ rate }) => [rate, names.indexOf(name)] as const)),
    )
    const spread = (rates: readonly (readonly [number, number])[]): string => {
      const values = rates.map(([rate]) => rate)
      return (Math.max(...values) / Math.min(...values)).toPrecision(2)
    }
    return {
      seeds,
      tables: [
        {
          title: 'Largest over smallest best rate',
          columns: [{ name: 'learner', align: 'left' }, { name: 'paper' }, { name: 'here' }],
          rows: learners.map(([, name], k) => [name, spread(paper[k]), spread(here[k])]),
        },
      ],
      figures: [
        rangeFigure('Here, every data set and shuffle', names, here),
        rangeFigure('The paper', names, paper),
      ],
      notes: [
        'The runs come from table2. A line goes from the smallest to the largest best rate over the data sets.',
      ],
    }
  },
}

function rangeFigure(
  title: string,
  names: readonly string[],
  rates: readonly (readonly (readonly [number, number])[])[],
): Figure {
  return {
    title,
    x: { label: 'best learning rate η*', scale: 'log', min: 1e-8, max: 1e2 },
    y: { label: '', scale: 'category', names },
    series: learners.map(([, name], k) => ({
      name,
      points: [...rates[k]].sort((a, b) => a[0] - b[0]),
      style: 'both' as const,
      dashed: false,
    })),
  }
}
