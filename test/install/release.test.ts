import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from './packed.js'

const run = (...args: string[]) => {
  const script = join(root, 'scripts', 'release.mjs')
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], { encoding: 'utf8' })
  return { status, stdout, stderr }
}
const { released, withVersion } = await import('../../scripts/release.mjs' as string)

test('a release of the version under way changes every place of the version', () => {
  const changelog = readFileSync(join(root, 'docs/changelog.md'), 'utf8')
  const version = /^## (\S+) \(not released\)$/m.exec(changelog)?.[1] ?? ''
  const { status, stdout, stderr } = run(version, '--dry-run')
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(stdout.trim().split('\n')).toEqual(
    expect.arrayContaining([
      'package.json',
      'native/package.json',
      'packages/cli/package.json',
      'packages/core/src/version.ts',
      'packages/cli/src/commands/version.ts',
      'examples/clicks-service/package.json',
      'docs/changelog.md',
    ]),
  )
})

test('a release is refused without its own section of the changelog, and for an invalid version', () => {
  expect(run('99.0.0', '--dry-run')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('has no line "## 99.0.0 (not released)"'),
  })
  expect(run('next', '--dry-run').status).toBe(64)
  expect(() => released('## 1.0.0 (not released)\n\n## 0.9.0\n\n- old\n', '1.0.0', '2026-01-02')).toThrow(
    'says nothing of 1.0.0',
  )
})

test('the written files have the version, and nothing else changes', () => {
  expect(released('## 1.0.0 (not released)\n\n- new\n', '1.0.0', '2026-01-02')).toBe(
    '## 1.0.0 (2026-01-02)\n\n- new\n',
  )
  expect(withVersion('packages/a/package.json', '{\n  "version": "0.1.0",\n  "x": "0.1.0"\n}', '1.2.3')).toBe(
    '{\n  "version": "1.2.3",\n  "x": "0.1.0"\n}',
  )
  const example = '{ "@ol/core": "0.1.0", "pg": "0.1.0" }'
  expect(withVersion('examples/a/package.json', example, '1.2.3')).toBe(
    '{ "@ol/core": "1.2.3", "pg": "0.1.0" }',
  )
  expect(withVersion('packages/a/src/version.ts', "export const version = '0.1.0'\n", '1.2.3')).toBe(
    "export const version = '1.2.3'\n",
  )
})
