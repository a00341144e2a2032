import { cpSync, readFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pack, root, unpack } from './packed.js'

// The packages as a page or a worker loads them from the registry: a bundler must be able to leave out what nothing
// needs. The
// example itself runs in `npm run test:examples`.

let packed: ReturnType<typeof pack>
beforeAll(() => {
  packed = pack()
  unpack(join(packed.folder, 'tarballs'), packed.folder)
  cpSync(join(root, 'examples', 'edge-worker'), join(packed.folder, 'edge-worker'), { recursive: true })
}, 300_000)
afterAll(() => packed?.remove())

test('the edge worker is no larger than its own test allows, and needs no file of Node.js', async () => {
  const folder = join(packed.folder, 'edge-worker')
  const build = await rolldown({
    input: join(folder, 'worker.js'),
    platform: 'browser',
    external: ['cloudflare:workers'],
    logLevel: 'silent',
  })
  const { output } = await build.generate({ format: 'esm', minify: true })
  await build.close()
  const [, bound] = /length < ([\d_]+)/.exec(readFileSync(join(folder, 'worker.test.js'), 'utf8')) ?? []
  const code = output.map((chunk) => ('code' in chunk ? chunk.code : '')).join('')
  expect(code.length).toBeGreaterThan(50_000)
  expect(code.length).toBeLessThan(Number(bound.replaceAll('_', '')))
  const imported = output.flatMap((chunk) => ('imports' in chunk ? chunk.imports : []))
  for (const name of imported) expect(builtinModules).not.toContain(name.replace(/^node:/, ''))
  expect(imported).toEqual(['cloudflare:workers'])
})
