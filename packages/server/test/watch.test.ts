import { Learner } from '@ol/core'
import { expect, test } from 'vitest'
import { ServedModel } from '../src/model/served-model.js'
import { recordOf } from '../src/store/record.js'
import { replay } from '../src/store/replay.js'
import { respond } from '../src/watch/drift-response.js'
import { modelOf, post, served, statsOf, temporaryFolder, turning } from './served.js'

test('a change of what is learned raises an alarm in /stats, /metrics and /events', async () => {
  const server = await served()
  const events = await fetch(`${server.address}/events`)
  const reader = (events.body as ReadableStream<Uint8Array>).getReader()
  await post(server, '/learn', turning(1500, false, 1))
  expect((await statsOf(server)).alarms.filter(({ watched, rose }) => watched === 'loss' && rose)).toEqual([])
  await post(server, '/learn', turning(500, true, 2))
  const { alarms, window, curve } = await statsOf(server)
  expect(alarms.map(({ watched, detector }) => `${watched} ${detector}`)).toContain('loss adwin')
  expect(alarms.findLast(({ watched, rose }) => watched === 'loss' && rose)?.examples).toBeLessThan(1800)
  expect(window.examples).toBe(1000)
  expect(curve.at(-1)?.examples).toBeGreaterThan(1900)
  const metrics = await (await fetch(`${server.address}/metrics`)).text()
  expect(metrics).toMatch(/^ol_drift_alarms_total\{watched="loss",detector="adwin"\} [1-9]/m)
  let text = ''
  while (!text.includes('event: alarm')) text += new TextDecoder().decode((await reader.read()).value)
  expect(text).toContain('"watched":"loss"')
  await reader.cancel()
})

test('forgetting the examples before a change adapts faster, and survives a restart', async () => {
  const losses: number[] = []
  for (const onDrift of ['alarm', 'forget', 'reset'] as const) {
    const store = temporaryFolder()
    const options = {
      new: { loss: 'logistic', rule: 'sgd', bits: 10, learningRate: 0.05 },
      store,
      onDrift,
    } as const
    const server = await served(options)
    await post(server, '/learn', turning(3000, false, 1))
    for (let k = 0; k < 12; k++) await post(server, '/learn', turning(100, true, 2 + k))
    const { window, model } = await statsOf(server)
    losses.push(window.loss)
    if (onDrift === 'alarm') expect(model.examples).toBe(4200)
    else expect(model.examples).toBeLessThan(2000)
    const bytes = await modelOf(server)
    await server.stop()
    expect(await modelOf(await served(options))).toEqual(bytes)
  }
  expect(losses[1]).toBeLessThan(losses[0])
  expect(losses[2]).toBeLessThan(losses[0])
})

test('examples that are learned again count for the time when they came', async () => {
  const model = new ServedModel(new Learner({ loss: 'logistic', rule: 'nag', bits: 10 }))
  const times = [1000, 1200, 500_000, 500_100, 900_000]
  const log = async function* () {
    for (const [k, time] of times.entries())
      yield { number: k + 1, accepted: recordOf({ features: { a: k }, label: 1 }, time) }
  }
  const seen: (readonly [number, number])[] = []
  const learned = (_: unknown, { size }: { size: number }, __: unknown, time: number) => {
    seen.push([size, time])
  }
  await replay(log(), model, () => undefined, [{ learned }])
  expect(seen).toEqual([
    [2, 1000],
    [2, 500_000],
    [1, 900_000],
  ])
})

test('what forgets needs the examples: without a store it is refused, and a log that lacks some is named', async () => {
  await expect(served({ onDrift: 'forget' })).rejects.toMatchObject({ code: 'OL_PARAMETER', value: 'forget' })
  const said: string[] = []
  const server = await served({ store: temporaryFolder(), logDays: 1e-9 })
  await post(server, '/learn', turning(200, false, 1))
  for (let k = 0; k < 2; k++) {
    await post(server, '/learn', turning(1, false, 2 + k))
    await server.service.snapshot()
  }
  const { logged } = server.service.store ?? {}
  expect(logged).toBeLessThan(100)
  const alarm = {
    time: 0,
    examples: 202,
    watched: 'loss',
    detector: 'adwin',
    window: 150,
    rose: true,
  } as const
  expect(await respond(server.service, alarm, 'forget', (text) => said.push(text))).toBe(true)
  expect(said).toEqual([`the model learns the ${logged} examples that the log has, and not the last 150`])
  expect(server.service.model.learner.examples).toBe(logged)
})
