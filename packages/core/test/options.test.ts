import { type LossId, losses, namedRules, paramText, type RuleName } from '@ol/spec'
import { describe, expect, test } from 'vitest'
import { PageHinkley } from '../src/drift/page-hinkley.js'
import { allLosses, fromBytes, leanLearner, nag } from '../src/lean.js'
import { Learner } from '../src/learner/learner.js'
import type { AnyLearnerOptions } from '../src/options/learner-options.js'
import { settingsUnder } from '../src/options/model-options.js'
import { allOptions, checkOptions, resolveOptions } from '../src/options/resolve-options.js'
import { optionsOf } from '../src/options/stored-options.js'
import { thrown } from './data.js'
import { modelFromBytes } from './model-bytes.js'

const entries = [
  ...Object.values(namedRules).map((entry) => ({ entry, base: { rule: entry.id as RuleName } })),
  ...Object.values(losses).map((entry) => ({ entry, base: { loss: entry.id as LossId } })),
]

describe('options', () => {
  test('defaults come from the tables', () => {
    expect(resolveOptions()).toEqual({
      rule: 'auto',
      modifiers: [],
      loss: 'squared',
      update: 'invariant',
      bits: 18,
      lanes: 16,
      automatic: false,
      keepLanes: false,
      precision: 'float32',
      // the prior of each lane, both families, and the default mixture
      params: Float64Array.from({ length: 48 }, (_, i) => (i < 16 ? 0.1 : i < 32 ? 1 : 0)),
      lossParams: new Float64Array(0),
      clip: 'labels',
      labelScale: 'spread',
      outliers: 'errors',
      expand: 'auto',
      stack: 'auto',
      curve: 'auto',
      intervals: 'auto',
      link: 'identity',
      prenormalize: 'none',
      constant: true,
      hash: 'strings',
      hashSeed: 0,
      missingAs: 'value',
      names: 100_000,
      input: undefined,
    })
  })

  test.each<[AnyLearnerOptions, string]>([
    [{}, 'auto'],
    [{ task: 'binary' }, 'auto'],
    [{ loss: 'logistic', bits: 10, names: 'off', learningRate: undefined }, 'auto'],
    [{ loss: 'half-squared', keepLanes: true }, 'auto'],
    [{ classes: 3 }, 'auto'],
    [{ classes: 3, loss: 'softmax' }, 'auto'],
    [{ mixture: 'sw', loss: 'logistic' }, 'auto'],
    [{ bootstrap: 0 }, 'auto'],
    [{ learningRate: 0.5 }, 'nag'],
    [{ learningRate: 'auto' }, 'nag'],
    [{ learningRate: 0.5, rule: 'ng' }, 'ng'],
    [{ l1: 1e-4, learningRate: 0.5 }, 'nag'],
    [{ loss: 'hinge' }, 'auto'],
    [{ loss: 'quantile', quantile: 0.3 }, 'auto'],
    [{ loss: 'perceptron' }, 'nag'],
    [{ classes: 3, loss: 'logistic' }, 'nag'],
    [{ bootstrap: 5, loss: 'perceptron' }, 'nag'],
  ])('%j names no rule, and means one', (options, rule) => {
    expect(resolveOptions(options).rule).toBe(rule)
  })

  test.each([
    { l1: 1e-4 },
    { l2: 0.1, loss: 'hinge' },
    { forget: 100, classes: 3 },
    { average: 'on' },
    { bootstrap: 5 },
  ] as const)('%j is refused where no rule is named, and names one that takes it', (options) => {
    const [name, value] = Object.entries(options)[0]
    expect(thrown(() => resolveOptions(options))).toMatchObject({
      code: 'OL_PARAMETER',
      value,
      message: expect.stringMatching(new RegExp(`does not take ${name}: .* rule 'nag'$`)),
    })
    expect(resolveOptions({ ...options, rule: 'nag' }).rule).toBe('nag')
  })

  test('lanes that are stacked are of both families, unless they are named', () => {
    const families = (options: AnyLearnerOptions): unknown =>
      (optionsOf(resolveOptions(options)) as { families?: unknown }).families
    expect(families({ loss: 'squared' })).toBe('both')
    expect(families({ loss: 'squared', stack: 'off' })).toBe('auto')
    expect(families({ loss: 'squared', families: 'rms' })).toBe('rms')
    expect(families({ loss: 'logistic' })).toBe('auto')
    expect(resolveOptions({ loss: 'squared' }).lanes).toBe(16)
    expect(resolveOptions({ loss: 'squared', stack: 'off' }).lanes).toBe(8)
  })

  test('auto clips by the loss', () => {
    const clip = (loss: LossId): unknown => resolveOptions({ loss, clip: 'auto' }).clip
    expect(clip('logistic')).toEqual([-50, 50])
    expect(clip('hinge')).toBe('none')
    for (const loss of ['squared', 'absolute', 'quantile'] as const) expect(clip(loss)).toBe('labels')
  })

  for (const { entry, base } of entries) {
    for (const p of entry.params) {
      const given = (value: unknown): AnyLearnerOptions => ({ ...base, [p.name]: value }) as AnyLearnerOptions
      test(`${entry.id} takes ${p.name} in its range, and names it outside`, () => {
        const stacked = p.name === 'families' && resolveOptions(base).stack !== 'off'
        expect(optionsOf(resolveOptions(base))).toHaveProperty(
          p.name,
          stacked ? 'both' : paramText(p, p.default),
        )
        const middle = (p.min + Math.min(p.max, p.min + 2)) / 2
        const inside = p.integer === true || p.choices !== undefined ? Math.min(p.max, p.min + 1) : middle
        expect(optionsOf(resolveOptions(given(paramText(p, inside))))).toHaveProperty(
          p.name,
          paramText(p, inside),
        )
        p.choices?.forEach((choice) => {
          expect(optionsOf(resolveOptions(given(choice)))).toHaveProperty(p.name, choice)
        })
        const below = p.min - Math.max(1, Math.abs(p.min))
        const above = p.max + Math.max(1, Math.abs(p.max))
        // the place of a choice is none: 0 would be 'on' where that is the first
        const places = p.choices === undefined ? [] : [0, 1, false, true]
        for (const bad of [below, above, Number.NaN, Number.POSITIVE_INFINITY, '1', null, {}, ...places]) {
          const error = thrown(() => resolveOptions(given(bad)))
          expect(error.code).toBe('OL_PARAMETER')
          expect(error.message).toContain(p.name)
        }
        if (p.minExclusive === true)
          expect(thrown(() => resolveOptions(given(p.min))).code).toBe('OL_PARAMETER')
        if (p.maxExclusive === true)
          expect(thrown(() => resolveOptions(given(p.max))).code).toBe('OL_PARAMETER')
      })
    }
  }

  test.each([
    [{ rule: 'NAG' }, 'OL_RULE', '"NAG"'],
    [{ rule: 'constructor' }, 'OL_RULE', '"constructor"'],
    [{ rule: '__proto__' }, 'OL_RULE', '"__proto__"'],
    [{ loss: 'log' }, 'OL_LOSS', '"log"'],
    [{ bits: 0 }, 'OL_PARAMETER', 'bits'],
    [{ bits: 31 }, 'OL_PARAMETER', '31'],
    [{ bits: 4.5 }, 'OL_PARAMETER', '4.5'],
    [{ bits: '18' }, 'OL_PARAMETER', '"18"'],
    [{ precision: 'double' }, 'OL_PARAMETER', '"double"'],
    [{ update: 'fast' }, 'OL_PARAMETER', 'update'],
    [{ clip: [1, 1] }, 'OL_PARAMETER', '[1, 1]'],
    [{ clip: [0, Number.POSITIVE_INFINITY] }, 'OL_PARAMETER', 'Infinity'],
    [{ clip: 'range' }, 'OL_PARAMETER', '"range"'],
    [{ link: 'sigmoid' }, 'OL_PARAMETER', '"sigmoid"'],
    [{ constant: 'yes' }, 'OL_PARAMETER', 'constant'],
    [{ hash: 'md5' }, 'OL_PARAMETER', '"md5"'],
    [{ missingAs: 'zero' }, 'OL_PARAMETER', 'missingAs'],
    [{ hashSeed: -1 }, 'OL_PARAMETER', '-1'],
    [{ hashSeed: 2 ** 32 }, 'OL_PARAMETER', 'hashSeed'],
    [{ bits: null }, 'OL_PARAMETER', 'null'],
    [{ rule: null }, 'OL_RULE', 'null'],
    [{ learnRate: 1 }, 'OL_PARAMETER', 'learningRate'],
    [{ decay: 0.5 }, 'OL_PARAMETER', 'decay is a parameter of ng, sgd'],
    [{ quantile: 0.5 }, 'OL_PARAMETER', 'quantile is a parameter of quantile'],
    [{ toString: 1 }, 'OL_PARAMETER', '"toString"'],
    [{ input: { columns: [1, Number.NaN] } }, 'OL_PARAMETER', 'input.columns[1]'],
    [{ input: { at: new Date(0) } }, 'OL_PARAMETER', 'input.at'],
    [{ input: () => 1 }, 'OL_PARAMETER', 'a function'],
    [[], 'OL_PARAMETER', 'options'],
    ['nag', 'OL_PARAMETER', '"nag"'],
    [null, 'OL_PARAMETER', 'null'],
  ])('%j is %s', (options, code, part) => {
    const error = thrown(() => resolveOptions(options as unknown as AnyLearnerOptions))
    expect(error.code).toBe(code)
    expect(error.message).toContain(part)
  })

  test.each(Object.values(namedRules))('$id takes the losses and bits of its entry', (entry) => {
    const rule = entry.id as RuleName
    for (const loss of Object.keys(losses) as LossId[]) {
      const refused = entry.othersRefused === true && entry.losses?.includes(loss) === false
      expect(thrown(() => resolveOptions({ rule, loss })).code).toBe(
        refused ? 'OL_LOSS' : 'nothing was thrown',
      )
    }
    const loss = entry.losses?.[0]
    const most = entry.maxBits ?? 30
    // a rule may work on the whole table with some choices of a parameter only
    const dense = entry.dense === undefined ? {} : { [entry.dense.param]: entry.dense.choices[0] }
    const base = { rule, loss, ...dense }
    expect(resolveOptions(base).bits).toBe(entry.defaultBits ?? 18)
    expect(resolveOptions({ ...base, bits: most }).bits).toBe(most)
    expect(thrown(() => resolveOptions({ ...base, bits: most + 1 })).code).toBe('OL_PARAMETER')
    if (entry.dense !== undefined) expect(resolveOptions({ rule, loss, bits: 30 }).bits).toBe(30)
  })

  const own = { loss: 'absolute' } as const
  class Defaults {
    loss = 'absolute'
  }
  class Getters {
    get loss() {
      return 'absolute'
    }
  }

  test.each<[string, object, boolean]>([
    ['its own members', own, true],
    ['no prototype', Object.assign(Object.create(null), own), true],
    ['another prototype', Object.create(own), false],
    ['a class', new Defaults(), false],
    ['a class with a getter', new Getters(), false],
  ])('options that are an object with %s are taken as they are, or refused', (_, options, isTaken) => {
    const Lean = leanLearner(nag, allLosses())
    const bytes = new Learner({ rule: 'nag', loss: 'absolute', names: 'off' }).toBytes()
    const calls = [
      () => new Learner(options).loss,
      () => Learner.fromBytes(bytes, options).loss,
      () => fromBytes(Lean, bytes, options).loss,
      () => new Lean(isTaken ? { rule: 'nag', ...options } : options).loss,
    ]
    for (const call of calls)
      if (isTaken) expect(call()).toBe('absolute')
      else
        expect(thrown(call)).toMatchObject({
          code: 'OL_PARAMETER',
          message: expect.stringContaining('plain object'),
        })
    expect(isTaken || thrown(() => new PageHinkley(options)).code).toBe(isTaken || 'OL_PARAMETER')
  })

  test('an input that refers to itself is refused', () => {
    const input: Record<string, unknown> = {}
    input.self = input
    expect(thrown(() => resolveOptions({ input } as unknown as AnyLearnerOptions)).code).toBe('OL_PARAMETER')
  })

  test('options of settings give the same settings', () => {
    const options: AnyLearnerOptions = {
      rule: 'ng',
      loss: 'quantile',
      bits: 5,
      precision: 'float64',
      update: 'plain',
      clip: [-1, 2.5],
      link: 'exp',
      constant: false,
      hash: 'all',
      hashSeed: 7,
      missingAs: 'absent',
      input: { __proto__: null, columns: ['a', { '1': null }] },
      learningRate: 0.25,
      decay: 0.5,
      count: 'loss',
      quantile: 0.9,
    }
    const settings = resolveOptions(options)
    expect(resolveOptions(optionsOf(settings))).toEqual(settings)
    expect(settings.params).toEqual(Float64Array.of(0.25, 0.5, 1))
  })
})

test.each<AnyLearnerOptions>([
  {},
  { rule: 'nag', loss: 'logistic', link: 'logistic', clip: [-3, 3], outliers: 'keep', hash: 'all' },
  { rule: 'nag', learningRate: 'auto', loss: 'absolute' },
  { rule: 'nag', l1: 0.1, forget: 100, names: 'off', constant: false },
  { classes: 3, loss: 'softmax', mixture: 'sw' },
  { classes: ['a', 'b'], mostClasses: 5, loss: 'logistic', rule: 'nag' },
  { task: 'binary', classes: ['no', 'yes'], classWeight: [1, 2] },
  { rule: 'nag', bootstrap: 3, bootstrapSeed: 5, bits: 'grow', maxFeatures: 100 },
  { rule: 'adagrad', prenormalize: 'square', precision: 'float64', input: { columns: ['a'] } },
  { rule: 'auto', expand: 'auto', loss: 'logistic', missingAs: 'absent' },
])('a model with %j that is loaded without options has the settings that resolving gives', (options) => {
  const bytes = new Learner(checkOptions({ bits: 8, ...options })).toBytes()
  const { settings } = modelFromBytes(bytes)
  const again = settingsUnder(settings, { rule: settings.rule }, allOptions)
  expect(settingsUnder(settings, {}, allOptions)).toEqual(again)
})
