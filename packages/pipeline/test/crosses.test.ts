import { load } from '@ol/pipeline'
import { expect, test } from 'vitest'
import { backends, temporaryFolder } from './data.js'
import { train } from './small.js'

const folder = temporaryFolder()
// neither column tells anything by itself
const rows = Array.from({ length: 400 }, (_, i) => {
  const [job, marital] = [`j${i & 1}`, `m${(i >> 1) & 1}`]
  return { features: { job, marital, age: 1 + (i % 7) }, label: (i & 1) === ((i >> 1) & 1) ? 1 : -1 }
})
const csv = folder.put(
  'xor.csv',
  `job,marital,age,y\n${rows.map(({ features: { job, marital, age }, label }) => `${job},${marital},${age},${label}\n`).join('')}`,
)

test.each(backends)(
  '%s: crosses by name are learned, kept, cached, and made of objects, too',
  async (backend) => {
    const options = { rule: 'nag', label: 'y', loss: 'logistic', backend } as const
    const crossed = { ...options, interactions: [['job', 'marital']] } as const
    const without = await train(csv, options)
    const { model, report } = await train(csv, crossed)
    expect(without.report.errorRate).toBeGreaterThan(0.4)
    expect(report.errorRate).toBeLessThan(0.05)
    const letters = (await train(csv, { ...options, interactions: ['jm'] })).model
    expect([...letters.learner.weights()]).toEqual([...model.learner.weights()])
    const path = folder.path(`crossed-${backend}.ol`)
    await model.save(path)
    const loaded = await load(path, { backend })
    expect((await loaded.evaluate(csv)).report.errorRate).toBe(0)
    const scores: (number | undefined)[] = []
    for await (const { score } of loaded.predict(csv)) scores.push(score)
    const ofObjects: (number | undefined)[] = []
    for await (const { score } of loaded.predict(rows)) ofObjects.push(score)
    expect(ofObjects).toEqual(scores)
    const fromObjects = await train(rows, { rule: 'nag', loss: 'logistic', backend, schema: model.schema })
    expect(Buffer.from(fromObjects.model.toBytes()).equals(Buffer.from(model.toBytes()))).toBe(true)
    const cache = folder.path(`crossed-${backend}.olcache`)
    const cached = { ...crossed, passes: 2, cache } as const
    const [first, again] = [await train(csv, cached), await train(csv, cached)]
    expect(Buffer.from(again.model.toBytes()).equals(Buffer.from(first.model.toBytes()))).toBe(true)
    expect(again.notices).toEqual([])
    const other = await train(csv, { ...cached, interactions: [['job', 'age']] })
    expect(other.notices.map(({ kind }) => kind)).toContain('cache-regenerated')
    await expect(train(csv, { initialModel: path, backend, interactions: [['job', 'age']] })).rejects.toThrow(
      /interactions/,
    )
    expect(
      (await train(csv, { initialModel: path, backend, interactions: ['job:marital'] })).report.examples,
    ).toBe(400)
  },
)

test.each(backends)('%s: crosses of objects by name, as of JSON Lines with them', async (backend) => {
  const options = { rule: 'nag', loss: 'logistic', backend } as const
  const crossed = { ...options, interactions: [['job', 'marital']] } as const
  const { model, report, notices } = await train(rows, crossed)
  expect(notices).toEqual([])
  expect(report.errorRate).toBeLessThan(0.05)
  expect((await train(rows, options)).report.errorRate).toBeGreaterThan(0.4)
  const loaded = await load(model.toBytes(), { backend })
  expect((await loaded.evaluate(rows)).report.errorRate).toBe(0)
})

test('a name in interactions that no object has is noticed', async () => {
  const run = await train(rows, { rule: 'nag', loss: 'logistic', interactions: [['job', 'maritl']] })
  expect(run.notices).toContainEqual({ kind: 'unseen-features', unseen: ['maritl'], examples: 400 })
})

test('crosses of objects of several classes are kept with the names of the classes', async () => {
  const many = rows.map(({ features }, k) => ({ features, label: ['cat', 'dog', 'eel'][k % 3] }))
  const { model, report } = await train(many, { interactions: [['job', 'marital']] })
  expect(report.task?.task).toBe('multiclass')
  expect(model.schema).toMatchObject({ labels: 'class', classes: { count: expect.any(Number) } })
  const found: unknown[] = []
  for await (const { class: answer } of (await load(model.toBytes())).predict(many)) found.push(answer)
  expect(found).toHaveLength(many.length)
})

// in some a member without features comes first: the namespaces of an example are its features' namespaces, in their
// order
const nested = Array.from({ length: 300 }, (_, i) => ({
  ...(i % 4 === 0 ? {} : { n: 12.5 * (i % 11) - 3 }),
  on: i % 3 === 0,
  ...(i % 5 === 0 ? { none: null } : {}),
  inner: { p: (7 * i) % 9, q: 'kl'[i % 2] },
  later: `m${i % 6}`,
  last: (i % 13) / 7,
  y: (i * i) % 7 < 3 ? 1 : -1,
}))
const jsonLines = new TextEncoder().encode(nested.map((row) => JSON.stringify(row)).join('\n'))
const objects = nested.map(({ y, ...features }) => ({ features, label: y }))

test.each(
  backends.flatMap((backend) =>
    [
      { ngrams: ['2'] },
      { ngrams: ['2'], rule: 'sgd', loss: 'squared', precision: 'float64' },
      { ngrams: ['2'], prenormalize: 'max' },
      { interactions: ['::'], prenormalize: 'square' },
      { interactions: ['::'], prenormalize: 'max', bits: 'grow' },
      { interactions: ['::'], prenormalize: 'max', bits: 6, hash: 'all' },
    ].map((options) => [backend, options] as const),
  ),
)('%s: objects are crossed as lines are, with %o', async (backend, given) => {
  const options = { rule: 'nag', loss: 'logistic', bits: 12, ...given, backend } as const
  const { model } = await train(jsonLines, { ...options, label: 'y' } as never)
  const scoresOf = async (input: typeof jsonLines | typeof objects): Promise<(number | undefined)[]> => {
    const scores: (number | undefined)[] = []
    for await (const { score } of model.predict(input)) scores.push(score)
    return scores
  }
  expect(await scoresOf(objects)).toEqual(await scoresOf(jsonLines))
  const { interactions: _, ngrams: _n, ...own } = options as Record<string, unknown>
  const again = await train(objects, { ...own, schema: model.schema } as never)
  expect([...again.model.learner.weights()]).toEqual([...model.learner.weights()])
  expect(again.report.averageLoss).toBe(
    (await train(jsonLines, { ...options, label: 'y' } as never)).report.averageLoss,
  )
})

test('the learner of a model with crosses refuses objects, which it does not cross', async () => {
  const crossed = { rule: 'nag', loss: 'logistic', interactions: [['job', 'marital']] } as const
  for (const input of [csv, rows]) {
    const { learner } = (await train(input, crossed)).model
    const [{ features }] = rows
    const refused = expect.objectContaining({
      code: 'OL_FEATURES',
      message: expect.stringMatching(/interactions/),
    })
    expect(() => learner.predict(features)).toThrow(refused)
    expect(() => learner.explain(features)).toThrow(refused)
    expect(() => learner.learn({ features, label: 1 })).toThrow(refused)
  }
})
