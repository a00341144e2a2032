import { Learner } from '@ol/core'
import { OLError } from '@ol/spec'
import { afterEach, expect, test, vi } from 'vitest'
import { LateLabels } from '../src/late/late-labels.js'
import type { ServeOptions } from '../src/options.js'
import { exampleOfRecord } from '../src/store/replay.js'
import { examples, modelOf, post, served, temporaryFolder } from './served.js'

const settings = { loss: 'logistic', rule: 'nag', bits: 12 } as const

/** A server looks every second for what has expired; after this, when `lookForExpired` says so. */
const holdIntervals = (): unknown => vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
const lookForExpired = (): unknown => vi.advanceTimersByTime(1000)
const past = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => setTimeout(resolve, milliseconds))
afterEach(() => void vi.useRealTimers())

test('a late label is learned with the predicted features, once', async () => {
  const server = await served()
  const learner = new Learner({ ...settings })
  const all = examples(20)
  for (const [k, { features }] of all.entries())
    expect((await post(server, '/predict', { features, id: `k${k}` })).status).toBe(200)
  for (const [k, { features, label }] of [...all.entries()].reverse()) {
    expect((await post(server, '/labels', { id: `k${k}`, label, weight: 2 })).status).toBe(200)
    learner.learn({ features, label, weight: 2 })
  }
  expect(await modelOf(server)).toEqual(learner.toBytes())
  const twice = await post(server, '/labels', { id: 'k3', label: 1 })
  expect([twice.status, twice.text]).toEqual([400, expect.stringContaining('answered')])
  expect((await post(server, '/labels', [{ id: 'other', label: 1 }])).text).toContain('OL_REQUEST')
})

test('a bad label leaves the features waiting, and an id that waits is taken by no other', async () => {
  const server = await served()
  await post(server, '/predict', { features: { x: 1 }, id: 'a' })
  expect((await post(server, '/labels', { id: 'a', label: 'seven' })).text).toContain('OL_LABEL')
  expect((await post(server, '/predict', { features: { x: 2 }, id: 'a' })).text).toContain('OL_REQUEST')
  expect((await post(server, '/labels', { id: 'a', label: -1 })).status).toBe(200)
  const learner = new Learner({ ...settings })
  learner.learn({ features: { x: 1 }, label: -1 })
  expect(await modelOf(server)).toEqual(learner.toBytes())
})

test('features whose label has not arrived in time are learned with the requested label, and counted', async () => {
  holdIntervals()
  const server = await served({ labelSeconds: 0.05, expireAs: -1 })
  await post(server, '/predict', { features: { x: 1 }, id: 'a' })
  await past(60)
  lookForExpired()
  await vi.waitFor(() => expect(server.service.counts.learned).toBe(1), { timeout: 5000 })
  expect((await post(server, '/labels', { id: 'a', label: 1 })).status).toBe(400)
  const text = await (await fetch(`${server.address}/metrics`)).text()
  expect(text).toMatch(/^ol_labels_expired_total 1$/m)
  const learner = new Learner({ ...settings })
  learner.learn({ features: { x: 1 }, label: -1 })
  expect(await modelOf(server)).toEqual(learner.toBytes())
})

test('features that expire together are learned in few batches', async () => {
  holdIntervals()
  const server = await served({ store: temporaryFolder(), labelSeconds: 0.01, expireAs: -1 })
  const batches: number[] = []
  const { learn } = server.service
  server.service.learn = (examples, records) => {
    batches.push(examples.length)
    return learn.call(server.service, examples, records)
  }
  await post(
    server,
    '/predict',
    examples(600).map(({ features }, k) => ({ features, id: `k${k}` })),
  )
  await past(20)
  lookForExpired()
  await vi.waitFor(() => expect(server.service.counts.learned).toBe(600), { timeout: 5000 })
  expect(batches.length).toBeLessThanOrEqual(6)
  await vi.waitFor(async () => expect(await server.service.store?.waiting()).toEqual([]))
})

test('a store keeps features until their label arrives or they expire', async () => {
  const store = temporaryFolder()
  const from = async (labelSeconds: number) =>
    served({ new: { ...settings }, store, labelSeconds } satisfies ServeOptions)
  const first = await from(3600)
  for (const id of ['a', 'b', 'c']) await post(first, '/predict', { features: { [id]: 1 }, id })
  await post(first, '/labels', { id: 'b', label: 1 })
  await first.stop()
  const second = await from(3600)
  const answers = await post(
    second,
    '/labels',
    ['a', 'b'].map((id) => ({ id, label: -1 })),
  )
  expect((answers.json as { error?: unknown }[]).map(({ error }) => error === undefined)).toEqual([
    true,
    false,
  ])
  await second.stop()
  holdIntervals()
  const third = await from(0.05)
  await post(third, '/predict', { features: { d: 1 }, id: 'd' })
  await past(60)
  lookForExpired()
  await vi.waitFor(
    async () =>
      expect(await (await fetch(`${third.address}/metrics`)).text()).toMatch(/^ol_labels_expired_total 2$/m),
    { timeout: 5000 },
  )
  await third.stop()
  const fourth = await from(3600)
  for (const id of ['c', 'd']) expect((await post(fourth, '/labels', { id, label: -1 })).status).toBe(400)
})

test('number and bytes are limited, and late labels are refused, whether or not their features were removed', () => {
  const late = new LateLabels({ milliseconds: 1e6, most: 3, mostBytes: 1e6 })
  for (const id of ['a', 'b', 'c']) late.keep(id, { features: { id } }, 10)
  expect(() => late.keep('d', { features: {} }, 10)).toThrow(expect.objectContaining({ code: 'OL_LIMIT' }))
  expect(late.take('b')).toEqual({ features: { id: 'b' } })
  late.keep('d', { features: {} }, 10)
  const small = new LateLabels({ milliseconds: 1e6, most: 100, mostBytes: 1000 })
  small.keep('a', { features: {} }, 100)
  expect(() => small.keep('b', { features: {} }, 100)).toThrow(expect.objectContaining({ code: 'OL_LIMIT' }))
  const over = new LateLabels({ milliseconds: -1, most: 3, mostBytes: 1e6 })
  over.keep('a', { features: {} }, 1)
  expect(over.take('a')).toBeUndefined()
  expect([...over.expire()].length).toBe(1)
  expect([over.size, over.expired, over.unknown]).toEqual([0, 1, 1])
})

test('a label waits for the rest of its time after a bad one, and has no members but its own', async () => {
  const server = await served({ labelSeconds: 0.6 })
  await post(server, '/predict', { features: { x: 1 }, id: 'a' })
  await new Promise((resolve) => setTimeout(resolve, 350))
  expect((await post(server, '/labels', { id: 'a', label: 1, wieght: 2 })).text).toContain('wieght')
  expect((await post(server, '/labels', { id: 'a', label: 'seven' })).text).toContain('OL_LABEL')
  await new Promise((resolve) => setTimeout(resolve, 350))
  expect((await post(server, '/labels', { id: 'a', label: 1 })).text).toContain('too late')
})

test('an id whose label is being learned names no other prediction', () => {
  const removed: string[] = []
  const late = new LateLabels(
    { milliseconds: 1e6, most: 2, mostBytes: 1e6 },
    { keep: () => undefined, remove: (id) => removed.push(id) },
  )
  late.keep('a', { features: { x: 1 } }, 10)
  late.take('a')
  expect([late.take('a'), late.size]).toEqual([undefined, 0])
  expect(() => late.keep('a', { features: {} }, 10)).toThrow(expect.objectContaining({ code: 'OL_REQUEST' }))
  late.restore('a')
  expect([late.take('a'), late.joined]).toEqual([{ features: { x: 1 } }, 1])
  late.settle('a')
  late.keep('a', { features: { x: 2 } }, 10)
  expect([late.size, removed]).toEqual([1, []])
})

test('ids are the same after a restart, and one that no store could keep is refused', async () => {
  const store = temporaryFolder()
  const first = await served({ new: { ...settings }, store })
  const ids = ['\ufeffa', 'a\u0000b', '\n', '\ud83d\ude00']
  for (const id of ids) expect((await post(first, '/predict', { features: { x: 1 }, id })).status).toBe(200)
  expect((await post(first, '/predict', { features: { x: 1 }, id: '\ud800' })).text).toContain('surrogate')
  await first.stop()
  const second = await served({ new: { ...settings }, store })
  for (const id of ids) expect((await post(second, '/labels', { id, label: 1 })).status).toBe(200)
})

test('features whose time is over are learned once the log can be written again', async () => {
  holdIntervals()
  const server = await served({ store: temporaryFolder(), labelSeconds: 0.05, expireAs: -1 })
  const { store } = server.service
  const append = store?.append
  if (store === undefined || append === undefined) throw new Error('expected a store')
  let failed = 0
  store.append = async () => {
    failed++
    throw new OLError('OL_STORE', 'no space')
  }
  await post(server, '/predict', { features: { x: 1 }, id: 'a' })
  await past(60)
  lookForExpired()
  await vi.waitFor(() => expect(failed).toBe(1), { timeout: 5000 })
  store.append = append
  lookForExpired()
  await vi.waitFor(() => expect(server.service.counts.learned).toBe(1), { timeout: 5000 })
  await vi.waitFor(async () => expect(await store.waiting()).toEqual([]))
})

test('a label for what expires is one of the model', async () => {
  for (const expireAs of ['seven', 0.5, ''])
    await expect(served({ expireAs })).rejects.toMatchObject({ code: 'OL_LABEL', value: expireAs })
  const server = await served({ expireAs: 1 })
  expect(await modelOf(server)).toEqual(new Learner({ ...settings, task: undefined }).toBytes())
})

test('an id belongs to a prediction: an example with one is not learned', async () => {
  const store = temporaryFolder()
  const server = await served({ new: { ...settings }, store })
  const example = { features: { x: 1 }, label: 1 }
  const refusal = { code: 'OL_REQUEST', message: expect.stringContaining('initial or tag') }
  for (const route of ['/learn', '/explain']) {
    const { status, json } = await post(server, route, { ...example, id: 'a' })
    expect([status, json]).toEqual([400, { error: refusal }])
  }
  const several = await post(server, '/learn', [{ ...example, id: 'a' }, example])
  expect(several.json).toEqual([
    { error: refusal },
    expect.objectContaining({ prediction: expect.anything() }),
  ])
  expect(server.service.counts.learned).toBe(1)
})

test('an example of a log with an id, which the server once ignored, is learned again', async () => {
  const text = new TextEncoder().encode('{"features":{"x":1},"label":1,"id":"a"}')
  expect(exampleOfRecord({ kind: 'json', time: 0, text })).toEqual({ features: { x: 1 }, label: 1 })
})
