import { mergeOf, modifiedRule, namedRules, type RuleName } from '@ol/spec'
import { describe, expect, it } from 'vitest'
import { chooseBackend } from '../src/backend/backends.js'
import { Learner } from '../src/learner/learner.js'
import { joinedSlices, mergedModel, mergedPart } from '../src/merge/merge.js'
import { toSlice } from '../src/merge/slice-conversion.js'
import { decodeSlice, encodeSlice } from '../src/merge/slice-file.js'
import type { AnyLearnerOptions } from '../src/options/learner-options.js'
import { checkOptions } from '../src/options/resolve-options.js'
import { backends, random } from './data.js'
import { modelFromBytes, modelToBytes } from './model-bytes.js'

const mergeable = (Object.keys(namedRules) as RuleName[]).filter(
  (rule) => !('refused' in mergeOf(modifiedRule(rule))),
)
const margin: readonly string[] = ['arow', 'cw', 'perceptron', 'pa', 'pa1', 'pa2']

interface Row {
  readonly features: Record<string, number>
  readonly label: number
}

/** Features of which some are always there, some rare, some in one stretch only. */
function rowsOf(seed: number, size: number, scale: (name: string) => number = () => 1): Row[] {
  const next = random(seed)
  return Array.from({ length: size }, (_, e) => {
    const plain: Record<string, number> = {
      a: next() - 0.5,
      b: 3 * next() + 5,
      [`c${Math.floor(next() * 12)}`]: 1,
    }
    if (next() < 0.1) plain.rare = 100 * (next() - 0.3)
    plain[`stretch${Math.floor(e / 60)}`] = 1
    const label = plain.a + (plain.c3 ?? 0) - (plain.c5 ?? 0) + 0.01 * (plain.rare ?? 0) > 0 ? 1 : -1
    const features = Object.fromEntries(Object.entries(plain).map(([name, x]) => [name, x * scale(name)]))
    return { features, label }
  })
}

function optionsOf(rule: RuleName, more: object = {}): AnyLearnerOptions {
  return { rule, loss: margin.includes(rule) ? 'hinge' : 'logistic', bits: 10, ...more } as AnyLearnerOptions
}

function trained(
  options: AnyLearnerOptions,
  rows: readonly { readonly features: object; readonly label: number | string }[],
): Learner<number | string> {
  const model = new Learner<number | string>(checkOptions(options))
  for (const row of rows) model.learn(row as never)
  return model
}

function shards(options: AnyLearnerOptions, count: number, size = 40): Learner<number | string>[] {
  return Array.from({ length: count }, (_, k) =>
    trained(options, rowsOf(7, size * count).slice(k * size, (k + 1) * size)),
  )
}

const bytes = (model: Learner<number | string>): Buffer => Buffer.from(model.toBytes())
const codeOf = (run: () => unknown): unknown => {
  try {
    run()
  } catch (error) {
    return (error as { code?: unknown }).code
  }
  return undefined
}

/** The variants of a model that have state of their own. */
const variants: readonly (readonly [string, AnyLearnerOptions])[] = [
  ...mergeable.map((rule) => {
    const own = rule === 'auto' ? { expand: 'off' } : {}
    return [rule, optionsOf(rule, { precision: 'float64', ...own })] as const
  }),
  ['nag in float32', optionsOf('nag')],
  ['nag with an exact index', optionsOf('nag', { bits: 'grow' })],
  ['std with an exact index', optionsOf('std', { bits: 'grow' })],
  ['nag of real labels', optionsOf('nag', { loss: 'squared' })],
  ['std of real labels', optionsOf('std', { loss: 'squared' })],
  ['auto of real labels', optionsOf('auto', { loss: 'squared', expand: 'off' })],
  ['a mixture of rates', optionsOf('nag', { learningRate: 'auto' })],
  ['a mixture of rates of real labels', optionsOf('nag', { learningRate: 'auto', loss: 'squared' })],
  ['a mixture of rates under hinge loss', optionsOf('nag', { learningRate: 'auto', loss: 'hinge' })],
  ['balanced classes', optionsOf('nag', { classWeight: 'balanced' })],
  ['replicates', optionsOf('nag', { bootstrap: 3 })],
  ['outliers that are kept', optionsOf('std', { loss: 'squared', outliers: 'keep' })],
  ['outliers that are bounded', optionsOf('auto', { loss: 'squared', outliers: 'bound', expand: 'off' })],
  [
    'errors that are bounded',
    optionsOf('nag', { loss: 'squared', outliers: 'errors', learningRate: 'auto' }),
  ],
  ['a limit of features', optionsOf('auto', { bits: 'grow', maxFeatures: 5 })],
  ['few names', optionsOf('auto', { names: 3, bits: 'grow' })],
  ['weights of both labels', optionsOf('auto', { classWeight: [1, 3] })],
]

describe.each(variants)('merging %s', (_name, options) => {
  it('has the same bytes on every backend, and makes a model that can be loaded', () => {
    const made = backends.map((backend) => bytes(Learner.merge(shards({ ...options, backend }, 3))))
    for (const other of made) expect(other.equals(made[0])).toBe(true)
    expect(Buffer.from(Learner.fromBytes(made[0]).toBytes()).equals(made[0])).toBe(true)
    const parts = backends.map((backend) => bytes(shards({ ...options, backend }, 1, 100)[0].split(3)[0]))
    for (const other of parts) expect(other.equals(parts[0])).toBe(true)
  })

  it('of one model is that model, and of its shares too but for the last digit', () => {
    const [model] = shards(options, 1, 120)
    expect(bytes(Learner.merge([model])).equals(bytes(model))).toBe(true)
    const shares = model.split(4)
    for (const share of shares) Learner.fromBytes(share.toBytes())
    const again = Learner.merge(shares)
    expect(again.report().examples).toBe(model.report().examples)
    for (const { features } of rowsOf(7, 120).slice(0, 30)) {
      const [score, same] = [model.scores(features)[0], again.scores(features)[0]]
      expect(Math.abs(same - score)).toBeLessThanOrEqual(
        (options.precision === 'float64' ? 1e-11 : 2e-5) * (1 + Math.abs(score)),
      )
    }
  })

  it('of any slices, through their bytes, is the merge of the whole', () => {
    const { backend } = chooseBackend('fallback')
    const states = shards(options, 3).map((model) => modelFromBytes(model.toBytes()))
    const whole = Buffer.from(modelToBytes(mergedModel(backend, states)))
    for (const slices of [2, 7]) {
      const merged = Array.from({ length: slices }, (_, j) => {
        const own = states.map((state) => decodeSlice(encodeSlice(toSlice(state, j, slices))))
        return decodeSlice(encodeSlice(mergedPart(backend, own)))
      })
      expect(Buffer.from(modelToBytes(joinedSlices(merged.toReversed()))).equals(whole)).toBe(true)
    }
  })

  it('counts the examples of all, and an empty shard for nothing', () => {
    const models = shards(options, 2)
    const merged = Learner.merge(models)
    expect(merged.report().examples).toBe(80)
    const empty = new Learner<number | string>(checkOptions(options))
    const more = Learner.merge([...models, empty])
    for (const { features } of rowsOf(9, 20)) expect(more.scores(features)).toEqual(merged.scores(features))
  })
})

describe('merging', () => {
  it.each(
    mergeable.filter(
      (rule) =>
        ![
          'sgd',
          'sgd-averaged',
          'adagrad',
          'adagrad-averaged',
          'adagrad-cmd',
          'adagrad-rda',
          'ftrl',
          'arow',
          'cw',
          'perceptron',
          'pa',
          'pa1',
          'pa2',
        ].includes(rule),
    ),
  )('predicts the same in other units under %s', (rule) => {
    const scale = (name: string): number => (name === 'a' ? 2 ** -20 : name === 'rare' ? 2 ** 13 : 1)
    const merge = (all: Row[]): Learner<number | string> =>
      Learner.merge([0, 1, 2].map((k) => trained(optionsOf(rule), all.slice(60 * k, 60 * k + 60))))
    const [plain, other] = [merge(rowsOf(7, 180)), merge(rowsOf(7, 180, scale))]
    const [before, after] = [rowsOf(11, 30), rowsOf(11, 30, scale)]
    before.forEach(({ features }, e) => {
      expect(other.scores(after[e].features)).toEqual(plain.scores(features))
    })
  })

  it('depends on the order of the models only', () => {
    const [a, b, c] = shards(optionsOf('nag'), 3)
    const merged = bytes(Learner.merge([a, b, c]))
    expect(bytes(Learner.merge([a, b, c])).equals(merged)).toBe(true)
    expect(bytes(Learner.merge([a, Learner.merge([b, c])])).equals(merged)).toBe(false)
  })

  it('is better than one shard alone', () => {
    const models = shards(optionsOf('nag'), 8, 100)
    const merged = Learner.merge(models)
    const rows = rowsOf(100, 2000)
    const wrong = (model: Learner<number | string>): number =>
      rows.filter(({ features, label }) => model.scores(features)[0] * label <= 0).length
    expect(wrong(merged)).toBeLessThan(Math.min(...models.map(wrong)))
  })

  it('resamples the replicates of shares independently, and keeps the seed of the model', () => {
    const [model] = shards(optionsOf('nag', { bootstrap: 3, bootstrapSeed: 7 }), 1, 60)
    const shares = model.split(3)
    const seeds = shares.map((share) => share.options.bootstrapSeed)
    expect(seeds[0]).toBe(7)
    expect(new Set(seeds).size).toBe(3)
    expect(Learner.merge(shares).options.bootstrapSeed).toBe(7)
  })

  it('splits a model that has not learned from each of its examples', () => {
    const rows = rowsOf(7, 80).map((row, e) => ({ ...row, weight: e % 14 === 0 ? 0 : 1 }))
    const model = trained(optionsOf('nag'), rows)
    const shares = model.split(5).map((share) => Learner.fromBytes<number | string>(share.toBytes()))
    expect(shares.map((share) => share.report().examples)).toEqual([16, 16, 16, 16, 16])
    expect(Learner.merge(shares).report().examples).toBe(80)
  })

  it('keeps classes, their confusion and names of features', () => {
    const label = (y: number, k: number): string => (y > 0 ? 'yes' : k % 3 === 0 ? 'maybe' : 'no')
    const rows = rowsOf(7, 200).map(({ features, label: y }, k) => ({ features, label: label(y, k) }))
    const options = { ...optionsOf('nag'), classes: ['no', 'yes', 'maybe'] } as AnyLearnerOptions
    const merged = Learner.merge([trained(options, rows.slice(0, 100)), trained(options, rows.slice(100))])
    expect(merged.classes).toEqual(['no', 'yes', 'maybe'])
    expect(merged.report().confusion?.reduce((sum, w) => sum + w, 0)).toBe(200)
    const found = merged.inspect({ top: 100 }).map(({ name }) => name)
    expect(found).toEqual(expect.arrayContaining(['a', 'stretch0', 'stretch3']))
  })

  it.each([10, 'grow'] as const)(
    'moves the constant where a feature is dense in some models (bits %s)',
    (bits) => {
      // present in 40% of the rows: dense for good where it is at first, and not elsewhere
      const next = random(17)
      const rows = (first: boolean): Row[] => {
        const row = (f: boolean): Row => {
          const a = next() - 0.5
          return { features: f ? { a, f: 3 } : { a }, label: (f ? 1.2 : 0) + a + next() - 1.1 > 0 ? 1 : -1 }
        }
        return Array.from({ length: 3000 }, (_, e) => row(e < 20 ? first : next() < 0.4))
      }
      const models = [true, false, true].map((first) =>
        trained({ ...optionsOf('auto-small', { bits }), outliers: 'keep' } as AnyLearnerOptions, rows(first)),
      )
      const states = models.map((model) => modelFromBytes(model.toBytes()))
      const merged = Learner.merge(models)
      for (const features of [{ a: 0.1 }, { a: -0.2, f: 3 }, { a: 0.4, f: 3 }]) {
        const scores = models.map((model) => model.scores(features)[0])
        const [score] = merged.scores(features)
        expect(score).toBeGreaterThan(Math.min(...scores) - 0.05)
        expect(score).toBeLessThan(Math.max(...scores) + 0.05)
      }
      const { backend } = chooseBackend('fallback')
      const slices = [0, 1, 2].map((j) =>
        decodeSlice(
          encodeSlice(
            mergedPart(
              backend,
              states.map((state) => toSlice(state, j, 3)),
            ),
          ),
        ),
      )
      expect(Buffer.from(modelToBytes(joinedSlices(slices))).equals(bytes(merged))).toBe(true)
      const moved = slices.find(({ shifts }) => shifts !== undefined) as (typeof slices)[number]
      expect(codeOf(() => mergedPart(backend, [moved, moved]))).toBe('OL_MERGE_SETTINGS')
    },
  )

  it('has all features of models with a limit of their number, and adds none to them', () => {
    const options = { ...optionsOf('nag', { bits: 'grow' }), maxFeatures: 6 } as AnyLearnerOptions
    const merged = Learner.merge([trained(options, rowsOf(3, 20)), trained(options, rowsOf(70, 20))])
    expect(merged.slots).toBeGreaterThan(6)
    const again = Learner.fromBytes<number | string>(merged.toBytes())
    const { slots } = again
    for (const row of rowsOf(9, 30)) again.learn(row as never)
    expect(again.slots).toBe(slots)
    expect(again.ignoredValues).toBeGreaterThan(merged.ignoredValues)
  })

  it('keeps the rows of an exact index in the order of the models', () => {
    const options = optionsOf('nag', { bits: 'grow' })
    const models = shards(options, 2)
    const merged = modelFromBytes(Learner.merge(models).toBytes())
    const [first, second] = models.map((model) => modelFromBytes(model.toBytes()).keys as Uint32Array)
    expect(merged.keys?.slice(0, first.length)).toEqual(first)
    expect(merged.keys?.length).toBeLessThan(first.length + second.length)
  })

  it('refuses rules without a merge, and models that differ, with the first difference', () => {
    const model = (more: object): Learner<number | string> =>
      trained({ ...optionsOf('nag'), ...more } as AnyLearnerOptions, [])
    expect(() => Learner.merge([model({ rule: 'nag' }), model({ loss: 'hinge' })])).toThrow(
      /loss is "logistic" in model 1 and "hinge" in model 2/,
    )
    expect(() =>
      Learner.merge([model({ rule: 'nag' }), model({ rule: 'nag' }), model({ learningRate: 3 })]),
    ).toThrow(
      expect.objectContaining({
        message: expect.stringMatching(/learningRate is 2 in model 1 and 3 in model 3/),
        models: [1, 3],
      }),
    )
    for (const more of [
      { bits: 11 },
      { hashSeed: 1 },
      { precision: 'float64' },
      { constant: false },
      { missingAs: 'absent' },
      { link: 'logistic' },
      { rule: 'ng' },
      { outliers: 'keep' },
      { bits: 'grow', maxFeatures: 9 },
      { classWeight: 'balanced' },
      { classes: ['a', 'b'] },
      { rule: 'nag', bootstrap: 2 },
      { learningRate: 'auto' },
      { rule: 'auto', expand: 'pairs' },
    ])
      expect(codeOf(() => Learner.merge([model({ rule: 'nag' }), model(more)]))).toBe('OL_MERGE_SETTINGS')
    const read = (decimal: string | undefined): Learner<number | string> =>
      model({ input: { format: 'csv', ...(decimal === undefined ? {} : { decimal }) } })
    expect(Learner.merge([read(','), read(',')]).report().examples).toBe(0)
    expect(() => Learner.merge([read(','), read(undefined)])).toThrow(
      /decimal of the input is "," in model 1 and "not set" in model 2/,
    )
    expect(
      codeOf(() =>
        Learner.merge([
          model({ rule: 'nag', prenormalize: 'max' }),
          model({ rule: 'nag', prenormalize: 'max' }),
        ]),
      ),
    ).toBe('OL_MERGE_SETTINGS')
    for (const rule of Object.keys(namedRules) as RuleName[])
      if ('refused' in mergeOf(modifiedRule(rule))) {
        const other = new Learner<number | string>(checkOptions({ rule, bits: 5 }))
        expect(codeOf(() => Learner.merge([other, other]))).toBe('OL_MERGE_RULE')
        expect(codeOf(() => other.split(2))).toBe('OL_MERGE_RULE')
      }
    expect(codeOf(() => Learner.merge([]))).toBe('OL_PARAMETER')
    expect(codeOf(() => model({ rule: 'nag' }).split(0))).toBe('OL_PARAMETER')
  })

  it('refuses slices that are corrupt, of other models, or missing', () => {
    const [a, b] = shards(optionsOf('nag'), 2).map((model) => modelFromBytes(model.toBytes()))
    const slice = encodeSlice(toSlice(a, 0, 2))
    for (let at = 0; at < slice.length; at += 13) {
      const wrong = slice.slice()
      wrong[at] ^= 0x40
      expect(codeOf(() => decodeSlice(wrong))).toBe('OL_SLICE_FORMAT')
    }
    for (const length of [0, 15, 40, slice.length - 8])
      expect(codeOf(() => decodeSlice(slice.subarray(0, length)))).toBe('OL_SLICE_FORMAT')
    const { backend } = chooseBackend('fallback')
    expect(codeOf(() => joinedSlices([toSlice(a, 0, 2)]))).toBe('OL_MERGE_SETTINGS')
    expect(codeOf(() => joinedSlices([toSlice(a, 0, 2), toSlice(b, 1, 2)]))).toBe('OL_MERGE_SETTINGS')
    expect(codeOf(() => mergedPart(backend, [toSlice(a, 0, 2), toSlice(b, 1, 2)]))).toBe('OL_MERGE_SETTINGS')
  })
})
