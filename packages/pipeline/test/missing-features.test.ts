import { load } from '@ol/pipeline'
import { expect, test } from 'vitest'
import { train } from './small.js'

const rows = Array.from({ length: 300 }, (_, i) => ({
  label: i % 3 === 0 ? 1 : -1,
  features: {
    a: { x: i % 4 === 0 ? null : (i % 7) + 1 },
    b: { y: (i % 5) + 1, z: i % 6 === 0 ? null : 2 },
  },
}))
const json = (row: object): string => JSON.stringify(row)
const bytes = new TextEncoder().encode(
  rows.map(({ label, features }) => `${json({ label, ...features })}\n`).join(''),
)

test.each([
  {},
  { interactions: ['ab'] },
  { interactions: ['ab'], bits: 'grow' },
  { expand: 'auto' },
] as const)(
  'missing features of objects and of lines are learned and predicted alike: %j',
  async (options) => {
    const common = { loss: 'logistic', holdout: false, bits: 10 } as const
    const { model } = await train(bytes, { ...common, ...options })
    const again = await load(model.toBytes())
    const [ofLines, ofObjects]: [(number | undefined)[], (number | undefined)[]] = [[], []]
    for await (const { score } of again.predict(bytes)) ofLines.push(score)
    for await (const { score } of again.predict(rows)) ofObjects.push(score)
    expect(ofLines.length).toBe(rows.length)
    expect(ofObjects).toEqual(ofLines)
    const { interactions: _, ...own } = { interactions: undefined, ...options }
    const fromObjects = await train(rows, { ...common, ...own, schema: model.schema })
    expect([...fromObjects.model.learner.weights()]).toEqual([...model.learner.weights()])
    // a missing value says something
    const absent = await train(bytes, { ...common, ...options, missingAs: 'absent' })
    expect([...absent.model.learner.weights()]).not.toEqual([...model.learner.weights()])
    expect(absent.model.schema?.missingAs).toBe(undefined)
  },
)
