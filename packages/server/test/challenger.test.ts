import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Learner } from '@ol/core'
import { expect, test, vi } from 'vitest'
import { Challenge } from '../src/watch/challenge.js'
import { examples, modelOf, post, randomFrom, served, statsOf, temporaryFolder, turning } from './served.js'

test('a challenger that is better takes the place of the champion, with the evidence', async () => {
  const server = await served({
    new: { loss: 'logistic', rule: 'sgd', bits: 10, learningRate: 1e-4 },
    challenger: { rule: 'nag' },
    challengerMargin: 0.02,
  })
  await post(server, '/learn', turning(40, false, 1))
  const early = await statsOf(server)
  expect([early.model.rule, early.challenger?.rule]).toEqual(['sgd', 'nag'])
  await post(server, '/learn', turning(1500, false, 2))
  await vi.waitFor(async () => expect((await statsOf(server)).model.rule).toBe('nag'), { timeout: 5000 })
  const { challenger } = await statsOf(server)
  expect([challenger?.rule, (challenger?.examples ?? 0) < 1540]).toEqual(['sgd', true])
})

test('by hand a challenger is promoted at any time', async () => {
  const server = await served({ challenger: { rule: 'adagrad' } })
  await post(server, '/learn', turning(20, false, 1))
  expect((await post(server, '/challenger/promote', {})).status).toBe(200)
  expect((await statsOf(server)).model.rule).toBe('adagrad')
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
  const random = randomFrom(7)
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
    const { window, curve, alarms, challenger } = await statsOf(server)
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
  expect(await statsOf(second)).toMatchObject({ window: { examples: 500 }, challenger: { examples: 0 } })
  expect(said).toEqual([expect.stringContaining('challenger starts again')])
  await second.stop()
  const folder = join(store, 'snapshots')
  for (const name of readdirSync(folder).filter((name) => name.endsWith('.challenger.ol')))
    writeFileSync(join(folder, name), 'x')
  const broken = await served({ new: settings, store, challenger: { rule: 'adagrad' }, onNotice })
  expect(await statsOf(broken)).toMatchObject({ window: { examples: 500 }, challenger: { examples: 0 } })
  expect(said.at(-1)).toContain('the challenger starts again')
  await broken.stop()
  for (const name of readdirSync(folder).filter((name) => name.endsWith('.watch'))) {
    const bytes = readFileSync(join(folder, name))
    bytes[bytes.length >> 1] ^= 1
    writeFileSync(join(folder, name), bytes)
  }
  const third = await served({ new: settings, store, onNotice })
  expect(await statsOf(third)).toMatchObject({ window: { examples: 0 }, model: { examples: 500 } })
  expect(said.at(-1)).toContain('start again')
})

test.each(['nag', 'adagrad', 'coin', 'auto-small'] as const)('%s can challenge auto', async (rule) => {
  const server = await served({ new: { loss: 'logistic' }, challenger: { rule } })
  await post(server, '/learn', turning(10, false, 1))
  expect((await statsOf(server)).challenger).toMatchObject({ rule, examples: 10 })
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
  const { window, challenger, curve } = await statsOf(server)
  expect(challenger).toMatchObject({ rule: 'nag', loss: 'squared', learned: 30, examples: 30 })
  expect(window).toMatchObject({ examples: 30, errorRate: null, auc: null, calibration: [] })
  expect(curve.at(-1)?.examples).toBe(30)
  const crashed = temporaryFolder()
  cpSync(store, crashed, { recursive: true })
  const again = await statsOf(await served({ ...options, store: crashed }))
  expect([again.challenger, again.window]).toEqual([challenger, window])
  // the same reading: the challenger and the windows continue
  await put(server, await modelOf(server))
  expect((await statsOf(server)).challenger).toEqual(challenger)
  const grows = new Learner({ loss: 'logistic', rule: 'nag', bits: 10, classes: ['a', 'b'], mostClasses: 9 })
  expect((await put(server, grows.toBytes())).status).toBe(400)
  expect((await statsOf(server)).model.examples).toBe(30)
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
  const { model, challenger } = await statsOf(server)
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
