import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, truncateSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { once } from '../../packages/spec/test/once.js'
import { bank, json, type Ran, root, runBin, temporaryFolder } from './run.js'

// Copies of the built packages, whose addon can be removed or corrupted without disturbing other tests.

const folder = temporaryFolder()
const rows = 1000
const sample = bank(rows)
const addon = join(root, 'native', 'build', 'Release', 'ol.node')
const built = existsSync(addon)
const wanted = new Set([
  'dist',
  'bin',
  'node_modules',
  'package.json',
  'index.js',
  'calls.js',
  'cached-arguments.js',
  'locate.js',
  'index.d.ts',
])

/** Returns a copy of the installation: what is published, and the links between the packages. */
function installation(name: string): string {
  const copy = folder.path(name)
  mkdirSync(join(copy, 'packages'), { recursive: true })
  for (const part of ['native', ...readdirSync(join(root, 'packages')).map((one) => `packages/${one}`)]) {
    const from = join(root, part)
    cpSync(from, join(copy, part), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) => path === from || !isTopLevel(from, path) || wanted.has(basename(path)),
    })
  }
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction')
  return copy
}

function isTopLevel(from: string, path: string): boolean {
  return join(path, '..') === from
}

function withAddon(name: string): string {
  const copy = installation(name)
  cpSync(join(root, 'native', 'build', 'Release'), join(copy, 'native', 'build', 'Release'), {
    recursive: true,
  })
  return copy
}

function ol(copy: string, args: readonly string[]): Ran {
  return runBin(join(copy, 'packages', 'cli', 'bin', 'ol-cli.js'), args)
}

/** Returns all commands; returns the model. */
function allCommands(copy: string, backend: string): Buffer {
  const model = join(copy, 'bank.ol')
  const train = [
    'train',
    '--rule',
    'nag',
    sample,
    '--label',
    'y',
    '--loss',
    'logistic',
    '-o',
    model,
    '--json',
  ]
  expect(json(ol(copy, train)).backend).toBe(backend)
  // a table that grows is a part of its own
  expect(json(ol(copy, [...train.slice(0, -3), '--bits', 'grow', '--json'])).backend).toBe(backend)
  expect(json(ol(copy, ['test', sample, '-m', model, '--json'])).backend).toBe(backend)
  expect(ol(copy, ['predict', sample, '-m', model]).stdout.trimEnd().split('\n')).toHaveLength(rows)
  expect(json(ol(copy, ['inspect', model, '--json', '--names', sample])).nonzero).toBeGreaterThan(30)
  expect(json(ol(copy, ['info', '--json'])).backend).toBe(backend)
  return readFileSync(model)
}

/** An installation without the addon, and the model of its commands. */
const without = once(() => {
  const copy = installation('without')
  return { copy, model: allCommands(copy, 'fallback') }
})

test('without the addon every command works on the fallback, and native by name is exit 69', () => {
  const { copy } = without()
  expect(json(ol(copy, ['info', '--json'])).note).toMatch(/no addon/)
  const asked = ol(copy, ['info', '--backend', 'native'])
  expect(asked).toMatchObject({ code: 69, stdout: '' })
  expect(asked.stderr).toMatch(/^ol-cli: .*OL_BACKEND/)
})

describe.runIf(built)('with the addon', () => {
  test('taking it away changes no byte of a model', () => {
    expect(allCommands(withAddon('with'), 'native').equals(without().model)).toBe(true)
  })

  test('a truncated addon: auto says why it is not used, native by name is exit 69, nothing crashes', () => {
    const copy = withAddon('truncated')
    truncateSync(join(copy, 'native', 'build', 'Release', 'ol.node'), 5000)
    allCommands(copy, 'fallback')
    expect(json(ol(copy, ['info', '--json'])).note).toMatch(/truncated/)
    const asked = ol(copy, ['train', '--rule', 'nag', sample, '--backend', 'native'])
    expect(asked).toMatchObject({ code: 69, signal: null, stdout: '' })
    expect(asked.stderr).toMatch(/OL_ADDON_BROKEN/)
  })
})
