import { Learner, type LearnerOptions } from '@ol/core'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { compile } from './compile.js'

const program = (
  line: string,
): string => `import { type Batch, type Example, type Features, Learner, type LearnerOptions } from '@ol/core'
interface Size { width: number; tags: string[] }
interface Visit { hour: number; city: string; bought?: boolean; size: Size | null; counts: readonly number[] }
class Point { x = 1; length(): number { return this.x } }
declare const visit: Visit
declare const visits: Visit[]
declare const batch: Batch
declare const features: Features
declare const loose: { [name: string]: number | string }
const model = new Learner()
const signs = new Learner({ rule: 'nag', task: 'binary' })
const real = new Learner({ task: 'regression' })
const named = new Learner({ classes: ['a', 'b', 'c'] })
const pair = new Learner({ task: 'binary', classes: ['a', 'b'] })
const numbered = new Learner({ classes: 3 })
${line}`

const accepted = [
  'const y: number = model.predict(visit)',
  'const y: number = model.learn({ features: visit, label: 1 })',
  'const r: Promise<{ readonly averageLoss: number }> = model.learn(visits.map((features) => ({ features, label: 1 })))',
  'const r = model.learn([batch, { features: visit, label: true, weight: 2 }])',
  'const p: Float64Array = model.learn(batch)',
  'const p: Float64Array = model.predict(batch)',
  'const s: Float64Array = model.scores(visit)',
  'const s: Float64Array = model.scores(batch)',
  'const b: Batch = model.batch(visits.map((features) => ({ features, label: 1 })))',
  'model.predict({ a: 1, b: "x", c: { d: [1, null], e: ["x", undefined] }, f: new Float32Array(1), g: null })',
  'model.predict({ when: new Date() })',
  'model.predict({})',
  'model.predict(features)',
  'model.predict(loose)',
  'const e: Example = { features: { a: 1 }, label: 1 }; model.learn(e)',
  'for await (const { predictions } of model.predict([batch])) predictions.fill(0)',
  'const n: number = model.fitScales(batch)',
  'declare const es: Example[]; await model.learn(es); await signs.learn(es); signs.batch(es); real.learn(es[0])',
  'declare const ls: (number | string)[]; for (const label of ls) signs.learn({ features: visit, label })',
  'signs.learn({ features: visit, label: 0 }); signs.learn({ features: visit, label: visit.hour > 3 })',
  'declare const s: string; named.learn({ features: visit, label: s }); pair.learn({ features: visit, label: s })',
  'numbered.learn({ features: visit, label: 3 }); numbered.learn({ features: visit, label: "a" })',
  'const l = new Learner<string>({ classes: ["a"] }); await l.learn(visits.length > 3 ? [{ features: visit, label: "a" }] : [{ features: visit, label: 1 }])',
  'declare const o: LearnerOptions; new Learner(o).learn({ features: visit, label: "1" })',
  'const loaded = await Learner.load("x"); loaded.learn({ features: visit, label: "1" })',
  'const l: Learner = signs; l.learn({ features: visit, label: "1" })',
  'const all: Learner<number>[] = [signs, real, model]; Learner.merge(all)',
  'const n: Promise<number> = model.fitScales([{ features: visit, label: 1 }])',
]

const refused = [
  'model.predict(new Date())',
  'model.predict({ at: new Point() })',
  'model.predict({ at: new Map([["a", 1]]) })',
  'model.predict({ call: () => 1 })',
  'model.predict({ big: 1n })',
  'model.predict({ mixed: [1, "x"] })',
  'model.predict("abc")',
  'model.predict(5)',
  'model.predict([1, 2])',
  'model.predict(visits)',
  'model.learn({ features: visit })',
  'model.learn({ features: visit, label: null })',
  'model.learn([visit])',
  'model.learn({ features: { when: [new Date()] }, label: 1 })',
  'const y: number = model.learn(batch)',
  'model.learn({ features: visit, label: "1" })',
  'signs.learn({ features: visit, label: "1" })',
  'await signs.learn(visits.map((features) => ({ features, label: features.city })))',
  'await signs.evaluate(visits.map((features) => ({ features, label: features.city })))',
  'signs.batch([{ features: visit, label: "1" }])',
  'real.learn({ features: visit, label: true })',
  'numbered.learn({ features: visit, label: true })',
  'signs.learn({ features: visit, label: 1, wieght: 2 })',
]

describe('examples and features', () => {
  const errors = compile(Object.fromEntries([...accepted, ...refused].map((line) => [line, program(line)])))

  test.each(accepted)('%s compiles', (line) => {
    expect(errors.get(line)).toBeUndefined()
  })

  test.each(refused)('%s does not', (line) => {
    expect(errors.get(line)).toMatch(/^TS2/)
  })

  test('predictions are of the type that the learner was named for', () => {
    const named = new Learner<string>({ rule: 'nag', classes: ['a', 'b'] })
    expectTypeOf(named.predict({ x: 1 })).toEqualTypeOf<string>()
    expectTypeOf(new Learner({ rule: 'nag' }).predict({ x: 1 })).toEqualTypeOf<number>()
  })

  test('predictions follow from classes and task', () => {
    const x = { x: 1 }
    const names = new Learner({ rule: 'nag', classes: ['cat', 'dog'] })
    expectTypeOf(names.predict(x)).toEqualTypeOf<'cat' | 'dog'>()
    expectTypeOf(names.learn({ features: x, label: 'cat' })).toEqualTypeOf<'cat' | 'dog'>()
    expectTypeOf(names.predictOne(x).class).toEqualTypeOf<'cat' | 'dog' | undefined>()
    expectTypeOf(names.explain(x).prediction).toEqualTypeOf<'cat' | 'dog'>()
    expect(names.classNames).toContain(names.predict(x))

    const growing = new Learner({ rule: 'nag', classes: ['cat', 'dog'], mostClasses: 9 })
    expectTypeOf(growing.predict(x)).toEqualTypeOf<string>()
    expectTypeOf(new Learner({ rule: 'nag', classes: 3 }).predict(x)).toEqualTypeOf<number | string>()
    expectTypeOf(new Learner({ task: 'multiclass', classes: ['a', 'b'] }).predict(x)).toEqualTypeOf<
      'a' | 'b'
    >()

    const pair = new Learner({ task: 'binary', classes: ['ham', 'spam'] })
    expectTypeOf(pair.predict(x)).toEqualTypeOf<number>()
    expectTypeOf(pair.predictOne(x).prediction).toEqualTypeOf<'ham' | 'spam' | undefined>()
    expectTypeOf(pair.predictOne(x).probability).toEqualTypeOf<number | undefined>()
    expect([typeof pair.predict(x), pair.predictOne(x).class]).toEqual(['number', 'ham'])

    const number = new Learner({ task: 'regression' })
    expectTypeOf(number.predict(x)).toEqualTypeOf<number>()
    expectTypeOf(number.predictOne(x).prediction).toEqualTypeOf<number>()
    expectTypeOf(number.predictOne(x).class).toEqualTypeOf<undefined>()
    expectTypeOf(number.predictOne(x).probability).toEqualTypeOf<undefined>()
    expect(number.predictOne(x)).toEqual({
      prediction: 0,
      class: undefined,
      probability: undefined,
      score: 0,
    })

    const known = (options: LearnerOptions) => new Learner(options)
    expectTypeOf(known({}).predict(x)).toEqualTypeOf<number | string>()
  })
})
