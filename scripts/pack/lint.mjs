import { spawnSync } from 'node:child_process'
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { root } from '../prepare.mjs'

const tools = ['publint@0.3.25', '@arethetypeswrong/core@0.18.5']

/**
 * The findings of arethetypeswrong for every package with only ES modules, which docs/installing.md explains:
 * TypeScript's old resolution does not support `exports`, and its `node16` assumes that Node.js cannot require ES
 * modules, which it can since 20.19 and 22.12 (`nodenext` knows this).
 */
const known = ['NoResolution node10', 'CJSResolvesToESM node16-cjs']

/**
 * Returns the findings of publint and arethetypeswrong in the tarballs of a folder, a line each. Needs the registry
 * once.
 */
export async function findingsOf(tarballs) {
  const { publint, checkPackage, createPackageFromTarballData } = await loadTools()
  const findings = []
  for (const file of readdirSync(tarballs).filter((name) => name.endsWith('.tgz'))) {
    const data = new Uint8Array(readFileSync(join(tarballs, file)))
    const { messages } = await publint({ pack: { tarball: data.buffer }, strict: true })
    for (const { code, path } of messages) findings.push(`${file}: publint ${code} ${path?.join('.') ?? ''}`)
    const { types, problems = [] } = await checkPackage(createPackageFromTarballData(data))
    // the package of an addon has no types: programs import its loader
    if (types === false && !file.includes('native-')) findings.push(`${file}: has no types`)
    for (const { kind, resolutionKind, entrypoint } of problems)
      if (!known.includes(`${kind} ${resolutionKind}`))
        findings.push(`${file}: arethetypeswrong ${kind} ${resolutionKind ?? ''} ${entrypoint ?? ''}`)
  }
  return findings
}

async function loadTools() {
  const folder = join(root, 'node_modules', '.package-lint')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'package.json'), '{}')
  const flags = ['--no-audit', '--no-fund', '--ignore-scripts', '--prefer-offline']
  const done = spawnSync('npm', ['install', ...flags, ...tools], {
    cwd: folder,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  if (done.status !== 0) throw new Error(`${tools.join(' and ')} cannot be installed:\n${done.stderr}`)
  const { resolve } = createRequire(join(folder, 'package.json'))
  const publint = await import(pathToFileURL(resolve('publint')).href)
  const types = await import(pathToFileURL(resolve('@arethetypeswrong/core')).href)
  return { ...publint, ...types }
}
