import type { AnyLearnerOptions } from '@ol/core'
import { type Dataset, DatasetBuilder } from '../../data/dataset.js'
import { Random } from '../../data/random.js'
import type { PassResult } from '../../run/dataset-pass.js'
import { part } from '../../run/part.js'
import { type Experiment, type ExperimentContext, type Findings, papers } from '../experiment.js'
import { passOver } from '../made-data.js'
import { type Sums, sumsFindings } from './loss-sums.js'

const seed = 1
const dimension = 100
const rounds = 100_000

/**
 * Returns unit vectors with random signs, each once and then at random. The label is the sign, so the weight vector of
 * ones is perfect.
 */
function unitVectors(count: number): Dataset {
  const random = new Random(seed)
  const builder = new DatasetBuilder()
  for (let t = 0; t < count; t++) {
    const sign = random.sign()
    builder.feature(t < dimension ? t : random.below(dimension), sign)
    builder.end(sign)
  }
  return builder.build('unit-vectors', dimension, dimension)
}

const learners: readonly (readonly [string, AnyLearnerOptions])[] = [
  ['AdaGrad, diagonal', { rule: 'adagrad-cmd', learningRate: 1, lower: -1, upper: 1 }],
  ['gradient descent, 1 / sqrt(t)', { rule: 'sgd', learningRate: 1, decay: 0.5, update: 'plain' }],
]

const common = { loss: 'hinge', precision: 'float64' } as const

const sums = part('adagrad-diagonal', ({ learner }: { learner: number }) => {
  const options = { ...learners[learner][1], ...common }
  return {
    curve: sumsOf(passOver(unitVectors(rounds), options, {}, 80)),
    early: dimension * passOver(unitVectors(dimension), options).loss[0],
  }
})

export const diagonalExample: Experiment = {
  id: 'adagrad-diagonal',
  title: 'Section 1.2, diagonal adaptation: perfect after every feature was seen once',
  paper: papers.duchi,
  datasets: [],
  parts: [sums],
  run: async ({ runner }: ExperimentContext): Promise<Findings> => {
    runner.expect(learners.length)
    const runs = await Promise.all(
      learners.map(async ([name], learner): Promise<Sums> => {
        const { curve, early } = await runner.part(sums, { learner }, name)
        return { name, after: [early, curve[curve.length - 1][1]], curve }
      }),
    )
    return {
      seeds: [seed],
      ...sumsFindings(runs, [dimension, rounds], 1),
      notes: [
        `Examples are unit vectors of ${dimension} features with random signs, in the first ${dimension} rounds each once, then at random; the label is the sign. Weights are kept in [-1, 1]; rate 1.`,
        'AdaGrad’s first step on a feature has length 1 whenever it comes, and that is the perfect weight: after the first time it never loses again. The steps of gradient descent have shrunk by then.',
      ],
    }
  },
}

function sumsOf({ curves }: PassResult): (readonly [number, number])[] {
  return (curves?.at ?? []).map((t, k) => [t, t * (curves?.loss[0][k] ?? Number.NaN)] as const)
}
