import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { load } from '@ol/native'
import { expect, test } from 'vitest'
import { isFull } from '../../packages/spec/test/grid.js'

// A quick part of `npm run identity`: this Node.js with and without the compilers of V8, on both backends.

const folder = fileURLToPath(new URL('.', import.meta.url))
const program = `import { digests, groups } from './streams.mjs'
const [backend, every] = process.argv.slice(1)
const quick = groups.filter((group) => !group.includes(', float') || /^(nag|ng|adagrad|ftrl|arow|coin|std|vw|softmax), /.test(group))
console.log(JSON.stringify(await digests(backend, quick.filter((_, i) => i % every === 0))))`

/** V8 prints this for `--jitless` up to Node.js 20. */
const jitlessWarning = /^Warning: disabling flag --expose_wasm .*\n/

function digests(backend: string, every = 1, ...flags: string[]): Record<string, string> {
  const args = [...flags, '--input-type=module', '-e', program, backend, String(every)]
  const { stdout, stderr, status } = spawnSync(process.execPath, args, {
    cwd: join(folder),
    encoding: 'utf8',
  })
  const said = stderr.replace(jitlessWarning, '')
  expect({ status, said }).toEqual({ status: 0, said: '' })
  return JSON.parse(stdout)
}

test('models of seeded streams have one sha256 on both backends, compiled and interpreted', () => {
  const fallback = digests('fallback')
  expect(Object.keys(fallback).length).toBeGreaterThan(20)
  expect(new Set(Object.values(fallback)).size).toBeGreaterThan(20)
  // interpreted they take several times as long: in a short run every sixth
  const interpreted = digests('fallback', isFull ? 1 : 6, '--jitless')
  expect(Object.keys(interpreted).length).toBeGreaterThan(3)
  expect(fallback).toMatchObject(interpreted)
  if ('backend' in load()) expect(digests('native')).toEqual(fallback)
}, 120_000)
