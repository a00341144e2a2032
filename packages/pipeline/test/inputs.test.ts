import { createReadStream, readFileSync } from 'node:fs'
import { Readable } from 'node:stream'
import type { LearnerOptions } from '@ol/core'
import { chooseBackend } from '@ol/core/internal'
import { convert, evaluate, type Input, load, predict, search, stats, train } from '@ol/pipeline'
import { read } from '@ol/reader'
import { describe, expect, test } from 'vitest'
import { backends, once, temporaryFolder, visits, visitsCsv } from './data.js'

const folder = temporaryFolder()
const count = 320
const csv = folder.put('visits.csv', visitsCsv(count))
folder.put('part-1.csv', visitsCsv(count).split('\n').slice(0, 281).join('\n'))
const [head, ...lines] = visitsCsv(count).trimEnd().split('\n')
folder.put('part-2.csv', [head, ...lines.slice(280)].join('\n'))
const bytes = (): Uint8Array => new Uint8Array(readFileSync(csv))

const reading = { label: 'bought', tag: 'id' }
async function* pieces(): AsyncGenerator<Uint8Array> {
  const all = bytes()
  for (let at = 0; at < all.length; at += 2000) yield all.slice(at, at + 2000)
}
async function* arriving<T>(items: readonly T[]): AsyncGenerator<T> {
  for (const [k, item] of items.entries()) {
    if (k % 160 === 0) await new Promise((resolve) => setTimeout(resolve, 2))
    yield item
  }
}

/** Everything that the same examples can come as; each is made again for each reading. */
const inputs: Record<string, () => Input> = {
  'a path': () => csv,
  'a glob pattern': () => folder.path('part-*.csv'),
  'several paths': () => [folder.path('part-1.csv'), folder.path('part-2.csv')],
  bytes: () => bytes(),
  'an ArrayBuffer': () => bytes().buffer as ArrayBuffer,
  'a Blob': () => new Blob([bytes() as Uint8Array<ArrayBuffer>]),
  'a Web stream': () => new Blob([bytes() as Uint8Array<ArrayBuffer>]).stream(),
  'a Node stream': () => createReadStream(csv),
  'an async iterable of bytes': () => pieces(),
  'an array of objects': () => visits(count),
  'a generator of objects': () => visits(count).values(),
  'a Set of objects': () => new Set(visits(count)),
  'an async iterable of objects': () => arriving(visits(count)),
  'a Node stream of objects': () => Readable.from(visits(count)),
}

/** With how files are read kept in the model, its bytes are the same whatever the examples came as. */
const schema = await (async () => {
  const reader = read(csv, { ...reading, task: 'binary' })
  const found = await reader.open()
  await reader.close()
  return found
})()

const batches = async (labels: 'sign' | 'real' = 'sign') => {
  const made = []
  for await (const batch of read(csv, { ...reading, labels, names: 100, chunkBytes: 2048 })) made.push(batch)
  return made
}

describe.each(backends)('on the %s backend', (backend) => {
  // `auto` trains many models: on one of the backends it is enough
  const model: LearnerOptions = {
    loss: 'logistic',
    bits: 10,
    backend,
    ...(backend === backends[0] ? {} : { rule: 'nag' }),
  }
  // the reference for all inputs, made once
  const fromPath = once(async () => (await train(csv, { ...model, ...reading })).model)
  const fromFile = once(async () => (await fromPath()).toBytes())
  const saved = once(async () => {
    const path = folder.path(`${backend}.ol`)
    await (await fromPath()).save(path)
    return path
  })
  const predicted = once(async () => predictionsOf((await fromPath()).predict(csv)))
  const evaluated = once(async () => (await (await fromPath()).evaluate(csv)).report)
  const counted = once(async () => (await stats(csv, reading)).report)

  test.each(Object.keys(inputs))('%s trains the same model', async (kind) => {
    const run = await train(inputs[kind](), { ...model, ...(/object/.test(kind) ? { schema } : reading) })
    expect(run.report).toMatchObject({ examples: count, labelled: count, backend, skippedLines: 0 })
    expect(run.notices).toEqual([])
    expect(Buffer.from(run.model.toBytes()).equals(await fromFile())).toBe(true)
  })

  test('batches, copied and checked, and a reader of ours, not copied, train the same model', async () => {
    const given = await batches()
    expect(given.length).toBeGreaterThan(3)
    const kinds: Input[] = [
      given,
      given.values(),
      arriving(given),
      read(csv, { ...reading, task: 'binary', names: 100 }),
    ]
    for (const input of kinds) {
      const run = await train(input, { ...model, schema })
      expect(Buffer.from(run.model.toBytes()).equals(await fromFile())).toBe(true)
    }
    const one = await train(given[0], model)
    expect(one.report.examples).toBe(given[0].size)
  })

  test('a reader whose labels do not suit the loss is checked', async () => {
    const far = folder.put('far.csv', 'x,y\n1,7\n2,3\n')
    await expect(train(read(far, { label: 'y' }), model)).rejects.toMatchObject({ code: 'OL_LABEL' })
  })

  test('a reader says how features are named; a model of other names refuses it', async () => {
    const seeded = await train(read(csv, { ...reading, labels: 'sign', hashSeed: 7 }), model)
    expect(seeded.model.learner.options.hashSeed).toBe(7)
    const one = { features: { hour: 3, price: 9, city: 'oslo' } }
    const [same] = await predictionsOf(seeded.model.predict([one]))
    const [file] = await predictionsOf(
      seeded.model.predict(folder.put('one.csv', 'hour,price,city,id\n3,9,oslo,a\n3,9,oslo,b\n')),
    )
    expect(same.prediction).not.toBe(0)
    expect(same.prediction).toBe(file.prediction)
    const other = read(csv, { ...reading, labels: 'sign' })
    await expect(seeded.model.evaluate(other)).rejects.toMatchObject({ code: 'OL_MODEL_MISMATCH' })
  })

  test.each(Object.keys(inputs))('%s is predicted and evaluated the same', async (kind) => {
    const path = await saved()
    const expected = await predicted()
    expect(expected).toHaveLength(count)
    const found = await predictionsOf(predict(inputs[kind](), { model: path, backend }))
    expect(found.map(({ prediction, tag }) => [prediction, tag])).toEqual(
      expected.map(({ prediction, tag }) => [prediction, tag]),
    )
    const { report } = await evaluate(inputs[kind](), { model: path, backend })
    const { seconds: _, schema: __, label: ___, ...rest } = await evaluated()
    expect(report).toMatchObject(rest)
  })

  test.each(['a path', 'bytes', 'an array of objects'])('%s is searched the same', async (kind) => {
    const grid = { learningRate: [0.1, 0.5, 2] }
    const objects = /object/.test(kind)
    const requested = { ...model, grid, passes: 2, lanes: 3 }
    const found = await search(inputs[kind](), { ...requested, ...(objects ? { schema } : reading) })
    expect(found.report).toMatchObject({ examples: count, passes: 2, rule: 'nag', loss: 'logistic' })
    expect(found.report.trials).toHaveLength(6)
    const rate = Number(found.report.best.parameters.learningRate)
    const alone = await train(csv, { ...model, ...reading, learningRate: rate })
    expect(found.report.best.averageLoss).toBe(alone.report.averageLoss)
    expect(Buffer.from(found.model.toBytes()).equals(alone.model.toBytes())).toBe(true)
  })

  test.each(Object.keys(inputs))('%s has the same stats', async (kind) => {
    const { report } = await stats(
      inputs[kind](),
      /object/.test(kind) ? { backend } : { ...reading, backend },
    )
    const { features, values, labels, unlabelled, examples } = await counted()
    expect(examples).toBe(count)
    expect(labels).toEqual([
      [-1, visits(count).filter(({ label }) => label === -1).length],
      [1, visits(count).filter(({ label }) => label === 1).length],
    ])
    expect(report).toMatchObject({ features, values, labels, unlabelled, examples })
  })

  test.each(Object.keys(inputs))('%s is converted to text that trains the same weights', async (kind) => {
    const objects = /object/.test(kind)
    const converted = convert(inputs[kind](), { to: 'vw', backend, ...(objects ? {} : reading) })
    let text = ''
    for await (const piece of converted) text += piece
    expect(converted.report).toMatchObject({ to: 'vw', examples: count })
    const run = await train(new TextEncoder().encode(text), model)
    const direct = await load(await fromFile(), { backend })
    expect([...run.model.learner.weights()]).toEqual([...direct.learner.weights()])
  })
})

test('batches of a backend of its own are made by it', async () => {
  expect(chooseBackend('fallback').backend.name).toBe('fallback')
  expect((await train(csv, { ...reading, loss: 'logistic', backend: 'fallback' })).report.backend).toBe(
    'fallback',
  )
})

test('a value that is not an input is refused by name', async () => {
  for (const wrong of [undefined, null, 7, {}])
    await expect(train(wrong as never)).rejects.toMatchObject({ code: 'OL_PARAMETER' })
  await expect(train([])).rejects.toMatchObject({ code: 'OL_INPUT_EMPTY' })
  await expect(train([{ features: { x: 1 } }])).rejects.toMatchObject({ code: 'OL_LABEL' })
  await expect(train([{ features: { x: 1 }, label: 1 }], { label: 'y' })).rejects.toThrow(
    /objects, each \{ features, label, weight, tag \}, for label but received "y"/,
  )
  await expect(train(csv, { lable: 'y' } as never)).rejects.toThrow(/There is no option "lable"/)
  await expect(stats(csv, { lable: 'y' } as never)).rejects.toThrow(/There is no option "lable"/)
})

test('an example with a member that examples do not have is refused; one with a tag is not', async () => {
  const rows = [-1, 1].map((label) => ({ features: { x: label }, label, tag: 't' }))
  const { model } = await train(rows)
  const refused = { code: 'OL_PARAMETER', value: 'wieght' }
  const misspelt = [...rows, { ...rows[0], wieght: 2 }]
  await expect(train(misspelt)).rejects.toMatchObject(refused)
  await expect(model.evaluate(misspelt)).rejects.toMatchObject(refused)
  await expect(predictionsOf(model.predict(misspelt))).rejects.toMatchObject(refused)
  expect((await predictionsOf(model.predict(rows))).map(({ tag }) => tag)).toEqual(['t', 't'])
})

async function predictionsOf<T>(predictions: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = []
  for await (const prediction of predictions) all.push(prediction)
  return all
}
