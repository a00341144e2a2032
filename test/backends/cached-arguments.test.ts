import type { Batch, LaterMeasure, Plan, Results } from '@ol/spec'
import { describe, expect, it } from 'vitest'
import { bytesOf, emptyTable, nativeBackend, planFor, resultsFor } from './machine.js'
import { batchOf, type PlainExample, random, stream } from './streams.js'

// Calls for few examples cache their arguments from call to call: none may be an argument of another call.

const native = nativeBackend()

describe.skipIf(native === undefined)('arguments that are cached', () => {
  const backend = native as NonNullable<typeof native>
  const plan = planFor('nag', 'squared')
  const refused = expect.objectContaining({ code: 'OL_BATCH' })

  /** Learns examples in one call, which caches nothing. */
  function atOnce(examples: readonly PlainExample[], own: Plan, lanes = 1): Buffer {
    const table = emptyTable('nag', 64, lanes, 'float32')
    const batch = batchOf(examples)
    backend.learn(own, table, batch, resultsFor(batch, lanes))
    return bytesOf(table, noResults)
  }

  const noResults: Results = {
    predictions: new Float64Array(0),
    losses: new Float64Array(0),
    status: new Uint8Array(0),
  }

  /** Examples of which some have weights, and some initial predictions. */
  const examples = stream(200, 3, 'real').map((example, e) => ({
    ...example,
    ...(e % 3 === 0 ? { weight: 1 + (e % 7) } : {}),
    ...(e % 5 === 0 ? { initial: (e % 4) - 1.5 } : {}),
  }))

  it('belong to the call, with alternating tables, batches and results', () => {
    const next = random(5)
    const tables = [0, 1, 2].map(() => emptyTable('nag', 64, 1, 'float32'))
    // used again for many examples, and longer than they need
    const reused = {
      offsets: new Uint32Array(2),
      indices: new Uint32Array(64),
      values: new Float64Array(64),
      labels: new Float64Array(1),
    }
    const results = [
      resultsFor(batchOf(examples.slice(0, 1)), 1),
      resultsFor(batchOf(examples.slice(0, 1)), 1),
    ]
    const reuse = (batch: Batch): Batch => {
      reused.offsets.set(batch.offsets)
      reused.indices.set(batch.indices)
      reused.values.set(batch.values)
      reused.labels.set(batch.labels)
      return { ...batch, ...reused }
    }
    for (const example of examples) {
      const batch = batchOf([example])
      for (const table of tables) {
        const given = next() < 0.5 ? batch : reuse(batch)
        const into = results[next() < 0.5 ? 0 : 1]
        if (next() < 0.3) backend.predict(plan, table, given, into)
        backend.learn(plan, table, given, into)
      }
    }
    const expected = atOnce(examples, plan)
    for (const table of tables) expect(bytesOf(table, noResults).equals(expected)).toBe(true)
  })

  it('belong to the call, with alternating plans', () => {
    const measures: LaterMeasure[] = [
      { from: 1, loss: 'absolute', lossParams: new Float64Array(0), clip: 'none', clipMin: 0, clipMax: 0 },
    ]
    const [one, other] = [
      planFor('nag', 'squared', { lanes: 2 }),
      planFor('nag', 'huber', { lanes: 2, rate: 3 }),
    ]
    const plans: Plan[] = [
      one,
      { ...one, measures },
      other,
      { ...other, measures: [{ ...measures[0], loss: 'hinge' }] },
    ]
    const turns = (size: number): Buffer => {
      const table = emptyTable('nag', 64, 2, 'float32')
      for (const [e, example] of examples.entries()) {
        // as many examples as hold no arguments are learned with a label missing in all but one
        const batch = batchOf(
          Array.from({ length: size }, (_, k) => (k === 0 ? example : { label: Number.NaN, features: [] })),
        )
        backend.learn(plans[e % plans.length], table, batch, resultsFor(batch, 2))
      }
      return bytesOf(table, noResults)
    }
    expect(turns(1).equals(turns(20))).toBe(true)
    expect(turns(1).equals(atOnce(examples, one, 2))).toBe(false)
  })

  it('are refused if they have been detached', () => {
    const table = emptyTable('nag', 64, 1, 'float32')
    const [first, second] = examples.filter(({ features }) => features.length > 4)
    const batch = batchOf([first])
    const results = resultsFor(batch, 1)
    for (const name of ['values', 'indices', 'labels', 'offsets'] as const) {
      const own = { ...batch, [name]: batch[name].slice() }
      backend.learn(plan, table, own, results)
      structuredClone(own[name].buffer, { transfer: [own[name].buffer as ArrayBuffer] })
      expect(() => backend.learn(plan, table, own, results)).toThrow(refused)
      expect(() => backend.predict(plan, table, own, results)).toThrow(refused)
    }
    const fresh = emptyTable('nag', 64, 1, 'float32')
    for (let k = 0; k < 4; k++) backend.learn(plan, fresh, batch, results)
    for (const one of [table, fresh]) backend.learn(plan, one, batchOf([second]), results)
    expect(bytesOf(table, results).equals(bytesOf(fresh, results))).toBe(true)
  })

  it('are passed again after a call that was refused before all were read', () => {
    const table = emptyTable('nag', 64, 1, 'float32')
    const [first] = examples.filter(({ features }) => features.length > 4)
    const batch = { ...batchOf([first]), weights: Float64Array.of(1) }
    const results = resultsFor(batch, 1)
    backend.learn(plan, table, batch, results)
    const heavier = { ...batch, weights: Float64Array.of(50) }
    // the weights come after the values
    const wrong = { ...heavier, values: new Float32Array(batch.values) as unknown as Float64Array }
    expect(() => backend.learn(plan, table, wrong, results)).toThrow(refused)
    backend.learn(plan, table, heavier, results)

    const fresh = emptyTable('nag', 64, 1, 'float32')
    const once = atOnce(
      [
        { ...first, weight: 1 },
        { ...first, weight: 50 },
      ],
      plan,
    )
    expect(bytesOf(table, noResults).equals(once)).toBe(true)
    expect(bytesOf(fresh, noResults).equals(once)).toBe(false)
  })

  it('are passed again after a call that was not made', () => {
    const table = emptyTable('nag', 64, 1, 'float32')
    const [first, second] = examples.filter(({ features }) => features.length > 4)
    const results = resultsFor(batchOf([first]), 1)
    backend.learn(plan, table, batchOf([first]), results)
    const missing = undefined as unknown as Results
    for (let k = 0; k < 30; k++)
      expect(() => backend.learn(plan, table, batchOf([{ ...second, label: k }]), missing)).toThrow(TypeError)
    backend.learn(plan, table, batchOf([second]), results)
    expect(
      bytesOf(table, noResults).equals(
        atOnce(
          [first, second].map((one) => ({ ...one })),
          plan,
        ),
      ),
    ).toBe(true)
  })
})
