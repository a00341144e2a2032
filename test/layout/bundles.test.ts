import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

test('the modules that a page must load are within their bounds, which are at most 5% larger', () => {
  const script = fileURLToPath(new URL('../../scripts/sizes.mjs', import.meta.url))
  const { status, stdout, stderr } = spawnSync(process.execPath, [script], { encoding: 'utf8' })
  expect([status, stderr, stdout]).toEqual([0, '', stdout])
  const rows = stdout
    .trimEnd()
    .split('\n')
    .slice(1)
    .map((line) => line.trim().split(/ +/, 3).map(Number))
  expect(rows.length).toBe(6)
  for (const [minified, compressed, bound] of rows) {
    expect(minified).toBeGreaterThan(compressed)
    expect(compressed).toBeGreaterThan(0.95 * bound)
  }
  // pages round the sizes
  const [lean, text, files, learner, reader, pipeline] = rows.map(([, compressed]) => compressed)
  const claims: Readonly<Record<string, readonly number[]>> = {
    'library.md': [learner, lean, files, text],
    'installing.md': [learner, reader, pipeline, lean, text],
    'guides/browser.md': [lean, text, learner],
  }
  for (const [page, sizes] of Object.entries(claims)) {
    const path = fileURLToPath(new URL(`../../docs/${page}`, import.meta.url))
    const said = [...readFileSync(path, 'utf8').matchAll(/(\d+) kB/g)].map(([, kilobytes]) =>
      Number(kilobytes),
    )
    expect(said.length, page).toBe(sizes.length)
    for (const [k, size] of sizes.entries()) expect(Math.abs(said[k] - size), page).toBeLessThan(1)
  }
})
