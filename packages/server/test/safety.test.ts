import { connect } from 'node:net'
import { serve } from '@ol/server'
import { expect, test } from 'vitest'
import { examples, post, served } from './served.js'

/** Sends bytes as they are, and returns what comes back. */
function raw(port: number, text: string, wait = 300): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => socket.write(text))
    let answer = ''
    socket.on('data', (piece) => {
      answer += String(piece)
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(answer))
    setTimeout(() => socket.end(), wait)
  })
}

const metric = async ({ address }: { address: string }, name: string, token = ''): Promise<number> => {
  const text = await (
    await fetch(`${address}/metrics`, { headers: { authorization: `Bearer ${token}` } })
  ).text()
  return Number(new RegExp(`^${name.replace(/[{}]/g, '\\$&')} (\\S+)`, 'm').exec(text)?.[1])
}

test('a token that is wrong by a character is refused and counted; health and readiness need none', async () => {
  const server = await served({ token: 'secret' })
  const predict = (authorization: string) =>
    post(server, '/predict', { features: { x: 1 } }, 'application/json', { authorization })
  for (const wrong of ['', 'Bearer secre', 'Bearer secret2', 'Bearer Secret', 'Basic secret'])
    expect([wrong, (await predict(wrong)).status]).toEqual([wrong, 401])
  expect((await predict('Bearer secret')).status).toBe(200)
  expect(await (await fetch(`${server.address}/health`)).json()).toEqual({ status: 'ok' })
  expect((await fetch(`${server.address}/ready`)).status).toBe(200)
  expect((await fetch(`${server.address}/model`)).status).toBe(401)
  expect(await metric(server, 'ol_refused_connections_total{why="token"}', 'secret')).toBe(6)
})

test('an address that others reach needs a token', async () => {
  await expect(serve({ new: {}, store: false, port: 0, host: '0.0.0.0' })).rejects.toMatchObject({
    code: 'OL_PARAMETER',
  })
  await expect(serve({ new: {}, store: false, port: 0, token: ' ' })).rejects.toMatchObject({
    code: 'OL_PARAMETER',
  })
})

test('an option or a limit that there is not is refused, and one of a prototype', async () => {
  const base = { new: {}, store: false, port: 0 } as const
  for (const [options, value] of [
    [{ ...base, tokens: 'secret' }, 'tokens'],
    [{ ...base, limits: { body: 5 } }, 'body'],
    [Object.create(base), expect.anything()],
  ])
    await expect(serve(options)).rejects.toMatchObject({ code: 'OL_PARAMETER', value })
})

test('a body past the limit, a line past the limit and a body of another type are refused', async () => {
  const server = await served({ limits: { bodyBytes: 2000, lineBytes: 1000 } })
  const long = JSON.stringify({ features: { x: 'y'.repeat(3000) } })
  expect((await post(server, '/predict', long)).status).toBe(413)
  const { text } = await post(
    server,
    '/predict',
    `{"features":{"x":1}}\n${long}${' '.repeat(200_000)}`,
    'application/x-ndjson',
  )
  expect(text.trimEnd().split('\n').at(-1)).toContain('OL_LINE_LONG')
  expect((await post(server, '/predict', 'x=1', 'application/x-www-form-urlencoded')).status).toBe(415)
})

test('invalid requests are refused, and the server continues', async () => {
  const server = await served()
  const port = Number(new URL(server.address).port)
  for (const text of [
    'GARBAGE\r\n\r\n',
    'POST /predict HTTP/1.1\r\nhost: a\r\ncontent-length: -5\r\n\r\n',
    'POST /predict HTTP/1.1\r\nhost: a\r\ncontent-length: 5\r\ntransfer-encoding: chunked\r\n\r\n',
    'POST /predict HTTP/1.1\r\nhost: a\r\ncontent-type: application/json\r\ncontent-length: 1000000000\r\n\r\n{',
    `GET /${'a'.repeat(100_000)} HTTP/1.1\r\nhost: a\r\n\r\n`,
  ])
    expect(await raw(port, text).catch(() => 'HTTP/1.1 4')).toMatch(/^HTTP\/1.1 4/)
  for (const route of [
    '/../../etc/passwd',
    '/%2e%2e/%2e%2e/etc/passwd',
    '/model/../../x',
    '/assets/..%2f..%2fpackage.json',
  ]) {
    const answer = await raw(port, `GET ${route} HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n`)
    expect(answer).toMatch(/^HTTP\/1.1 404/)
  }
  expect((await post(server, '/predict', '{"features":')).status).toBe(400)
  expect((await post(server, '/predict', { features: { x: 1 } })).status).toBe(200)
})

test('the contents of a request are not shown as HTML', async () => {
  const server = await served()
  const response = await fetch(`${server.address}/predict`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ '<script>alert(1)</script>': 1, features: {} }),
  })
  expect(response.headers.get('content-type')).toMatch(/^application\/json/)
  expect(response.status).toBe(400)
})

test('examples past those that may wait are refused with 503, and learned when there is room', async () => {
  const server = await served({ limits: { waiting: 100 } })
  const { json } = await post(server, '/learn', examples(512))
  const codes = (json as { error?: { code: string } }[]).map(({ error }) => error?.code ?? 'learned')
  expect(new Set(codes)).toEqual(new Set(['OL_LIMIT']))
  expect((await post(server, '/learn', examples(80))).status).toBe(200)
  expect(server.service.counts.learned).toBe(80)
  expect((await post(server, '/learn', examples(1)[0])).status).toBe(200)
})

test('connections past the limit are dropped and counted', async () => {
  const server = await served({ limits: { connections: 3 } })
  const port = Number(new URL(server.address).port)
  const held = Array.from({ length: 3 }, () => connect(port, '127.0.0.1'))
  await Promise.all(held.map((socket) => new Promise((resolve) => socket.once('connect', resolve))))
  await raw(port, 'GET /health HTTP/1.1\r\nhost: a\r\n\r\n', 200).catch(() => '')
  for (const socket of held) socket.destroy()
  await new Promise((resolve) => setTimeout(resolve, 100))
  expect(await metric(server, 'ol_refused_connections_total{why="connections"}')).toBeGreaterThanOrEqual(1)
})

test('stops in order: accepted requests are answered, and no more are accepted', async () => {
  const server = await served()
  const requests = Array.from({ length: 30 }, (_, k) => post(server, '/learn', examples(50, k + 1)))
  await requests[0]
  const stopped = server.stop()
  const answered = (await Promise.allSettled(requests)).filter(
    (one) => one.status === 'fulfilled' && one.value.status === 200,
  )
  await stopped
  expect(server.service.counts.learned).toBe(50 * answered.length)
  await expect(post(server, '/learn', examples(1)[0])).rejects.toThrow()
})

test('a refusal names what was wrong in the request: method, path, type of a model, id', async () => {
  const server = await served()
  const ask = async (path: string, init: RequestInit = {}) =>
    ((await (await fetch(`${server.address}${path}`, init)).json()) as { error: { message: string } }).error
      .message
  expect(await ask('/predict')).toBe('Expected POST for /predict but received GET')
  expect(await ask('/predct?x')).toBe('There is no route "/predct": GET /docs lists them')
  expect(await ask('/model', { method: 'PUT', body: 'x', headers: { 'content-type': 'text/html' } })).toBe(
    'Expected application/octet-stream for content-type but received text/html',
  )
  expect((await post(server, '/labels', { id: 'v8', label: 1 })).text).toContain(
    'but received \\"v8\\": it is unknown',
  )
  expect((await post(server, '/learn', { features: {} })).text).toContain('Expected a label for an example')
})
