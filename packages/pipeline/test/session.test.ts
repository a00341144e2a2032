import { readFileSync } from 'node:fs'
import { load, predict, stats } from '@ol/pipeline'
import { read } from '@ol/reader'
import { describe, expect, test } from 'vitest'
import { backends, temporaryFolder, visits, visitsCsv } from './data.js'
import { search, train } from './small.js'

const folder = temporaryFolder()
const csv = folder.put('visits.csv', visitsCsv(300))
const reading = { label: 'bought', tag: 'id' }

async function all<T>(items: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = []
  for await (const item of items) found.push(item)
  return found
}

describe.each(backends)('a model on the %s backend', (backend) => {
  test('knows how its input was read: other columns, another delimiter, roles', async () => {
    const { model } = await train(csv, {
      ...reading,
      loss: 'logistic',
      backend,
      ignore: ['hour'],
      interactions: ['pc'],
    })
    const again = await load(model.toBytes(), { backend })
    expect(again.schema).toEqual(model.schema)
    expect(again.schema?.columns).toContainEqual({ name: 'hour', role: 'ignore' })
    expect(again.schema?.expand?.interactions).toEqual(['pc'])
    // no label, other order, and a column that is ignored is a string here
    const other = folder.put('other.csv', 'city,id,price,hour\noslo,a,20,late\nrome,b,90,early\n')
    const [a, b] = await all(again.predict(other))
    expect([a.tag, a.line, b.tag, b.line]).toEqual(['a', 2, 'b', 3])
    expect(a.score).toBeGreaterThan(b.score as number)
    // a column that an option names leaves its role
    const labelled = folder.put('labelled.csv', 'city,bought,price,hour\noslo,1,20,late\nrome,-1,90,early\n')
    const [named] = await all(again.predict(labelled, { tag: 'hour' }))
    expect([named.tag, named.score]).toEqual(['late', a.score])
  })

  test('ignores new columns in predictions, and refuses them in training', async () => {
    const options = { ...reading, loss: 'logistic', backend } as const
    const { model } = await train(csv, options)
    const [names, ...lines] = visitsCsv(300).trimEnd().split('\n')
    const more = [`${names},height`, ...lines.map((line) => `${line},7`)].join('\n')
    const path = folder.put('more.csv', more)
    expect(await all(model.predict(path))).toEqual(await all(model.predict(csv)))
    const { report } = await model.evaluate(path)
    expect(report.examples).toBe(300)
    const refused = { code: 'OL_INPUT_COLUMNS' }
    await expect(all(model.predict(path, { newColumns: 'error' }))).rejects.toMatchObject(refused)
    await expect(train(path, { initialModel: model.toBytes(), backend })).rejects.toMatchObject(refused)
  })

  test("with an exact index ('grow') files and objects have the same features, and nobody says how wide keys are", async () => {
    const { model } = await train(csv, { ...reading, loss: 'logistic', bits: 'grow', backend })
    const path = folder.path(`grow-${backend}.ol`)
    await model.save(path)
    const loaded = await load(path, { backend })
    expect(loaded.schema?.wide).toBe(true)
    const examples = visits(300)
    const fromFile = (await all(loaded.predict(csv))).map(({ score }) => score)
    expect(fromFile).toEqual(examples.map(({ features }) => loaded.learner.predict(features)))
    expect(fromFile).toEqual((await all(loaded.predict(examples))).map(({ score }) => score))
    expect(fromFile.some((score) => score !== fromFile[0])).toBe(true)
    expect((await loaded.evaluate(examples)).report).toMatchObject({ examples: 300, labelled: 300 })
  })

  test('has the names of its classes, from a file and from objects', async () => {
    const named = visits(300).map(({ features: { city, ...features } }) => ({
      features,
      label: String(city),
    }))
    const rows = named.map(({ features: { hour, price }, label }) => `${hour},${price},${label}`)
    const file = folder.put('cities.csv', `${['hour,price,city', ...rows].join('\n')}\n`)
    const model = { loss: 'logistic', classes: 3, backend } as const
    const fromFile = (await train(file, { ...model, label: 'city' })).model
    const fromObjects = (await train(named, { ...model, schema: fromFile.schema })).model
    const cities = ['oslo', 'pune', 'rome']
    expect([...(fromFile.classes ?? [])].sort()).toEqual(cities)
    expect(Buffer.from(fromObjects.toBytes()).equals(fromFile.toBytes())).toBe(true)
    const loaded = await load(fromFile.toBytes(), { backend })
    expect(loaded.classes).toEqual(fromFile.classes)
    const [first] = await all(loaded.predict(file, { probabilities: true }))
    expect(cities).toContain(first.prediction)
    expect(first.probabilities?.reduce((a, b) => a + b)).toBeCloseTo(1, 12)
    const { report } = await loaded.evaluate(named)
    expect(report.classes).toEqual(fromFile.classes)
    expect(report.confusion?.flat().reduce((a, b) => a + b)).toBe(300)
    await expect(all(loaded.predict(csv, { interval: 1 }))).rejects.toMatchObject({ code: 'OL_PARAMETER' })
    await expect(all(loaded.evaluate([{ features: {}, label: 'bergen' }]))).rejects.toMatchObject({
      code: 'OL_LABEL',
    })
  })

  test('continues from a path, from bytes and from itself, as if it had not stopped', async () => {
    const examples = visits(300)
    const options = { loss: 'logistic', backend } as const
    const whole = (await train(examples, options)).model.toBytes()
    const half = (await train(examples.slice(0, 120), options)).model
    const rest = examples.slice(120)
    const path = folder.path(`half-${backend}.ol`)
    await half.save(path)
    const bytes = half.toBytes()
    expect(
      Buffer.from((await train(rest, { initialModel: path, backend })).model.toBytes()).equals(whole),
    ).toBe(true)
    expect(
      Buffer.from((await train(rest, { initialModel: bytes, backend })).model.toBytes()).equals(whole),
    ).toBe(true)
    const run = await half.train(rest)
    expect(run.model).toBe(half)
    expect(Buffer.from(half.toBytes()).equals(whole)).toBe(true)
    expect(run.report.examples).toBe(180)
  })

  test('with a first pass divides files as objects, and needs no second option', async () => {
    const options = { loss: 'logistic', prenormalize: 'max', backend } as const
    const fromFile = (await train(csv, { ...options, ...reading })).model
    const loaded = await load(fromFile.toBytes(), { backend })
    const fromObjects = (await train(visits(300), { ...options, schema: fromFile.schema })).model
    expect(Buffer.from(fromObjects.toBytes()).equals(fromFile.toBytes())).toBe(true)
    const scores = (await all(loaded.predict(csv))).map(({ score }) => score)
    expect(scores).toEqual(visits(300).map(({ features }) => loaded.learner.predict(features)))
    const twice = { rule: 'transductive', loss: 'logistic', backend } as const
    expect((await train(csv, { ...twice, ...reading })).model.learner.needsFirstPass).toBe(false)
    await expect(train(visits(8).values(), { ...twice })).rejects.toThrow(/read only once/)
  })

  test('predicts intervals of numbers, and sets of classes, as single examples do', async () => {
    for (const loss of ['logistic', 'squared'] as const) {
      const { model, report } = await train(csv, { ...reading, loss, backend })
      expect(report.intervals?.coverage).toBeGreaterThan(0.85)
      const [first] = await all(model.predict(csv, { interval: 0.8 }))
      const { low, high, set } = model.learner.predictInterval(visits(1)[0].features, 0.8)
      if (loss === 'squared') expect(first.interval).toEqual({ low, high })
      else expect(first.set).toEqual(set)
      await expect(all(model.predict(csv, { interval: 1 }))).rejects.toThrow(/interval/)
      const measured = await model.evaluate(csv)
      expect(measured.report.intervals?.coverage).toBeGreaterThan(0.8)
    }
    const off = await train(csv, { ...reading, loss: 'logistic', intervals: 'off', backend })
    await expect(all(off.model.predict(csv, { interval: 0.8 }))).rejects.toThrow(/train it again/)
  })

  test('learns intervals only in the first of several passes', async () => {
    const options = { ...reading, loss: 'squared', backend, holdout: false } as const
    const once = await train(csv, { ...options })
    const thrice = await train(csv, { ...options, passes: 3 })
    expect(thrice.report.intervals).toEqual(once.report.intervals)
    expect(thrice.model.learner.report().examples).toBe(3 * once.model.learner.report().examples)
    await thrice.model.train(csv, { ...reading })
    expect(thrice.report.intervals).not.toEqual(thrice.model.learner.report().intervals)
  })
})

test('labels that are strings are signs for objects, as they are for files', async () => {
  const rows = visits(300).map(({ features: { hour, price }, label }) => ({ hour, price, label }))
  const text = rows.map(({ hour, price, label }) => `${hour},${price},${label === 1 ? 'yes' : 'no'}`)
  const file = folder.put('yes.csv', `${['hour,price,bought', ...text].join('\n')}\n`)
  const objects = rows.map(({ hour, price, label }) => ({
    features: { hour, price },
    label: label === 1 ? 'yes' : 'no',
  }))
  const { model } = await train(file, { rule: 'nag', label: 'bought', loss: 'logistic' })
  const { seconds: _, schema: __, label: ___, ...fromFile } = (await model.evaluate(file)).report
  expect((await model.evaluate(objects)).report).toMatchObject(fromFile)
  const positive = await train(objects, { rule: 'nag', loss: 'logistic', positive: 'yes' })
  const signs = await train(
    objects.map(({ features, label }) => ({ features, label: label === 'yes' ? 1 : -1 })),
    { rule: 'nag', loss: 'logistic' },
  )
  const [row] = objects
  expect(positive.model.learner.predict(row.features)).toBe(signs.model.learner.predict(row.features))
})

test.each([
  [-1, 1],
  ['no', 'yes'],
  [0, 1],
  [false, true],
])('a model of objects keeps the positive label, %s or %s', async (negative, positive) => {
  for (const one of [negative, positive]) {
    const rows = visits(300).map(({ features, label }) => ({
      features,
      label: label === 1 ? positive : negative,
    }))
    const options = { rule: 'nag', loss: 'logistic', positive: String(one) } as const
    const { model } = await train(rows, options)
    const lines = rows.map((row) => JSON.stringify(row)).join('\n')
    const file = await train(new TextEncoder().encode(lines), options)
    const expected = (await file.model.evaluate(rows)).report
    expect(expected.errorRate).toBeLessThan(0.5)
    for (const own of [model, await load(model.toBytes())]) {
      const { errorRate, averageLoss } = (await own.evaluate(rows)).report
      expect({ errorRate, averageLoss }).toEqual({
        errorRate: expected.errorRate,
        averageLoss: expected.averageLoss,
      })
    }
    const [a] = await all(model.predict(rows.slice(0, 1)))
    const [b] = await all(file.model.predict(rows.slice(0, 1)))
    expect(a.class).toBe(b.class)
  }
})

test('a model of objects keeps how dates are read', async () => {
  const rows = [1, 2, 3, 4].map((day) => ({ features: { day: `2026-05-0${day}` }, label: day }))
  const { model } = await train(rows, { dates: 'off', rule: 'nag' })
  const again = await load(model.toBytes())
  for (const { features } of rows)
    expect(again.learner.predict(features)).toBe(model.learner.predict(features))
  expect(again.learner.explain(rows[0].features).features[0].name).toBe('day=2026-05-01')
})

test('options of files are refused with objects, batches and readers', async () => {
  const rows = visits(20)
  const { model } = await train(rows)
  const batch = model.learner.batch([{ features: { x: 1 }, label: 1 }])
  const inputs = [rows, batch, () => read(csv, reading)]
  for (const [name, value] of Object.entries({ ignore: ['x'], label: 'y', missing: ['-9'], format: 'csv' })) {
    const refused = { code: 'OL_PARAMETER', message: expect.stringContaining(`for ${name} but`) }
    for (const input of inputs)
      await expect(
        train(typeof input === 'function' ? input() : input, { [name]: value }),
      ).rejects.toMatchObject(refused)
    await expect(model.evaluate(rows, { [name]: value })).rejects.toMatchObject(refused)
    await expect(stats(rows, { [name]: value })).rejects.toMatchObject(refused)
  }
  const code = 'OL_PARAMETER'
  await expect(train(rows, { examples: 1.5 })).rejects.toMatchObject({ code, value: 1.5 })
  const checkpoint = { path: 'x', evry: { examples: 1 } }
  await expect((async () => train(rows, { checkpoint }))()).rejects.toMatchObject({ code, value: 'evry' })
  const schedule = { every: 5, times: 2 }
  await expect((async () => train(rows, { schedule }))()).rejects.toMatchObject({ code, value: schedule })
})

test('options of a model in memory differ from options of a file', async () => {
  const { model } = await search(visits(50), {
    loss: 'logistic',
    passes: 1,
    grid: { learningRate: [0.5, 1] },
  })
  await expect(train(visits(5), { initialModel: model, loss: 'hinge' })).rejects.toMatchObject({
    code: 'OL_PARAMETER',
  })
  const path = folder.path('searched.ol')
  await model.save(path)
  expect(readFileSync(path).equals(model.toBytes())).toBe(true)
  const [linked] = await all(predict(visits(1), { model: path, link: 'logistic' }))
  expect(linked.prediction).toBeCloseTo(
    1 / (1 + Math.exp(-(model.learner.predict(visits(1)[0].features) as number))),
  )
})

test.each(backends)('a model learns from one input at a time (%s)', async (backend) => {
  const text = Array.from({ length: 2000 }, (_, k) => `${k % 3 === 0 ? 1 : 0},${k % 7},${k % 5}\n`).join('')
  const path = folder.put('one-at-a-time.csv', `y,a,b\n${text}`)
  const options = { label: 'y', rule: 'nag', backend, passes: 2 } as const
  const { model } = await train(path, options)
  const { model: alone } = await train(path, options)
  const [first, second] = await Promise.allSettled([model.train(path), model.train(path)])
  expect(first.status).toBe('fulfilled')
  expect(second).toMatchObject({ status: 'rejected', reason: { code: 'OL_BUSY' } })
  await alone.train(path)
  expect(model.toBytes()).toEqual(alone.toBytes())
  // one that was stopped before it began keeps no other from learning
  await expect(model.train(path, { signal: AbortSignal.abort(new Error('stop')) })).rejects.toThrow('stop')
  await model.train(path)
})
