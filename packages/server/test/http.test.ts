import { Learner } from '@ol/core'
import { describe, expect, test } from 'vitest'
import { examples, modelOf, post, served } from './served.js'

const settings = { loss: 'logistic', rule: 'nag', bits: 12 } as const

describe('examples over HTTP', () => {
  test('the model and the answers equal a learner that is called directly', async () => {
    const server = await served()
    const learner = new Learner({ ...settings, task: 'binary' })
    for (const [e, example] of examples(50).entries()) {
      const { json } = await post(server, '/learn', example)
      expect((json as { score: number }).score).toBe(learner.scores(example.features)[0])
      learner.learn(example)
      const { features } = examples(50, e + 7)[0]
      const predicted = (await post(server, '/predict', { features })).json as Record<string, number>
      expect(predicted).toEqual({
        prediction: learner.predict(features) > 0 ? 1 : -1,
        probability: learner.probabilities(features)[0],
        score: learner.predict(features),
      })
    }
    const served_ = Learner.fromBytes(await modelOf(server))
    expect(served_.report().averageLoss).toBe(learner.report().averageLoss)
  })

  test('an array, a stream of lines and single objects make the same model', async () => {
    const all = examples(700)
    const [one, array, lines] = await Promise.all([served(), served(), served()])
    for (const example of all) await post(one, '/learn', example)
    const answers = (await post(array, '/learn', all)).json as unknown[]
    const body = all.map((example) => JSON.stringify(example)).join('\n')
    const streamed = await post(lines, '/learn', body, 'application/x-ndjson')
    expect(
      streamed.text
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual(answers)
    expect(answers.length).toBe(700)
    const [a, b, c] = await Promise.all([one, array, lines].map(modelOf))
    expect(b).toEqual(a)
    expect(c).toEqual(a)
  })

  test('a bad example is answered in its place, and leaves no trace', async () => {
    const all = examples(300)
    const bad = [
      { features: { x: [{}] }, label: 1 },
      { features: { x: 1 }, label: 'seven' },
      { features: { x: 1 } },
      { features: { x: 1 }, label: 1, lable: 1 },
      { features: { x: 1e300 }, label: 1 },
      7,
    ]
    const mixed: unknown[] = [...all]
    for (const [k, value] of bad.entries()) mixed.splice(10 + 40 * k, 0, value)
    const [clean, server] = await Promise.all([served(), served()])
    await post(clean, '/learn', all)
    const answers = (await post(server, '/learn', mixed)).json as { error?: { code: string } }[]
    expect(
      answers.map((answer, i) => [i, answer.error?.code]).filter(([, code]) => code !== undefined),
    ).toEqual([
      [10, 'OL_FEATURES'],
      [50, 'OL_LABEL'],
      [90, 'OL_LABEL'],
      [130, 'OL_REQUEST'],
      [170, 'OL_VALUE'],
      [210, 'OL_REQUEST'],
    ])
    expect(await modelOf(server)).toEqual(await modelOf(clean))
  })

  test('lines that are no JSON are answered in their place, the last without a line feed as well', async () => {
    const server = await served()
    const body = '{"features":{"x":1}}\n\nnope\n{"features":{"x":2}}'
    const { text } = await post(server, '/predict', body, 'application/x-ndjson')
    const answers = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as { prediction?: number; error?: { code: string } })
    expect(answers.map(({ prediction, error }) => error?.code ?? typeof prediction)).toEqual([
      'number',
      'OL_REQUEST',
      'number',
    ])
  })

  test('a body that is compressed or of no known type, and a query that says nothing, are refused by name', async () => {
    const server = await served()
    const [example] = examples(1)
    const zipped = await post(server, '/learn', example, 'application/json', { 'content-encoding': 'gzip' })
    expect([zipped.status, zipped.text]).toEqual([400, expect.stringContaining('gzip')])
    const typed = await post(server, '/learn', example, 'text/plain')
    expect([typed.status, typed.text]).toEqual([
      415,
      expect.stringMatching(/application\/x-ndjson.*text\/plain/),
    ])
    for (const route of ['/learn?interval=0.9', '/explain?probabilities', '/labels?weight=3'])
      expect((await post(server, route, example)).text).toMatch(
        /OL_REQUEST.*received \\"(interval|prob|weight)/,
      )
    expect(server.service.counts.learned).toBe(0)
    expect((await post(server, '/learn', `\ufeff${JSON.stringify(example)}`)).status).toBe(200)
    const lines = await post(server, '/learn', `\ufeff${JSON.stringify(example)}\n`, 'application/x-ndjson')
    expect(lines.text).toMatch(/^{"prediction"/)
  })

  test('features that are named as members of objects are features', async () => {
    const server = await served()
    const learner = new Learner({ ...settings, task: 'binary' })
    const text = '{"features":{"__proto__":2,"constructor":1,"toString":3,"":1},"label":1}'
    await post(server, '/learn', text)
    learner.learn(JSON.parse(text))
    expect(
      Learner.fromBytes(await modelOf(server))
        .inspect({})
        .map(({ name }) => name)
        .sort(),
    ).toEqual(
      learner
        .inspect({})
        .map(({ name }) => name)
        .sort(),
    )
    expect(({} as Record<string, unknown>).polluted).toBeUndefined()
  })

  test('an answer to /explain has one prediction and one probability, of the positive class', async () => {
    const server = await served()
    await post(server, '/learn', examples(50))
    const negative = { features: { x: -0.5, city: 'oslo' } }
    const { explanation, ...rest } = (await post(server, '/explain', negative)).json as {
      explanation: object
    }
    expect(rest).toEqual((await post(server, '/predict', negative)).json)
    expect(rest).toMatchObject({ prediction: -1 })
    expect(Object.keys(explanation)).toEqual(['score', 'features', 'further'])
  })

  test('an explanation adds up to the score', async () => {
    const server = await served()
    await post(server, '/learn', examples(100))
    const [{ features }] = examples(1, 9)
    const { json } = await post(server, '/explain', { features })
    const { explanation, score } = json as {
      score: number
      explanation: { features: { contribution: number }[]; further: { contribution: number }[] }
    }
    let sum = 0
    for (const { contribution } of [...explanation.features, ...explanation.further]) sum += contribution
    expect(sum).toBe(score)
  })

  test('classes have names and probabilities and, if allowed, are added', async () => {
    const server = await served({
      new: { loss: 'logistic', rule: 'nag', bits: 10, classes: ['cat', 'dog'], mostClasses: 5 },
    })
    for (const [legs, label] of [
      [4, 'cat'],
      [4, 'dog'],
      [0, 'eel'],
      [0, 'eel'],
    ] as const)
      expect((await post(server, '/learn', { features: { legs, water: legs === 0 }, label })).status).toBe(
        200,
      )
    const { json } = await post(server, '/predict?probabilities', { features: { legs: 0, water: true } })
    const { prediction, probabilities } = json as { prediction: string; probabilities: number[] }
    expect(prediction).toBe('eel')
    expect(probabilities.length).toBe(3)
  })
})

describe('intervals over HTTP', () => {
  test('numbers have the interval of the model, one by one and several', async () => {
    const server = await served({ new: { task: 'regression', bits: 10 } })
    const learner = new Learner({ task: 'regression', bits: 10 })
    const rows = Array.from({ length: 300 }, (_, k) => ({
      features: { x: (k * 7919) % 100, city: `c${k % 3}` },
      label: ((k * 7919) % 100) + (k % 11),
    }))
    await post(server, '/learn', rows)
    for (const row of rows) learner.learn(row)
    const { features } = rows[17]
    const { low, high, prediction } = learner.predictInterval(features, 0.8)
    const expected = { prediction, interval: [low, high] }
    expect((await post(server, '/predict?interval=0.8', { features })).json).toEqual(expected)
    expect((await post(server, '/predict?interval=.8', [{ features }, { features }])).json).toEqual([
      expected,
      expected,
    ])
    const identified = (await post(server, '/predict?interval=0.8', { features, id: 'a' })).json
    expect(identified).toEqual({ id: 'a', ...expected })
    expect((await post(server, '/predict', { features })).json).toEqual({ prediction })
  })

  test('classes have the set of the model', async () => {
    const server = await served({ new: { classes: ['cat', 'dog', 'eel'], bits: 10 } })
    const learner = new Learner({ classes: ['cat', 'dog', 'eel'], bits: 10 })
    const rows = Array.from({ length: 200 }, (_, k) => ({
      features: { legs: k % 5 < 3 ? 4 : 0, noise: (k * 31) % 7 },
      label: ['cat', 'dog', 'eel'][k % 5 < 3 ? k % 2 : 2],
    }))
    await post(server, '/learn', rows)
    for (const row of rows) learner.learn(row)
    const { features } = rows[1]
    const { set } = learner.predictInterval(features, 0.95)
    const answer = (await post(server, '/predict?interval=0.95&probabilities', { features })).json
    expect(answer).toMatchObject({ set })
    expect((answer as { probabilities: number[] }).probabilities.length).toBe(3)
  })

  test('an invalid level, another name, and a model without intervals are refused', async () => {
    const server = await served({ new: { task: 'regression', intervals: 'off', bits: 10 } })
    const codeOf = async (query: string): Promise<unknown> => {
      const { status, json } = await post(server, `/predict?${query}`, { features: { x: 1 } })
      return [status, (json as { error: { code: string } }).error.code]
    }
    expect(await codeOf('interval=1')).toEqual([400, 'OL_REQUEST'])
    const { json } = await post(server, '/predict?interval=1.5', { features: { x: 1 } })
    expect(JSON.stringify(json)).toContain('for ?interval but received')
    expect(JSON.stringify(json)).toContain('1.5')
    expect(await codeOf('interval=')).toEqual([400, 'OL_REQUEST'])
    expect(await codeOf('interval=0.9&interval=0.8')).toEqual([400, 'OL_REQUEST'])
    expect(await codeOf('intervall=0.9')).toEqual([400, 'OL_REQUEST'])
    expect(await codeOf('probabilities=no')).toEqual([400, 'OL_REQUEST'])
    expect(await codeOf('interval=0.9')).toEqual([400, 'OL_PARAMETER'])
  })
})

describe('the model over HTTP', () => {
  test('replaces another after earlier examples; an invalid one is refused', async () => {
    const [from, to] = await Promise.all([served(), served()])
    await post(from, '/learn', examples(200))
    const bytes = await modelOf(from)
    const put = (body: Uint8Array) =>
      fetch(`${to.address}/model`, {
        method: 'PUT',
        headers: { 'content-type': 'application/octet-stream' },
        body: Buffer.from(body),
      })
    expect((await put(bytes)).status).toBe(204)
    expect(await modelOf(to)).toEqual(bytes)
    const flipped = bytes.slice()
    flipped[flipped.length >> 1] ^= 4
    expect((await put(flipped)).status).toBe(400)
    expect((await put(new Uint8Array(0))).status).toBe(400)
    expect(await modelOf(to)).toEqual(bytes)
  })

  test('is served for predictions alone on request', async () => {
    const server = await served({ learns: false })
    const { status, json } = await post(server, '/learn', examples(1)[0])
    expect([status, (json as { error: { code: string } }).error.code]).toEqual([403, 'OL_PREDICT_ONLY'])
    expect((await post(server, '/predict', { features: { x: 1 } })).status).toBe(200)
  })
})

test('the OpenAPI document names every route, and the page shows them', async () => {
  const server = await served()
  const { paths } = (await (await fetch(`${server.address}/openapi.json`)).json()) as { paths: object }
  for (const path of ['/predict', '/learn', '/explain', '/labels', '/model', '/health', '/ready', '/metrics'])
    expect(Object.keys(paths)).toContain(path)
  const page = await (await fetch(`${server.address}/docs`)).text()
  expect(page).toContain('<code>/predict</code>')
})

test.each([
  [{ loss: 'logistic' }, 'binary', [-1, 1]],
  [{ classes: ['u', 'v', 'w'] }, 'multiclass', ['u', 'v', 'w']],
  [{ classes: 3 }, 'multiclass', [1, 2, 3]],
  [{ loss: 'squared' }, 'regression', []],
] as const)('/health has the task and the labels of the model', async (options, task, labels) => {
  const server = await served({ new: options })
  const { model } = (await (await fetch(`${server.address}/health`)).json()) as { model: object }
  expect(model).toMatchObject({ task, labels })
})

test('a large array is predicted in parts, and other requests are answered between them', async () => {
  const server = await served()
  const { predict } = server.service
  let [parts, inTurn] = [0, 0]
  let turns = 0
  const count = (): void => {
    turns++
    if (parts < 10) setImmediate(count)
  }
  server.service.predict = (...args) => {
    parts++
    if (parts === 1) setImmediate(count)
    inTurn = turns
    return predict.apply(server.service, args)
  }
  const answer = await post(
    server,
    '/predict',
    Array.from({ length: 2560 }, (_, x) => ({ features: { x } })),
  )
  expect((answer.json as unknown[]).length).toBe(2560)
  expect(parts).toBe(10)
  expect(inTurn).toBeGreaterThanOrEqual(8)
})
