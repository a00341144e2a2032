import { type Model, type Prediction, predict, type TrainOptions, train } from '@ol/pipeline'
import { describe, expect, expectTypeOf, test } from 'vitest'

const named = [
  { features: { x: 1 }, label: 'ham' },
  { features: { x: -1 }, label: 'spam' },
]
const numbers = [{ features: { x: 1 }, label: 0.5 }]

async function first<T>(predictions: AsyncIterable<T>): Promise<T> {
  for await (const prediction of predictions) return prediction
  throw new Error('no prediction')
}

describe('predictions of a pipeline follow from classes, task and form', () => {
  test('of named classes: a name', async () => {
    const { model } = await train(named, { classes: ['ham', 'spam'], task: 'binary' })
    expectTypeOf(model).toEqualTypeOf<Model<'ham' | 'spam'>>()
    const one = await first(model.predict(named))
    expectTypeOf(one.prediction).toEqualTypeOf<'ham' | 'spam' | undefined>()
    expectTypeOf(one.class).toEqualTypeOf<'ham' | 'spam' | undefined>()
    expectTypeOf(one.probability).toEqualTypeOf<number | undefined>()
    expect(['ham', 'spam']).toContain(one.prediction)

    const raw = await first(model.predict(named, { raw: true }))
    expectTypeOf(raw.prediction).toEqualTypeOf<number | 'ham' | 'spam' | undefined>()
    expect(typeof raw.prediction).toBe('number')
    const linked = await first(predict(named, { model, link: 'logistic' }))
    expectTypeOf(linked.prediction).toEqualTypeOf<number | 'ham' | 'spam' | undefined>()
    expect(typeof linked.prediction).toBe('number')

    const { model: further } = await model.train(named)
    expectTypeOf(further).toEqualTypeOf<Model<'ham' | 'spam'>>()
  })

  test('of classes that may grow: a string', async () => {
    const options = { classes: ['ham', 'spam'], task: 'multiclass', mostClasses: 5 } as const
    const { model } = await train(named, options)
    expectTypeOf((await first(model.predict(named))).prediction).toEqualTypeOf<string | undefined>()
  })

  test('of classes whose names are numbers, where two have one model or others may be added: numbers', async () => {
    const numbered = ['1', '2', '1', '2'].map((label, x) => ({ features: { x }, label }))
    for (const run of [
      await train(numbered, { classes: ['1', '2'], task: 'multiclass', mostClasses: 5 }),
      await train(numbered, { classes: ['1', '2'], task: 'binary' }),
    ]) {
      expectTypeOf(run.model).toEqualTypeOf<Model<number>>()
      expect((await first(run.model.predict(numbered))).prediction).toBeTypeOf('number')
    }
    const names: readonly string[] = ['1', '2']
    const { model } = await train(numbered, { classes: names, task: 'binary' })
    expectTypeOf(model).toEqualTypeOf<Model<number | string>>()
    const { model: fixed } = await train(numbered, { classes: ['1', '2'], task: 'multiclass' })
    expectTypeOf(fixed).toEqualTypeOf<Model<'1' | '2'>>()
    expect((await first(fixed.predict(numbered))).prediction).toBeTypeOf('string')
  })

  test('of classes that the data names: a name or a number', async () => {
    const { model } = await train(named, { task: 'binary' })
    expectTypeOf(model).toEqualTypeOf<Model<number | string>>()
    expect(['ham', 'spam']).toContain((await first(model.predict(named))).prediction)
  })

  test('of regression: a number, without classes', async () => {
    const { model } = await train(numbers, { task: 'regression' })
    const one = await first(model.predict(numbers))
    expectTypeOf(one.prediction).toEqualTypeOf<number | undefined>()
    expectTypeOf(one.class).toEqualTypeOf<undefined>()
    expectTypeOf(one.probability).toEqualTypeOf<undefined>()
    expect(one).not.toHaveProperty('class')
  })

  test('of what is known at run time only: any of them', async () => {
    const options: TrainOptions = {}
    const { model } = await train(numbers, options)
    expectTypeOf(model).toEqualTypeOf<Model>()
    expectTypeOf(await first(model.predict(numbers))).toEqualTypeOf<Prediction>()
    expectTypeOf<Model<'a' | 'b'>>().toExtend<Model>()
  })
})
