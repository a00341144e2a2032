import type { AnyLearnerOptions } from '@ol/core'
import { datasetOf } from '../../datasets/datasets.js'
import { find, foundOf } from '../../datasets/find-dataset.js'
import {
  type Figure,
  meanAndSd,
  meanCell,
  noNumber,
  type ReportCell,
} from '../../report/experiment-report.js'
import type { PassResult } from '../../run/dataset-pass.js'
import { logGrid } from '../../run/rate-search.js'
import type { Runner } from '../../run/runner.js'
import { type Experiment, type ExperimentContext, type Findings, papers } from '../experiment.js'
import { type Algorithm, algorithms, type StreeterRow, streeterTable } from './streeter-published.js'

/** R: every weight is within [-R, R]. */
const half = 100
/** The maximum deviation of an entry from the paper's. */
const tolerance = 0.015

interface Setup {
  readonly options: AnyLearnerOptions
  /** the constant that the paper tuned: its name here, its values, and its description */
  readonly constant?: {
    readonly name: string
    readonly value: number
    readonly unit: number
    readonly description: string
  }
}

const box = { lower: -half, upper: half, loss: 'hinge' } as const

const setups: Readonly<Record<Algorithm, Setup>> = {
  Global: {
    options: { rule: 'ogd-global', ...box },
    constant: { name: 'learningRate', value: 0.067, unit: 1 / half, description: 'c = 0.067 / R' },
  },
  'Per-Coord': {
    options: { rule: 'ogd-coordinate', ...box },
    constant: { name: 'learningRate', value: 0.22, unit: 1 / half, description: 'c = 0.22 / R' },
  },
  CW: {
    options: { rule: 'cw', loss: 'hinge', confidence: 1 },
    constant: { name: 'variance', value: 0.55, unit: 1, description: 'phi = 1, a = 0.55' },
  },
  PA: { options: { rule: 'pa', loss: 'hinge' } },
}

interface Run {
  readonly set: StreeterRow
  readonly algorithm: Algorithm
  /** a pass for each shuffle; model 0 has the constant above, the other models have constants around it */
  readonly results: readonly PassResult[]
  readonly constants: readonly number[]
}

export const streeterTable1: Experiment = {
  id: 'streeter-table1',
  title: 'Table 1: hinge loss and mistakes on text',
  paper: papers.streeter,
  datasets: streeterTable.map(({ dataset }) => dataset),
  run: async ({ runner, seeds }: ExperimentContext): Promise<Findings> => {
    const available = streeterTable.filter(
      (set) => find(datasetOf(set.dataset), runner.data).state !== 'missing',
    )
    runner.expect(available.length * algorithms.length * seeds.length)
    const runs = await Promise.all(
      available.flatMap((set) => algorithms.map((algorithm) => runOne(runner, seeds, set, algorithm))),
    )
    return {
      seeds,
      tables: [
        table('Hinge loss', 'hinge', 'loss', runs, runner.data),
        table('Fraction of mistakes', 'mistakes', 'mistakes', runs, runner.data),
      ],
      figures: (['Global', 'Per-Coord', 'CW'] as const).map((algorithm) => constantFigure(algorithm, runs)),
      notes: [
        'Counts of words and pairs of words scaled to unit length, no constant feature, shuffled, one pass, each prediction before learning; mean ± standard deviation over the shuffles.',
        `Constants, one for all sets: R = ${half}; Global c = 0.067 / R with the diameter estimated from the features seen; Per-Coord c = 0.22 / R; CW phi = 1, a = 0.55; plain PA. The numbers of the paper are lost in the text that is available; these are the ones that its table fits.`,
        `✓ means within ${tolerance} of the paper, ↓ lower by more than that.`,
      ],
    }
  },
}

async function runOne(
  runner: Runner,
  seeds: readonly number[],
  set: StreeterRow,
  algorithm: Algorithm,
): Promise<Run> {
  const { options, constant } = setups[algorithm]
  const constants =
    constant === undefined ? [] : [constant.value, ...logGrid(constant.value / 8, constant.value * 8, 15)]
  const lanes =
    constant === undefined
      ? {}
      : { [constant.name]: constants.map((value) => Number((value * constant.unit).toPrecision(8))) }
  const results = await Promise.all(
    seeds.map((seed) =>
      runner.pass(
        {
          dataset: set.dataset,
          prenormalize: 'none',
          options,
          lanes,
          expansion: { products: false, constant: false },
          classes: 0,
          seed,
        },
        `${set.dataset}: ${algorithm}, shuffle ${seed}`,
      ),
    ),
  )
  return { set, algorithm, results, constants }
}

function table(
  title: string,
  printed: 'hinge' | 'mistakes',
  measured: 'loss' | 'mistakes',
  runs: readonly Run[],
  folder: string,
): Findings['tables'][number] {
  const rows = streeterTable.map((set): ReportCell[] => {
    const entry = datasetOf(set.dataset)
    const own = runs.find((run) => run.set === set)
    const { state, description } =
      own === undefined ? find(entry, folder) : foundOf(entry, folder, own.results[0].size)
    const cells = algorithms.flatMap((algorithm): ReportCell[] => {
      const paper = set[printed][algorithm]
      const run = runs.find((one) => one.set === set && one.algorithm === algorithm)
      if (run === undefined) return [String(paper), noNumber]
      const values = run.results.map((result) => result[measured][0])
      return [String(paper), meanCell(values, 3, state === 'whole' ? markOf(values, paper) : undefined)]
    })
    return [set.dataset, ...cells, description]
  })
  return {
    title,
    columns: [
      { name: 'data', align: 'left' },
      ...algorithms.flatMap((algorithm) => [{ name: `${algorithm}, paper` }, { name: algorithm }]),
      { name: 'data there', align: 'left' },
    ],
    rows,
  }
}

function markOf(values: readonly number[], paper: number): 'fits' | 'better' | 'differs' {
  const { mean } = meanAndSd(values)
  if (Math.abs(mean - paper) <= tolerance) return 'fits'
  return mean < paper ? 'better' : 'differs'
}

function constantFigure(algorithm: Algorithm, runs: readonly Run[]): Figure {
  const description = algorithm === 'CW' ? 'a, variance at the start' : 'c R'
  return {
    title: `${algorithm}: hinge loss over its constant, first shuffle`,
    x: { label: description, scale: 'log' },
    y: { label: 'mean hinge loss', scale: 'log' },
    series: runs
      .filter((run) => run.algorithm === algorithm)
      .map(({ set, results, constants }) => ({
        name: set.dataset,
        points: constants
          .map((value, lane) => [value, results[0].loss[lane]] as const)
          .sort((a, b) => a[0] - b[0]),
        style: 'line' as const,
      })),
  }
}
