import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Learner } from '@ol/core'
import { describe, expect, test } from 'vitest'
import type { Server } from '../src/serve.js'
import { ExampleLog } from '../src/store/example-log.js'
import { keyOf, numberOf, recordOf } from '../src/store/record.js'
import { openStoredExamples } from '../src/store/stored-examples.js'
import { examples, modelOf, post, served, temporaryFolder } from './served.js'
import { crashed, fresh, left, recovered } from './stores.js'

describe('a store', () => {
  test('gives the model again, byte for byte, from a snapshot and the examples since', async () => {
    const { store, model } = await crashed(100)
    const again = await recovered(store)
    expect(again.said).toEqual([])
    expect(again.model).toEqual(model)
    await post(again.server, '/learn', examples(300, 5))
    await again.server.service.snapshot()
    await post(again.server, '/learn', examples(300, 6))
    const then = await modelOf(again.server)
    expect((await recovered(left(store))).model).toEqual(then)
  })

  test('has the model that was put in place, although an old snapshot cannot be removed', async () => {
    const { store } = await crashed(20)
    const { server, said, model: first } = await recovered(store)
    const other = Learner.fromBytes(first)
    other.learn({ features: { x: 9 }, label: 1 })
    await server.service.replace(first)
    await server.service.replace(first)
    const folder = join(store, 'snapshots')
    const [oldest] = readdirSync(folder)
      .filter((name) => name.endsWith('.ol'))
      .sort()
    // a folder is no file that the store removes
    rmSync(join(folder, oldest))
    mkdirSync(join(folder, oldest))
    await server.service.replace(other.toBytes())
    await post(server, '/learn', examples(3, 7))
    expect(said.filter((text) => text.includes('old snapshots'))).toHaveLength(1)
    const then = await modelOf(server)
    expect(Learner.fromBytes(then).examples).toBe(24)
    expect((await recovered(left(store))).model).toEqual(then)
    rmSync(join(folder, oldest), { recursive: true })
    await server.service.replace(then)
    expect(readdirSync(folder).filter((name) => name.endsWith('.ol'))).toHaveLength(2)
  })

  test('gives the model of lines, objects and late labels that came mixed', async () => {
    const store = temporaryFolder()
    const server = await served({ ...fresh, store, linesPort: 0 })
    await post(server, '/learn', examples(100))
    await post(server, '/predict', { features: { x: 0.25 }, id: 'k' })
    await sendLines(server, "1 |a x:1 y\n-1 2 'tag|a x:-1 z:0.5\n")
    await post(server, '/labels', { id: 'k', label: 1, weight: 2.5 })
    const model = await modelOf(server)
    expect((await recovered(left(store))).model).toEqual(model)
    expect(Learner.fromBytes(model).report().examples).toBe(103)
  })

  test('keeps objects and lines of JSON as they were sent, and learns the same from them', async () => {
    const store = temporaryFolder()
    const server = await served({ ...fresh, store })
    const sent = [
      Buffer.from(
        ' {"label" : 1.0, "features": { "x": 9, "x": 2.5e-1, "city" : "\\u00e9\\ud83d\\ude00é" } }\t',
      ),
      Buffer.from('{"tag":"k","features":{"x":-0,"__proto__":2},"label":-1,"weight":1e0}'),
      Buffer.from('\ufeff{"features":{"city":"Größe 😀"},"label":1}'),
    ]
    const invalid = (bytes: readonly number[]) =>
      Buffer.concat([
        Buffer.from('{"features":{"city":"'),
        Uint8Array.from(bytes),
        Buffer.from('"},"label":1}'),
      ])
    const learn = async (type: string, body: Uint8Array): Promise<string> => {
      const headers = { 'content-type': type }
      return (await fetch(`${server.address}/learn`, { method: 'POST', headers, body })).text()
    }
    for (const text of sent) expect(await learn('application/json', text)).toMatch(/^{"prediction"/)
    const bad = [
      Buffer.from('no JSON'),
      Buffer.from('{"features":{"x":1}}'),
      Buffer.from('{"features":1}'),
      invalid([0xe9]),
      // an é before half of a euro sign
      invalid([0xc3, 0xa9, 0xe2, 0x82]),
    ]
    for (const [text, place] of [
      [bad[3], '22 (0xe9)'],
      [bad[4], '24 (0xe2)'],
    ] as const)
      expect(await learn('application/json', text)).toContain(
        `Expected JSON in UTF-8 but byte ${place} is not`,
      )
    const lines = [bad[0], sent[2], bad[1], bad[3], bad[2], sent[0], bad[4], sent[1]]
    const answers = await learn(
      'application/x-ndjson',
      Buffer.concat(lines.flatMap((line) => [line, Buffer.from('\r\n')])),
    )
    expect(
      answers
        .trim()
        .split('\n')
        .map((line) => line.includes('error')),
    ).toEqual(lines.map((line) => bad.includes(line)))
    const learned = [...sent, sent[2], sent[0], sent[1]]
    const kept: string[] = []
    for await (const logged of server.service.store?.latest(9) ?? [])
      kept.push('accepted' in logged ? Buffer.from(logged.accepted.text).toString('latin1') : logged.why)
    expect(kept).toEqual(learned.map((text) => text.toString('latin1')))
    const learner = new Learner({ ...fresh.new, task: undefined })
    for (const text of learned) {
      const { features, label, weight = 1 } = JSON.parse(text.toString().replace('\ufeff', ''))
      learner.learn({ features, label, weight })
    }
    const model = await modelOf(server)
    expect(learner.toBytes()).toEqual(model)
    expect((await recovered(left(store))).model).toEqual(model)
  })

  test('gives the model of classes that were added', async () => {
    const store = temporaryFolder()
    const options = {
      new: { loss: 'logistic', rule: 'nag', bits: 10, classes: ['a', 'b'], mostClasses: 9 },
    } as const
    const server = await served({ ...options, store })
    for (let k = 0; k < 40; k++)
      await post(server, '/learn', [
        { features: { k: k % 7 }, label: 'abcdefg'[k % 7] },
        { features: { k: [{}] }, label: `never${k}` },
      ])
    const model = await modelOf(server)
    expect((await recovered(left(store), options)).model).toEqual(model)
  })

  test('with examples and without a snapshot is refused: a new model would lack them', async () => {
    const { store } = await crashed(3)
    rmSync(join(store, 'snapshots'), { recursive: true })
    await expect(served({ ...fresh, store })).rejects.toMatchObject({
      code: 'OL_STORE',
      message: expect.stringContaining('3 examples'),
    })
  })

  test('is a folder', async () => {
    const store = join(temporaryFolder(), 'file')
    writeFileSync(store, 'text')
    await expect(served({ ...fresh, store })).rejects.toMatchObject({ code: 'OL_STORE', value: store })
  })

  test('is one server only', async () => {
    const store = temporaryFolder()
    await served({ ...fresh, store })
    await expect(served({ ...fresh, store })).rejects.toMatchObject({ code: 'OL_STORE' })
  })

  test('continues from the model file with which it began, and from no other', async () => {
    const folder = temporaryFolder()
    const [path, other] = [join(folder, 'a.ol'), join(folder, 'b.ol')]
    const learner = new Learner({ ...fresh.new, task: 'binary' })
    await learner.save(path)
    learner.learn({ features: { x: 1 }, label: 1 })
    await learner.save(other)
    const server = await served({ model: path, store: undefined })
    await post(server, '/learn', examples(50))
    const model = await modelOf(server)
    await server.stop()
    expect(new Uint8Array(readFileSync(path))).toEqual(model)
    const again = await served({ model: path, store: undefined })
    expect(await modelOf(again)).toEqual(model)
    await again.stop()
    await expect(served({ model: other, store: `${path}.store` })).rejects.toMatchObject({ code: 'OL_STORE' })
  })

  test('brings the model file up to date when the server stops, whatever changed the model', async () => {
    const path = join(temporaryFolder(), 'a.ol')
    const fileBytes = (): Uint8Array => new Uint8Array(readFileSync(path))
    await new Learner({ ...fresh.new, task: 'binary' }).save(path)
    const crashing = await served({ model: path, store: undefined })
    await post(crashing, '/learn', examples(50))
    const model = await modelOf(crashing)
    const [file, store] = [fileBytes(), left(`${path}.store`)]
    await crashing.stop()
    writeFileSync(path, file)
    // after a crash
    const again = await served({ model: path, store })
    await again.stop()
    expect(fileBytes()).toEqual(model)
    // after a swap, without an example
    for (const kept of [store, false] as const) {
      const swapping = await served({ model: path, store: kept })
      await swapping.service.replace(kept === false ? model : file)
      await swapping.stop()
      expect(fileBytes()).toEqual(kept === false ? model : file)
    }
  })

  test('says which options of a new model its model has otherwise', async () => {
    const { store } = await crashed(1)
    expect((await recovered(left(store))).said).toEqual([])
    expect((await recovered(left(store), { new: {} })).said).toEqual([])
    const other = { loss: 'squared', rule: 'nag', bits: 14 } as const
    expect((await recovered(left(store), { new: other })).said).toEqual([
      expect.stringMatching(/has loss "logistic", and not "squared"/),
      expect.stringMatching(/has bits 12, and not 14/),
    ])
  })

  test('answers predictions with all its examples when the server does not learn', async () => {
    const path = join(temporaryFolder(), 'a.ol')
    await new Learner({ ...fresh.new, task: 'binary' }).save(path)
    const file = new Uint8Array(readFileSync(path))
    const server = await served({ model: path, store: undefined })
    await post(server, '/learn', examples(50))
    const model = await modelOf(server)
    const said: string[] = []
    const alone = { learns: false, onNotice: (text: string) => said.push(text) } as const
    // another server uses the store
    expect(await modelOf(await served({ ...alone, model: path, store: undefined }))).toEqual(file)
    expect(said).toEqual([expect.stringMatching(/a\.ol answers as it was saved.*is in use/)])
    const store = left(`${path}.store`)
    for (const options of [{ model: path }, fresh]) {
      const reading = await served({ ...alone, ...options, store })
      expect(await modelOf(reading)).toEqual(model)
      await reading.stop()
    }
    expect(new Uint8Array(readFileSync(path))).toEqual(file)
    await expect(served({ ...alone, ...fresh, store: temporaryFolder() })).rejects.toMatchObject({
      code: 'OL_STORE',
    })
  })

  test('that is trimmed keeps what its snapshots lack', async () => {
    const store = temporaryFolder()
    const server = await served({ ...fresh, store, logDays: 1e-9 })
    for (let k = 0; k < 4; k++) {
      await post(server, '/learn', examples(200, k + 1))
      await server.service.snapshot()
    }
    const { store: kept } = server.service
    expect([kept?.last, kept?.logged]).toEqual([800, 200])
    await post(server, '/learn', examples(100, 9))
    const model = await modelOf(server)
    expect((await recovered(left(store))).model).toEqual(model)
    const said: string[] = []
    const stored = await openStoredExamples(left(store), (text) => said.push(text))
    expect([stored.count, said]).toEqual([
      300,
      [expect.stringMatching(/begins with example 601: the 600 before/)],
    ])
    await stored.close()
  })

  test('has the labels -1 and 1 however requests wrote them', async () => {
    const store = temporaryFolder()
    const server = await served({ ...fresh, store })
    for (const label of [0, false, -1, 1, true, '0'])
      expect((await post(server, '/learn', { features: { a: 1 }, label })).status).toBe(200)
    const stored = await openStoredExamples(left(store), () => undefined)
    const labels: unknown[] = []
    for await (const example of stored.examples) labels.push('label' in example && example.label)
    expect(labels).toEqual([-1, -1, -1, 1, 1, -1])
    await stored.close()

    const ofLines = temporaryFolder()
    const other = await served({ ...fresh, store: ofLines, linesPort: 0 })
    await sendLines(other, "0 |a x\n-1 |a x\n1 2 0|a x\n-0.0 3 'tag|a x\n+1 0|a x\n 0\t|a 0\n")
    const kept = await openStoredExamples(left(ofLines), () => undefined)
    let lines = ''
    for await (const piece of kept.examples) lines += Buffer.from(piece as Uint8Array).toString()
    expect(lines).toBe("-1 |a x\n-1 |a x\n1 2 0|a x\n-1 3 'tag|a x\n+1 0|a x\n -1\t|a 0\n")
    await kept.close()
  })
})

async function sendLines({ linesPort }: Server, text: string): Promise<void> {
  const { connect } = await import('node:net')
  const socket = connect(linesPort as number, '127.0.0.1')
  socket.write(text)
  await new Promise((resolve) => socket.once('data', resolve))
  socket.end()
}

test('keys are in the order of the numbers, past 32 bits, and give them again', () => {
  const numbers = [1, 255, 256, 2 ** 31, 2 ** 32 - 1, 2 ** 32, 2 ** 32 + 1, 2 ** 40 + 7, 2 ** 53 - 1]
  expect(numbers.map((number) => numberOf(keyOf(number)))).toEqual(numbers)
  const keys = numbers.map((number) => Buffer.from(keyOf(number)))
  expect(keys.toSorted(Buffer.compare)).toEqual(keys)
})

test('features that wait are kept while others keep coming, in their order', async () => {
  const log = await ExampleLog.open(temporaryFolder(), 'never', () => undefined)
  let coming = true
  const flow = (async () => {
    for (let k = 0; coming; k++) {
      log.keepWaiting(`f${k}`, recordOf({ features: { k } }, k))
      await new Promise((resume) => setImmediate(resume))
    }
  })()
  log.keepWaiting('a', recordOf({ features: { a: 1 } }, 1))
  await log.keeping
  await log.append([recordOf({ features: { a: 1 }, label: 1 }, 2, 'a')])
  coming = false
  await flow
  await log.keeping
  const ids = new Set<string>()
  for await (const { id } of log.waiting()) ids.add(id)
  expect([ids.has('a'), ids.has('f0')]).toEqual([false, true])
  await log.close()
})
