import type { AnyLearnerOptions } from '@ol/core'
import { datasetOf } from '../../datasets/datasets.js'
import { find } from '../../datasets/find-dataset.js'
import { type Figure, numberCell, type ReportCell, shortNumber } from '../../report/experiment-report.js'
import type { PassResult } from '../../run/dataset-pass.js'
import { logGrid, lowest } from '../../run/rate-search.js'
import { type Experiment, type ExperimentContext, type Findings, papers } from '../experiment.js'
import { domains } from '../orabona/heavy-tails.js'

/** The rates and strengths of the L1 term to try, each rate with each strength. */
const rates = logGrid(0.03, 10, 5)
const strengths = [0, ...logGrid(1e-5, 3e-3, 6)]
const models = strengths.flatMap((l1) => rates.map((learningRate) => ({ l1, learningRate })))

const learners: readonly (readonly [string, AnyLearnerOptions])[] = [
  ['AdaGrad, RDA', { rule: 'adagrad-rda' }],
  ['AdaGrad, composite mirror descent', { rule: 'adagrad-cmd' }],
  ['RDA', { rule: 'rda' }],
  ['gradient descent with L1', { rule: 'omd-l1' }],
]

interface Row {
  readonly l1: number
  readonly rate: number
  readonly mistakes: number
  readonly loss: number
  readonly used: number
}

export const adagradText: Experiment = {
  id: 'adagrad-text',
  title: 'Text with an L1 term: AdaGrad against RDA and gradient descent, loss and sparsity',
  paper: papers.duchi,
  datasets: domains,
  run: async ({ runner, seeds }: ExperimentContext): Promise<Findings> => {
    const available = domains.filter((id) => find(datasetOf(id), runner.data).state !== 'missing')
    runner.expect(available.length * learners.length)
    const runs = await Promise.all(
      available.flatMap((id) =>
        learners.map(async ([name, options]) => {
          const result = await runner.pass(
            {
              dataset: id,
              prenormalize: 'none',
              options: { ...options, loss: 'hinge' },
              lanes: lanesOf(options),
              expansion: { products: false, constant: false },
              classes: 0,
              seed: seeds[0],
              weights: true,
            },
            `${id}: ${name}`,
          )
          return { id, name, rows: bestRows(result) }
        }),
      ),
    )
    return {
      seeds: [seeds[0]],
      tables: available.map((id) => ({
        title: `${id}: without an L1 term, and at the strength with the fewest mistakes`,
        columns: [
          { name: 'learner', align: 'left' as const },
          { name: 'mistakes, L1 = 0' },
          { name: 'weights in use' },
          { name: 'best L1' },
          { name: 'mistakes' },
          { name: 'hinge loss' },
          { name: 'weights in use' },
        ],
        rows: runs
          .filter((run) => run.id === id)
          .map(({ name, rows }): ReportCell[] => {
            const best = rows[lowest(rows.map((row) => row.mistakes))]
            return [
              name,
              numberCell(rows[0].mistakes, 4),
              `${(100 * rows[0].used).toFixed(1)}%`,
              shortNumber(best.l1),
              numberCell(best.mistakes, 4),
              numberCell(best.loss, 4),
              `${(100 * best.used).toFixed(1)}%`,
            ]
          }),
      })),
      figures: available.map(
        (id): Figure => ({
          title: `${id}: mistakes over the weights in use at the end`,
          x: { label: 'share of weights that are not 0', scale: 'log' },
          y: { label: 'share of mistakes', scale: 'linear' },
          series: runs
            .filter((run) => run.id === id)
            .map(({ name, rows }) => ({
              name,
              points: rows
                .filter((row) => row.used > 0)
                .map((row) => [row.used, row.mistakes] as const)
                .sort((a, b) => a[0] - b[0]),
              style: 'both' as const,
            })),
        }),
      ),
      notes: [
        `Hinge loss, counts scaled to unit length, one pass, no constant. L1 terms 0 and 1e-5, ..., 3e-3 (${strengths.length}), rates 0.03, ..., 10 (${rates.length}): for each strength the rate with the fewest mistakes.`,
        'The paper runs on Reuters RCV1, whose full set is not public in this form; the text of the sentiment domains stands in.',
        'RDA follows Xiao, with 1 / rate for its gamma; gradient descent with L1 is composite mirror descent with steps of 1 / sqrt(t). Both keep the sum of the gradients, and differ little.',
        'Weights in use: those that are not 0 after the last example, of all words.',
      ],
    }
  },
}

/** RDA of Xiao takes the inverse of a rate. */
function lanesOf({ rule }: AnyLearnerOptions): Record<string, number[]> {
  const l1 = models.map((model) => model.l1)
  if (rule === 'rda') return { l1, gamma: models.map(({ learningRate }) => 1 / learningRate) }
  return { l1, learningRate: models.map(({ learningRate }) => learningRate) }
}

/** Returns, for each strength, the rate with the fewest mistakes. */
function bestRows({ mistakes, loss, used = [] }: PassResult): Row[] {
  return strengths.map((l1, k) => {
    const from = k * rates.length
    const at = from + lowest(mistakes.slice(from, from + rates.length))
    return { l1, rate: models[at].learningRate, mistakes: mistakes[at], loss: loss[at], used: used[at] }
  })
}
