import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { json, olProcess } from '../cli/run.js'
import { crashUnderLoad, flags } from './crash.js'
import { startServer } from './running.js'

const folders: string[] = []
afterEach(() => {
  for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true })
})
const temporary = (): string => {
  const folder = mkdtempSync(join(tmpdir(), 'ol-crash-'))
  folders.push(folder)
  return folder
}

const post = (address: string, body: unknown): Promise<Response> =>
  fetch(`${address}/learn`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

/** When a server is killed, in milliseconds after the start of its load: a few moments, or as many random ones as `npm run test:crashes` asks for. */
function moments(): readonly number[] {
  const { OL_CRASHES, OL_CRASH_SEED = '1' } = process.env
  if (OL_CRASHES === undefined) return [140, 1160]
  let state = Number(OL_CRASH_SEED) >>> 0
  return Array.from({ length: Number(OL_CRASHES) }, () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.round(20 + 1500 * (state / 2 ** 32) ** 2)
  })
}

test('kill -9 under load: nothing answered is lost or learned twice, and the bytes are those without a crash', async () => {
  const folder = temporary()
  let acknowledged = 0
  for (const [k, milliseconds] of moments().entries()) {
    // several crashes of each store, then another
    const result = await crashUnderLoad(join(folder, String(k >> 3)), milliseconds, k * 1_000_000)
    expect([milliseconds, result]).toEqual([
      milliseconds,
      { acknowledged: result.acknowledged, lost: 0, twice: 0, same: true },
    ])
    acknowledged += result.acknowledged
  }
  expect(acknowledged).toBeGreaterThan(0)
})

test('kill -9: features that wait for their label still wait, those that were learned do not', async () => {
  const store = join(temporary(), 'store')
  const begin = () => startServer(['--new', ...flags, '--store', store])
  const at = (address: string, route: string, body: unknown) =>
    fetch(`${address}/${route}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const server = await begin()
  const predicted = Array.from({ length: 300 }, (_, k) => ({
    features: { x: k, city: `c${k % 7}` },
    id: `é${k}`,
  }))
  expect((await at(server.address, 'predict', predicted)).status).toBe(200)
  expect((await at(server.address, 'labels', { id: 'é7', label: 1 })).status).toBe(200)
  expect(await server.end('SIGKILL')).toBe(null)
  const again = await begin()
  expect((await at(again.address, 'labels', { id: 'é7', label: 1 })).status).toBe(400)
  expect((await at(again.address, 'labels', { id: 'é8', label: -1, weight: 2 })).status).toBe(200)
  const [shown, model] = await Promise.all(
    ['stats', 'model'].map(async (route) => (await fetch(`${again.address}/${route}`)).arrayBuffer()),
  )
  expect(JSON.parse(Buffer.from(shown).toString())).toMatchObject({ labels: { waiting: 298 } })
  const other = await startServer(['--new', ...flags, '--store', join(temporary(), 'other')])
  await post(other.address, [
    { features: predicted[7].features, label: 1 },
    { features: predicted[8].features, label: -1, weight: 2 },
  ])
  const expected = await (await fetch(`${other.address}/model`)).arrayBuffer()
  expect(Buffer.from(model).equals(Buffer.from(expected))).toBe(true)
  await Promise.all([again.end('SIGTERM'), other.end('SIGTERM')])
})

test('SIGTERM ends it in order: exit code 0, and the model is saved', async () => {
  const folder = temporary()
  const [store, model] = [join(folder, 'store'), join(folder, 'model.ol')]
  const server = await startServer(['--new', ...flags, '--store', store])
  await post(server.address, [{ features: { x: 1 }, label: 1 }])
  const bytes = Buffer.from(await (await fetch(`${server.address}/model`)).arrayBuffer())
  expect(await server.end('SIGTERM')).toBe(0)
  const again = await startServer(['--new', ...flags, '--store', store])
  expect(Buffer.from(await (await fetch(`${again.address}/model`)).arrayBuffer())).toEqual(bytes)
  await again.end('SIGINT')
  // the log is an input of any other training
  const { examples, rule } = json(
    olProcess(['train', store, '--rule', 'adagrad', '--loss', 'logistic', '--json', '-o', model]),
  )
  expect([examples, rule]).toEqual([1, 'adagrad'])
})

const canMount = process.platform === 'linux' && process.getuid?.() === 0

describe.skipIf(!canMount)('a full disk', () => {
  test('refuses examples, keeps on predicting, and takes examples when there is room', async () => {
    const folder = temporary()
    const disk = join(folder, 'disk')
    mkdirSync(disk)
    if (spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=3m', 'tmpfs', disk]).status !== 0) return
    try {
      const server = await startServer([
        '--new',
        ...flags,
        '--store',
        join(disk, 'store'),
        '--snapshot-seconds',
        '1',
      ])
      spawnSync('sh', ['-c', `head -c 10000000 /dev/zero > ${disk}/filler`])
      const statuses: number[] = []
      const wide = { features: { text: 'y'.repeat(20_000) }, label: 1 }
      for (let k = 0; k < 30 && !statuses.includes(503); k++)
        statuses.push((await post(server.address, wide)).status)
      expect(statuses.at(-1)).toBe(503)
      expect((await fetch(`${server.address}/ready`)).status).toBe(503)
      const health = async () =>
        (await (await fetch(`${server.address}/health`)).json()) as { learned: number }
      const { learned } = await health()
      expect(learned).toBe(statuses.length - 1)
      rmSync(join(disk, 'filler'))
      expect((await post(server.address, wide)).status).toBe(200)
      expect((await health()).learned).toBe(learned + 1)
      const bytes = Buffer.from(await (await fetch(`${server.address}/model`)).arrayBuffer())
      await server.end('SIGKILL')
      const again = await startServer(['--new', ...flags, '--store', join(disk, 'store')])
      expect(Buffer.from(await (await fetch(`${again.address}/model`)).arrayBuffer())).toEqual(bytes)
      await again.end('SIGKILL')
    } finally {
      spawnSync('umount', ['-l', disk])
    }
  })
})
