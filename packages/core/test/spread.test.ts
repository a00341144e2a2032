import { describe, expect, test } from 'vitest'
import { Learner } from '../src/learner/learner.js'
import { checkOptions } from '../src/options/resolve-options.js'
import { backends, random, thrown } from './data.js'

type Model = Learner<number | string>

function examples(kind: 'sign' | 'class' | 'real') {
  const next = random(7)
  return Array.from({ length: 120 }, () => {
    const [a, b, c] = [next(), next(), next()]
    const largest = 1 + [a, b, c].indexOf(Math.max(a, b, c))
    const label = kind === 'sign' ? (a > b + c / 4 ? 1 : -1) : kind === 'class' ? largest : 100 + 9 * (a - b)
    return { label, features: { a, b: 100 * b, c } }
  })
}

const spreads = async (model: Model, rows: ReturnType<typeof examples>, link?: 'logistic') => {
  const batch = model.batch(rows)
  for await (const { spread } of model.predict([batch], { link, spread: true })) return [...(spread ?? [])]
  return []
}

describe.each(backends)('the spread of a mixture on %s', (backend) => {
  test.each([
    ['sign', { loss: 'logistic' }],
    ['real', { loss: 'squared' }],
    ['class', { loss: 'softmax', classes: 3 }],
  ] as const)('of %s is the deviation of models with the rates of its lanes', async (kind, options) => {
    const rows = examples(kind)
    const [learned, others] = [rows.slice(0, 80), rows.slice(80)]
    const trained = (learningRate: number | 'auto'): Model => {
      const model: Model = new Learner(
        checkOptions({ rule: 'nag', bits: 8, ...options, learningRate, backend }),
      )
      for (const example of learned) model.learn(example)
      return model
    }
    const mixed = trained('auto')
    const own = mixed.lanes.slice(0, 16)
    const alone = own.map(({ parameters }) => trained(Number(parameters.learningRate)))
    const found = await spreads(mixed, others, kind === 'sign' ? 'logistic' : undefined)
    expect(found).toHaveLength(40)
    others.forEach(({ features }, e) => {
      const values = alone.map((model) =>
        kind === 'real'
          ? Number(model.predict(features))
          : model.probabilities(features)[kind === 'sign' ? 0 : Number(mixed.predict(features)) - 1],
      )
      const sum = own.reduce((total, { weight = 0 }) => total + weight, 0)
      const mean = own.reduce((total, { weight = 0 }, l) => total + (weight / sum) * values[l], 0)
      const square = own.reduce((t, { weight = 0 }, l) => t + (weight / sum) * (values[l] - mean) ** 2, 0)
      expect(found[e]).toBeCloseTo(Math.sqrt(square), 9)
    })
    expect(Math.max(...found)).toBeGreaterThan(0)
  })

  test('of auto is the same from either backend; a single model has none, nor one mixture for each class', async () => {
    const rows = examples('class')
    const learned = (options: object): Model => {
      const model: Model = new Learner(checkOptions({ bits: 8, classes: 3, ...options, backend }))
      for (const example of rows) model.learn(example)
      return model
    }
    const auto = learned({ expand: 'off' })
    const found = await spreads(auto, rows)
    expect(found.every((spread) => spread > 0 && spread < 0.5)).toBe(true)
    const other: Model = Learner.fromBytes(auto.toBytes(), { backend: 'fallback' })
    expect(await spreads(other, rows)).toEqual(found)
    for (const options of [{ rule: 'nag' }, { rule: 'nag', loss: 'logistic', learningRate: 'auto' }])
      await expect(spreads(learned(options), rows)).rejects.toThrow(
        /one mixture, or has replicates, for a spread/,
      )
    expect(thrown(() => checkOptions({ spread: true } as object)).code).toBe('OL_PARAMETER')
  })
})
