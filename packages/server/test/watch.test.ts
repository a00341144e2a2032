import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Learner } from '@ol/core'
import { expect, test, vi } from 'vitest'
import { ServedModel } from '../src/model/served-model.js'
import { recordOf } from '../src/store/record.js'
import { replay } from '../src/store/replay.js'
import { Challenge } from '../src/watch/challenge.js'
import { respond } from '../src/watch/drift-response.js'
import { Watch } from '../src/watch/watch.js'
import { Window } from '../src/watch/window.js'
import { examples, modelOf, post, served, temporaryFolder } from './served.js'

/** Examples whose label depends on a, or where `turned` on its contrary. */
function turning(
  count: number,
  turned: boolean,
  seed: number,
): { features: { a: number; b: number }; label: number }[] {
  let state = seed
  const random = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
  return Array.from({ length: count }, () => {
    const [a, b] = [random() - 0.5, random() - 0.5]
    return { features: { a, b }, label: a > 0 === turned ? -1 : 1 }
  })
}

const state = async ({ address }: { address: string }) =>
  (await (await fetch(`${address}/stats`)).json()) as {
    window: {
      loss: number
      auc: number
      errorRate: number
      examples: number
      calibration: { count: number }[]
    }
    alarms: { watched: string; detector: string; examples: number; rose: boolean }[]
    curve: { examples: number; loss: number }[]
    challenger?: { capital: number; examples: number; rule: string; meanGain: number }
    model: { examples: number; rule: string }
  }

test('the window has the figures of the last examples', () => {
  const window = new Window(4)
  const outcome = (probability: number, positive: boolean) => ({
    loss: positive ? -Math.log(probability) : -Math.log(1 - probability),
    wrong: probability > 0.5 === positive ? 0 : 1,
    probability,
    positive,
    score: 0,
  })
  window.add(outcome(0.01, true))
  for (const [p, positive] of [
    [0.9, true],
    [0.3, true],
    [0.6, false],
    [0.1, false],
  ] as const)
    window.add(outcome(p, positive))
  const { auc, errorRate, loss, calibration, examples } = window.figures()
  expect([auc, errorRate, examples]).toEqual([0.75, 0.5, 4])
  expect(loss).toBeCloseTo(-(Math.log(0.9) + Math.log(0.3) + Math.log(0.4) + Math.log(0.9)) / 4, 12)
  expect(calibration.map(({ count }) => count)).toEqual([1, 1, 1, 1])
})

test('a window that continues from a state has the figures of the one before, at any size', () => {
  for (const count of [0, 1, 3, 4, 5, 9])
    for (const isSure of [true, false]) {
      const [window, again] = [new Window(4), new Window(4)]
      const add = (to: Window, k: number) =>
        to.add({
          loss: k / 7,
          wrong: isSure ? k % 2 : undefined,
          probability: isSure ? ((k * 5) % 11) / 11 : undefined,
          positive: k % 3 === 0,
        })
      for (let k = 0; k < count; k++) add(window, k)
      again.restore(structuredClone(window.state()))
      expect(again.state()).toEqual(window.state())
      // as stores had it before
      const { losses, wrongs, probabilities, positives, next } = window.state()
      const listed = new Window(4)
      listed.restore({
        outcomes: Array.from(losses, (loss, k) => ({
          loss,
          wrong: wrongs[k] < 0 ? undefined : wrongs[k],
          probability: probabilities[k] < 0 ? undefined : probabilities[k],
          positive: positives[k] === 1,
        })),
        next,
      })
      for (const one of [window, again, listed]) add(one, count)
      expect(again.figures()).toEqual(window.figures())
      expect(listed.state()).toEqual(window.state())
      expect(window.figures()).toMatchObject({
        examples: Math.min(4, count + 1),
        errorRate: isSure ? expect.any(Number) : null,
        calibration: isSure ? expect.any(Array) : [],
      })
      // the oldest outcome made room for the newest
      const kept = Array.from({ length: count + 1 }, (_, k) => k / 7).slice(-4)
      expect(window.figures().loss).toBeCloseTo(kept.reduce((a, b) => a + b, 0) / kept.length, 12)
    }
})

test('a change of what is learned raises an alarm in /stats, /metrics and /events', async () => {
  const server = await served()
  const events = await fetch(`${server.address}/events`)
  const reader = (events.body as ReadableStream<Uint8Array>).getReader()
  await post(server, '/learn', turning(1500, false, 1))
  expect((await state(server)).alarms.filter(({ watched, rose }) => watched === 'loss' && rose)).toEqual([])
  await post(server, '/learn', turning(500, true, 2))
  const { alarms, window, curve } = await state(server)
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
    const { window, model } = await state(server)
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

test('a challenger that is better takes the place of the champion, with the evidence', async () => {
  const server = await served({
    new: { loss: 'logistic', rule: 'sgd', bits: 10, learningRate: 1e-4 },
    challenger: { rule: 'nag' },
    challengerMargin: 0.02,
  })
  await post(server, '/learn', turning(40, false, 1))
  const early = await state(server)
  expect([early.model.rule, early.challenger?.rule]).toEqual(['sgd', 'nag'])
  await post(server, '/learn', turning(1500, false, 2))
  await vi.waitFor(async () => expect((await state(server)).model.rule).toBe('nag'), { timeout: 5000 })
  const { challenger } = await state(server)
  expect([challenger?.rule, (challenger?.examples ?? 0) < 1540]).toEqual(['sgd', true])
})

test('by hand a challenger is promoted at any time', async () => {
  const server = await served({ challenger: { rule: 'adagrad' } })
  await post(server, '/learn', turning(20, false, 1))
  expect((await post(server, '/challenger/promote', {})).status).toBe(200)
  expect((await state(server)).model.rule).toBe('adagrad')
  const without = await served()
  const asked = await fetch(`${without.address}/challenger`)
  const answers = [
    await post(without, '/challenger/promote', {}),
    { status: asked.status, text: await asked.text() },
  ]
  for (const { status, text } of answers)
    expect([status, text]).toEqual([404, expect.stringContaining('The server has no challenger')])
})

test('the capital of the test stays small without an advantage, however often one looks', () => {
  let state = 7
  const random = (): number => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
  let reached = 0
  for (let run = 0; run < 200; run++) {
    const challenge = new Challenge(0)
    let most = 0
    for (let e = 0; e < 500; e++) {
      challenge.add(random(), random())
      most = Math.max(most, challenge.evidence().capital)
    }
    if (most >= 20) reached++
  }
  // at most 1 in 20 by theory
  expect(reached).toBeLessThanOrEqual(10)
  const better = new Challenge(0.05)
  for (let e = 0; e < 500; e++) better.add(0.2 + 0.5 * random(), 0.5 * random())
  expect(better.evidence().capital).toBeGreaterThan(100)
})

test('windows, detectors and the challenger go on after a stop and after a crash', async () => {
  const store = temporaryFolder()
  const options = {
    new: { loss: 'logistic', rule: 'sgd', bits: 12 },
    challenger: { rule: 'nag' },
    challengerMargin: 0.9,
    snapshotSeconds: 1e6,
  } as const
  const what = async (server: { address: string }) => {
    const { window, curve, alarms, challenger } = await state(server)
    return { window, curve, alarms, challenger }
  }
  const first = await served({ ...options, store })
  await post(first, '/learn', turning(1500, false, 1))
  await first.service.snapshot()
  await post(first, '/learn', turning(1500, true, 2))
  const before = await what(first)
  expect(before.alarms.length).toBeGreaterThan(0)
  expect(before.challenger?.examples).toBe(3000)
  // a crash leaves the store as it is
  const crashed = temporaryFolder()
  cpSync(store, crashed, { recursive: true })
  await first.stop()
  for (const folder of [crashed, store]) {
    const next = await served({ ...options, store: folder })
    const after = await what(next)
    const timeless = ({ alarms, ...rest }: typeof after) => ({
      ...rest,
      alarms: alarms.map((alarm) => ({ ...alarm, time: 0 })),
    })
    expect(timeless(after)).toEqual(timeless(before))
    const [a, b] = [modelOf(next), post(next, '/challenger/promote', '')]
    expect((await a).length).toBeGreaterThan(0)
    await b
    await next.stop()
  }
})

test('a challenger with other settings starts again, and so do windows with a corrupt file', async () => {
  const store = temporaryFolder()
  const settings = { loss: 'logistic', rule: 'sgd', bits: 12 } as const
  const first = await served({ new: settings, store, challenger: { rule: 'nag' } })
  await post(first, '/learn', turning(500, false, 1))
  await first.stop()
  const said: string[] = []
  const onNotice = (text: string) => said.push(text)
  const second = await served({ new: settings, store, challenger: { rule: 'adagrad' }, onNotice })
  expect(await state(second)).toMatchObject({ window: { examples: 500 }, challenger: { examples: 0 } })
  expect(said).toEqual([expect.stringContaining('challenger starts again')])
  await second.stop()
  const folder = join(store, 'snapshots')
  for (const name of readdirSync(folder).filter((name) => name.endsWith('.challenger.ol')))
    writeFileSync(join(folder, name), 'x')
  const broken = await served({ new: settings, store, challenger: { rule: 'adagrad' }, onNotice })
  expect(await state(broken)).toMatchObject({ window: { examples: 500 }, challenger: { examples: 0 } })
  expect(said.at(-1)).toContain('the challenger starts again')
  await broken.stop()
  for (const name of readdirSync(folder).filter((name) => name.endsWith('.watch'))) {
    const bytes = readFileSync(join(folder, name))
    bytes[bytes.length >> 1] ^= 1
    writeFileSync(join(folder, name), bytes)
  }
  const third = await served({ new: settings, store, onNotice })
  expect(await state(third)).toMatchObject({ window: { examples: 0 }, model: { examples: 500 } })
  expect(said.at(-1)).toContain('start again')
})

test.each(['nag', 'adagrad', 'coin', 'auto-small'] as const)('%s can challenge auto', async (rule) => {
  const server = await served({ new: { loss: 'logistic' }, challenger: { rule } })
  await post(server, '/learn', turning(10, false, 1))
  expect((await state(server)).challenger).toMatchObject({ rule, examples: 10 })
})

/** Puts a model in place of the one that is served. */
function put({ address }: { address: string }, bytes: Uint8Array): Promise<Response> {
  return fetch(`${address}/model`, {
    method: 'PUT',
    headers: { 'content-type': 'application/octet-stream' },
    body: Buffer.from(bytes),
  })
}

test('the files of a challenger that the server has no more go with their snapshot', async () => {
  const options = { new: { loss: 'logistic' }, store: temporaryFolder() } as const
  const first = await served({ ...options, challenger: { rule: 'nag' } })
  await post(first, '/learn', examples(10))
  await first.stop()
  const second = await served(options)
  for (const seed of [2, 3, 4]) {
    await post(second, '/learn', examples(10, seed))
    await second.service.snapshot()
  }
  const ends = readdirSync(join(options.store, 'snapshots')).map((name) => name.slice(name.indexOf('.')))
  expect(ends.sort()).toEqual(['.ol', '.ol', '.seal', '.seal', '.watch', '.watch'])
})

test('challenger and windows start again for a model that is put in place and reads examples otherwise', async () => {
  const store = temporaryFolder()
  const options = { new: { loss: 'logistic', rule: 'sgd', bits: 10 }, challenger: { rule: 'nag' } } as const
  const server = await served({ ...options, store })
  await post(server, '/learn', turning(50, false, 1))
  const numbers = new Learner({ loss: 'squared', task: 'regression', rule: 'sgd', bits: 20 })
  expect((await put(server, numbers.toBytes())).status).toBe(204)
  const rows = turning(30, false, 2).map(({ features }) => ({ features, label: 100 * features.a }))
  await post(server, '/learn', rows)
  const { window, challenger, curve } = await state(server)
  expect(challenger).toMatchObject({ rule: 'nag', loss: 'squared', learned: 30, examples: 30 })
  expect(window).toMatchObject({ examples: 30, errorRate: null, auc: null, calibration: [] })
  expect(curve.at(-1)?.examples).toBe(30)
  const crashed = temporaryFolder()
  cpSync(store, crashed, { recursive: true })
  const again = await state(await served({ ...options, store: crashed }))
  expect([again.challenger, again.window]).toEqual([challenger, window])
  // the same reading: the challenger and the windows continue
  await put(server, await modelOf(server))
  expect((await state(server)).challenger).toEqual(challenger)
  const grows = new Learner({ loss: 'logistic', rule: 'nag', bits: 10, classes: ['a', 'b'], mostClasses: 9 })
  expect((await put(server, grows.toBytes())).status).toBe(400)
  expect((await state(server)).model.examples).toBe(30)
})

test('a challenger that cannot be stored in the place of the model stays the challenger', async () => {
  const store = temporaryFolder()
  const server = await served({ challenger: { rule: 'adagrad' }, store })
  await post(server, '/learn', turning(20, false, 1))
  const snapshots = join(store, 'snapshots')
  // the model could be written, and what is saved next to it could not
  mkdirSync(join(snapshots, '0000000000000020-00000001.watch'))
  const { status, text } = await post(server, '/challenger/promote', {})
  expect([status, text]).toEqual([503, expect.stringContaining('OL_STORE')])
  expect((await put(server, await modelOf(server))).status).toBe(503)
  expect(readdirSync(snapshots).filter((name) => name.endsWith('-00000001.ol'))).toEqual([])
  await post(server, '/learn', turning(10, false, 2))
  const { model, challenger } = await state(server)
  expect([model, challenger]).toMatchObject([
    { rule: 'nag', examples: 30 },
    { rule: 'adagrad', learned: 30, examples: 30 },
  ])
  const crashed = temporaryFolder()
  cpSync(store, crashed, { recursive: true })
  expect(await modelOf(await served({ challenger: { rule: 'adagrad' }, store: crashed }))).toEqual(
    await modelOf(server),
  )
})

test('the loss of the last minutes is right after a crash, and after the clock is set back', () => {
  const watch = new Watch()
  const model = new ServedModel(new Learner({ loss: 'logistic', rule: 'nag', bits: 10 }))
  const learn = (time: number, features: Record<string, number>, label: number): void => {
    const batch = model.labelled([{ features, label }])
    watch.learned(model, batch, Float64Array.of(0), time)
  }
  const now = Date.now()
  learn(now + 3_600_000, { a: 1 }, 1)
  expect(watch.recentLoss()).toBeNull()
  learn(now - 1, { a: 1 }, 1)
  expect(watch.recentLoss()).toBeCloseTo(Math.LN2, 12)
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
