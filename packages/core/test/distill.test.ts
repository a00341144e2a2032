import { nameOf } from '@ol/spec'
import { describe, expect, test } from 'vitest'
import { Learner } from '../src/learner/learner.js'
import type { AnyLearnerOptions } from '../src/options/learner-options.js'
import { checkOptions, resolveOptions } from '../src/options/resolve-options.js'
import { backends, random, thrown } from './data.js'

type Kind = 'sign' | 'class' | 'real'

/** Examples of a clean linear rule: one feature far from 0, and one that is often absent. */
function examplesOf(kind: Kind, seed: number, count = 400) {
  const next = random(seed)
  return Array.from({ length: count }, () => {
    const [a, b, c] = [next(), next(), next()]
    const largest = 1 + [a, b, c].indexOf(Math.max(a, b, c))
    const label = kind === 'sign' ? (a > c ? 1 : -1) : kind === 'class' ? largest : 5e5 + 1e5 * (a - b)
    return { label, features: { a, b: 100 + b, ...(c > 0.5 ? { c } : {}), [`x${largest % 2}`]: 1 } }
  })
}

const cases: readonly (readonly [AnyLearnerOptions, Kind, number])[] = [
  [{ loss: 'logistic', expand: 'off' }, 'sign', 1.1],
  [{ loss: 'logistic', bits: 'grow' }, 'sign', 1.1],
  [{ loss: 'logistic', mixture: 'ew', expand: 'off' }, 'sign', 1.1],
  [{ loss: 'logistic', rule: 'auto-small', precision: 'float64' }, 'sign', 1.1],
  [{ loss: 'logistic', learningRate: 'auto' }, 'sign', 1.1],
  [{ classes: 3, expand: 'off' }, 'class', 1.25],
  [{ classes: 3, loss: 'softmax', learningRate: 'auto' }, 'class', 1.1],
  [{ classes: ['1', '2', '3'], rule: 'nag', loss: 'logistic' }, 'class', 1.001],
  [{ expand: 'off' }, 'real', 1.1],
  [{ rule: 'nag' }, 'real', 1.001],
  [{ rule: 'snag', labelScale: 'none', loss: 'absolute' }, 'real', 1.05],
  [{ rule: 'nag', loss: 'hinge', prenormalize: 'max' }, 'sign', 1.001],
  [{ rule: 'nag', loss: 'logistic', average: 'on' }, 'sign', 1.001],
  [{ rule: 'nag', loss: 'logistic', l1: 1e-4 }, 'sign', 1.001],
  [{ rule: 'arow-full', loss: 'hinge', bits: 6 }, 'sign', 1.001],
  [{ rule: 'nag', loss: 'logistic', bootstrap: 3 }, 'sign', 1.001],
]

describe.each(backends)('a distilled model on %s', (backend) => {
  test.each(cases)(
    'of %j predicts about as well, in fewer bytes, and does not learn',
    async (options, kind, factor) => {
      const learner = new Learner<number | string>(checkOptions({ ...options, backend }))
      const [some, others] = [examplesOf(kind, 1), examplesOf(kind, 2)].map((all) =>
        Array.isArray(options.classes) ? all.map((one) => ({ ...one, label: String(one.label) })) : all,
      )
      if (learner.needsFirstPass) await learner.fitScales(some)
      for (const example of some) learner.learn(example)
      const before = learner.toBytes()
      const small = Learner.fromBytes<number | string>(learner.toBytes({ predictOnly: true }), { backend })
      expect(learner.toBytes()).toEqual(before)
      const bytes = small.toBytes()
      expect(small.toBytes({ predictOnly: true })).toEqual(bytes)
      expect(bytes.length).toBeLessThan(before.length)
      const again = Learner.fromBytes<number | string>(bytes, { backend: 'fallback' })
      expect(again.toBytes()).toEqual(bytes)
      expect(small.predictOnly).toBe(nameOf(resolveOptions(options)))
      const features = others[0].features
      expect(again.predict(features)).toBe(small.predict(features))
      const loss = async (model: Learner<number | string>) => {
        const report = await model.evaluate(others)
        return report.logLoss ?? report.averageLoss
      }
      const baseline = await loss(learner)
      // squared losses of about 1e3 among labels whose variance is 1e9 are rounding of float32 weights
      expect(await loss(small)).toBeLessThan(Math.max(factor * baseline, kind === 'real' ? 1e5 : 0))
      for (const model of [small, again]) {
        expect(thrown(() => model.learn(some[0])).code).toBe('OL_PREDICT_ONLY')
        expect(model.report()).toEqual({ ...again.report(), backend: model.backend })
      }
      expect(() => small.fitScales(small.batch(some))).toThrow(/predictions alone/)
    },
  )

  test('has the names of two classes', async () => {
    const own = { loss: 'logistic', task: 'binary', classes: ['no', 'yes'], expand: 'off' } as const
    const learner = new Learner<string>({ ...own, backend })
    const all = examplesOf('sign', 1).map((one) => ({ ...one, label: one.label === 1 ? 'yes' : 'no' }))
    for (const example of all) learner.learn(example)
    const small = Learner.fromBytes<string>(learner.toBytes({ predictOnly: true }), { backend })
    expect(small.classNames).toEqual(['no', 'yes'])
    expect((await small.evaluate(all)).errorRate).toBeLessThan(0.1)
  })

  test('is refused for centred features without a constant', () => {
    const learner = new Learner({
      ...{ rule: 'auto', loss: 'logistic', expand: 'off', constant: false, bits: 8 },
      backend,
    } as const)
    for (const example of examplesOf('sign', 1)) learner.learn(example)
    expect(thrown(() => learner.toBytes({ predictOnly: true })).message).toMatch(/constant/)
  })
})
