import type { Batch } from '@ol/core'
import { convert, load, type PlainExample, stats } from '@ol/pipeline'
import { describe, expect, test } from 'vitest'
import { once } from './data.js'
import { train } from './small.js'

// more than a group of examples, and more than decide the task
const count = 1200
const row = (i: number): PlainExample => ({
  features: {
    x: ((i * 37) % 11) / 3,
    city: ['oslo', 'rome', 'pune'][i % 3],
    inner: { day: new Date(86_400_000 * (i % 40)), list: [i % 5, i % 7] },
    array: Float64Array.of(i % 4, i % 9),
  },
  label: ((i * 37) % 11) / 3 + (i % 3),
  tag: `row-${i}`,
})

/** Yields one object again and again, with other contents at every depth. */
function* oneObject(): Generator<PlainExample> {
  const day = new Date(0)
  const list = [0, 0]
  const array = new Float64Array(2)
  const inner = { day, list }
  const features: Record<string, unknown> = { x: 0, city: '', inner, array }
  const example: Record<string, unknown> = { features, label: 0, tag: '' }
  for (let i = 0; i < count; i++) {
    const own = row(i)
    const given = own.features as { x: number; city: string; inner: typeof inner; array: Float64Array }
    day.setTime(given.inner.day.getTime())
    list.splice(0, 2, ...given.inner.list)
    array.set(given.array)
    Object.assign(features, { x: given.x, city: given.city })
    Object.assign(example, { label: own.label, tag: own.tag })
    yield example as unknown as PlainExample
  }
}

async function* later<T>(items: Iterable<T>): AsyncGenerator<T> {
  yield* items
}

const array = Array.from({ length: count }, (_, i) => row(i))
const model = once(async () => (await train(array, { rule: 'nag', loss: 'squared' })).model)

describe.each([
  ['a generator', oneObject],
  ['an async generator', () => later(oneObject())],
] as const)('%s that yields one object again and again', (_, input) => {
  test.each([{}, { loss: 'squared' }] as const)('trains as an array does: %j', async (options) => {
    const [expected, { model: trained }] = [await train(array, options), await train(input(), options)]
    expect(trained.toBytes()).toEqual(expected.model.toBytes())
    const [again, continued] = [await load(trained.toBytes()), await load(trained.toBytes())]
    await again.train(array)
    await continued.train(input())
    expect(continued.toBytes()).toEqual(again.toBytes())
  })

  test('is predicted, evaluated, counted and converted as an array is', async () => {
    const learned = await model()
    const [expected, predicted] = [[], []] as { tag?: string | undefined; prediction: unknown }[][]
    for await (const { tag, prediction } of learned.predict(array)) expected.push({ tag, prediction })
    for await (const { tag, prediction } of learned.predict(input())) predicted.push({ tag, prediction })
    expect(predicted).toEqual(expected)
    const loss = async (given: Parameters<typeof stats>[0]) =>
      (await learned.evaluate(given)).report.averageLoss
    expect(await loss(input())).toBe(await loss(array))
    expect((await stats(input())).report).toEqual((await stats(array)).report)
    expect(await textOf(input())).toBe(await textOf(array))
  })
})

test('batches whose arrays their source uses again train as an array of them does', async () => {
  const { learner } = await model()
  const batches: Batch[] = []
  for (let i = 0; i < count; i += 100) {
    const batch = learner.batch(array.slice(i, i + 100).map(({ tag: _, ...one }) => one as never))
    const at = batch.offsets.slice(0, batch.size)
    batches.push({ ...batch, names: { at, texts: Array.from(at, (k) => `${batch.indices[k]}`) } })
  }
  async function* lent(): AsyncGenerator<Batch> {
    for (const batch of batches) {
      const [values, labels] = [batch.values.slice(), batch.labels.slice()]
      const names = {
        at: batch.names?.at.slice() ?? new Uint32Array(0),
        texts: [...(batch.names?.texts ?? [])],
      }
      yield { ...batch, values, labels, names }
      values.fill(1e9)
      labels.fill(-1e9)
      names.at.fill(0)
      names.texts.fill('other')
    }
  }
  const expected = await train(batches, { rule: 'nag' })
  expect((await train(lent(), { rule: 'nag' })).model.toBytes()).toEqual(expected.model.toBytes())
})

test('an item after batches that is no batch is refused', async () => {
  const { learner } = await model()
  const batch = learner.batch([{ features: { x: 1 }, label: 1.5 }])
  const malformed = { offsets: new Uint32Array(2), indices: new Uint32Array(0) }
  for (const item of [array[0], undefined, 5, malformed]) {
    const input = [batch, item] as Batch[]
    const run = async (call: () => PromiseLike<unknown>) => call()
    for (const call of [() => train(input), () => train(input, { loss: 'squared' }), () => stats(input)])
      await expect(run(call)).rejects.toMatchObject({ code: 'OL_BATCH' })
  }
})

async function textOf(input: Parameters<typeof stats>[0]): Promise<string> {
  let text = ''
  for await (const piece of convert(input, { to: 'vw' })) text += piece
  return text
}
