import { type Batch, defaultLoss, namedRules } from '@ol/spec'
import { describe, expect, test } from 'vitest'
import { Learner } from '../src/learner/learner.js'
import type { AnyLearnerOptions } from '../src/options/learner-options.js'
import { checkOptions } from '../src/options/resolve-options.js'
import { search } from '../src/search/search.js'
import { backends, parts, prepared, same, thrown } from './data.js'
import { grown, learned, wideBatch } from './growing-data.js'

const most = 60

/** Returns the batch with 0 for features past the first `most` that are learned from, and how many values those are. */
function without(batch: Batch, all = false): { batch: Batch; ignored: number } {
  const known = new Set<string>()
  const values = batch.values.slice()
  let ignored = 0
  for (let e = 0; e < batch.size; e++) {
    const learns = all || !(Number.isNaN(batch.labels[e]) || batch.weights?.[e] === 0)
    const own = new Set(known)
    for (let i = batch.offsets[e]; i < batch.offsets[e + 1]; i++) {
      const key = `${batch.indices[i]} ${batch.upper?.[i]}`
      if (values[i] === 0 || own.has(key)) continue
      if (own.size < most) own.add(key)
      else {
        values[i] = 0
        if (learns) ignored++
      }
    }
    if (learns) for (const key of own) known.add(key)
  }
  return { batch: { ...batch, values }, ignored }
}

describe('a table that stops growing', () => {
  test.each(grown)('learns under %s as if other features were not there', (rule) => {
    const loss = defaultLoss(namedRules[rule])
    const batch = wideBatch(5, 150, loss)
    const { batch: cut, ignored } = without(batch, namedRules[rule].firstPass)
    expect(ignored).toBeGreaterThan(100)
    for (const backend of backends) {
      const options = { rule, loss, backend, bits: 'grow' } as AnyLearnerOptions
      const free = prepared(options, cut)
      const capped = prepared({ ...options, maxFeatures: most }, batch)
      expect(capped.learn(batch)).toEqual(free.learn(cut))
      expect([...capped.weights()]).toEqual([...free.weights()])
      expect(capped.slots).toBe(most)
      if (namedRules[rule].firstPass !== true) expect(capped.ignoredValues).toBe(ignored)
      const later = wideBatch(77, 40, loss)
      expect(capped.predict(later)).toEqual(free.predict(onlyKnown(later, free)))
    }
  })

  test.each(grown)('does not depend under %s on batches, predictions, the backend or saving', (rule) => {
    const loss = defaultLoss(namedRules[rule])
    const batch = wideBatch(6, 120, loss)
    const files = backends.flatMap((backend) => {
      const options = { rule, loss, backend, bits: 'grow', maxFeatures: most } as AnyLearnerOptions
      let resumed = prepared(options, batch)
      for (const part of parts(batch, 30)) {
        resumed.learn(part)
        resumed = Learner.fromBytes(resumed.toBytes(), { backend })
      }
      return [...[1, 7, 120].map((size) => learned(options, batch, size).bytes), resumed.toBytes()]
    })
    for (const file of files) expect(same(file, files[0])).toBe(true)
  })

  test('takes no more memory on any stream', () => {
    const model = new Learner({ bits: 'grow', maxFeatures: 1000 })
    const size = 20_000
    const batchOf = (from: number): Batch => ({
      size,
      offsets: Uint32Array.from({ length: size + 1 }, (_, e) => e),
      indices: Uint32Array.from({ length: size }, (_, i) => Math.imul(from + i, 2654435761)),
      upper: new Uint32Array(size).fill(from),
      values: new Float64Array(size).fill(1),
      labels: new Float64Array(size).fill(1),
    })
    model.learn(batchOf(1))
    const { table, index } = model.memory
    for (let k = 2; k < 6; k++) {
      model.learn(batchOf(k * size))
      model.predict(batchOf(k * size + 7))
    }
    expect(model.memory).toEqual({ table, index })
    expect([model.slots, model.ignoredValues]).toEqual([1000, 5 * size - 1000])
  })

  test.each<[string, AnyLearnerOptions]>([
    ['classes', { classes: 3, loss: 'logistic' }],
    ['auto', { rule: 'auto' }],
    ['a mixture of rates', { learningRate: 'auto', loss: 'logistic' }],
    ['replicates', { rule: 'nag', bootstrap: 5 }],
    ['prenormalize max', { prenormalize: 'max' }],
    ['balanced weights', { loss: 'logistic', classWeight: 'balanced' }],
  ])('counts what it ignores with %s, and keeps the count', (_, own) => {
    const options = { ...own, bits: 'grow', maxFeatures: most } as AnyLearnerOptions
    const plain = wideBatch(8, 300, own.loss ?? 'squared')
    const batch =
      own.classes === undefined ? plain : { ...plain, labels: plain.labels.map((_, e) => (e % 3) + 1) }
    const model = prepared(options, batch)
    model.learn(batch)
    expect(model.ignoredValues).toBe(without(batch, own.prenormalize !== undefined).ignored)
    const again = Learner.fromBytes(model.toBytes())
    expect([again.ignoredValues, again.options.maxFeatures]).toEqual([model.ignoredValues, most])
    expect(same(again.toBytes(), model.toBytes())).toBe(true)
  })

  test('a search learns its models so, too', async () => {
    const batch = wideBatch(9, 200)
    const options = { rule: 'nag', bits: 'grow', maxFeatures: most } as const
    const { learner, best } = await search(() => [batch], { learner: options, passes: 1 })
    const alone = new Learner(checkOptions({ ...options, loss: 'squared', ...best.parameters }))
    alone.learn(batch)
    expect(same(learner.toBytes(), alone.toBytes())).toBe(true)
    expect(learner.ignoredValues).toBeGreaterThan(100)
  })

  test('models that contradict it are refused', () => {
    const batch = wideBatch(9, 200)
    const models = [most, most + 1, most].map(
      (maxFeatures) => new Learner({ rule: 'nag', bits: 'grow', maxFeatures }),
    )
    for (const model of models) model.learn(batch)
    expect(thrown(() => new Learner({ maxFeatures: 5 })).message).toContain('maxFeatures without bits grow')
    expect(thrown(() => new Learner({ bits: 'grow', maxFeatures: 0 })).code).toBe('OL_PARAMETER')
    const under = thrown(() => Learner.fromBytes(models[0].toBytes(), { maxFeatures: 61 }))
    expect(under).toMatchObject({ code: 'OL_MODEL_MISMATCH' })
    expect(under.message).toContain('maxFeatures 60 but received 61')
    expect(thrown(() => Learner.merge([models[0], models[1]]))).toMatchObject({ code: 'OL_MERGE_SETTINGS' })
    const merged = Learner.merge([models[0], models[2]])
    expect(merged.ignoredValues).toBe(2 * models[0].ignoredValues)
    expect(Learner.fromBytes(merged.toBytes()).slots).toBe(most)
  })
})

/** Returns a batch with 0 for what a model does not know. */
function onlyKnown(batch: Batch, model: Learner): Batch {
  const { indices, upper } = batch
  return {
    ...batch,
    values: batch.values.map((x, i) => (model.slotOf(indices[i], upper?.[i]) === undefined ? 0 : x)),
  }
}
