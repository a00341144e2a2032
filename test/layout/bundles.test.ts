import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

test('what a page has to load is within its bounds, and these are no more than 5% away', () => {
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
})
