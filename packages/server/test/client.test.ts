import { Client, ServerError } from '@ol/server/client'
import { expect, test } from 'vitest'
import { examples, modelOf, post, served } from './served.js'

test('the client asks for everything that a server answers', async () => {
  const server = await served({ token: 'secret' })
  const client = new Client(`${server.address}/`, { token: 'secret' })
  const all = examples(60)
  expect((await client.learnAll(all)).length).toBe(60)
  const [{ features }] = all
  const { prediction, probability = 0, score = 0 } = await client.predict(features, 'a')
  expect([prediction, probability]).toEqual([score > 0 ? 1 : -1, 1 / (1 + Math.exp(-score))])
  expect(await client.predictAll([features, { x: [{}] }])).toMatchObject([
    { score },
    { error: { code: 'OL_FEATURES' } },
  ])
  expect(await client.label('a', -1)).toMatchObject({ score })
  expect((await client.learn({ features, label: 1, weight: 3 })).score).toBeLessThan(score)
  expect(JSON.stringify(await client.explain(features))).toContain('contribution')
  expect(await client.stats()).toMatchObject({ model: { examples: 62 } })
  const other = await served()
  await new Client(other.address).replaceModel(Uint8Array.from(await client.model()))
  expect(await modelOf(other)).toEqual(await client.model())
})

test('errors have the code of the server and the status', async () => {
  const server = await served({ token: 'secret' })
  await expect(new Client(server.address).stats()).rejects.toMatchObject({ status: 401, code: 'OL_REQUEST' })
  const client = new Client(server.address, { token: 'secret' })
  await expect(client.learn({ features: {}, label: 'seven' })).rejects.toThrow(ServerError)
  await expect(client.label('nobody', 1)).rejects.toMatchObject({ status: 400, code: 'OL_REQUEST' })
})

test('the dashboard is served with all its files, and shows nothing of the model without a token', async () => {
  const server = await served({ token: 'secret' })
  await post(server, '/learn', examples(5), 'application/json', { authorization: 'Bearer secret' })
  const page = await fetch(`${server.address}/`)
  const text = await page.text()
  expect(page.headers.get('content-security-policy')).toContain("default-src 'none'")
  const loaded = [...text.matchAll(/(?:src|href)="(assets\/[^"]+)"/g)].map(([, path]) => path)
  expect(loaded.length).toBe(3)
  for (const path of [...loaded, 'assets/uplot.js'])
    expect((await fetch(`${server.address}/${path}`)).status).toBe(200)
  expect(await (await fetch(`${server.address}/assets/page.js`)).text()).toContain("from './uplot.js'")
  expect((await fetch(`${server.address}/events`)).status).toBe(401)
  expect(text).not.toMatch(/https?:\/\//)
})
