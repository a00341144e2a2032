import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { platforms } from '../native/platforms.mjs'
import { addonOf, platformManifest } from './pack/addon.mjs'
import { bundle, copy, withModules } from './pack/bundle.mjs'
import { publishedManifest } from './pack/manifest.mjs'
import { scope } from './pack/settings.mjs'
import { bundleCommands, fail, prepare, root } from './prepare.mjs'

// npm run pack [-- --out FOLDER] [--platforms linux-x64-gnu,…] [--no-build]: writes the tarballs of all packages to a
// folder.
// --scope @other publishes them under another scope. Addons that were built elsewhere are taken from --addons FOLDER,
// which has FOLDER/ID/ol.node and ol.node.json.

const { values: flags } = parseArgs({
  options: {
    out: { type: 'string', default: join(root, 'tarballs') },
    addons: { type: 'string' },
    scope: { type: 'string', default: scope },
    platforms: { type: 'string' },
    build: { type: 'boolean', default: true },
  },
  allowNegative: true,
})

const out = resolve(flags.out)
const stage = join(out, 'stage')
const read = (path) => JSON.parse(readFileSync(join(root, path), 'utf8'))

if (flags.build) prepare()
else bundleCommands()
rmSync(out, { recursive: true, force: true })
const { engines, bugs } = read('package.json')
const folders = readdirSync(join(root, 'packages')).map((name) => `packages/${name}`)
const staged = []
for (const folder of folders.filter((name) => existsSync(join(root, name, 'package.json')))) {
  const manifest = read(`${folder}/package.json`)
  const to = target(manifest.name)
  await bundle(join(root, folder), to, manifest)
  const own = withModules(manifest)
  finish(folder, to, publishedManifest(own, { ...about(folder), files: own.files }))
}
packNative()
const packed = npmPack()
rmSync(stage, { recursive: true })
for (const file of packed) console.log(file)
console.error(`\nInstall them in your project:\n\n  npm install ${join(out, '*.tgz')}\n`)

/** Stages the loader, and a package for each platform with an available addon. */
function packNative() {
  const manifest = read('native/package.json')
  const wanted = flags.platforms?.split(',')
  const optionalDependencies = {}
  for (const platform of platforms) {
    const name = `${manifest.name}-${platform.id}`
    optionalDependencies[name] = manifest.version
    if (wanted !== undefined && !wanted.includes(platform.id)) continue
    const folder = addonOf(platform, flags.addons)
    if (folder === undefined) {
      console.error(`${name}: not here, ${platform.id} is built by .github/workflows/release.yml`)
      continue
    }
    const to = target(name)
    copy(folder, to, ['ol.node', 'ol.node.json'])
    const plain = {
      name,
      version: manifest.version,
      license: manifest.license,
      ...platformManifest(platform),
    }
    finish('native', to, publishedManifest(plain, { ...about('native'), files: ['ol.node', 'ol.node.json'] }))
  }
  const to = target(manifest.name)
  copy(join(root, 'native'), to, manifest.files)
  finish(
    'native',
    to,
    publishedManifest(manifest, { ...about('native'), files: manifest.files, optionalDependencies }),
  )
}

function target(name) {
  const folder = join(stage, name.replace('/', '+'))
  mkdirSync(folder, { recursive: true })
  staged.push(folder)
  return folder
}

function about(folder) {
  return { folder, engines, bugs, scope: flags.scope }
}

function finish(folder, to, manifest) {
  copy(root, to, ['LICENSE'])
  copy(join(root, folder), to, ['README.md'])
  if (existsSync(join(root, folder, 'bin'))) copyCommands(join(root, folder), to)
  writeFileSync(join(to, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`)
}

/**
 * Copies the files that start the commands, and the bundles; nothing is compiled later, so the bundles stay up to date.
 */
function copyCommands(from, to) {
  for (const name of ['bin', 'bundle']) cpSync(join(from, name), join(to, name), { recursive: true })
  writeFileSync(join(to, 'bundle', 'made-of.json'), '[]\n')
}

function npmPack() {
  const done = spawnSync(
    'npm',
    ['pack', '--json', '--ignore-scripts', '--pack-destination', out, ...staged],
    {
      encoding: 'utf8',
      cwd: out,
      shell: process.platform === 'win32',
    },
  )
  if (done.status !== 0) fail(`npm pack failed:\n${done.stderr}`, 1)
  return readdirSync(out).filter((name) => name.endsWith('.tgz'))
}
