import { type Dataset, DatasetBuilder } from '../../data/dataset.js'
import { Random } from '../../data/random.js'
import { type Part, part } from '../../run/part.js'
import { type Experiment, type ExperimentContext, type Findings, papers } from '../experiment.js'
import { observe } from '../observed.js'

const seed = 1
const rounds = 4000
const dimensions = [16, 64, 256, 1024, 4096]

/** Feature i is 1 or -1 with probability i^-2, else 0; the label is the sign of a sum with weights 1 and -1, a tenth of them wrong. */
function rareSigns(dimension: number): Dataset {
  const random = new Random(seed)
  const weights = Array.from({ length: dimension }, () => random.sign())
  const builder = new DatasetBuilder()
  for (let t = 0; t < rounds; t++) {
    let z = 0
    for (const [i, w] of weights.entries()) {
      if (random.uniform() >= (i + 1) ** -2) continue
      const x = random.sign()
      z += w * x
      builder.feature(i, x)
    }
    const label = z === 0 ? random.sign() : z > 0 ? 1 : -1
    builder.end(random.uniform() < 0.1 ? -label : label)
  }
  return builder.build('rare-signs', dimension, dimension)
}

interface SparseRun {
  /** sum over the features of the root of the sum of squared gradients, of AdaGrad */
  readonly gamma: number
  readonly regrets: readonly number[]
  readonly bounds: readonly number[]
}

/** AdaGrad by composite mirror descent, and one rate for all, on the box [-1, 1]. */
export const sparseRuns: Part<{ dimension: number }, SparseRun> = part(
  'adagrad-sparse',
  ({ dimension }): SparseRun => {
    const data = rareSigns(dimension)
    const box = { lower: -1, upper: 1 } as const
    const adagrad = observe(
      data,
      { rule: 'adagrad-cmd', loss: 'hinge', learningRate: Math.SQRT2, ...box },
      { kind: 'box', radius: 1 },
    )
    const global = observe(
      data,
      { rule: 'ogd-global', loss: 'hinge', learningRate: 1, diameter: 2 * Math.sqrt(dimension), ...box },
      adagrad.report.comparator,
    )
    const squares = new Float64Array(dimension)
    for (let t = 0; t < data.size; t++) {
      if (!(data.labels[t] * adagrad.scores[t] < 1)) continue
      for (let k = data.offsets[t]; k < data.offsets[t + 1]; k++) squares[data.ids[k]] += data.values[k] ** 2
    }
    const both = [adagrad, global]
    return {
      gamma: squares.reduce((sum, square) => sum + Math.sqrt(square), 0),
      regrets: both.map(({ report }) => report.regret),
      bounds: both.map(({ report }) => report.theorem?.bound ?? Number.NaN),
    }
  },
)

export const sparseExample: Experiment = {
  id: 'adagrad-sparse',
  title:
    'Section 1.2, rare features: bounds that grow with the logarithm of the dimension, and with its root',
  paper: papers.duchi,
  datasets: [],
  parts: [sparseRuns],
  run: async ({ runner }: ExperimentContext): Promise<Findings> => {
    runner.expect(dimensions.length)
    const all = await Promise.all(
      dimensions.map((dimension) => runner.part(sparseRuns, { dimension }, `${dimension} features`)),
    )
    const series = (name: string, of: (run: SparseRun) => number) => ({
      name,
      points: all.map((run, k) => [dimensions[k], of(run)] as const),
      style: 'both' as const,
    })
    return {
      seeds: [seed],
      tables: [
        {
          title: `Regret and bounds after ${rounds} rounds`,
          columns: [
            { name: 'features d' },
            { name: 'sum of |g_i|' },
            { name: 'over ln d sqrt(T)' },
            { name: 'AdaGrad, regret' },
            { name: 'AdaGrad, bound' },
            { name: 'one rate, regret' },
            { name: 'one rate, bound' },
            { name: 'bound over sqrt(d T)' },
          ],
          rows: all.map(({ gamma, regrets, bounds }, k) => [
            String(dimensions[k]),
            gamma.toFixed(1),
            (gamma / (Math.log(dimensions[k]) * Math.sqrt(rounds))).toFixed(2),
            regrets[0].toFixed(1),
            bounds[0].toFixed(0),
            regrets[1].toFixed(1),
            bounds[1].toFixed(0),
            (bounds[1] / Math.sqrt(dimensions[k] * rounds)).toFixed(2),
          ]),
        },
      ],
      figures: [
        {
          title: 'Bounds over the number of features',
          x: { label: 'features', scale: 'log' },
          y: { label: 'bound on the regret', scale: 'log' },
          series: [
            series('AdaGrad, diagonal', ({ bounds }) => bounds[0]),
            series('one rate', ({ bounds }) => bounds[1]),
          ],
        },
      ],
      notes: [
        'Feature i is 1 or -1 with probability i^-2, else 0; the label is the sign of a sum with weights 1 and -1, a tenth of them wrong; hinge loss, weights in [-1, 1]. AdaGrad by composite mirror descent with the rate of its theorem, and one rate for all (ogd-global with the diameter of the box).',
        'The paper: the sum of |g_i| is at most of the order log d sqrt(T), and the bound of one rate of the order sqrt(d T). |g_i| is the root of the sum of the squared gradients of feature i.',
      ],
    }
  },
}
