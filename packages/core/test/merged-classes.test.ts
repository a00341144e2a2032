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

type Model = Learner<number | string>

/** Learns from examples of some classes, whose names say which feature they have. */
function trained(options: object, names: readonly string[], size = 60, seed = 5): Model {
  const next = random(seed)
  const model: Model = new Learner<number | string>(
    checkOptions({ bits: 8, ...options } as AnyLearnerOptions),
  )
  for (let e = 0; e < size; e++) {
    const label = names[e % names.length]
    const features = { all: 2 + next(), [label]: 1, noise: next() }
    model.learn({ features, label } as never)
  }
  return model
}

const open = (names: readonly string[], more: object = {}): object => ({
  classes: names,
  mostClasses: 10,
  ...more,
})
const bytes = (model: Model): Buffer => Buffer.from(model.toBytes())
const error = (run: () => unknown): { readonly code?: unknown; readonly message?: string } => {
  try {
    run()
  } catch (thrown) {
    return thrown as { readonly code?: unknown }
  }
  return {}
}
const probe = { all: 2.3, elm: 1, noise: 0.4 }

/** The variants that keep state of their own by class or by lane. */
const variants: readonly (readonly [string, object])[] = [
  ['nag', { rule: 'nag' }],
  ['nag with an exact index', { rule: 'nag', bits: 'grow' }],
  ['sgd', { rule: 'sgd' }],
  ['adagrad-rda', { rule: 'adagrad-rda' }],
  ['arow', { rule: 'arow', loss: 'hinge' }],
  ['averaged weights', { rule: 'nag-averaged' }],
  ['a mixture of rates', { rule: 'nag', learningRate: 'auto' }],
  ['a mixture under a loss that is not mixable', { rule: 'nag', learningRate: 'auto', loss: 'hinge' }],
  ['balanced classes', { rule: 'nag', classWeight: 'balanced' }],
  ['weights of classes by name', { rule: 'nag', classWeight: { elm: 3 } }],
  ['std', { rule: 'std', loss: 'softmax' }],
  ['auto', { rule: 'auto', loss: 'softmax', expand: 'off' }],
]

describe('merging models of other classes', () => {
  describe.each(variants)('%s', (_, more) => {
    const models = [
      trained(open(['ash', 'oak'], more), ['ash', 'oak']),
      trained(open(['oak', 'elm'], more), ['oak', 'elm'], 80, 6),
      trained(open(['fir', 'ash'], more), ['fir', 'ash'], 40, 7),
    ]
    const merged = Learner.merge(models)

    it('has the classes of all, the first model first', () => {
      expect(merged.classes).toEqual(['ash', 'oak', 'elm', 'fir'])
      expect(merged.report().confusion?.reduce((sum, w) => sum + w, 0)).toBe(180)
      expect(merged.predict({ ash: 1, all: 2.5 })).toBe('ash')
      expect(merged.predict({ elm: 1, all: 2.5 })).toBe('elm')
    })

    it('is the same from both backends, from slices and from its file', () => {
      const states = models.map((model) => modelFromBytes(model.toBytes()))
      for (const name of backends) {
        const { backend } = chooseBackend(name)
        expect(Buffer.from(modelToBytes(mergedModel(backend, states))).equals(bytes(merged))).toBe(true)
      }
      const { backend } = chooseBackend('fallback')
      const slices = [0, 1, 2].map((slice) => {
        const parts = states.map((state) => toSlice(state, slice, 3))
        return decodeSlice(encodeSlice(mergedPart(backend, parts)))
      })
      expect(Buffer.from(modelToBytes(joinedSlices(slices))).equals(bytes(merged))).toBe(true)
      expect(bytes(Learner.fromBytes<number | string>(merged.toBytes())).equals(bytes(merged))).toBe(true)
    })

    it('learns on, with classes of its own', () => {
      const again = Learner.fromBytes<number | string>(merged.toBytes())
      for (let e = 0; e < 20; e++) again.learn({ features: { yew: 1 }, label: 'yew' } as never)
      expect(again.classes).toEqual(['ash', 'oak', 'elm', 'fir', 'yew'])
      expect(again.predict({ yew: 1 })).toBe('yew')
    })
  })

  it.each([
    ['nag', {}],
    ['adagrad', {}],
    ['sgd', {}],
    ['nag', { learningRate: 'auto' }],
  ])('leaves what one model alone knows of a class as it is (%s, %j)', (rule, more) => {
    const knowing = trained(open(['oak', 'elm'], { rule, ...more }), ['oak', 'elm'])
    const merged = Learner.merge([trained(open(['ash', 'oak'], { rule, ...more }), ['ash', 'oak']), knowing])
    // features whose scale one model alone gives
    const score = merged.scores({ elm: 1 })[2]
    expect(Math.abs(score - knowing.scores({ elm: 1 })[1])).toBeLessThan(1e-4)
  })

  it.each([
    ['nag', {}, 0],
    ['sgd', {}, 0],
    ['nag', { learningRate: 'auto' }, 0],
    ['auto', { loss: 'softmax' }, 1e-9],
  ])('tells classes by name, not by place (%s, %j)', (rule, more, tolerance) => {
    const names = ['ash', 'oak', 'elm']
    const of = (order: readonly string[], seed: number): Model =>
      trained({ classes: order, rule, ...more }, names, 60, seed)
    const first = of(names, 5)
    const same = Learner.merge([first, of(names, 6)])
    const moved = Learner.merge([first, of(['elm', 'ash', 'oak'], 6)])
    expect(moved.classes).toEqual(names)
    moved.scores(probe).forEach((score, k) => {
      expect(Math.abs(score - same.scores(probe)[k])).toBeLessThanOrEqual(tolerance)
    })
    // ties between classes are decided by their places
    const [found, expected] = [moved, same].map((model) => model.report().confusion ?? [])
    found.forEach((sum, i) => {
      expect(Math.abs(sum - expected[i])).toBeLessThanOrEqual(2)
    })
    expect(found.filter((_, i) => i % 4 === 0).every((sum) => sum > 30)).toBe(true)
  })

  it('fills classes that were announced and had no name yet', () => {
    const of = (...names: string[]): Model => trained({ classes: 3, rule: 'nag' }, names)
    const merged = Learner.merge([of('ash', 'oak'), of('elm', 'oak')])
    expect(merged.classes).toEqual(['ash', 'oak', 'elm'])
    expect(merged.predict({ elm: 1, all: 2.5 })).toBe('elm')
  })

  it('is moved by no model without examples', () => {
    const model = trained({ classes: 2, rule: 'nag' }, ['ash', 'oak'])
    const empty = trained({ classes: 2, rule: 'nag' }, ['ash'], 0)
    for (const models of [
      [model, empty],
      [empty, model],
    ]) {
      const merged = Learner.merge(models)
      expect(merged.classes).toEqual(['ash', 'oak'])
      expect([...merged.scores(probe)]).toEqual([...model.scores(probe)])
    }
  })

  it('refuses classes that cannot be distinguished', () => {
    const nag = (names: string[], more: object = {}): Model =>
      trained({ classes: names, rule: 'nag', ...more }, names)
    const wholes = (...names: string[]): Model => trained(open(names, { rule: 'nag' }), names)
    const cases: readonly (readonly [readonly Model[], RegExp])[] = [
      [
        [nag(['a', 'b'], { rule: 'ng' }), nag(['b', 'c'], { rule: 'ng' })],
        /model 1 has \["a","b"\] of \["a","b","c"\], and rule ng does not keep/,
      ],
      [
        [nag(['a', 'b'], { classWeight: [1, 2] }), nag(['b', 'a'], { classWeight: [1, 2] })],
        /class weights are given by position/,
      ],
      [[wholes('1', '2'), wholes('1', 'oak')], /another whole number but model 2 has the class "oak"/],
    ]
    for (const [models, text] of cases) {
      const thrown = error(() => Learner.merge(models))
      expect(thrown.code).toBe('OL_MERGE_SETTINGS')
      expect(thrown.message).toMatch(text)
    }
    const numbers = trained({ classes: 2, rule: 'nag' }, [], 0)
    numbers.learn({ features: { a: 1 }, label: 2 } as never)
    expect(error(() => Learner.merge([nag(['a', 'b']), numbers])).code).toBe('OL_MERGE_SETTINGS')
    const binary = trained({ rule: 'nag' }, [], 0)
    expect(error(() => Learner.merge([nag(['a', 'b']), binary])).code).toBe('OL_MERGE_SETTINGS')
  })

  it('merges those with derived features', () => {
    const derived = { rule: 'auto', loss: 'softmax', expand: 'auto' }
    const models = [
      trained(open(['ash', 'oak'], derived), ['ash', 'oak'], 400),
      trained(open(['oak', 'elm'], derived), ['oak', 'elm'], 400, 6),
    ]
    const merged = Learner.merge(models)
    expect(merged.classes).toEqual(['ash', 'oak', 'elm'])
    for (const [label, count] of [
      ['ash', 1],
      ['oak', 1],
      ['elm', 1],
    ] as const)
      expect(merged.predict({ all: 2.4, [label]: count, noise: 0.5 })).toBe(label)
    expect(bytes(Learner.fromBytes(merged.toBytes()))).toEqual(bytes(merged))
    expect(merged.explain(probe).derived?.length).toBeGreaterThan(0)
    for (const label of ['ash', 'oak', 'elm']) merged.learn({ features: { ...probe, [label]: 1 }, label })
  })
})
