import {
  columnFromArray,
  int64,
  list as listOf,
  struct as structOf,
  tableFromArrays,
  tableFromColumns,
  tableFromIPC,
  tableToIPC,
  utf8,
} from '@uwdata/flechette'
import { expect, test } from 'vitest'
import { examples, modelOf, post, served } from './served.js'

const type = 'application/vnd.apache.arrow.stream'

async function send(
  address: string,
  route: string,
  columns: Record<string, unknown[]>,
): Promise<ReturnType<typeof tableFromIPC>> {
  const body = tableToIPC(tableFromArrays(columns), { format: 'stream' }) as Uint8Array<ArrayBuffer>
  const response = await fetch(`${address}${route}`, {
    method: 'POST',
    headers: { 'content-type': type, accept: type },
    body,
  })
  expect(response.status).toBe(200)
  return tableFromIPC(new Uint8Array(await response.arrayBuffer()))
}

test('rows of Arrow are the examples of JSON: missing cells are null, and a bad row is answered in its place', async () => {
  const [arrow, json] = await Promise.all([served(), served()])
  const all = examples(400).map(({ features, label }, k) => ({
    features: { x: k % 9 === 0 ? null : features.x, city: features.city },
    label: k === 7 ? 5 : label,
  }))
  const columns = {
    x: all.map(({ features }) => features.x),
    city: all.map(({ features }) => features.city),
    label: all.map(({ label }) => label),
  }
  const answers = (await post(json, '/learn', all)).json as { score?: number; error?: { message: string } }[]
  const table = await send(arrow.address, '/learn', columns)
  expect([...table.getChild('score')]).toEqual(answers.map(({ score }) => score ?? null))
  expect([...table.getChild('error')].map((text) => text ?? undefined)).toEqual(
    answers.map(({ error }) => error?.message),
  )
  expect(await modelOf(arrow)).toEqual(await modelOf(json))
  const { label: _, ...features } = columns
  const predicted = await send(arrow.address, '/predict', features)
  const own = (
    await post(
      json,
      '/predict',
      all.map((one) => ({ features: one.features })),
    )
  ).json as { probability: number }[]
  expect([...predicted.getChild('probability')]).toEqual(own.map(({ probability }) => probability))
})

test('a body that is not Arrow is refused', async () => {
  const server = await served()
  expect((await post(server, '/predict', 'no arrow at all, just text', type)).status).toBe(400)
})

test('a client that wants only errors gets no answers to learned examples', async () => {
  const [quiet, other] = await Promise.all([served(), served()])
  const ask = (route: string, value: unknown): Promise<Response> =>
    fetch(`${quiet.address}${route}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', prefer: 'return=minimal' },
      body: JSON.stringify(value),
    })
  const all = examples(600)
  const bad = all.map((one, k) => (k === 7 || k === 300 ? { ...one, label: 5 } : one))
  for (const learned of [all, all[0]]) {
    const answer = await ask('/learn', learned)
    expect([answer.status, answer.headers.get('preference-applied'), await answer.text()]).toEqual([
      204,
      'return=minimal',
      '',
    ])
    await post(other, '/learn', learned)
  }
  const faults = (await (await ask('/learn', bad)).json()) as { error?: { code: string } }[]
  expect(faults.flatMap(({ error }, k) => (error === undefined ? [] : [[k, error.code]]))).toEqual([
    [7, 'OL_LABEL'],
    [300, 'OL_LABEL'],
  ])
  expect(faults[8]).toEqual({})
  for (const one of bad) await post(other, '/learn', one)
  expect(await modelOf(quiet)).toEqual(await modelOf(other))
  expect((await ask('/predict', { features: all[0].features })).status).toBe(200)
})

test('whole numbers beyond 2^53 are their nearest doubles, in features and in labels', async () => {
  const [arrow, json] = await Promise.all([served(), served()])
  const places = [1n, 2n ** 60n, -(2n ** 61n), 2n ** 53n + 1n]
  const labels = [1n, -1n, 1n, -1n]
  const table = await send(arrow.address, '/learn', { place: places, label: labels })
  const all = places.map((place, k) => ({ features: { place: Number(place) }, label: Number(labels[k]) }))
  const answers = (await post(json, '/learn', all)).json as { score: number }[]
  expect([...table.getChild('score')]).toEqual(answers.map(({ score }) => score))
  expect(await modelOf(arrow)).toEqual(await modelOf(json))
})

test('an Arrow answer has the members of the JSON answer: probabilities, and the codes of errors', async () => {
  const server = await served()
  const columns = { x: [1, 2, Number.POSITIVE_INFINITY] }
  const table = await send(server.address, '/predict?probabilities', columns)
  const json = (
    await post(server, '/predict?probabilities', [{ features: { x: 1 } }, { features: { x: 2 } }])
  ).json as { probabilities: number[] }[]
  expect(
    [...table.getChild('probabilities')].map((text) => (text === null ? null : JSON.parse(text))),
  ).toEqual([...json.map(({ probabilities }) => probabilities), null])
  expect([...table.getChild('code')]).toEqual([null, null, 'OL_VALUE'])
})

test('two columns with one name are refused', async () => {
  const server = await served()
  const one = tableFromArrays({ x: [1], y: [2] })
  one.schema.fields[1].name = 'x'
  const body = tableToIPC(one, { format: 'stream' }) as Uint8Array<ArrayBuffer>
  const response = await fetch(`${server.address}/learn`, {
    method: 'POST',
    headers: { 'content-type': type },
    body,
  })
  expect(response.status).toBe(400)
  expect(await response.text()).toContain('Expected distinct names of columns but two are \\"x\\"')
})

test('lists and structs of whole numbers are those of JSON', async () => {
  const [arrow, json] = await Promise.all([served(), served()])
  const rows = [
    { list: [1n, 2n], struct: { a: 1n, b: 'x' } },
    { list: [3n], struct: { a: -7n, b: 'y' } },
  ]
  const table = tableFromColumns([
    [
      'list',
      columnFromArray(
        rows.map(({ list }) => list),
        listOf(int64()),
      ),
    ],
    [
      'struct',
      columnFromArray(
        rows.map((row) => row.struct),
        structOf({ a: int64(), b: utf8() }),
      ),
    ],
    ['label', columnFromArray([1, -1])],
  ])
  const body = Buffer.from(tableToIPC(table, { format: 'stream' }) as Uint8Array)
  const response = await fetch(`${arrow.address}/learn`, {
    method: 'POST',
    headers: { 'content-type': type },
    body,
  })
  const same = rows.map(({ list, struct }, k) => ({
    features: { list: list.map(Number), struct: { ...struct, a: Number(struct.a) } },
    label: k === 0 ? 1 : -1,
  }))
  expect(await response.json()).toEqual((await post(json, '/learn', same)).json)
  expect(await modelOf(arrow)).toEqual(await modelOf(json))
})
