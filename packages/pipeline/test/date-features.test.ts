import { type Batch, Learner } from '@ol/core'
import { load } from '@ol/pipeline'
import { type ReadOptions, read } from '@ol/reader'
import { expect, test } from 'vitest'
import { train } from './small.js'

const texts = Array.from({ length: 40 }, (_, i) =>
  new Date(Date.UTC(2024, i % 12, 1 + i, (i * 7) % 24, 30)).toISOString(),
)
const bytesOf = (lines: readonly string[]): Uint8Array => new TextEncoder().encode(`${lines.join('\n')}\n`)
const labelOf = (i: number): number => (i % 3 === 0 ? 1 : -1)
const table = bytesOf([
  'when,x,label',
  ...texts.map((text, i) => `${i === 5 ? '' : text},${i + 1},${labelOf(i)}`),
])
const json = bytesOf(
  texts.map((text, i) => JSON.stringify({ when: i === 5 ? null : text, x: i + 1, label: labelOf(i) })),
)
const objects = texts.map((text, i) => ({
  label: labelOf(i),
  features: { when: new Date(i === 5 ? Number.NaN : text), x: i + 1 },
}))

async function batchOf(bytes: Uint8Array, options: ReadOptions): Promise<Batch> {
  for await (const batch of read(bytes, options)) return batch
  throw new Error('no batch')
}

test.each([{}, { dates: 'number' }] as const)(
  'a date is the same features in CSV, in JSON Lines and as an object: %j',
  async (options) => {
    const ofTable = await batchOf(table, { ...options, label: 'label' })
    const ofLines = await batchOf(json, options)
    const schema = { format: 'jsonl', ...options }
    const ofObjects = new Learner({ loss: 'logistic', input: schema }).batch(objects)
    for (const other of [ofLines, ofObjects]) {
      expect([...other.offsets]).toEqual([...ofTable.offsets])
      expect([...other.indices]).toEqual([...ofTable.indices])
      expect([...other.values]).toEqual([...ofTable.values])
    }
  },
)

test.each([{}, { dates: 'off' }, { dates: 'number' }, { missingAs: 'absent' }, { bits: 'grow' }] as const)(
  'a model of JSON Lines predicts strings of objects as strings of lines: %j',
  async (options) => {
    const { model } = await train(json, { ...options, loss: 'logistic', holdout: false })
    const again = await load(model.toBytes())
    const rows = texts.map((when, i) => ({ features: { when: i === 5 ? null : when, x: i + 1 } }))
    const [ofLines, ofObjects, ofLearner]: (number | undefined)[][] = [[], [], []]
    for await (const { score } of again.predict(json)) ofLines.push(score)
    for await (const { score } of again.predict(rows)) ofObjects.push(score)
    const learner = Learner.fromBytes(model.toBytes())
    for (const { features } of rows) ofLearner.push(learner.scores(features)[0])
    expect(ofLines.length).toBe(rows.length)
    expect(ofObjects).toEqual(ofLines)
    expect(ofLearner).toEqual(ofLines)
  },
)

test('explain and inspect name the features of a date', async () => {
  const { model } = await train(json, { loss: 'logistic', holdout: false })
  const names = model.inspect({ top: 100 }).map(({ name }) => name)
  expect(names).toEqual(
    expect.arrayContaining(['when', 'when=May', 'when=Wednesday', 'when=12:00', 'when=missing']),
  )
  const learner = new Learner({ loss: 'logistic' })
  for (const example of objects) learner.learn(example)
  const parts = learner.explain({ when: new Date('2024-05-01T12:30:00Z') }).features.map(({ name }) => name)
  expect(parts).toEqual(expect.arrayContaining(['when', 'when=May', 'when=Wednesday', 'when=12:00']))
})
