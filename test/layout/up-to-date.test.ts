import { spawnSync } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))
const folder = mkdtempSync(join(tmpdir(), 'ol-stale-'))
afterAll(() => rmSync(folder, { recursive: true }))

const { stale, toBuild } = (await import(new URL('../../scripts/up-to-date.mjs', import.meta.url).href)) as {
  stale(): string[]
  toBuild(output: string): string[]
}

test('nothing is older than its sources, or no test would run', () => {
  expect(stale()).toEqual([])
})

test('the projects that tsc would build are named', () => {
  const output = [
    "10:23:54 PM - Project '/ol/packages/spec/tsconfig.json' is up to date\n",
    "10:23:54 PM - A non-dry build would build project '/ol/packages/core/tsconfig.json'\n",
  ].join('\n')
  expect(toBuild(output)).toEqual(['/ol/packages/core'])
})

test('an addon without a stamp of these sources is stale, and no addon is not', () => {
  for (const name of [
    'build.mjs',
    'describe.mjs',
    'flags.cmake',
    'CMakeLists.txt',
    'package.json',
    'platforms.mjs',
  ])
    cpSync(join(root, 'native', name), join(folder, name))
  for (const name of ['core', 'binding', join('build', 'Release')])
    mkdirSync(join(folder, name), { recursive: true })
  const check = () => spawnSync(process.execPath, [join(folder, 'build.mjs'), '--check']).status
  expect(check()).toBe(0)
  writeFileSync(join(folder, 'build', 'Release', 'ol.node'), '')
  expect(check()).toBe(1)
  writeFileSync(join(folder, 'build', 'stamp'), 'other sources')
  expect(check()).toBe(1)
})
