import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { scope } from './pack/settings.mjs'
import { fail, root } from './prepare.mjs'

// npm run publish:packages [-- --scope @other] [--dry-run] [--provenance] [--tarballs FOLDER]
//
// Packs all packages and publishes them to the registry that npm is configured for. The scope is `scope` of
// scripts/pack/settings.mjs. --tarballs FOLDER: publishes existing tarballs.

const { values: flags } = parseArgs({
  options: {
    scope: { type: 'string', default: scope },
    tarballs: { type: 'string' },
    'dry-run': { type: 'boolean', default: false },
    provenance: { type: 'boolean', default: false },
  },
})
const folder = resolve(flags.tarballs ?? join(root, 'tarballs'))
if (flags.tarballs === undefined)
  must(process.execPath, [join(root, 'scripts', 'pack.mjs'), '--out', folder, '--scope', flags.scope])
const files = readdirSync(folder).filter((name) => name.endsWith('.tgz'))
if (files.length === 0) fail(`${folder} has no tarballs`, 66)
const options = [
  ...['--access', 'public', '--tag', 'latest'],
  ...(flags['dry-run'] ? ['--dry-run'] : []),
  ...(flags.provenance ? ['--provenance'] : []),
]
for (const file of files) {
  must('npm', ['publish', join(folder, file), ...options])
  console.log(`${flags['dry-run'] ? 'Would publish' : 'Published'} ${file}`)
}

function must(command, args) {
  const { status, stderr } = spawnSync(command, args, {
    encoding: 'utf8',
    shell: process.platform === 'win32',
  })
  if (status !== 0) fail(`${command} ${args.join(' ')} failed:\n${stderr}`, 1)
}
