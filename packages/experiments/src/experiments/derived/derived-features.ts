import { datasetOf } from '../../datasets/datasets.js'
import { find } from '../../datasets/find-dataset.js'
import { meanAndSd, meanCell, numberCell, type ReportCell } from '../../report/experiment-report.js'
import { type Experiment, type ExperimentContext, type Findings, papers } from '../experiment.js'
import { type DerivedSet, derivedSets } from './derived-sets.js'
import { type Choice, choices, type DerivedRun, derivedRun } from './expand-run.js'

/** The runs of a set, by choice, then by shuffle. */
type Runs = Readonly<Record<Choice, readonly DerivedRun[]>>

export const derivedFeatures: Experiment = {
  id: 'expand',
  title: 'Bins, pairs and triples, chosen online, next to the model without them and to trees',
  paper: papers.derived,
  datasets: [...new Set(derivedSets.map(({ dataset }) => dataset))],
  parts: [derivedRun],
  run: async ({ runner, seeds }: ExperimentContext): Promise<Findings> => {
    const available = derivedSets.filter(
      ({ dataset }) => find(datasetOf(dataset), runner.data).state !== 'missing',
    )
    const shuffles = ({ inOrder }: DerivedSet): readonly number[] => (inOrder === true ? [0] : seeds)
    runner.expect(available.reduce((sum, set) => sum + shuffles(set).length * choices.length, 0))
    const runs = new Map(
      await Promise.all(available.map(async (set) => [set, await runsOf(set, shuffles(set))] as const)),
    )
    const rows = (cells: (set: DerivedSet, runs: Runs) => ReportCell[]): ReportCell[][] =>
      derivedSets.map((set) => {
        const found = runs.get(set)
        return [nameOf(set, runner.data), ...(found === undefined ? ['n.a.'] : cells(set, found))]
      })
    return {
      seeds,
      tables: [
        {
          title: 'Progressive loss of the whole stream',
          columns: [
            { name: 'data', align: 'left' },
            ...choices.map((name) => ({ name })),
            { name: 'auto / off' },
            { name: 'prototype' },
          ],
          rows: rows((set, found) => [
            ...choices.map((choice) => losses(found[choice], 'loss')),
            numberCell(mean(found.auto, 'loss') / mean(found.off, 'loss'), 3),
            numberCell(set.prototype, 4),
          ]),
          description:
            'Log loss; of california and msd the squared error over the variance. `prototype`: the loss of the prototype of the recipe, over shuffles of its own.',
        },
        {
          title: 'Share of wrong classes',
          columns: [{ name: 'data', align: 'left' }, ...choices.map((name) => ({ name }))],
          rows: rows((set, found) =>
            set.task === 'regression' ? [] : choices.map((choice) => losses(found[choice], 'mistakes')),
          ).filter((row) => row.length > 2),
        },
        {
          title: 'The last fifth of the first shuffle, next to trees that were fitted to the rest',
          columns: [
            { name: 'data', align: 'left' },
            { name: 'off' },
            { name: 'auto' },
            { name: 'trees' },
            { name: 'more trees' },
            { name: 'gap closed' },
            { name: 'trees, µs' },
            { name: 'more trees, µs' },
          ],
          rows: rows(besideTrees),
          description:
            'Trees: HistGradientBoosting of scikit-learn 1.9.1 with its defaults, and with up to 1,000 trees of 63 leaves, a rate of 0.05 and early stopping (`bench/boosted.mjs`; recorded, not run again here). Gap closed: what `auto` gains over `off` in one pass, as a share of what the better of the two gains; -: trees lose more than `off`. µs: microseconds of fitting for each row, on 2 cores.',
        },
      ],
      figures: [],
      notes: [
        'Crosses of four columns, crosses that are dropped again and the rest of california were tried and are not built: docs/decisions/0025-experts-of-derived-features.md.',
        'One pass of rule `auto` with 2^18 slots, nothing tuned. `bins`, `pairs` and `triples` each include the features before them, next to the model without. Shuffles, except electricity, which is in order. Shuttle has the training part alone; the prototype had both parts.',
        'covertype, class 2, categories: the 4 areas and the 40 soils are named as two columns of categories. The figure of the prototype is 0.2427 for shuffles of its own; on three other shuffles, where both learned the same examples with 54 columns, the prototype lost 0.2534 and OL 0.2541 in the mean.',
      ],
    }

    async function runsOf(set: DerivedSet, orders: readonly number[]): Promise<Runs> {
      const entries = choices.map(async (expand) => {
        const found = orders.map((seed) => {
          const description = `${set.name}: ${expand}, shuffle ${seed}`
          return runner.part(derivedRun, { name: set.name, expand, seed }, description, [set.dataset])
        })
        return [expand, await Promise.all(found)] as const
      })
      return Object.fromEntries(await Promise.all(entries)) as unknown as Runs
    }
  },
}

function nameOf({ name, dataset }: DerivedSet, folder: string): string {
  const { state, description } = find(datasetOf(dataset), folder)
  return state === 'sample' ? `${name} (${description})` : name
}

function besideTrees({ boosted }: DerivedSet, { off, auto }: Runs): ReportCell[] {
  const [without, derived] = [off[0].late, auto[0].late]
  const { usual, strong, microseconds } = boosted
  const best = Math.min(usual, strong)
  const closed = best < without ? `${((100 * (without - derived)) / (without - best)).toFixed(0)}%` : '-'
  return [
    numberCell(without, 4),
    numberCell(derived, 4),
    numberCell(usual, 4),
    numberCell(strong, 4),
    closed,
    ...microseconds.map((us) => numberCell(us, 0)),
  ]
}

const mean = (runs: readonly DerivedRun[], figure: keyof DerivedRun): number =>
  meanAndSd(runs.map((run) => run[figure])).mean

const losses = (runs: readonly DerivedRun[], figure: keyof DerivedRun): ReportCell =>
  meanCell(
    runs.map((run) => run[figure]),
    4,
  )
