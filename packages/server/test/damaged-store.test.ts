import { appendFileSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Learner } from '@ol/core'
import { describe, expect, test } from 'vitest'
import { examples, modelOf, post, served, temporaryFolder } from './served.js'
import { crashed, fresh, left, recovered } from './stores.js'

/** The newest file of the log of the database. */
function writtenLog(store: string): string {
  const folder = join(store, 'log')
  const [name] = readdirSync(folder)
    .filter((file) => file.endsWith('.log'))
    .sort()
    .reverse()
  return join(folder, name)
}

describe('a store that is damaged', () => {
  test('whose log is cut anywhere gives the model of the examples before', async () => {
    const { store } = await crashed(60)
    const file = writtenLog(store)
    const whole = readFileSync(file)
    const models = new Map<string, number>()
    for (let count = 0; count <= 60; count++) {
      const learner = new Learner({ ...fresh.new, task: undefined })
      for (const example of examples(60).slice(0, count)) learner.learn(example)
      models.set(Buffer.from(learner.toBytes()).toString('base64'), count)
    }
    const counts: (number | undefined)[] = []
    for (const share of [0, 0.1, 0.35, 0.7, 0.99, 1]) {
      writeFileSync(file, whole)
      truncateSync(file, Math.round(share * whole.length))
      counts.push(models.get(Buffer.from((await recovered(left(store))).model).toString('base64')))
    }
    expect(counts[0]).toBe(0)
    expect(counts.at(-1)).toBe(60)
    expect(counts).toEqual(counts.toSorted((a, b) => Number(a) - Number(b)))
    expect(new Set(counts).size).toBeGreaterThan(4)
  })

  test('by a flipped byte is reported, and the server continues', async () => {
    const { store } = await crashed(40)
    const file = writtenLog(store)
    const bytes = readFileSync(file)
    bytes[bytes.length >> 1] ^= 16
    writeFileSync(file, bytes)
    const { said, server: again } = await recovered(store)
    expect(said.join('\n')).toMatch(/cannot be read|lost/)
    expect((await post(again, '/learn', examples(1)[0])).status).toBe(200)
    expect((await post(again, '/learn', examples(2))).status).toBe(200)
  })

  test('by a cut, missing or foreign file of its log is reported, and the server continues', async () => {
    const { store, model } = await crashed(5)
    // the database makes a table of its log when it is opened
    await recovered(store)
    const table = (log: string) =>
      join(log, readdirSync(log).find((name) => name.endsWith('.ldb')) ?? 'no table')
    const damages: readonly (readonly [damage: (log: string) => void, isWhole: boolean])[] = [
      [(log) => truncateSync(table(log), 99), false],
      [(log) => truncateSync(table(log), 0), false],
      [(log) => rmSync(join(log, 'CURRENT')), true],
      [(log) => writeFileSync(join(log, 'CURRENT'), 'X\n'), true],
      [(log) => rmSync(log, { recursive: true }), false],
    ]
    for (const [damage, isWhole] of damages) {
      const copy = left(store)
      damage(join(copy, 'log'))
      const again = await recovered(copy)
      expect(again.said.join('\n')).toMatch(/is corrupt .* repaired|is missing/)
      expect(Buffer.from(again.model).equals(model)).toBe(isWhole)
      expect((await post(again.server, '/learn', examples(1)[0])).status).toBe(200)
    }
  })

  test('by a snapshot that is no model says so, and takes the one before', async () => {
    const store = temporaryFolder()
    const server = await served({ ...fresh, store })
    await post(server, '/learn', examples(300))
    await server.service.snapshot()
    const model = await modelOf(server)
    await server.stop()
    const folder = join(store, 'snapshots')
    const [newest] = readdirSync(folder)
      .filter((name) => name.endsWith('.ol'))
      .sort()
      .reverse()
    appendFileSync(join(folder, newest), 'x')
    const again = await recovered(store)
    expect(again.said.join()).toContain(newest)
    expect(again.model).toEqual(model)
  })

  test('by a snapshot under the name of another says so, and takes none of them', async () => {
    const store = temporaryFolder()
    const server = await served({ ...fresh, store })
    await post(server, '/learn', examples(30))
    await server.service.snapshot()
    await server.stop()
    const folder = join(store, 'snapshots')
    const [first, last] = readdirSync(folder)
      .filter((name) => name.endsWith('.ol'))
      .map((name) => join(folder, name))
    const bytes = readFileSync(first)
    writeFileSync(first, readFileSync(last))
    const said: string[] = []
    const onNotice = (text: string) => said.push(text)
    writeFileSync(last, bytes)
    await expect(served({ ...fresh, store, onNotice })).rejects.toMatchObject({ code: 'OL_STORE' })
    expect(said.filter((text) => text.includes('another model than was saved'))).toHaveLength(2)
  })
})
