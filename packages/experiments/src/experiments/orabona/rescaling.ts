import type { AnyLearnerOptions } from '@ol/core'
import { namedRules, type RuleId, singleRule } from '@ol/spec'
import type { Dataset } from '../../data/dataset.js'
import { divisors } from '../../data/normalize.js'
import { Random } from '../../data/random.js'
import { datasetOf } from '../../datasets/datasets.js'
import { find } from '../../datasets/find-dataset.js'
import { numberCell } from '../../report/experiment-report.js'
import { pass } from '../../run/dataset-pass.js'
import { part } from '../../run/part.js'
import { logGrid } from '../../run/rate-search.js'
import { type Experiment, type ExperimentContext, type Findings, papers } from '../experiment.js'
import { rescaled } from '../made-data.js'
import { firstOf } from '../observed.js'

const learners: readonly (readonly [string, AnyLearnerOptions & { readonly rule: RuleId }])[] = [
  ['scale-invariant AdaGrad', { rule: 'scale-invariant-adagrad' }],
  ['scale-invariant p-norm', { rule: 'scale-invariant-pnorm' }],
  ['NAG', { rule: 'nag', update: 'plain' }],
  ['AdaGrad', { rule: 'adagrad', update: 'plain' }],
  ['p-norm Perceptron', { rule: 'pnorm-perceptron' }],
  ['gradient descent', { rule: 'sgd', decay: 0.5, update: 'plain' }],
]

const powers = [0, 1, 2, 3, 4, 5, 6]
const most = 20_000

/** The mistakes of a learner with units from 10^-power to 10^power. */
const shareOf = part(
  'omd-rescaling',
  async ({ learner, power, seed }: { learner: number; power: number; seed: number }, read) => {
    const data = await read('bank')
    const normed = rescaled(
      data,
      divisors(data, 'max').map((d) => 1 / d),
    )
    return mistakes(normed, learners[learner][1], power, seed)
  },
)

export const rescaling: Experiment = {
  id: 'omd-rescaling',
  title: 'Section 5: scale-invariant rules and standard ones when units change',
  paper: papers.orabona,
  datasets: ['bank'],
  parts: [shareOf],
  run: async ({ runner, seeds }: ExperimentContext): Promise<Findings> => {
    const entry = datasetOf('bank')
    if (find(entry, runner.data).state === 'missing')
      return { tables: [], figures: [], notes: ['bank: not there'] }
    runner.expect(learners.length * powers.length)
    const rows = await Promise.all(
      learners.map(async ([name], learner) => ({
        name,
        shares: await Promise.all(
          powers.map((power) =>
            runner.part(shareOf, { learner, power, seed: seeds[0] }, `${name}, k = ${power}`, ['bank']),
          ),
        ),
      })),
    )
    return {
      seeds: [seeds[0]],
      tables: [
        {
          title: 'Mistakes on Bank, each feature multiplied by a number from 10^-k to 10^k',
          columns: [{ name: 'rule', align: 'left' }, ...powers.map((power) => ({ name: `k = ${power}` }))],
          rows: rows.map(({ name, shares }) => [name, ...shares.map((share) => numberCell(share, 4))]),
        },
      ],
      figures: [
        {
          title: 'Mistakes on Bank over the spread of the units',
          x: { label: 'k: units from 10^-k to 10^k', scale: 'linear', min: 0, max: 6 },
          y: { label: 'share of mistakes', scale: 'linear' },
          series: rows.map(({ name, shares }) => ({
            name,
            points: powers.map((power, k) => [power, shares[k]] as const),
            style: 'both' as const,
          })),
        },
      ],
      notes: [
        `Bank, the first ${most.toLocaleString('en')} examples of a shuffle, every feature divided by its largest value and then multiplied by 10 to a random power between -k and k; no products. Hinge loss, and for each rule and k the best of 16 rates from 1e-4 to 1e4.`,
        '11.7% of the labels are yes: a learner that always says no makes about 0.117 mistakes.',
      ],
    }
  },
}

function mistakes(data: Dataset, options: AnyLearnerOptions, power: number, seed: number): number {
  const random = new Random(1000 + power)
  const factors = Array.from({ length: data.features }, () => 10 ** (power * (2 * random.uniform() - 1)))
  const examples = firstOf(rescaled(data, factors), most, seed)
  const rated = namedRules[options.rule ?? singleRule].params.some(({ name }) => name === 'learningRate')
  const { result } = pass(examples, {
    options: { ...options, loss: 'hinge', precision: 'float64' },
    lanes: rated ? { learningRate: logGrid(1e-4, 1e4, 16) } : {},
    expansion: { products: false, constant: true },
    classes: 0,
  })
  return Math.min(...result.mistakes.filter((share) => !Number.isNaN(share)))
}
