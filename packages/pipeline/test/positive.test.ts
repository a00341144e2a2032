import type { Notice } from '@ol/pipeline'
import type { LossId } from '@ol/spec'
import { describe, expect, test } from 'vitest'
import { search, train } from './small.js'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Rows of a table whose label is one of `names`, by a number. */
function table(names: readonly string[]): Uint8Array {
  const rows = Array.from({ length: 120 }, (_, i) => `${(i * 37) % 50},${names[i % names.length]}`)
  return bytes(`a,y\n${rows.join('\n')}\n`)
}

const three = table(['lo', 'mid', 'hi'])

describe('positive makes two classes of all labels', () => {
  test.each([
    ['classes', { classes: ['lo', 'mid', 'hi'] }],
    ['classes', { classes: 2 }],
    ['task multiclass', { task: 'multiclass' }],
    ['task regression', { task: 'regression' }],
    ['a loss of counts', { loss: 'poisson' }],
  ] as const)('next to it, %s is refused', async (what, options) => {
    const expected = { code: 'OL_PARAMETER', message: expect.stringContaining(`received ${what} next to it`) }
    await expect(train(three, { label: 'y', positive: 'hi', ...options })).rejects.toMatchObject(expected)
    await expect(search(three, { label: 'y', positive: 'hi', ...options })).rejects.toMatchObject(expected)
  })

  test.each([{}, { task: 'binary' }, { loss: 'squared' }, { loss: 'softmax' }] as const)(
    'with %o it trains two classes, and its model reads by it again',
    async (options) => {
      const { model } = await train(three, { label: 'y', positive: 'hi', ...options })
      const { report } = await model.evaluate(three)
      const named = await model.evaluate(three, { positive: 'hi' })
      expect(named.report.averageLoss).toBe(report.averageLoss)
    },
  )

  test.each([
    ['of several classes', three, 'the model has classes of its own'],
    ['of numbers', table(['1.5', '2', '7', '3.25']), 'the model predicts numbers'],
    ['to which the label means -1', table(['no', 'yes']), 'the label means -1 to the model'],
  ])('a model %s refuses it', async (_, data, why) => {
    const { model } = await train(data, { label: 'y' })
    const expected = { code: 'OL_MODEL_MISMATCH', message: expect.stringContaining(why) }
    await expect(model.evaluate(data, { positive: 'no' })).rejects.toMatchObject(expected)
    const more = { initialModel: model.toBytes(), positive: 'no' }
    await expect(train(data, more)).rejects.toMatchObject(expected)
  })

  test.each([
    ['its own label', table(['lo', 'hi']), { positive: 'hi' }, 'lo', 'hi'],
    ['0 and 1', table(['0', '1']), {}, '0', '1.0'],
    ['two numbers', table(['1', '2']), {}, '1.0', '2.0'],
    ['a number of its own', table(['1', '2', '3']), { positive: '3' }, '1', '3.0'],
  ])('a model of %s refuses a label that means -1 to it', async (_, data, options, other, same) => {
    const { model } = await train(data, { label: 'y', ...options })
    const expected = {
      code: 'OL_MODEL_MISMATCH',
      message: expect.stringContaining('the label means -1 to the model'),
    }
    await expect(model.evaluate(data, { positive: other })).rejects.toMatchObject(expected)
    const predicted = async () => {
      for await (const prediction of model.predict(data, { positive: other }))
        expect(prediction).toBeDefined()
    }
    await expect(predicted()).rejects.toMatchObject(expected)
    const more = { initialModel: model.toBytes(), positive: other }
    await expect(train(data, more)).rejects.toMatchObject(expected)
    const { report } = await model.evaluate(data)
    expect((await model.evaluate(data, { positive: same })).report.averageLoss).toBe(report.averageLoss)
  })

  test('a model of two labels reads a file that writes them differently', async () => {
    const { model } = await train(table(['no', 'yes']), { label: 'y' })
    const { report } = await model.evaluate(table(['no', 'yes']), { positive: 'yes' })
    const renamed = await model.evaluate(table(['nein', 'ja']), { positive: 'ja' })
    expect(renamed.report.averageLoss).toBe(report.averageLoss)
  })

  test('a label that no example of an evaluation has is named', async () => {
    const { model } = await train(table(['no', 'yes']), { label: 'y' })
    const noticesOf = async (positive: string) =>
      (await model.evaluate(table(['nein', 'ja']), { positive })).notices
    expect(await noticesOf('jA')).toEqual([{ kind: 'unseen-classes', unseen: ['jA'], classes: 2 }])
    expect(await noticesOf('ja')).toEqual([])
    expect((await model.evaluate(table(['no', 'yes']))).notices).toEqual([])
    const more = async (names: readonly string[], given: object) => {
      const { notices } = await train(table(names), { initialModel: model.toBytes(), ...given })
      return notices.filter(({ kind }) => kind === 'unseen-classes')
    }
    expect(await more(['nein', 'ja'], { positive: 'jA' })).toHaveLength(1)
    expect(await more(['nein', 'ja'], { positive: 'ja' })).toEqual([])
    expect(await more(['no', 'yes'], {})).toEqual([])
  })

  test('a label that no example has is named at the end', async () => {
    const noticesOf = async (positive: string, loss?: LossId): Promise<readonly Notice[]> => {
      const notices: Notice[] = []
      await train(three, { label: 'y', positive, loss, onNotice: (notice) => notices.push(notice) })
      return notices.filter(({ kind }) => kind === 'unseen-classes')
    }
    expect(await noticesOf('Hi')).toEqual([{ kind: 'unseen-classes', unseen: ['Hi'], classes: 2 }])
    expect(await noticesOf('hi')).toEqual([])
    // the first example alone has it
    const first = bytes('a,y\n1,yes\n2,no\n3,no\n4,no\n')
    for (const loss of ['logistic', 'squared', 'absolute'] as const) {
      const { notices } = await train(first, { label: 'y', positive: 'yes', loss })
      expect(notices.filter(({ kind }) => kind === 'unseen-classes')).toEqual([])
    }
    for (const losses of [['logistic'], ['hinge'], ['perceptron'], ['absolute'], ['squared']] as const) {
      const found = async (positive: string) =>
        (await search(three, { label: 'y', positive, losses })).notices
      expect(await found('Hi')).toEqual([{ kind: 'unseen-classes', unseen: ['Hi'], classes: 2 }])
      expect(await found('hi')).toEqual([])
      expect(await noticesOf('Hi', losses[0])).toHaveLength(1)
      expect(await noticesOf('hi', losses[0])).toEqual([])
    }
  })
})
