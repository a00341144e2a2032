import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { basename, join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
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
  'bundle',
  'node_modules',
  'package.json',
  'index.js',
  'calls.js',
  'cached-arguments.js',
  'locate.js',
  'index.d.ts',
])

/** A copy of the installation without the addon: what is published, and the links between the packages. */
const copy = folder.path('copy')
const release = join('native', 'build', 'Release')

function copyInstallation(): void {
  mkdirSync(join(copy, 'packages'), { recursive: true })
  for (const part of ['native', ...readdirSync(join(root, 'packages')).map((one) => `packages/${one}`)]) {
    const from = join(root, part)
    cpSync(from, join(copy, part), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (path) =>
        path === from || (isTopLevel(from, path) ? wanted.has(basename(path)) : !/\.(d\.ts|map)$/.test(path)),
    })
  }
  // as in a published package: nothing has been compiled since
  if (existsSync(join(copy, 'packages', 'cli', 'bundle')))
    writeFileSync(join(copy, 'packages', 'cli', 'bundle', 'made-of.json'), '[]\n')
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'), 'junction')
}

function isTopLevel(from: string, path: string): boolean {
  return join(path, '..') === from
}

function ol(args: readonly string[]): Ran {
  return runBin(join(copy, 'packages', 'cli', 'bin', 'ol-cli.js'), args)
}

const model = join(copy, 'bank.ol')
const train = ['train', '--rule', 'nag', sample, '--label', 'y', '--loss', 'logistic', '-o', model, '--json']

/** Runs all commands; returns the model. */
function allCommands(backend: string): Buffer {
  expect(json(ol(train)).backend).toBe(backend)
  // a table that grows is a part of its own
  expect(json(ol([...train.slice(0, -3), '--bits', 'grow', '--json'])).backend).toBe(backend)
  expect(json(ol(['test', sample, '-m', model, '--json'])).backend).toBe(backend)
  expect(ol(['predict', sample, '-m', model]).stdout.trimEnd().split('\n')).toHaveLength(rows)
  expect(json(ol(['inspect', model, '--json', '--names', sample])).nonzero).toBeGreaterThan(30)
  expect(json(ol(['info', '--json'])).backend).toBe(backend)
  return readFileSync(model)
}

/** The model of the commands without the addon. */
const without = once(() => {
  copyInstallation()
  return allCommands('fallback')
})

test('without the addon every command works on the fallback, and native by name is exit 69', () => {
  without()
  expect(json(ol(['info', '--json'])).note).toMatch(/no addon/)
  const asked = ol(['info', '--backend', 'native'])
  expect(asked).toMatchObject({ code: 69, stdout: '' })
  expect(asked.stderr).toMatch(/^ol-cli: .*OL_BACKEND/)
})

describe.runIf(built)('with the addon', () => {
  beforeEach(() => {
    without()
    cpSync(join(root, release), join(copy, release), { recursive: true })
  })

  test('the commands write the same model', () => {
    expect(allCommands('native').equals(without())).toBe(true)
  })

  test('a truncated addon: auto says why it is not used, native by name is exit 69, nothing crashes', () => {
    truncateSync(join(copy, release, 'ol.node'), 5000)
    expect(json(ol(train)).backend).toBe('fallback')
    expect(readFileSync(model).equals(without())).toBe(true)
    expect(json(ol(['info', '--json'])).note).toMatch(/truncated/)
    const asked = ol(['train', '--rule', 'nag', sample, '--backend', 'native'])
    expect(asked).toMatchObject({ code: 69, signal: null, stdout: '' })
    expect(asked.stderr).toMatch(/OL_ADDON_BROKEN/)
  })
})
