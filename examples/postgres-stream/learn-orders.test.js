import assert from 'node:assert/strict'
import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import { Learner } from '@ol/core'
import pg from 'pg'
import { current, featuresOf, learnOrders } from './learn-orders.js'

// A PostgreSQL server of its own, in a folder of its own, over a socket.

const folder = mkdtempSync('/tmp/ol-pg-')
/** Debian keeps the server's programs off the PATH. */
const bin = existsSync('/usr/lib/postgresql')
  ? join('/usr/lib/postgresql', readdirSync('/usr/lib/postgresql').sort().at(-1) ?? '', 'bin')
  : ''
const database = { host: folder, user: 'ol', database: 'postgres' }
/** The server refuses to run as root. */
const owner = process.getuid?.() === 0 ? ids('postgres') : {}
let server

function ids(user) {
  const id = (flag) => Number(execFileSync('id', [flag, user], { encoding: 'utf8' }))
  return { uid: id('-u'), gid: id('-g') }
}

before(async () => {
  if (owner.uid !== undefined) chownSync(folder, owner.uid, owner.gid)
  const data = join(folder, 'data')
  execFileSync(join(bin, 'initdb'), ['-D', data, '-U', 'ol', '-A', 'trust', '--no-sync'], {
    stdio: 'ignore',
    cwd: folder,
    ...owner,
  })
  const flags = ['-D', data, '-k', folder, '-c', 'listen_addresses=', '-c', 'fsync=off']
  server = spawn(join(bin, 'postgres'), flags, { stdio: 'ignore', cwd: folder, ...owner })
  for (let tries = 0; ; tries++) {
    try {
      await withClient((client) => client.query('SELECT 1'))
      break
    } catch (error) {
      if (tries === 200) throw error
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
  }
  await withClient((client) => client.query(readFileSync(join(import.meta.dirname, 'schema.sql'), 'utf8')))
})
after(async () => {
  server?.kill('SIGINT')
  if (server?.exitCode === null) await once(server, 'exit')
  rmSync(folder, { recursive: true })
})
beforeEach(() => withClient((client) => client.query('TRUNCATE orders, models RESTART IDENTITY')))

/** @template T @param {(client: pg.Client) => Promise<T>} work */
async function withClient(work) {
  const client = new pg.Client(database)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end()
  }
}

/** Orders of the past; large amounts from abroad are sent back. */
const insert = (count) =>
  withClient((client) =>
    client.query(
      `INSERT INTO orders (placed_at, country, amount, first_order, returned)
       SELECT now() - interval '1 hour', country, amount, k % 3 = 0, amount > 60 AND country <> 'no'
       FROM (SELECT k, (ARRAY['no', 'se', 'it'])[1 + k * 7 % 3] AS country, k * 37 % 100 AS amount
             FROM generate_series(1, $1::int) AS k) AS made`,
      [count],
    ),
  )
const stored = () => withClient(current)

test('learns each row once, over several runs, and predicts', async () => {
  await insert(3000)
  const first = await withClient((client) => learnOrders(client))
  assert.deepEqual([first.examples, first.lastId], [3000, '3000'])
  assert.equal((await withClient((client) => learnOrders(client))).examples, 0)
  await insert(2500)
  assert.equal((await withClient((client) => learnOrders(client))).examples, 2500)

  const { model, lastId } = await stored()
  assert.equal(lastId, '5500')
  const risky = model.predict(featuresOf({ country: 'it', amount: 95, first_order: false }))
  const safe = model.predict(featuresOf({ country: 'no', amount: 5, first_order: false }))
  assert.ok(risky > 0.6 && safe < 0.1, `${risky} and ${safe}`)

  // the model is, byte for byte, the model of one run over all rows
  const whole = new Learner({ loss: 'logistic', link: 'logistic' })
  const { rows } = await withClient((client) => client.query('SELECT * FROM orders ORDER BY id'))
  for (const row of rows) whole.learn({ features: featuresOf(row), label: row.returned })
  assert.ok(Buffer.from(whole.toBytes()).equals(Buffer.from(model.toBytes())))
})

test('waits for answers, and for rows that may still appear before others', async () => {
  await insert(10)
  await withClient((client) => client.query('UPDATE orders SET returned = NULL WHERE id = 5'))
  assert.equal((await withClient((client) => learnOrders(client))).lastId, '4')
  await withClient((client) =>
    client.query('UPDATE orders SET returned = true, placed_at = now() WHERE id = 5'),
  )
  await withClient((client) => client.query('UPDATE orders SET placed_at = now() WHERE id >= 6'))
  assert.equal((await withClient((client) => learnOrders(client))).examples, 0)
  assert.equal((await withClient((client) => learnOrders(client, { settleSeconds: 0 }))).examples, 6)
})

test('runs that overlap learn one after another', async () => {
  await insert(2000)
  const runs = await Promise.all([1, 2, 3].map(() => withClient((client) => learnOrders(client))))
  assert.deepEqual(runs.map(({ examples }) => examples).sort(), [0, 0, 2000])
  assert.equal((await stored()).model.report().examples, 2000)
})

test('an aborted run leaves everything as it was', async () => {
  await insert(3000)
  await withClient((client) => learnOrders(client))
  const before = await stored()
  await insert(20_000)
  const controller = new AbortController()
  setTimeout(() => controller.abort(), 20)
  await withClient((client) => assert.rejects(learnOrders(client, { signal: controller.signal })))
  const after = await stored()
  assert.equal(after.lastId, before.lastId)
  assert.ok(Buffer.from(after.model.toBytes()).equals(Buffer.from(before.model.toBytes())))
})

test('a connection that breaks is an error of the program, not a hang', async () => {
  await insert(20_000)
  const env = { ...process.env, PGHOST: folder, PGUSER: 'ol', PGDATABASE: 'postgres' }
  const program = join(import.meta.dirname, 'learn.js')
  const child = spawn(process.execPath, [program], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text) => {
    said += text
  })
  const exit = once(child, 'exit')
  await withClient(async (client) => {
    const kill = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                  WHERE pid <> pg_backend_pid() AND datname = 'postgres' AND state = 'active'`
    while (child.exitCode === null && (await client.query(kill)).rowCount === 0);
  })
  assert.deepEqual(await exit, [1, null], said)
  assert.match(said, /^Nothing was learned: /)
  assert.equal((await stored()).lastId, '0')

  const again = spawnSync(process.execPath, [program], { env, encoding: 'utf8' })
  assert.match(again.stdout, /^20000 orders up to 20000, loss 0\.\d+\n$/)
})
