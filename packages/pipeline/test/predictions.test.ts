import { load, type Prediction, type PredictOptions, predict } from '@ol/pipeline'
import { describe, expect, test } from 'vitest'
import { backends, temporaryFolder, visits, visitsCsv } from './data.js'
import { train } from './small.js'

const folder = temporaryFolder()
const csv = folder.put('visits.csv', visitsCsv(300))
const named = folder.put(
  'named.csv',
  `hour,answer\n${visits(300)
    .map(({ features: { hour }, label }) => `${hour},${label === 1 ? 'yes' : 'no'}`)
    .join('\n')}\n`,
)

async function firstOf(predictions: AsyncIterable<Prediction>): Promise<Prediction> {
  for await (const prediction of predictions) return prediction
  throw new Error('there is no prediction')
}

const logistic = (z: number) => 1 / (1 + Math.exp(-z))

describe.each(backends)('predictions of the %s backend', (backend) => {
  test('of two classes are a class and the probability of the positive one', async () => {
    const { model } = await train(named, { rule: 'nag', label: 'answer', loss: 'logistic', backend })
    for await (const { prediction, class: label, probability, score } of model.predict(named)) {
      expect(prediction).toBe(label)
      expect(label).toBe(Number(score) > 0 ? 'yes' : 'no')
      expect(probability).toBeCloseTo(logistic(score as number), 14)
    }
    for await (const { batch, predictions, probability } of model.predict(named).batches())
      for (let e = 0; e < batch.size; e++) expect(predictions[e]).toBe(probability(e))
  })

  test('depend on no label, whatever it is', async () => {
    const { model } = await train(named, { rule: 'nag', label: 'answer', loss: 'logistic', backend })
    const hours = [3, 14, 22]
    const cells = ['perhaps', 'no, or yes', '7'].map((text) => `"${text}"`)
    const members = ['"perhaps"', 'true', '-3.5']
    const inputs: readonly (readonly [name: string, lines: readonly string[]])[] = [
      ['unlabelled.csv', ['hour', ...hours.map(String)]],
      ['other.csv', ['hour,answer', ...hours.map((hour, i) => `${hour},${cells[i]}`)]],
      ['other.jsonl', hours.map((hour, i) => `{"hour":${hour},"answer":${members[i]}}`)],
    ]
    const runs = inputs.map(([name, lines]) => {
      const file = folder.put(`${backend}-${name}`, `${lines.join('\n')}\n`)
      return model.predict(file, name.endsWith('l') ? { format: 'jsonl' } : {})
    })
    runs.push(model.predict(hours.map((hour) => ({ features: { hour }, label: 'perhaps' }))))
    const made: unknown[][] = []
    for (const run of runs) {
      const own: unknown[] = []
      for await (const { prediction, score } of run) own.push([prediction, score])
      made.push(own)
    }
    expect(made[0]).toHaveLength(3)
    for (const other of made) expect(other).toEqual(made[0])
    const explained: unknown[] = []
    for await (const { score } of model.explain(folder.path(`${backend}-other.csv`))) explained.push(score)
    expect(explained).toHaveLength(3)
  })

  test.each([{ loss: 'poisson' }, { loss: 'squared', link: 'exp' }, { loss: 'squared' }] as const)(
    'of numbers are what an explanation says: %j',
    async (options) => {
      const counts = folder.put('counts.vw', '1 | x:1\n3 | x:2\n2 | x:1 z\n5 | x:3\n')
      const { model } = await train(counts, { rule: 'nag', ...options, backend })
      const explained: unknown[] = []
      for await (const { prediction, score } of model.explain(counts)) explained.push([prediction, score])
      const predicted: unknown[] = []
      for await (const { prediction, score } of model.predict(counts)) predicted.push([prediction, score])
      expect(explained).toEqual(predicted)
    },
  )

  test('are the same of batches that nobody keeps, whose arrays are used again', async () => {
    const text = Array.from({ length: 2000 }, (_, i) => `1 |f a${i % 40}:${i % 7} b${i}`).join('\n')
    const long = folder.put('long.vw', text)
    const { model } = await train(long, { rule: 'nag', loss: 'logistic', bits: 10, backend })
    const made = async (own: { keepsBatches?: boolean; threads?: number }) => {
      const buffers = new Set<unknown>()
      const predicted: unknown[] = []
      for await (const { batch, predictions, scores } of model
        .predict(long, { chunkBytes: 500, ...own })
        .batches()) {
        buffers.add(batch.values.buffer)
        // by example: where batches end depends on when bytes arrive
        for (let e = 0; e < batch.size; e++)
          predicted.push([
            ...batch.indices.subarray(batch.offsets[e], batch.offsets[e + 1]),
            predictions[e],
            scores?.[e],
          ])
      }
      return { predicted, buffers: buffers.size }
    }
    const { predicted, buffers } = await made({})
    expect(buffers).toBeGreaterThan(30)
    for (const threads of [1, 2, 4]) {
      const borrowed = await made({ keepsBatches: false, threads })
      expect(borrowed.predicted).toEqual(predicted)
      expect(borrowed.buffers).toBeLessThan(15)
    }
    const options = { chunkBytes: 500, keepsBatches: false } as const
    for await (const _ of model.predict(long, options).batches()) {
      // batches after it are predicted meanwhile
      await expect(model.train(long)).rejects.toMatchObject({ code: 'OL_BUSY' })
      break
    }
    const { report } = await model.train(long)
    expect(report.examples).toBe(2000)
  })

  test('of a loss without probabilities are a class and a score', async () => {
    const { model } = await train(csv, { label: 'bought', tag: 'id', loss: 'hinge', backend })
    const { prediction, score, ...rest } = await firstOf(model.predict(csv))
    expect(prediction).toBe(Number(score) > 0 ? 1 : -1)
    expect(rest).not.toHaveProperty('probability')
    expect(rest).toMatchObject({ class: prediction, tag: expect.any(String), line: 2 })
    await expect(firstOf(model.predict(csv, { probabilities: true }))).rejects.toThrow(/the loss is hinge/)
  })

  test('of several classes are the class and its probability', async () => {
    const options = { label: 'city', loss: 'logistic', classes: 3, backend } as const
    const { model } = await train(csv, options)
    const found = await firstOf(model.predict(csv, { probabilities: true }))
    const place = model.classes?.indexOf(found.class as string) as number
    expect(found.probability).toBe(found.probabilities?.[place])
    expect(found.probability).toBe(Math.max(...(found.probabilities ?? [])))
    expect(found).not.toHaveProperty('score')
    const { scores, prediction } = await firstOf(model.predict(csv, { raw: true }))
    expect(prediction).toBe(model.classes?.[scores?.indexOf(Math.max(...(scores ?? []))) as number])
    await expect(firstOf(model.predict(csv, { link: 'logistic' }))).rejects.toMatchObject({
      code: 'OL_PARAMETER',
    })
  })

  test('of numbers are numbers: of counts the mean', async () => {
    const { model } = await train(csv, { rule: 'nag', label: 'price', tag: 'id', backend })
    const { prediction, score, ...rest } = await firstOf(model.predict(csv))
    expect(prediction).toBe(score)
    expect(rest).not.toHaveProperty('class')
    const counts = (await train(csv, { label: 'hour', loss: 'poisson', backend })).model
    const mean = await firstOf(counts.predict(csv))
    expect(mean.prediction).toBeCloseTo(Math.exp(mean.score as number), 10)
    expect((await firstOf(counts.predict(csv, { raw: true }))).prediction).toBe(mean.score)
  })

  test('are scores with raw and numbers with a link, of a model in memory as of one that is loaded', async () => {
    const { model } = await train(named, { rule: 'nag', label: 'answer', loss: 'logistic', backend })
    const { score, probability } = await firstOf(model.predict(named))
    expect((await firstOf(model.predict(named, { raw: true }))).prediction).toBe(score)
    for (const one of [model, model.toBytes()])
      expect((await firstOf(predict(named, { model: one, backend, link: 'logistic' }))).prediction).toBe(
        probability,
      )
    const both = firstOf(model.predict(named, { raw: true, link: 'logistic' }))
    await expect(both).rejects.toThrow(/one form of predictions but received raw and link/)
  })

  test('of one example have the same terms', async () => {
    const { model } = await train(csv, { rule: 'nag', label: 'bought', tag: 'id', loss: 'logistic', backend })
    const [{ features }] = visits(1)
    const { score, probability } = await firstOf(model.predict(csv))
    const loaded = await load(model.toBytes(), { backend })
    expect(loaded.learner.predictOne(features)).toEqual({
      prediction: Number(score) > 0 ? 1 : -1,
      class: Number(score) > 0 ? 1 : -1,
      probability,
      score,
    })
    const one = (
      await train(csv, { rule: 'nag', label: 'price', tag: 'id', backend })
    ).model.learner.predictOne({
      hour: 3,
    })
    expect(one).toMatchObject({ prediction: one.score, class: undefined, probability: undefined })
  })

  test('lines without an example have their place, unless they are skipped or refused', async () => {
    const { model } = await train(csv, { rule: 'nag', loss: 'logistic', label: 'bought', backend })
    const [header, ...rows] = visitsCsv(4).trimEnd().split('\n')
    const rough = folder.put('rough.csv', [header, rows[0], '', rows[1], '1', rows[2], ''].join('\n'))
    const all = async (options: PredictOptions) => {
      const found: string[] = []
      for await (const { line, prediction, skipped } of model.predict(rough, options))
        found.push(`${line} ${skipped === undefined ? typeof prediction : (skipped.code ?? 'blank')}`)
      return found
    }
    const paired = ['2 number', '3 blank', '4 number', '5 OL_LINE_COLUMNS', '6 number']
    expect(await all({})).toEqual(paired)
    for (const chunkBytes of [1, 1000]) expect(await all({ onBad: 'empty', chunkBytes })).toEqual(paired)
    expect(await all({ onBad: 'skip' })).toEqual(['2 number', '4 number', '6 number'])
    await expect(all({ onBad: 'error' })).rejects.toMatchObject({ code: 'OL_LINE_COLUMNS', line: 5 })
    await expect(all({ onBad: 'none' as 'skip' })).rejects.toMatchObject({ code: 'OL_PARAMETER' })
  })
})
