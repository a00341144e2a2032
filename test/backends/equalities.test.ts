import { type LossId, losses, type RuleName, type Update } from '@ol/spec'
import { describe, expect, it } from 'vitest'
import { backends, planFor, run, weights } from './machine.js'
import { batchOf, type PlainExample, stream } from './streams.js'

// Rules of different papers that are one rule under some parameters.

interface Side {
  readonly rule: RuleName
  readonly params: Readonly<Record<string, number | string>>
  readonly update?: Update
  readonly loss?: LossId
  readonly lossParams?: readonly number[]
}

interface Equality {
  readonly description: string
  readonly a: Side
  readonly b: Side
  readonly losses: readonly LossId[]
  readonly examples?: (size: number, loss: LossId) => PlainExample[]
}

const wide = 1e6
const all: readonly LossId[] = ['squared', 'logistic', 'hinge', 'absolute']

const equalities: readonly Equality[] = [
  {
    description: 'AdaGrad is composite mirror descent without a regularizer',
    a: { rule: 'adagrad', update: 'plain', params: { learningRate: 0.3 } },
    b: { rule: 'adagrad-cmd', params: { learningRate: 0.3, delta: 0 } },
    losses: all,
  },
  {
    description: 'AdaGrad is FTRL-Proximal without regularizers and smoothing',
    a: { rule: 'adagrad', update: 'plain', params: { learningRate: 0.3 } },
    b: { rule: 'ftrl', params: { alpha: 0.3, beta: 0, l1: 0, l2: 0 } },
    losses: all,
  },
  {
    description: 'AdaGrad is per-coordinate gradient descent on a box without end',
    a: { rule: 'adagrad', update: 'plain', params: { learningRate: 0.3 } },
    b: {
      rule: 'ogd-coordinate',
      params: { learningRate: (0.3 * Math.SQRT2) / (2 * wide), lower: -wide, upper: wide },
    },
    losses: all,
  },
  {
    description: 'a ball without end changes nothing, by mirror descent',
    a: { rule: 'adagrad-cmd', params: { learningRate: 0.3, delta: 0.1 } },
    b: {
      rule: 'adagrad-cmd-dense',
      params: { learningRate: 0.3, delta: 0.1, regularizer: 'l2-ball', strength: 1e9 },
    },
    losses: all,
  },
  {
    description: 'a ball without end changes nothing, primal-dual',
    a: { rule: 'adagrad-rda', params: { learningRate: 0.3, delta: 0.1 } },
    b: {
      rule: 'adagrad-rda-dense',
      params: { learningRate: 0.3, delta: 0.1, regularizer: 'l1-ball', strength: 1e9 },
    },
    losses: all,
  },
  {
    description: 'with one feature there is one rate',
    a: { rule: 'ogd-global', params: { lower: -2, upper: 2 } },
    b: { rule: 'ogd-coordinate', params: { lower: -2, upper: 2 } },
    losses: all,
    examples: (size, loss) => stream(size, 5, losses[loss].labels, () => 1, 1),
  },
  {
    description: 'PA is PA-I without a limit on the step',
    a: { rule: 'pa', params: {} },
    b: { rule: 'pa1', params: { aggressiveness: 1e6 } },
    losses: ['hinge'],
    examples: (size) => stream(size, 5, 'sign').filter((e) => e.features.some(([, x]) => Math.abs(x) > 0.01)),
  },
  {
    description:
      "Vowpal Wabbit's rule, rescaled before the prediction, is NAG that counts examples with a loss",
    a: { rule: 'vw', update: 'invariant', params: { learningRate: 0.5, rescale: 'before' } },
    b: { rule: 'nag', update: 'invariant', params: { learningRate: 0.5, count: 'loss' } },
    losses: ['logistic'],
  },
  {
    description: "Vowpal Wabbit's rule without normalization is AdaGrad",
    a: { rule: 'vw', update: 'invariant', params: { learningRate: 0.5, normalized: 'off' } },
    b: { rule: 'adagrad', update: 'invariant', params: { learningRate: 0.5 } },
    losses: ['logistic'],
  },
  {
    description: 'half the squared loss takes twice the rate',
    a: { rule: 'sgd', update: 'plain', loss: 'squared', params: { learningRate: 0.05 } },
    b: { rule: 'sgd', update: 'plain', loss: 'half-squared', params: { learningRate: 0.1 } },
    losses: ['squared'],
  },
  {
    description: 'the median is the quantile 0.5 at twice the rate',
    a: { rule: 'sgd', update: 'plain', loss: 'absolute', params: { learningRate: 0.05 } },
    b: { rule: 'sgd', update: 'plain', loss: 'quantile', lossParams: [0.5], params: { learningRate: 0.1 } },
    losses: ['absolute'],
  },
]

const features = 40

for (const backend of backends()) {
  describe(`equalities on ${backend.name}`, () => {
    for (const { description, a, b, losses: under, examples: make } of equalities) {
      for (const loss of under) {
        it(`${description}: ${loss}`, () => {
          const examples = make?.(300, loss) ?? stream(300, 31, losses[loss].labels, () => 1, features)
          const [one, other] = [a, b].map((side) => {
            const { rule, params, update, lossParams } = side
            const plan = planFor(rule, side.loss ?? loss, {
              params,
              ...(update === undefined ? {} : { update }),
              ...(lossParams === undefined ? {} : { lossParams }),
            })
            const { table, results } = run(backend, plan, batchOf(examples))
            return [...results.predictions, ...weights(plan, table, features)]
          })
          const size = Math.max(...one.map(Math.abs))
          expect(size).toBeGreaterThan(0.01)
          one.forEach((z, i) => {
            expect(Math.abs(z - other[i])).toBeLessThan(1e-9 * size)
          })
        })
      }
    }
  })
}
