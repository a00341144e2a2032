import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { Learner } from '@ol/core'
import { Impressions } from './impressions.js'

const folder = mkdtempSync(join(tmpdir(), 'clicks-'))
const path = join(folder, 'clicks.ol')
after(() => rmSync(folder, { recursive: true }))

/**
 * Starts the service as a process of its own and waits for its port.
 * @param {import('node:test').TestContext} t
 */
async function start(t, env = {}) {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'server.js')], {
    env: { ...process.env, MODEL: path, PORT: '0', HOST: '127.0.0.1', TOKEN: '', ...env },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  t.after(() => child.kill('SIGKILL'))
  const exit = once(child, 'exit')
  const { promise, resolve, reject } = deferred()
  let log = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text) => {
      log += text
      const at = /listening at (http:[^"]+)/.exec(log)
      if (at !== null) resolve(at[1])
    })
  exit.then(([code]) => reject(new Error(`ended with ${code}: ${log}`)))
  const address = await promise
  return {
    child,
    exit,
    post: (/** @type {string} */ route, /** @type {unknown} */ body, headers = {}) =>
      fetch(address + route, {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...headers },
        body: JSON.stringify(body),
      }),
    health: async () => (await fetch(`${address}/health`)).json(),
    async stop() {
      child.kill('SIGTERM')
      const [code] = await exit
      return code
    },
  }
}

/** @returns {{ promise: Promise<string>, resolve: (value: string) => void, reject: (reason: Error) => void }} */
function deferred() {
  let resolve = (/** @type {string} */ _) => {}
  let reject = (/** @type {Error} */ _) => {}
  const promise = new Promise((yes, no) => {
    resolve = yes
    reject = no
  })
  return { promise, resolve, reject }
}

const items = ['tea', 'coffee', 'bread', 'jam'].map((id) => ({ id, features: { price: id.length } }))

/** Somebody who drinks coffee in the morning and tea later. */
async function visit(/** @type {Awaited<ReturnType<typeof start>>} */ service, /** @type {number} */ k) {
  const morning = k % 2 === 0
  const ranked = await (await service.post('/rank', { user: { morning, k: `v${k}` }, items })).json()
  const wanted = morning ? 'coffee' : 'tea'
  const clicked = await service.post('/click', { impression: ranked.impression, item: wanted })
  assert.equal(clicked.status, 204)
  return ranked.items[0].id === wanted
}

test('learns from concurrent clicks, and continues where it stopped', async (t) => {
  const first = await start(t)
  let right = 0
  for (let round = 0; round < 20; round++) {
    const found = await Promise.all(Array.from({ length: 10 }, (_, k) => visit(first, round * 10 + k)))
    if (round >= 10) right += found.filter(Boolean).length
  }
  assert.ok(right >= 95, `${right} of 100 had on top what was clicked`)
  assert.equal((await first.health()).examples, 800)
  assert.equal(await first.stop(), 0)

  assert.equal((await Learner.load(path)).report().examples, 800)
  assert.deepEqual(readdirSync(folder), ['clicks.ol'])
  const second = await start(t)
  assert.equal((await second.health()).examples, 800)
  assert.ok(await visit(second, 0))
  assert.equal(await second.stop(), 0)
  assert.equal((await Learner.load(path)).report().examples, 804)
})

test('answers what it has accepted before it ends', async (t) => {
  const service = await start(t)
  const before = (await service.health()).examples
  const visits = Array.from({ length: 20 }, (_, k) => service.post('/rank', { user: { k }, items }))
  const ranked = await Promise.all((await Promise.all(visits)).map((answer) => answer.json()))
  const clicks = ranked.map(({ impression }) => service.post('/click', { impression, item: 'jam' }))
  await clicks[0]
  const code = service.stop()
  const answered = (await Promise.allSettled(clicks)).filter(
    ({ status, value }) => status === 'fulfilled' && value.status === 204,
  ).length
  assert.equal(await code, 0)
  // every click that was answered is in the file
  assert.equal((await Learner.load(path)).report().examples, before + 4 * answered)
})

test('refuses bad requests and learns nothing from them', async (t) => {
  const service = await start(t)
  const before = (await service.health()).examples
  assert.equal((await service.post('/rank', { items })).status, 400)
  const bad = await service.post('/rank', { user: { age: [[1]] }, items })
  assert.deepEqual([bad.status, (await bad.json()).code], [400, 'OL_FEATURES'])
  assert.equal((await service.post('/click', { impression: 'none', item: 'tea' })).status, 404)

  const { impression } = await (await service.post('/rank', { user: {}, items })).json()
  const twice = await Promise.all([1, 2].map(() => service.post('/click', { impression, item: 'tea' })))
  assert.deepEqual(twice.map(({ status }) => status).sort(), [204, 404])
  assert.equal((await service.health()).examples, before + 4)
  await service.stop()
})

test('does not replace a model that it cannot read', async (t) => {
  const broken = join(folder, 'broken.ol')
  writeFileSync(broken, 'no model')
  await assert.rejects(start(t, { MODEL: broken }), /OL_MODEL_FORMAT/)
  assert.ok(existsSync(broken))
})

test('learns no click on what was not shown', async (t) => {
  const service = await start(t)
  const before = (await service.health()).examples
  const { impression } = await (await service.post('/rank', { user: {}, items })).json()
  assert.equal((await service.post('/click', { impression, item: 'caviar' })).status, 422)
  assert.equal((await service.health()).examples, before)
  // the list still waits for its click
  assert.equal((await service.post('/click', { impression, item: 'tea' })).status, 204)
  assert.equal((await service.health()).examples, before + 4)
  assert.equal((await service.post('/rank', { user: {}, items: [items[0], items[0]] })).status, 400)
  await service.stop()
})

test('forgets the oldest lists where many wait, without learning from them', () => {
  const long = [{ id: 'a', features: { text: 'x'.repeat(1000) } }]
  const limits = { most: 50, mostBytes: 20_000, milliseconds: 1000 }
  const impressions = new Impressions(limits)
  const ids = Array.from({ length: 3000 }, () => impressions.add(long, 1000))
  assert.equal(impressions.size, 20)
  assert.equal(impressions.size + impressions.dropped, 3000)
  assert.equal(impressions.take(ids[0], 'a'), 'unknown')
  assert.deepEqual([...impressions.expired()], [])
  assert.equal([...impressions.expired(Date.now() + 2000)].length, 3000 - impressions.dropped)
  const small = new Impressions({ ...limits, mostBytes: Number.POSITIVE_INFINITY })
  for (let k = 0; k < 3000; k++) small.add([], 2)
  assert.equal(small.size, 50)
  // a click is late even where no timer has removed the list yet
  const late = new Impressions({ ...limits, milliseconds: -1 })
  assert.equal(late.take(late.add(long, 1000), 'a'), 'unknown')
})

test('bounds the memory of requests that nobody clicks', async (t) => {
  const service = await start(t)
  const many = Array.from({ length: 50 }, (_, k) => ({ id: `i${k}`, features: { text: 'x'.repeat(1000) } }))
  for (let round = 0; round < 30; round++)
    await Promise.all(Array.from({ length: 100 }, () => service.post('/rank', { user: {}, items: many })))
  const { waiting, dropped } = await service.health()
  assert.equal(waiting + dropped, 3000)
  assert.ok(waiting < 1000)
  if (process.platform === 'linux') {
    const [, peak] = /VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${service.child.pid}/status`, 'utf8')) ?? []
    assert.ok(Number(peak) < 500_000, `${peak} kB`)
  }
  await service.stop()
})

test('asks for a token, and does not listen to others without one', async (t) => {
  const service = await start(t, { TOKEN: 'secret' })
  const body = { user: {}, items }
  assert.equal((await service.post('/rank', body)).status, 401)
  assert.equal((await service.post('/rank', body, { authorization: 'Bearer secre' })).status, 401)
  assert.equal((await service.post('/click', body, { authorization: 'Basic secret' })).status, 401)
  assert.equal((await service.post('/rank', body, { authorization: 'Bearer secret' })).status, 200)
  assert.equal((await service.health()).waiting, 1)
  await service.stop()
  await assert.rejects(start(t, { HOST: '0.0.0.0', TOKEN: '' }), /expected a TOKEN/)
})
