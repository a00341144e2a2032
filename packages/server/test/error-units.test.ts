import type { Batch } from '@ol/spec'
import { expect, test } from 'vitest'
import type { ServedModel } from '../src/model/served-model.js'
import { respond } from '../src/watch/drift-response.js'
import { outcomeAt } from '../src/watch/example-losses.js'
import { Watch } from '../src/watch/watch.js'
import { post, served } from './served.js'

const terms = { task: 'regression', loss: 'squared', labels: [], probable: false, link: 'identity' } as const

/** Labels of mean 0, in this unit; after `turn` of them they vary ten times as much. */
function labelsOf(count: number, turn: number, unit: number): Float64Array {
  let state = 5
  return Float64Array.from({ length: count }, (_, k) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return (state / 2 ** 32 - 0.5) * (k < turn ? 1 : 10) * unit
  })
}

function batchOf(labels: Float64Array): Batch {
  const { length: size } = labels
  return {
    size,
    offsets: Uint32Array.from({ length: size + 1 }, (_, k) => k),
    indices: new Uint32Array(size),
    values: new Float64Array(size).fill(1),
    labels,
  } as Partial<Batch> as Batch
}

const report = async (address: string, path: string) =>
  (await (await fetch(`${address}${path}`)).json()) as object

test.each([2 ** -30, 1, 2 ** 30])('a change of the errors of numbers is found in any unit: %d', (unit) => {
  const watch = new Watch()
  const labels = labelsOf(3000, 2000, unit)
  watch.learned({ terms } as Partial<ServedModel> as ServedModel, batchOf(labels), new Float64Array(3000), 0)
  const rises = watch.drift.alarms.filter(({ watched, rose }) => watched === 'loss' && rose)
  expect(rises.map(({ detector }) => detector)).toContain('adwin')
  for (const { examples } of rises) expect(examples).toBeGreaterThan(2000)
  expect(rises[0].examples).toBeLessThan(2100)
})

test('an error of a number that is not finite is the worst', () => {
  const batch = batchOf(Float64Array.of(1, 1, 1, 1))
  const scores = Float64Array.of(1e200, Number.NaN, 1, 3)
  expect([0, 1, 2, 3].map((e) => outcomeAt(terms, batch, scores, e, 4).score)).toEqual([1, 1, 0, 0.5])
})

test('a challenger of numbers that predicts the same gains nothing', async () => {
  const { address } = await served({
    new: { loss: 'squared', rule: 'nag', bits: 10 },
    challenger: { rule: 'nag', loss: 'squared' },
  })
  const all = [...labelsOf(600, 300, 100)].map((label, k) => ({ features: { a: k % 7, b: k % 5 }, label }))
  await post({ address }, '/learn', all)
  expect(await report(address, '/challenger')).toMatchObject({ examples: 600, meanGain: 0, capital: 1 })
})

test.each([1e-6, 1])('a challenger of numbers that is better wins in any unit: %d', async (unit) => {
  const { address } = await served({
    new: { loss: 'squared', rule: 'sgd', bits: 10, learningRate: 1e-9 },
    challenger: { rule: 'nag', loss: 'squared' },
  })
  const all = Array.from({ length: 600 }, (_, k) => ({
    features: { a: k % 7, b: k % 5 },
    label: ((k % 7) - (k % 5)) * unit,
  }))
  await post({ address }, '/learn', all)
  const { capital } = (await report(address, '/challenger')) as { capital: number }
  expect(capital).toBeGreaterThan(100)
})

test('a rise of the loss that ADWIN finds resets the model, and no other alarm does', async () => {
  const server = await served()
  await post(server, '/learn', { features: { x: 1 }, label: 1 })
  const before = server.service.model
  const alarm = { time: 0, examples: 1, watched: 'loss', detector: 'adwin', window: 1, rose: true } as const
  for (const other of [
    { detector: 'page-hinkley', window: undefined },
    { watched: 'features' },
    { rose: false },
  ] as const)
    expect(await respond(server.service, { ...alarm, ...other }, 'reset', () => undefined)).toBe(false)
  expect(server.service.model).toBe(before)
  expect(await respond(server.service, alarm, 'reset', () => undefined)).toBe(true)
  expect(server.service.model).not.toBe(before)
})
