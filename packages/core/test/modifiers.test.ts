import { createHash } from 'node:crypto'
import { modifiedRule, modifiers, namedRules, nameOf, type RuleName, rules } from '@ol/spec'
import { describe, expect, test } from 'vitest'
import { Learner } from '../src/learner/learner.js'
import type { AnyLearnerOptions, LearnerOptions } from '../src/options/learner-options.js'
import { checkOptions, resolveOptions } from '../src/options/resolve-options.js'
import { optionsOf } from '../src/options/stored-options.js'
import { search } from '../src/search/search.js'
import { randomBatch, thrown } from './data.js'

// Penalties, forgetting and averages: put on a rule by their parameters, and whole as models.

const ruleOf = (options: AnyLearnerOptions): RuleName => nameOf(resolveOptions(options))

/** Returns an example: labels of three classes or signs depend on it, and most features are noise. */
function exampleOf(e: number, classes: boolean): { features: Record<string, number>; label: number } {
  const u = (k: number) => (((e + 1) * (k + 3) * 7919) % 1000) / 500 - 1
  const features = Object.fromEntries(
    [0, 1, 2, 3, 4, 5, 6, 7].filter((k) => k < 2 || (e + k) % 3 === 0).map((k) => [`f${k}`, u(k)]),
  )
  const score = u(0) - 2 * u(1)
  return { features, label: classes ? (score > 0.7 ? 1 : score > -0.7 ? 2 : 3) : score > 0 ? 1 : -1 }
}

const aliases = (Object.keys(namedRules) as RuleName[]).filter((name) => !Object.hasOwn(rules, name))

function digestOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex').slice(0, 16)
}

/** Returns the rule that the header of a model says. */
function headerRule(bytes: Buffer): string {
  const header = JSON.parse(bytes.toString('utf8', 8, 8 + Number(bytes.readBigUInt64LE(0))))
  return header.__metadata__.rule
}

const learn = (model: Learner, from: number, to: number, classes = false) => {
  for (let e = from; e < to; e++) model.learn(exampleOf(e, classes))
}

describe('a modifier', () => {
  test('is put on a rule by its parameters', () => {
    expect(ruleOf({ rule: 'nag' })).toBe('nag')
    expect(ruleOf({ count: 'loss' })).toBe('nag')
    expect(ruleOf({ rule: 'nag', l1: undefined })).toBe('nag')
    expect(ruleOf({ learningRate: 2, l1: 0.1 })).toBe('nag-regularized')
    expect(ruleOf({ rule: 'snag', l2: 0.1 })).toBe('snag-regularized')
    expect(ruleOf({ rule: 'ng', forget: 1000, l1: 1 })).toBe('ng-regularized')
    expect(ruleOf({ rule: 'sgd', average: 'on' })).toBe('sgd-averaged')
    expect(ruleOf({ rule: 'nag-averaged' })).toBe('nag-averaged')
    // rules with a term of that name of their own
    expect(ruleOf({ rule: 'ftrl', l1: 0.1 })).toBe('ftrl')
    expect(ruleOf({ rule: 'adagrad-cmd', l2: 0.1 })).toBe('adagrad-cmd')
  })

  test('leaves the options of the rule, and has its own', () => {
    const settings = resolveOptions({ l1: 0.1, learningRate: 3, count: 'loss' })
    const expected = { rule: 'nag', learningRate: 3, count: 'loss', l1: 0.1, l2: 0, forget: 0 }
    expect(optionsOf(settings)).toMatchObject(expected)
    expect(resolveOptions(optionsOf(settings))).toEqual(settings)
    expect(settings).toMatchObject({ rule: 'nag', modifiers: ['penalty'] })
  })

  test('is refused by rules that do not take it, with those that do', () => {
    for (const [options, name] of [
      [{ rule: 'perceptron', l1: 1 }, 'l1'],
      [{ rule: 'arow', forget: 10 }, 'forget'],
      [{ rule: 'ftrl', average: 'on' }, 'average'],
      [{ rule: 'nag', l1: 1, average: 'on' }, 'average'],
      [{ rule: 'nag', forget: 10, average: 'on' }, 'average'],
      [{ learningRate: 'auto', average: 'on' }, 'averaged weights'],
      [{ rule: 'auto', l1: 1 }, 'l1'],
      [{ rule: 'std', average: 'on' }, 'average'],
      [{ rule: 'nag-regularized', average: 'on' }, 'average'],
      [{ rule: 'nag-averaged', l1: 1 }, 'l1'],
      [{ rule: 'nag', forget: -1 }, 'forget'],
      [{ rule: 'nag', average: 'yes' }, 'average'],
    ] as const) {
      const error = thrown(() => resolveOptions(options as AnyLearnerOptions))
      expect(error.code).toBe('OL_PARAMETER')
      expect(error.message).toContain(name)
    }
  })

  const models: readonly (readonly [string, AnyLearnerOptions])[] = [
    ['a penalty', { rule: 'nag', l1: 0.02, l2: 0.01 }],
    ['a penalty in float64', { rule: 'snag', l1: 0.02, precision: 'float64' }],
    ['forgetting', { rule: 'nag', forget: 30 }],
    ['all terms of a growing table', { rule: 'nag', l1: 0.02, l2: 0.01, forget: 30, bits: 'grow' }],
    ['a mixture of rates', { l1: 0.02, learningRate: 'auto' }],
    ['classes', { rule: 'nag', l1: 0.02, forget: 50, classes: 3 }],
    ['replicates', { rule: 'nag', l1: 0.02, bootstrap: 3 }],
    ['averaged weights', { rule: 'nag', average: 'on' }],
    ['averaged weights of classes', { rule: 'ng', average: 'on', classes: 3 }],
  ]
  for (const [name, options] of models) {
    test(`${name}: saved and continued byte for byte, on both backends`, () => {
      const classes = options.classes !== undefined
      const all = { bits: 6, loss: 'logistic', ...options } as AnyLearnerOptions
      const files = (['fallback', 'auto'] as const).map((backend) => {
        const whole = new Learner(checkOptions({ ...all, backend }) as LearnerOptions)
        learn(whole, 0, 120, classes)
        const first = new Learner(checkOptions({ ...all, backend }) as LearnerOptions)
        learn(first, 0, 61, classes)
        const second = Learner.fromBytes(first.toBytes(), { backend })
        learn(second, 61, 120, classes)
        expect(Buffer.from(second.toBytes()).equals(Buffer.from(whole.toBytes()))).toBe(true)
        const { features } = exampleOf(500, classes)
        expect(second.predict(features)).toBe(whole.predict(features))
        return Buffer.from(whole.toBytes())
      })
      expect(files[1].equals(files[0])).toBe(true)
    })
  }

  test.each(aliases)('%s is a name of the rule with the parameters', (alias) => {
    const { rule, modifiers: own } = modifiedRule(alias)
    const { params } = modifiers[own[0]]
    const given = Object.fromEntries(params.map((p) => [p.name, p.choices?.[0] ?? p.default]))
    const [named, spelled] = [{ rule: alias }, { rule, ...given }].map((options) => {
      const model = new Learner(checkOptions({ ...options, bits: 6, loss: 'logistic' }))
      learn(model, 0, 80)
      expect(model.options).toMatchObject({ rule, ...given })
      return model
    })
    const bytes = Buffer.from(named.toBytes())
    expect(Buffer.from(spelled.toBytes()).equals(bytes)).toBe(true)
    expect(headerRule(bytes)).toBe(alias)
    // the name of the model that it was built from, too
    const served = Buffer.from(named.toBytes({ predictOnly: true }))
    expect(Learner.fromBytes(served).predictOnly).toBe(alias)
  })

  // digests of files from before there were modifiers, when each name was a rule of its own; and of these after 50 examples more
  test.each([
    ['nag-regularized', '29e448e377b1a28b', 'c0ad3ad5caf6936b'],
    ['ng-regularized', 'f16fd8938459f83a', 'ce8d4dc127b3b110'],
    ['snag-regularized', '8878f193fd544406', '63b209e9fa81f250'],
    ['snag-seen-regularized', '089faa67e2aed36d', '69211b86fc250897'],
    ['snag-meansquare-regularized', '492d0efc5aa53dc0', '49b2f541dfe3a6a4'],
    ['nag-averaged', '515b4f7692639bdb', '955896a1dd75c101'],
    ['ng-averaged', 'd292f759370835be', '900a63bc46ea69b7'],
    ['snag-averaged', 'ede5484cfa872568', '1e0a41503fdfd3c1'],
    ['snag-seen-averaged', 'c3d4a1439aacabc1', '2a41d038e7b11d49'],
    ['snag-meansquare-averaged', '38b565ee9b3a771f', '257f12c8ad77e57c'],
    ['adagrad-averaged', 'e604c3b24ff4df72', '5ddee755ebb4b1f6'],
    ['sgd-averaged', '7b4baa6c9ae37a38', 'd9d5cd314343fd11'],
  ] as const)('files of %s are as before, and continued as before', (alias, before, later) => {
    const terms = modifiedRule(alias).modifiers.includes('penalty')
      ? { l1: 0.02, l2: 0.01, forget: 30, learningRate: 1.5 }
      : {}
    for (const backend of ['fallback', 'auto'] as const) {
      const model = new Learner(
        checkOptions({
          rule: alias,
          bits: 6,
          loss: 'logistic',
          intervals: 'off',
          backend,
          ...terms,
        } as AnyLearnerOptions),
      )
      learn(model, 0, 150)
      const bytes = model.toBytes()
      expect(digestOf(bytes)).toBe(before)
      const again = Learner.fromBytes(bytes, { backend })
      learn(again, 150, 200)
      expect(digestOf(again.toBytes())).toBe(later)
    }
  })

  test('keeps the terms that its slots were made with', () => {
    const model = new Learner({ rule: 'nag', l1: 0.02, bits: 6 })
    learn(model, 0, 20)
    const bytes = model.toBytes()
    for (const rule of ['nag', 'nag-regularized'] as const)
      expect(Learner.fromBytes(bytes, { rule, l1: 0.02, learningRate: 1 }).options).toMatchObject({
        rule: 'nag',
        l1: 0.02,
        learningRate: 1,
      })
    const other = thrown(() => Learner.fromBytes(bytes, { rule: 'nag-averaged' }))
    expect([other.code, other.message]).toEqual([
      'OL_MODEL_MISMATCH',
      expect.stringContaining('rule "nag-regularized" but received "nag-averaged"'),
    ])
    const changed = thrown(() => Learner.fromBytes(bytes, { rule: 'nag', l1: 0.5 }))
    expect([changed.code, changed.message]).toEqual([
      'OL_MODEL_MISMATCH',
      expect.stringContaining('l1 0.02 but received 0.5'),
    ])
    const plain = new Learner({ rule: 'nag', bits: 6 })
    learn(plain, 0, 20)
    const missing = thrown(() => Learner.fromBytes(plain.toBytes(), { rule: 'nag', l1: 0.5 }))
    expect([missing.code, missing.message]).toEqual(['OL_MODEL_MISMATCH', expect.stringContaining('no l1')])
  })

  test('counts the weights that are not 0', () => {
    const counts = [0, 0.05, 1].map((l1) => {
      const model = new Learner({ rule: 'nag', l1, bits: 10, loss: 'logistic' })
      learn(model, 0, 300)
      const { nonzero, touched } = model.sparsity()
      expect(nonzero).toBe([...model.weights()].length)
      // eight features and the constant
      expect(touched).toBe(9)
      return nonzero
    })
    expect(counts[0]).toBe(9)
    expect(counts[1]).toBeLessThan(9)
    expect(counts[1]).toBeGreaterThan(0)
    expect(counts[2]).toBe(0)
    expect(new Learner({ rule: 'nag', bits: 10 }).sparsity()).toEqual({ nonzero: 0, touched: 0 })
  })

  test('is searched by its parameters', async () => {
    const batch = randomBatch(2, 400, 'logistic')
    const learner = { loss: 'logistic', bits: 6 } as const
    const found = await search(() => [batch], { learner, grid: { l1: [0, 0.01, 1] }, passes: 1 })
    expect(found.trials.map(({ rule, parameters }) => [rule, parameters.l1])).toEqual(
      [0, 0.01, 1].map((l1) => ['nag', l1]),
    )
    for (const trial of found.trials) {
      const alone = new Learner({ ...learner, rule: 'nag', l1: Number(trial.parameters.l1) })
      alone.learn(batch)
      expect(trial.averageLoss).toBe(alone.report().averageLoss)
    }
  })

  test('leaves the rule as it is: no state, no parameter', () => {
    expect(rules.nag.params.map((p) => p.name)).toEqual(['learningRate', 'count'])
    expect(rules.nag.lane.length + rules.nag.shared.length).toBe(3)
  })
})
