import { evaluate, evaluateHoldout, load, Model, search, train } from '@ol/pipeline'
import { expect, test } from 'vitest'

const rows = [1, 2, 3.5].map((x) => ({ features: { x }, label: x }))
const untyped = <T>(value: unknown): T => value as T

test('a run whose options are refused rejects, whichever option it is', async () => {
  const { model } = await train(rows)
  const calls = [
    () => train(rows, untyped(null)),
    () => train(rows, { checkpoint: untyped({ path: 'x', evrey: {} }) }),
    () => train(rows, { signal: untyped(5) }),
    () => train(rows, { passes: 0 }),
    () => search(rows, untyped(5)),
    () => evaluate(rows, untyped(undefined)),
    () => evaluate(rows, { model, signal: untyped(5) }),
    () => evaluateHoldout(rows, { model, merge: 0 }),
    () => model.evaluate(rows, untyped(5)),
    () => model.train(rows, untyped(5)),
    () => model.train(rows, untyped(null)),
  ]
  for (const call of calls) {
    const running = call()
    await expect(running, String(call)).rejects.toMatchObject({ code: 'OL_PARAMETER' })
  }
})

test('a model that learns on takes no other model', async () => {
  const { model } = await train(rows)
  const before = model.toBytes()
  for (const options of [{ initialModel: new Model(model.learner) }, { resume: 'x' }])
    await expect(model.train(rows, untyped(options))).rejects.toMatchObject({ code: 'OL_PARAMETER' })
  expect(model.toBytes()).toEqual(before)
})

test('bytes of a model or of a checkpoint that were transferred are refused with a code', async () => {
  const { model } = await train(rows)
  const transferred = (): Uint8Array => {
    const bytes = model.toBytes()
    structuredClone(bytes, { transfer: [bytes.buffer as ArrayBuffer] })
    return bytes
  }
  await expect(load(transferred())).rejects.toMatchObject({ code: 'OL_MODEL_FORMAT' })
  await expect(train(rows, { initialModel: transferred() })).rejects.toMatchObject({
    code: 'OL_MODEL_FORMAT',
  })
  await expect(train(rows, { resume: transferred() })).rejects.toMatchObject({ code: 'OL_PARAMETER' })
})
