import { existsSync, readdirSync, readFileSync, realpathSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

// The statements of docs/security.md about the packages that OL runs with.

const root = fileURLToPath(new URL('../..', import.meta.url))
const { entriesOf } = await import(join(root, 'scripts', 'pack', 'bundle.mjs'))

interface Manifest {
  readonly name: string
  readonly version: string
  readonly dependencies?: Readonly<Record<string, string>>
  readonly optionalDependencies?: Readonly<Record<string, string>>
  readonly peerDependencies?: Readonly<Record<string, string>>
  readonly peerDependenciesMeta?: Readonly<Record<string, { readonly optional?: boolean }>>
  readonly scripts?: Readonly<Record<string, string>>
  readonly exports?: Readonly<Record<string, { readonly default?: string }>>
}

const manifestIn = (folder: string): Manifest =>
  JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'))

/** The folders of the packages that users install. */
const own = [
  ...readdirSync(join(root, 'packages')).map((name) => join(root, 'packages', name)),
  join(root, 'native'),
]

/** Finds the folder of a package as Node does: from another upwards. */
function folderOf(name: string, from: string): string | undefined {
  for (let at = from; ; at = dirname(at)) {
    const folder = join(at, 'node_modules', name)
    if (existsSync(join(folder, 'package.json'))) return realpathSync(folder)
    if (dirname(at) === at) return undefined
  }
}

/** Returns every package that ours need from the registry, with the folder that it is in. */
function installed(): Map<string, string> {
  const found = new Map<string, string>()
  const add = (folder: string): void => {
    const { dependencies, optionalDependencies } = manifestIn(folder)
    for (const [name, range] of Object.entries({ ...dependencies, ...optionalDependencies })) {
      if (range.startsWith('workspace:') || found.has(name)) continue
      const at = folderOf(name, folder)
      if (at === undefined) throw new Error(`${name} of ${folder} is not installed`)
      found.set(name, at)
      add(at)
    }
  }
  for (const folder of own) add(folder)
  return found
}

const page = readFileSync(join(root, 'docs', 'security.md'), 'utf8')

test('the packages that OL runs with are on the page, in these versions', () => {
  const stated = [...page.matchAll(/^\| `([^`]+)` +\| (\d\S*)/gm)].map(([, name, version]) => [name, version])
  const real = [...installed()].map(([name, folder]) => [name, manifestIn(folder).version])
  expect(real.sort()).toEqual(stated.sort())
})

test('our packages name one version of each dependency, and peers are optional', () => {
  for (const folder of own) {
    const { dependencies = {}, peerDependencies = {}, peerDependenciesMeta = {} } = manifestIn(folder)
    for (const [name, range] of Object.entries(dependencies))
      expect([name, range]).toEqual([name, expect.stringMatching(/^(workspace:\*|\d+\.\d+\.\d+)$/)])
    for (const name of Object.keys(peerDependencies)) {
      expect([name, peerDependenciesMeta[name]?.optional]).toEqual([name, true])
      if (!name.startsWith('@ol/')) expect(page).toContain(`\`${name}\``)
    }
  }
})

/** A package whose script only looks whether one of its prebuilt binaries fits: without it, it works as well. */
const prebuilt = 'classic-level'

test('nothing that is installed with OL runs a script it needs', () => {
  const binaries = join(installed().get(prebuilt) as string, 'prebuilds')
  expect(readdirSync(binaries)).toEqual(
    expect.arrayContaining(['linux-x64', 'linux-arm64', 'darwin-x64+arm64', 'win32-x64']),
  )
  const all = [...own, ...installed().values()]
  for (const folder of all) {
    const { name, scripts = {} } = manifestIn(folder)
    if (name === prebuilt) continue
    const running = ['preinstall', 'install', 'postinstall'].filter((script) => script in scripts)
    // npm runs node-gyp for it
    const gyp = existsSync(join(folder, 'binding.gyp'))
    expect([name, running, gyp]).toEqual([name, [], false])
  }
})

test('the lockfile has a checksum of every package', () => {
  const [, packages] =
    /^packages:\n([\s\S]*?)^snapshots:/m.exec(readFileSync(join(root, 'pnpm-lock.yaml'), 'utf8')) ?? []
  const entries = packages.split(/^ {2}(?=\S)/m).filter((entry) => entry.trim() !== '')
  expect(entries.length).toBeGreaterThan(50)
  expect(entries.filter((entry) => !/resolution: \{integrity: sha512-/.test(entry))).toEqual([])
})

test('weaknesses are reported to one address', () => {
  const { bugs } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  expect(bugs.email).toMatch(/@/)
  expect(page).not.toMatch(/\S@\S+\.\S/)
})

test('a published package has the file of each of its exports', () => {
  for (const folder of own.filter((folder) => !folder.endsWith('native'))) {
    const manifest = manifestIn(folder)
    const files = Object.keys(entriesOf(folder, manifest)).map((name) => `./dist/${name}.js`)
    const exported = Object.values(manifest.exports ?? {}).flatMap((target) => target.default ?? [])
    expect(files).toEqual(expect.arrayContaining(exported))
  }
})
