import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { read } from '../src/read.js'
import type { Window } from '../src/source/window.js'
import { bytesOf } from './collect.js'

const windows: Window[] = []
vi.mock(import('../src/source/window.js'), async (original) => {
  const { Window: Own } = await original()
  class Counted extends Own {
    constructor(...given: ConstructorParameters<typeof Own>) {
      super(...given)
      windows.push(this)
    }
  }
  return { Window: Counted }
})

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ol-windows-'))
})
afterAll(() => rm(folder, { recursive: true }))
beforeEach(() => void windows.splice(0))

const held = () => windows.filter(({ bytes }) => bytes.length > 0).length

test('at most one of many inputs is held in memory at a time', async () => {
  const csv = `a,y\n${'1,2\n'.repeat(2000)}`
  const files = Array.from({ length: 12 }, (_, i) => join(folder, `${i}.csv`))
  for (const file of files) await writeFile(file, csv)
  const reader = read([...files, bytesOf(csv)], { label: 'y', chunkBytes: 1000 })
  let most = 0
  for await (const _ of reader) most = Math.max(most, held())
  expect(windows.length).toBe(13)
  expect(most).toBe(1)
  expect(held()).toBe(0)
  expect(reader.report).toMatchObject({ examples: 26_000, lines: 26_013 })
})

test('inputs of blank lines before the first with examples are not held', async () => {
  const blank = Array.from({ length: 20 }, () => bytesOf('\n \n'))
  const reader = read([...blank, bytesOf('1 | a\n'), bytesOf('\n')], { format: 'vw' })
  expect(await reader.open()).toMatchObject({ format: 'vw' })
  expect([windows.length, held()]).toEqual([21, 1])
  for await (const _ of reader) expect(held()).toBe(1)
  expect(held()).toBe(0)
  expect(reader.report).toMatchObject({ examples: 1, lines: 42 })
})

test.each(['close', Symbol.asyncDispose] as const)('%s releases what is open', async (name) => {
  const reader = read([bytesOf('1 | a\n'), bytesOf('1 | b\n')], { format: 'vw' })
  await reader.open()
  expect(held()).toBe(1)
  await reader[name]()
  expect(held()).toBe(0)
})
