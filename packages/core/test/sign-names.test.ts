import { describe, expect, test } from 'vitest'
import { Learner } from '../src/index.js'
import { thrown } from './data.js'

const named = { rule: 'nag', task: 'binary', classes: ['ham', 'spam'], loss: 'logistic', bits: 6 } as const

describe('the names of two classes', () => {
  const model = new Learner<string>(named as never)
  for (let i = 0; i < 20; i++) {
    model.learn({ features: { win: 1 }, label: 'spam' })
    model.learn({ features: { lunch: 1 }, label: 'ham' })
  }

  test('belong to one model, which learns as from -1 and +1', () => {
    const plain = new Learner({ rule: 'nag', loss: 'logistic', bits: 6 })
    for (let i = 0; i < 20; i++) {
      plain.learn({ features: { win: 1 }, label: 1 })
      plain.learn({ features: { lunch: 1 }, label: -1 })
    }
    expect([...model.scores({ win: 1 })]).toEqual([...plain.scores({ win: 1 })])
    expect(model.lanes).toHaveLength(1)
    expect(model.classes).toBeUndefined()
    expect(model.classNames).toEqual(['ham', 'spam'])
  })

  test('are predicted, after loading too', () => {
    const again = Learner.fromBytes<string>(model.toBytes())
    expect(again.toBytes()).toEqual(model.toBytes())
    for (const one of [model, again]) {
      expect(one.predictOne({ win: 1 })).toMatchObject({ prediction: 'spam', class: 'spam' })
      expect(one.predictOne({ lunch: 1 }).class).toBe('ham')
    }
    expect(again.options).toMatchObject({ task: 'binary', classes: ['ham', 'spam'] })
    for (const task of ['auto', 'binary'] as const)
      expect(Learner.fromBytes(model.toBytes(), { task } as never).classNames).toEqual(['ham', 'spam'])
  })

  test('are in the header under classes, without lanes', () => {
    const text = new TextDecoder('latin1').decode(model.toBytes())
    expect(text).toContain('"classes":"{\\"count\\":2,\\"names\\":[\\"ham\\",\\"spam\\"]}"')
    expect(text).not.toContain('lane_classes')
  })

  test('two classes one against all keep their lanes', () => {
    const two = new Learner<string>({ rule: 'nag', classes: ['ham', 'spam'], loss: 'logistic', bits: 6 })
    expect(Learner.fromBytes<string>(two.toBytes()).lanes).toHaveLength(2)
  })

  test('labels that are numbers are predicted as numbers', () => {
    const numbers = new Learner({ ...named, classes: ['1', '2'] } as never)
    numbers.learn({ features: { x: 1 }, label: 2 } as never)
    expect(numbers.predictOne({ x: 1 }).class).toBe(2)
  })

  test('other labels, other names and no pair are refused', () => {
    expect(thrown(() => model.learn({ features: {}, label: 'eggs' })).code).toBe('OL_LABEL')
    for (const classes of [['ham'], ['ham', 'ham'], ['a', 'b', 'c'], 2, [1, 2]])
      expect(thrown(() => new Learner({ ...named, classes } as never)).code).toBe('OL_PARAMETER')
    const other = { classes: ['no', 'yes'] }
    expect(thrown(() => Learner.fromBytes(model.toBytes(), other as never)).code).toBe('OL_MODEL_MISMATCH')
    const multi = { task: 'multiclass' }
    expect(thrown(() => Learner.fromBytes(model.toBytes(), multi as never)).code).toMatch(/^OL_/)
  })

  test('belong to a batch, which a model with other names refuses', () => {
    const batch = model.batch([{ features: { win: 1 }, label: 'spam' }])
    expect(batch.signNames).toEqual(['ham', 'spam'])
    const learner = (own: object) => new Learner({ ...named, ...own } as never)
    const code = (own: object, names: unknown) =>
      thrown(() => learner(own).learn({ ...batch, signNames: names } as never)).code
    expect(code({ classes: ['spam', 'ham'] }, batch.signNames)).toBe('OL_LABEL')
    expect(code({ classes: ['spam', 'ham'], task: undefined }, batch.signNames)).toBe('OL_BATCH')
    // only the label of 1 is known, which may be written in another way, but not as the label of -1
    expect(code({}, [undefined, 'ham'])).toBe('OL_LABEL')
    learner({}).learn({ ...batch, signNames: [undefined, 'Spam'] } as never)
    for (const own of [{}, { classes: undefined }]) learner(own).learn(batch)
  })

  test('weights of classes go by them', () => {
    const weighted = new Learner<string>({ ...named, classWeight: { spam: 3 } } as never)
    expect(weighted.options.classWeight).toEqual([1, 3])
    expect(Learner.fromBytes(weighted.toBytes()).options.classWeight).toEqual([1, 3])
  })
})
