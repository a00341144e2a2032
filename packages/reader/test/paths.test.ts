import fs from 'node:fs'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { matchingPaths } from '@ol/platform'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { read } from '../src/read.js'
import { readCached } from '../src/read-cached.js'
import { collect } from './collect.js'

let folder = ''
const at = (...names: string[]) => join(folder, ...names)
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'ol-paths-'))
  await mkdir(at('sub'))
  for (const [name, label] of [
    ['2.vw', 2],
    ['10.vw', 10],
    ['1.vw', 1],
    ['.hidden.vw', 99],
    ['sub/3.vw', 3],
    ['[ab].vw', 7],
    ['a.vw', 5],
  ])
    await writeFile(at(String(name)), `${label} | ${label}\nbad\n`)
})
afterAll(async () => {
  await rm(folder, { recursive: true })
})

const labels = async (source: string | string[]) =>
  (await collect(source)).examples.map((e) => e.split(' ')[1])

test('a glob pattern expands to the files that match it, in the order of their names', async () => {
  expect(await matchingPaths(at('*.vw'))).toEqual(
    ['1.vw', '10.vw', '2.vw', '[ab].vw', 'a.vw'].map((n) => at(n)),
  )
  expect(await labels(at('*.vw'))).toEqual(['1', '10', '2', '7', '5'])
  expect(await labels(at('**', '?.vw'))).toEqual(['1', '2', '5', '3'])
  expect(await labels(at('{2,1}.vw'))).toEqual(['1', '2'])
  expect(await labels([at('a.vw'), at('[12]*.vw')])).toEqual(['5', '1', '10', '2'])
  expect(await labels(at('.*.vw'))).toEqual(['99'])
  const here = relative('', at('sub', '*'))
  expect(await matchingPaths(here)).toEqual([relative('', at('sub', '3.vw'))])
  const { report } = await collect(at('{1,2}.vw'))
  expect(report.badLines.map((bad) => bad.file)).toEqual([at('1.vw'), at('2.vw')])
  const cached = await readCached([at('{1,2}.vw')], at('c.olcache'))
  for await (const batch of cached) expect(batch.size).toBe(1)
  expect((await readCached([at('{1,2}.vw')], at('c.olcache'))).from).toBe('cache')
})

test('a search begins in the folder before the pattern, and a folder that cannot be read is named', async () => {
  await mkdir(at('odd'))
  for (const name of ['!n1.vw', 'm1.vw', 'ü+(1).vw']) await writeFile(at('odd', name), '1 | 1\n')
  expect(await matchingPaths(at('odd', '!n*.vw'))).toEqual([at('odd', '!n1.vw')])
  expect(await matchingPaths(at('odd', '!(n*|m*).vw'))).toEqual([at('odd', '!n1.vw'), at('odd', 'ü+(1).vw')])
  expect(await matchingPaths(at('odd', '..', '{odd,sub}', '[m3]*.vw'))).toEqual([
    at('odd', 'm1.vw'),
    at('sub', '3.vw'),
  ])
  const readdir = vi.spyOn(fs, 'readdir')
  const { syncBuiltinESMExports } = await import('node:module')
  try {
    syncBuiltinESMExports()
    await matchingPaths(at('od[d]', '*.vw'))
    expect(readdir.mock.calls.map(([path]) => String(path).replace(/[/]$/, ''))).toEqual([folder, at('odd')])
    const denied = Object.assign(new Error('EACCES: planted'), { code: 'EACCES' })
    readdir.mockImplementation(((...[, , done]: [string, object, (error: Error) => void]) =>
      done(denied)) as never)
    await expect(matchingPaths(at('*.vw'))).rejects.toMatchObject({ code: 'OL_FILE_UNREADABLE' })
  } finally {
    readdir.mockRestore()
    syncBuiltinESMExports()
  }
})

test('a file that is named like a glob pattern is that file', async () => {
  expect(await labels(at('[ab].vw'))).toEqual(['7'])
})

test('no match, and paths that are not glob patterns', async () => {
  const none = at('nothing-*.vw')
  await expect(labels(none)).rejects.toMatchObject({ code: 'OL_FILE_MISSING', file: none, value: none })
  const reader = read([at('1.vw'), none])
  await expect(reader.open()).rejects.toMatchObject({ code: 'OL_FILE_MISSING' })
  await expect(labels(at('absent.vw'))).rejects.toMatchObject({
    code: 'OL_FILE_MISSING',
    file: at('absent.vw'),
  })
  expect(await matchingPaths('-')).toEqual(['-'])
})
