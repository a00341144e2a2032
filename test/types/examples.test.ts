import { Learner } from '@ol/core'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { compile } from './compile.js'

const program = (
  line: string,
): string => `import { type Batch, type Example, type Features, Learner } from '@ol/core'
interface Size { width: number; tags: string[] }
interface Visit { hour: number; city: string; bought?: boolean; size: Size | null; counts: readonly number[] }
class Point { x = 1; length(): number { return this.x } }
declare const visit: Visit
declare const visits: Visit[]
declare const batch: Batch
declare const features: Features
declare const loose: { [name: string]: number | string }
const model = new Learner()
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
  'model.predict({})',
  'model.predict(features)',
  'model.predict(loose)',
  'const e: Example = { features: { a: 1 }, label: 1 }; model.learn(e)',
  'for await (const { predictions } of model.predict([batch])) predictions.fill(0)',
  'const n: number = model.fitScales(batch)',
  'const n: Promise<number> = model.fitScales([{ features: visit, label: 1 }])',
]

const refused = [
  'model.predict(new Date())',
  'model.predict({ when: new Date() })',
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
  'model.learn({ features: { when: new Date() }, label: 1 })',
  'const y: number = model.learn(batch)',
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
})
