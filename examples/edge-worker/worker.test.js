import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { Learner } from '@ol/core'
import { Miniflare } from 'miniflare'

const folder = mkdtempSync(join(tmpdir(), 'edge-'))
after(() => rmSync(folder, { recursive: true, maxRetries: 5 }))

/** workerd, the runtime of the edge, with storage in a folder. */
const runtime = () =>
  new Miniflare({
    modules: [{ type: 'ESModule', path: join(import.meta.dirname, 'dist', 'worker.js') }],
    modulesRoot: join(import.meta.dirname, 'dist'),
    compatibilityDate: '2025-09-01',
    kvNamespaces: ['MODELS'],
    kvPersist: join(folder, 'kv'),
    durableObjects: { TEACHER: { className: 'Teacher', useSQLite: true } },
    durableObjectsPersist: join(folder, 'objects'),
    bindings: { TOKEN: 'secret' },
  })

async function post(edge, path, body, token = 'secret') {
  const answer = await edge.dispatchFetch(`http://edge${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}` },
    body: JSON.stringify(body),
  })
  return { status: answer.status, ...(await answer.json()) }
}

/** Waits for the copy that the alarm makes of this many examples. */
async function saved(edge, size) {
  const models = await edge.getKVNamespace('MODELS')
  for (let tries = 0; tries < 200; tries++) {
    // on a busy machine a request of the test to the runtime may fail; the loop has the deadline
    const bytes = await models.get('comments.ol', 'arrayBuffer').catch(() => null)
    if (bytes !== null) {
      const model = Learner.fromBytes(new Uint8Array(bytes))
      if (model.report().examples >= size) return { model, bytes: bytes.byteLength }
    }
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('the model was not saved')
}

const ham = ['Thank you for the article', 'I read this with pleasure', 'What about the second chapter?']
const spam = ['BUY NOW https://shop', 'Cheap pills https://pills', 'Win money, buy pills https://win']

test('learns in one place, predicts from the copy, and survives the runtime', async (t) => {
  const edge = runtime()
  t.after(() => edge.dispose().catch(() => {}))
  assert.equal((await post(edge, '/predict', { text: 'anything' })).spam, 0.5)

  const all = [...ham.map((text) => ({ text, spam: false })), ...spam.map((text) => ({ text, spam: true }))]
  const counts = await Promise.all([...all, ...all].map((body) => post(edge, '/learn', body)))
  assert.deepEqual(
    counts.map(({ examples }) => examples).sort((a, b) => a - b),
    [1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12],
  )
  const copy = await saved(edge, 12)
  assert.ok(copy.bytes < 5000, `${copy.bytes} bytes`)
  await edge.dispose()

  const later = runtime()
  t.after(() => later.dispose())
  const bad = await post(later, '/predict', { text: 'buy cheap pills https://here' })
  const good = await post(later, '/predict', { text: 'the article was a pleasure' })
  assert.ok(bad.spam > 0.7 && good.spam < 0.4, `${bad.spam} and ${good.spam}`)
  // the durable object has its own copy, with all that learning needs
  assert.equal((await post(later, '/learn', { text: 'hello', spam: false })).examples, 13)
})

test('refuses what is no comment', async (t) => {
  const edge = runtime()
  t.after(() => edge.dispose())
  assert.equal((await post(edge, '/learn', { text: 'a' })).status, 400)
  assert.equal((await post(edge, '/predict', { text: 1 })).status, 400)
  assert.equal((await post(edge, '/learn', { text: 'a', spam: true }, 'secre')).status, 401)
  assert.equal((await post(edge, '/nowhere', { text: 'a' })).status, 404)
  assert.equal((await edge.dispatchFetch('http://edge/predict')).status, 405)
  assert.equal((await edge.dispatchFetch('http://edge/predict', { method: 'POST', body: '{' })).status, 400)
})

test('the worker fits where workers must', () => {
  // 1 MB, compressed, is the least that a plan has
  assert.ok(readFileSync(join(import.meta.dirname, 'dist', 'worker.js')).length < 200_000)
})
