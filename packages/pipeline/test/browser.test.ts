import { readdirSync, readFileSync, realpathSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { expect, test } from 'vitest'
import { temporaryFolder, visits, visitsCsv } from './data.js'

const folder = temporaryFolder()
const entry = fileURLToPath(new URL('../dist/index.js', import.meta.url))

/** Returns the bundler that vitest brings along. */
async function bundler(): Promise<{ build(options: object): Promise<unknown> }> {
  const vitest = realpathSync(createRequire(import.meta.url).resolve('vitest/package.json'))
  const vite = dirname(createRequire(vitest).resolve('vite/package.json'))
  return import(pathToFileURL(join(vite, 'dist/node/index.js')).href)
}

test('a bundle for browsers imports nothing of Node, and trains, predicts and converts', async () => {
  const { build } = await bundler()
  const outDir = folder.path('bundle')
  const lib = { entry, formats: ['es'], fileName: () => 'pipeline.mjs' }
  await build({
    configFile: false,
    logLevel: 'error',
    root: folder.path(''),
    build: { outDir, lib, minify: false },
  })
  const text = readdirSync(outDir).map((name) => readFileSync(join(outDir, name), 'utf8'))
  expect(text.filter((one) => /(from|import|require)\s*\(?["']node:/.test(one))).toEqual([])
  const bundled: typeof import('@ol/pipeline') = await import(
    pathToFileURL(join(outDir, 'pipeline.mjs')).href
  )
  const bytes = new TextEncoder().encode(visitsCsv(300))
  const { model, report } = await bundled.train(new Blob([bytes]), {
    label: 'bought',
    tag: 'id',
    loss: 'logistic',
    passes: 2,
  })
  expect(report).toMatchObject({ backend: 'fallback', examples: 600 })
  const again = await bundled.load(model.toBytes())
  let count = 0
  for await (const { tag } of again.predict(visits(300))) expect(tag).toBe(`v${count++}`)
  expect(count).toBe(300)
  for await (const piece of bundled.convert(bytes, { to: 'vw', label: 'bought', tag: 'id' }))
    expect(piece).toContain("'v0|")
  await expect(bundled.train('visits.csv')).rejects.toMatchObject({ code: 'OL_FILE_UNREADABLE' })
})
