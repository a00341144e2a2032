import { Learner } from '@ol/core'
import { OLError } from '@ol/spec'
import { expect, test, vi } from 'vitest'
import type { Answers } from '../src/model/answer.js'
import { modelOfBytes } from '../src/model/served-model.js'
import { recordOf } from '../src/store/record.js'
import { examples, modelOf, served, temporaryFolder } from './served.js'

const settings = { loss: 'logistic', rule: 'nag', bits: 10 } as const

type Outcome = string

/** Requests that a service learns at once, one example each; returns what each was answered. */
async function together(
  { service }: Awaited<ReturnType<typeof served>>,
  all: readonly { features: object; label: unknown }[],
): Promise<Outcome[]> {
  const learning = all.map(async (one): Promise<Answers> => {
    const example = one as { features: Record<string, number>; label: number }
    return service.learn([example], service.store === undefined ? [] : [recordOf(example, 1)])
  })
  const outcomes = await Promise.allSettled(learning)
  return outcomes.map((one) => (one.status === 'fulfilled' ? one.value.json(0) : one.reason.code))
}

test('examples of several requests are learned in their order, without those that are refused', async () => {
  const server = await served({ new: settings, store: temporaryFolder(), durable: 'never' })
  const all: { features: object; label: unknown }[] = examples(300)
  all[0] = { features: { x: Number.POSITIVE_INFINITY }, label: 1 }
  all[70] = { features: { x: 1 }, label: 3 }
  all[299] = { features: { new: { x: 1, y: '' } }, label: 'no' }
  const learn = vi.spyOn(server.service.model, 'learn')
  const outcomes = await together(server, all)
  const alone = new Learner(settings)
  const expected = all.map((one) => {
    try {
      const score = alone.learn(one as Parameters<typeof alone.learn>[0])
      return `"score":${score}}`
    } catch (error) {
      return (error as OLError).code
    }
  })
  outcomes.forEach((outcome, e) => {
    expect(outcome).toContain(expected[e])
  })
  expect(outcomes.filter((outcome) => outcome.startsWith('OL_'))).toEqual([
    'OL_VALUE',
    'OL_LABEL',
    'OL_LABEL',
  ])
  // 297 requests
  expect(learn.mock.calls.length).toBeLessThan(100)
  expect(server.service.waiting).toBe(0)
  expect(await modelOf(server)).toEqual(alone.toBytes())
})

test('one that the model refuses keeps no other of its batch from being learned', async () => {
  const server = await served({ new: settings })
  const { model } = server.service
  const learn = model.learn.bind(model)
  vi.spyOn(model, 'learn').mockImplementation((batch) => {
    if (batch.values.includes(9)) throw new OLError('OL_HORIZON', 'too many')
    return learn(batch)
  })
  const all = examples(30)
  all[7].features.x = 9
  const outcomes = await together(server, all)
  expect(
    outcomes.map((outcome, e) => [e, outcome]).filter(([, outcome]) => outcome === 'OL_HORIZON'),
  ).toEqual([[7, 'OL_HORIZON']])
  const alone = new Learner(settings)
  for (const [e, one] of all.entries()) if (e !== 7) alone.learn(one)
  expect(await modelOf(server)).toEqual(alone.toBytes())
})

test('a watcher that fails does not let examples be learned twice', async () => {
  const server = await served({ new: settings })
  server.service.watchers.push({
    learned: () => {
      throw new OLError('OL_BACKEND', 'the watcher fails')
    },
  })
  const all = examples(20)
  expect(new Set(await together(server, all))).toEqual(new Set(['OL_BACKEND']))
  const alone = new Learner(settings)
  for (const one of all) alone.learn(one)
  expect(await modelOf(server)).toEqual(alone.toBytes())
})

test('examples that wait for a model are in no batch of the next one', async () => {
  const server = await served({ new: settings })
  const [first, second, third] = [examples(5, 1), examples(5, 2), examples(5, 3)]
  const next = modelOfBytes(new Learner({ ...settings, bits: 11 }).toBytes())
  const before = together(server, first)
  let late: Promise<Outcome[]> | undefined
  const replaced = server.service.replaceBy(async () => {
    // read by the model that goes
    late = together(server, second)
    await new Promise((resume) => setTimeout(resume, 5))
    return next
  })
  await replaced
  const after = together(server, third)
  expect((await before).every((outcome) => outcome.includes('score'))).toBe(true)
  expect(new Set(await late)).toEqual(new Set(['OL_LIMIT']))
  expect((await after).every((outcome) => outcome.includes('score'))).toBe(true)
  const alone = new Learner({ ...settings, bits: 11 })
  for (const one of third) alone.learn(one)
  expect(await modelOf(server)).toEqual(alone.toBytes())
  expect(server.service.waiting).toBe(0)
})
