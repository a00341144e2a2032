import { connect } from 'node:net'
import { join } from 'node:path'
import { Learner } from '@ol/core'
import { vwText } from '@ol/core/lean'
import { train } from '@ol/pipeline'
import type { Server } from '@ol/server'
import { describe, expect, test } from 'vitest'
import { examples, modelOf, post, served, temporaryFolder } from './served.js'

const settings = { loss: 'logistic', rule: 'nag', bits: 12 } as const

/** Sends text in pieces, and returns the lines that come back until the connection is closed. */
function ask(server: Server | string, pieces: readonly string[], wait = 0): Promise<string[]> {
  return new Promise((resolve, reject) => {
    const socket =
      typeof server === 'string' ? connect(server) : connect(server.linesPort as number, '127.0.0.1')
    let text = ''
    socket.on('data', (piece) => {
      text += String(piece)
    })
    socket.on('error', reject)
    socket.on('close', () => resolve(text.trimEnd().split('\n')))
    const send = async (): Promise<void> => {
      for (const piece of pieces) {
        socket.write(piece)
        if (wait > 0) await new Promise((next) => setTimeout(next, wait))
      }
      socket.end()
    }
    void send()
  })
}

const lines = (count: number, seed: number): string[] =>
  examples(count, seed).map(({ features: { x, city }, label }, k) =>
    k % 3 === 2 ? `|a x:${x} ${city}` : `${label} ${k % 5 === 0 ? '2 ' : ''}'t${k}|a x:${x} ${city}`,
  )

/** The answers of a learner that is called line by line. */
function expected(all: readonly string[]): { answers: string[]; learner: Learner } {
  const learner = new Learner({ ...settings })
  const read = vwText(learner)
  const answers = all.map((line) => {
    const batch = read(`${line}\n`)
    const [answer] = Number.isNaN(batch.labels[0]) ? learner.predict(batch) : learner.learn(batch)
    const tag = batch.tags?.[0]
    return tag === undefined ? String(answer) : `${answer} ${tag}`
  })
  return { answers, learner }
}

describe('the line protocol', () => {
  test('answers lines in order, pipelined: labelled ones are learned, others predicted with the earlier ones', async () => {
    const all = lines(1200, 3)
    const { answers, learner } = expected(all)
    const server = await served({ linesPort: 0 })
    expect(await ask(server, [`${all.join('\n')}\n`])).toEqual(answers)
    expect(Learner.fromBytes(await modelOf(server)).report().averageLoss).toBe(learner.report().averageLoss)
  })

  test('does not depend on the pieces of lines, over a Unix socket, too', async () => {
    const all = lines(60, 4)
    const { answers } = expected(all)
    const text = `${all.join('\r\n')}`
    const path = join(temporaryFolder(), 'lines')
    await served({ linesSocket: path })
    const pieces = text.match(/[\s\S]{1,37}/g) ?? []
    expect(await ask(path, pieces, 1)).toEqual(answers)
  })

  test('a bad line is answered in its place and leaves no trace; an empty one has no answer', async () => {
    const server = await served({ linesPort: 0 })
    const answers = await ask(server, ['1 |a x:1\nbad\n\n-1 |a x:nan:3\n|a x:1\n\u0000|a\n'])
    expect(answers.map((answer) => answer.replace(/ .*/, ''))).toEqual([
      '0',
      'error',
      'error',
      expect.stringMatching(/^\d+\.\d+/),
      'error',
    ])
    expect(server.service.counts.learned).toBe(1)
  })

  test('has the features of HTTP: one predicts what the other learned', async () => {
    const server = await served({ linesPort: 0 })
    for (const { features, label } of examples(50)) await post(server, '/learn', { features, label })
    const { json } = await post(server, '/predict', { features: { x: 0.5, city: 'rome' } })
    expect(await ask(server, ['| x:0.5 city:rome\n'])).toEqual([String((json as { score: number }).score)])
  })

  test('a server that stops answers the received lines', async () => {
    const server = await served({ linesPort: 0, store: temporaryFolder(), durable: 'always' })
    const asked = ask(server, [`${lines(300, 5).join('\n')}\n`])
    while (server.service.counts.learned === 0) await new Promise((resolve) => setTimeout(resolve, 1))
    await server.stop()
    const answers = await asked
    expect(answers.filter((answer) => answer.startsWith('error'))).toEqual([])
    expect(answers.length).toBe(300)
  })

  test('a line beyond the limit ends the connection, and the server continues', async () => {
    const server = await served({ linesPort: 0, limits: { lineBytes: 1000 } })
    expect((await ask(server, ['x'.repeat(5000)])).join()).toMatch(/^error .*1000 bytes/)
    expect(await ask(server, ['| x:1\n'])).toEqual(['0'])
  })

  test('a client that does not read is not read from, and others are answered', async () => {
    const server = await served({ linesPort: 0 })
    const slow = connect(server.linesPort as number, '127.0.0.1')
    slow.pause()
    await new Promise((resolve) => slow.once('connect', resolve))
    const block = `'${'t'.repeat(500)}| x:1\n`.repeat(200)
    let blocked = false
    for (let k = 0; k < 1000 && !blocked; k++) {
      blocked = !slow.write(block)
      if (blocked)
        blocked = await new Promise((resolve) => {
          const timer = setTimeout(() => resolve(true), 500)
          slow.once('drain', () => {
            clearTimeout(timer)
            resolve(false)
          })
        })
    }
    expect(blocked).toBe(true)
    expect(await ask(server, ['| x:1\n'])).toEqual(['0'])
    slow.destroy()
  })

  test('a last line without a line feed is answered after the earlier lines are learned', async () => {
    const all = lines(41, 6)
    const { answers } = expected([...all, '|a x:1 rome'])
    const server = await served({ linesPort: 0, store: temporaryFolder(), durable: 'always' })
    expect(await ask(server, [`${all.join('\n')}\n|a x:1 rome`])).toEqual(answers)
  })

  test('a line that the server cannot learn is counted and answered with its code, and the server continues', async () => {
    const server = await served({ linesPort: 0, learns: false })
    const answers = await ask(server, ["| x:1\n1 'tag| x:1\n| x:1\n"])
    expect(answers).toEqual(['0', expect.stringMatching(/^error OL_PREDICT_ONLY .* tag$/), '0'])
    expect(server.service.counts.refused.get('OL_PREDICT_ONLY')).toBe(1)
    const full = await served({ linesPort: 0, limits: { waiting: 1, lineBytes: 100 } })
    const [first] = await ask(full, ['1 | x:1\n1 | x:1\n'])
    expect(first).toMatch(/^error OL_LIMIT /)
    expect((await ask(full, ['x'.repeat(500)])).join()).toMatch(/^error OL_LINE_LONG /)
    expect(await ask(full, ['1 | x:1\n'])).toEqual(['0'])
  })

  test.each([{}, { bits: 'grow', names: 8 }] as const)(
    'the model keeps the names of what it learns, as one of a file with these lines does: %j',
    async (more) => {
      const all = [...lines(400, 8), '1 |a new:2 new:3 none:0 |b z', '| only-predicted:1', '-1 |a x:nan']
      const file = all.filter((line) => !line.startsWith('|')).join('\n')
      const options = { ...settings, ...more }
      const { model } = await train(Buffer.from(file), { ...options, format: 'vw' })
      const server = await served({ new: options, linesPort: 0 })
      await ask(server, [`${all.slice(0, 150).join('\n')}\n`])
      await ask(server, [`${all.slice(150).join('\n')}\n`], 1)
      const taught = Learner.fromBytes(await modelOf(server))
      const trained = Learner.fromBytes(model.toBytes())
      expect(taught.inspect({ top: 100 })).toEqual(trained.inspect({ top: 100 }))
    },
  )

  test('lines after a swap of the model are read for the new one', async () => {
    const server = await served({ linesPort: 0, store: temporaryFolder() })
    // `vwText` finds no names
    const next = new Learner({ loss: 'logistic', rule: 'adagrad', bits: 'grow', hashSeed: 7, names: 'off' })
    const all = Array.from({ length: 4000 }, (_, k) => (k % 2 === 0 ? `1 |a f${k}` : `|a f${k - 1}`))
    const asked = ask(server, [`${all.join('\n')}\n`])
    while (server.service.counts.learned < 20) await new Promise((resolve) => setImmediate(resolve))
    await server.service.replace(next.toBytes())
    const answers = await asked
    expect(answers.length).toBe(all.length)
    const { examples: count } = server.service.model.learner
    expect(count).toBeGreaterThan(100)
    const read = vwText(next)
    for (const line of all.filter((_, k) => k % 2 === 0).slice(-count)) next.learn(read(`${line}\n`))
    expect(await modelOf(server)).toEqual(next.toBytes())
  })
})
