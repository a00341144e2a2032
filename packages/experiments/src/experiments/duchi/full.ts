import { type AnyLearnerOptions, checkOptions, Learner } from '@ol/core'
import { lossTwins } from '@ol/numerics'
import { type Dataset, DatasetBuilder } from '../../data/dataset.js'
import { Random } from '../../data/random.js'
import { part } from '../../run/part.js'
import { type Experiment, type ExperimentContext, type Findings, papers } from '../experiment.js'
import { type Sums, sumsFindings } from './loss-sums.js'

const seed = 1
const dimension = 32
const rounds = 3200
/** the rounds after which the table shows the sums */
const shown = [1, 2, 10, rounds / dimension].map((n) => n * dimension)

/** Returns orthonormal rows, by Gram-Schmidt on standard normal vectors. */
function orthonormal(d: number, random: Random): Float64Array[] {
  const rows: Float64Array[] = []
  while (rows.length < d) {
    const v = Float64Array.from({ length: d }, () => random.normal())
    for (const row of rows) {
      const along = row.reduce((sum, x, i) => sum + x * v[i], 0)
      row.forEach((x, i) => {
        v[i] -= along * x
      })
    }
    const length = Math.sqrt(v.reduce((sum, x) => sum + x * x, 0))
    rows.push(v.map((x) => x / length))
  }
  return rows
}

/**
 * Returns orthonormal vectors in turn, with random signs. The label is the sign, so the sum of the vectors is a perfect
 * weight vector.
 */
function orthonormalVectors(): Dataset {
  const random = new Random(seed)
  const vectors = orthonormal(dimension, random)
  const builder = new DatasetBuilder()
  for (let t = 0; t < rounds; t++) {
    const sign = random.sign()
    vectors[t % dimension].forEach((x, i) => {
      builder.feature(i, sign * x)
    })
    builder.end(sign)
  }
  return builder.build('orthonormal', dimension, dimension)
}

const learners: readonly (readonly [string, AnyLearnerOptions])[] = [
  ['AdaGrad, full matrix', { rule: 'adagrad-full', learningRate: 1.001, delta: 1e-6, bits: 5 }],
  ['AdaGrad, diagonal', { rule: 'adagrad-cmd', learningRate: 1, bits: 5 }],
  ['gradient descent, 1 / sqrt(t)', { rule: 'sgd', learningRate: 1, decay: 0.5, update: 'plain', bits: 5 }],
]

/** The sum of the losses after every round. */
const sums = part('adagrad-full', ({ learner }: { learner: number }) =>
  Array.from(sumsOf(orthonormalVectors(), learners[learner][1])),
)

export const fullExample: Experiment = {
  id: 'adagrad-full',
  title: 'Section 1.2, full matrix adaptation: perfect after every direction was seen once',
  paper: papers.duchi,
  datasets: [],
  parts: [sums],
  run: async ({ runner }: ExperimentContext): Promise<Findings> => {
    runner.expect(learners.length)
    const runs = await Promise.all(
      learners.map(async ([name], learner): Promise<Sums> => {
        const all = await runner.part(sums, { learner }, name)
        const curve = all.map((sum, t) => [t + 1, sum] as const).filter(([t]) => t < 64 || t % 8 === 0)
        return { name, after: shown.map((t) => all[t - 1]), curve }
      }),
    )
    return {
      seeds: [seed],
      ...sumsFindings(runs, shown, 2),
      notes: [
        `${dimension} orthonormal vectors in turn, with random signs, the label is the sign; rate 1, for the full matrix 1.001 with delta = 1e-6: a rate of 1 would leave margins just below 1.`,
        'The full matrix needs to see each direction once, as the diagonal one needs to see each feature once in adagrad-diagonal; here every example has every feature.',
      ],
    }
  },
}

function sumsOf(data: Dataset, options: AnyLearnerOptions): Float64Array {
  const learner = new Learner(
    checkOptions({ ...options, loss: 'hinge', constant: false, precision: 'float64' }),
  )
  const { size, offsets, ids: indices, values, labels } = data
  const scores = learner.learn({ size, offsets, indices, values, labels })
  let sum = 0
  return scores.map((z, t) => {
    sum += lossTwins.hinge.value(z, labels[t], 0)
    return sum
  })
}
