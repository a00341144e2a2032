import { train } from '@ol/pipeline'
import { read } from '@ol/reader'
import { losses, modifiers, readingNames, rules } from '@ol/spec'
import { expect, test } from 'vitest'
import { trainRunNames } from '../src/operations/train.js'
import { backends, visits } from './data.js'

const ofModels = [...Object.values(rules), ...Object.values(modifiers), ...Object.values(losses)].flatMap(
  ({ params }) => params.map(({ name }) => name as string),
)

test('one object can hold the options of models, of reading and of runs: no two share a name', () => {
  const run: readonly string[] = trainRunNames
  const reading: readonly string[] = readingNames
  expect(ofModels.filter((name) => reading.includes(name) || run.includes(name))).toEqual([])
  // the signal of a run is also its readings' signal
  expect(reading.filter((name) => run.includes(name))).toEqual(['signal'])
})

test('options that follow from the model cannot be reading options', async () => {
  for (const option of [
    { wide: true },
    { labels: 'sign' },
    { divisors: new Float64Array(2) },
    { namespaces: true },
  ])
    await expect(train(visits(5), option as never)).rejects.toMatchObject({ code: 'OL_PARAMETER' })
})

test.each(backends)(
  'a parameter of another rule is refused before anything is read (%s)',
  async (backend) => {
    const path = '/there/is/no/such/file.csv'
    await expect(train(path, { rule: 'sgd', count: 'all', backend } as never)).rejects.toMatchObject({
      code: 'OL_PARAMETER',
    })
    await expect(train(path, { rule: 'sgd', backend })).rejects.toMatchObject({ code: 'OL_FILE_MISSING' })
  },
)

test('options of a prototype are refused, as no call would see all of them', async () => {
  const refused = { code: 'OL_PARAMETER', message: expect.stringContaining('plain object') }
  await expect(train(visits(5), Object.create({ loss: 'logistic' }))).rejects.toMatchObject(refused)
  const { model } = await train(visits(5))
  await expect(model.evaluate(visits(5), Object.create({ window: 3 }))).rejects.toMatchObject(refused)
  expect(() => read('x.csv', Object.create({ label: 'y' }))).toThrow(expect.objectContaining(refused))
})
