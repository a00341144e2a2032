import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { platformId } from '../../native/locate.js'
import { isFull } from '../../packages/spec/test/grid.js'
import { manifestOf, pack, type Ran, root, runIn, succeeds, unpack } from './packed.js'

// The tarballs, extracted into an empty folder: a user's installation, without the package managers of `npm run
// test:install`.

let packed: ReturnType<typeof pack>
let user = ''
const addonName = `@ol/native-${platformId()}`

beforeAll(() => {
  packed = pack('--platforms', platformId())
  user = join(packed.folder, 'user')
  mkdirSync(user)
  unpack(join(packed.folder, 'tarballs'), user)
  writeFileSync(join(user, 'package.json'), '{ "type": "module" }')
}, 300_000)
afterAll(() => packed?.remove())

const program = `import { backendInfo, Learner } from '@ol/core'
const model = new Learner({ loss: 'logistic' })
model.learn({ features: { price: 3.2, city: 'oslo' }, label: 1 })
console.log(JSON.stringify({ ...backendInfo(), prediction: model.predict({ price: 4 }) }))`

function node(args: readonly string[], env = {}): Ran {
  return runIn(user, process.execPath, args, env)
}

function backend(env = {}): Record<string, unknown> {
  const { code, stdout, stderr } = node(['--input-type=module', '-e', program], env)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  return JSON.parse(stdout)
}

describe('the packages', () => {
  test('name the facts for a registry, no script, and only published files', () => {
    const all = readdirSync(join(user, 'node_modules', '@ol'))
    expect(all.length).toBeGreaterThanOrEqual(12)
    for (const name of all) {
      const folder = join(user, 'node_modules', '@ol', name)
      const manifest = manifestOf(folder)
      expect(manifest, name).toMatchObject({
        license: 'BSD-3-Clause',
        engines: { node: expect.any(String) },
        keywords: expect.arrayContaining(['online-learning']),
        repository: { type: 'git', url: expect.any(String), directory: expect.any(String) },
      })
      expect(manifest).not.toHaveProperty('scripts')
      expect(JSON.stringify(manifest)).not.toContain('workspace:')
      expect(readdirSync(folder)).toEqual(expect.arrayContaining(['README.md', 'LICENSE']))
      expect(readdirSync(folder)).not.toContain('src')
    }
  })

  test('are published by one command: the contents for a registry', () => {
    const all = join(packed.folder, 'tarballs')
    // npm takes more than a second for each: in a short run one with an addon, and one without
    const kinds = [/native-\D/, /figures/].map(
      (kind) => readdirSync(all).find((name) => kind.test(name)) ?? '',
    )
    const tarballs = isFull ? all : join(packed.folder, 'some')
    if (!isFull) for (const name of kinds) cpSync(join(all, name), join(tarballs, name))
    const script = join(root, 'scripts', 'publish.mjs')
    const printed = succeeds(user, process.execPath, [script, '--tarballs', tarballs, '--dry-run'])
    expect(readdirSync(tarballs)).toEqual(expect.arrayContaining(kinds))
    expect(printed.trim().split('\n')).toEqual(readdirSync(tarballs).map((name) => `Would publish ${name}`))
  }, 300_000)

  test('offer a package for each platform, and the one for this platform names it', () => {
    const { optionalDependencies } = manifestOf(join(user, 'node_modules', '@ol', 'native'))
    expect(Object.keys(optionalDependencies as object)).toHaveLength(6)
    expect(manifestOf(join(user, 'node_modules', addonName))).toMatchObject({
      os: [process.platform],
      cpu: [process.arch],
    })
  })

  test('have the bundles of the commands that the repository has, which run', () => {
    const own = join(root, 'packages', 'cli', 'bundle')
    const published = join(user, 'node_modules', '@ol', 'cli', 'bundle')
    const files = (folder: string): string[] =>
      readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(js|bin)$/.test(name))
    expect(files(published)).toEqual(files(own))
    expect(files(own)).toEqual(expect.arrayContaining(['all.js', 'train.js', 'predict.js']))
    for (const name of files(own))
      expect(readFileSync(join(published, name)).equals(readFileSync(join(own, name))), name).toBe(true)
    const bin = join(user, 'node_modules', '@ol', 'cli', 'bin', 'ol-cli.js')
    writeFileSync(join(user, 'rows.csv'), 'a,b,y\n1,2,0\n3,1,1\n2,2,0\n4,1,1\n')
    // the bundles run without their modules
    renameSync(join(published, '..', 'dist'), join(published, '..', 'gone'))
    try {
      const train = [bin, 'train', 'rows.csv', '--label', 'y', '--json', '--quiet']
      expect(JSON.parse(succeeds(user, process.execPath, train))).toMatchObject({
        backend: 'native',
        examples: 4,
      })
      const parallel = [
        bin,
        'train',
        'rows.csv',
        '--label',
        'y',
        '--parallel',
        '2',
        '-o',
        'two.ol',
        '--quiet',
      ]
      expect(succeeds(user, process.execPath, parallel)).not.toContain('error')
    } finally {
      renameSync(join(published, '..', 'gone'), join(published, '..', 'dist'))
    }
  })

  test('have the version that they print', () => {
    const { version } = manifestOf(join(user, 'node_modules', '@ol', 'cli'))
    const bin = join(user, 'node_modules', '@ol', 'cli', 'bin', 'ol-cli.js')
    expect(succeeds(user, process.execPath, [bin, '--version']).trim()).toBe(version)
    expect(backend().version).toBe(version)
  })
})

describe('the addon', () => {
  const file = (name: string): string => join(user, 'node_modules', addonName, name)
  let kept = ''
  const prediction = (): unknown => backend({ OL_BACKEND: 'fallback' }).prediction

  /** Runs with the platform's package changed, and puts it back. */
  function changed(change: () => void, check: () => void): void {
    kept = join(packed.folder, 'kept')
    cpSync(join(user, 'node_modules', addonName), kept, { recursive: true })
    try {
      change()
      check()
    } finally {
      rmSync(join(user, 'node_modules', addonName), { recursive: true, force: true })
      renameSync(kept, join(user, 'node_modules', addonName))
    }
  }

  test('is used if it exists, unless the fallback is requested', () => {
    expect(backend()).toMatchObject({ name: 'native', prediction: prediction() })
    expect(backend({ OL_BACKEND: 'fallback' })).toMatchObject({ name: 'fallback', requested: 'fallback' })
  })

  const bytes = (): Buffer => readFileSync(file('ol.node'))
  test.each<[string, () => void, RegExp, string]>([
    ['empty', () => writeFileSync(file('ol.node'), ''), /truncated/, 'OL_ADDON_BROKEN'],
    [
      'truncated',
      () => writeFileSync(file('ol.node'), bytes().subarray(0, 5000)),
      /truncated/,
      'OL_ADDON_BROKEN',
    ],
    ['garbage', () => writeFileSync(file('ol.node'), bytes().fill(7)), /checksum/, 'OL_ADDON_BROKEN'],
    [
      'of another version of the contract',
      () => writeFileSync(file('ol.node.json'), JSON.stringify({ ...facts(), abi: 1 })),
      /expected version \d+ but it is of version 1: install @ol/,
      'OL_ADDON_BROKEN',
    ],
    ['described by nothing', () => rmSync(file('ol.node.json')), /missing or corrupt/, 'OL_ADDON_BROKEN'],
    ['missing from its package', () => rmSync(file('ol.node')), /cannot be read/, 'OL_ADDON_BROKEN'],
    [
      'not installed',
      () => rmSync(join(user, 'node_modules', addonName), { recursive: true }),
      /optional package @ol\/native-\S+ is not installed/,
      'OL_BACKEND',
    ],
  ])('%s: auto says why and runs the fallback, native by name throws', (name, change, note, code) => {
    changed(change, () => {
      expect(backend()).toMatchObject({ name: 'fallback', note: expect.stringMatching(note) })
      // the bundle of the command finds the package in its own way, and examines it in the same
      if (isFull || name === 'garbage' || name === 'not installed') {
        const bin = join(user, 'node_modules', '@ol', 'cli', 'bin', 'ol-cli.js')
        expect(JSON.parse(succeeds(user, process.execPath, [bin, 'info', '--json'])).note).toMatch(note)
      }
      const named = node(['--input-type=module', '-e', program], { OL_BACKEND: 'native' })
      expect(named).toMatchObject({ code: 1, signal: null, stdout: '' })
      expect(named.stderr).toMatch(code)
      expect(named.stderr).toMatch(note)
    })
  })

  function facts(): object {
    return JSON.parse(readFileSync(file('ol.node.json'), 'utf8'))
  }
})

describe('programs', () => {
  test('require what they could import', () => {
    const { code, stdout, stderr } = node([
      '--input-type=commonjs',
      '-e',
      "const { Learner } = require('@ol/core'); const { train } = require('@ol/pipeline'); console.log(typeof Learner, typeof train)",
    ])
    expect({ code, stdout }, stderr).toEqual({ code: 0, stdout: 'function function\n' })
  })

  // those that need more than our packages: npm run test:examples
  test('of examples/ that need nothing else pass their tests', () => {
    const all = readdirSync(join(root, 'examples')).filter((name) => !name.endsWith('.md'))
    const index = readFileSync(join(root, 'examples', 'README.md'), 'utf8')
    const { version } = manifestOf(root)
    const alone = all.filter((name) => {
      const { dependencies = {}, devDependencies = {} } = manifestOf(join(root, 'examples', name)) as Record<
        string,
        Record<string, string>
      >
      const needed = Object.entries({ ...dependencies, ...devDependencies })
      for (const [own, range] of needed.filter(([one]) => one.startsWith('@ol/')))
        expect([name, own, range]).toEqual([name, own, version])
      expect(index).toContain(`](${name})`)
      expect(readdirSync(join(root, 'examples', name))).toContain('README.md')
      return needed.every(([one]) => one.startsWith('@ol/'))
    })
    const runnable = alone.filter(
      (name) => !readdirSync(join(root, 'examples', name)).includes('requirements.txt'),
    )
    expect(runnable).not.toEqual([])
    for (const name of runnable) {
      cpSync(join(root, 'examples', name), join(user, 'examples', name), { recursive: true })
      expect(
        succeeds(join(user, 'examples', name), process.execPath, ['--test', '--test-reporter=tap']),
      ).toMatch(/^# fail 0$/m)
    }
  })

  test('run as the README prints them', () => {
    const readme = readFileSync(join(root, 'README.md'), 'utf8')
    const programs = [...readme.matchAll(/```ts\n([\s\S]*?)```/g)].map(([, text]) => text)
    expect(programs.length).toBeGreaterThanOrEqual(2)
    mkdirSync(join(user, 'data-sample'))
    cpSync(join(root, 'data-sample', 'bank.csv.gz'), join(user, 'data-sample', 'bank.csv.gz'))
    programs.forEach((text, k) => {
      writeFileSync(join(user, `readme${k}.mjs`), text)
      expect(succeeds(user, process.execPath, [`readme${k}.mjs`])).not.toBe('')
    })
  })

  test.each(['nodenext', 'bundler'])('compile with strict TypeScript and %s', (resolution) => {
    writeFileSync(
      join(user, 'program.ts'),
      `import { Learner } from '@ol/core'
import { train } from '@ol/pipeline'
import { read } from '@ol/reader'
const model: Learner = new Learner({ rule: 'nag', loss: 'logistic', learningRate: 2 })
const before: number = model.learn({ features: { a: 1 }, label: 1 }) as number
export const all = [before, train, read]
// @ts-expect-error a rate is a number
new Learner({ rule: 'nag', learningRate: 'banana' })
`,
    )
    const module = resolution === 'bundler' ? 'esnext' : 'nodenext'
    const flags = `--noEmit --strict --target es2023 --module ${module} --moduleResolution ${resolution} --skipLibCheck false --types node`
    const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
    mkdirSync(join(user, 'node_modules', '@types'), { recursive: true })
    for (const name of ['@types/node', 'undici-types'])
      cpSync(
        join(root, name === '@types/node' ? 'node_modules' : 'node_modules/.pnpm/node_modules', name),
        join(user, 'node_modules', name),
        { recursive: true, dereference: true },
      )
    expect(runIn(user, process.execPath, [tsc, ...flags.split(' '), 'program.ts'])).toMatchObject({
      code: 0,
      stdout: '',
    })
  })
})

// a bundler must be able to leave out what nothing needs; the example itself runs in `npm run test:examples`
test('the edge worker is no larger than its own test allows, and needs no file of Node.js', async () => {
  cpSync(join(root, 'examples', 'edge-worker'), join(user, 'edge-worker'), { recursive: true })
  const folder = join(user, 'edge-worker')
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
