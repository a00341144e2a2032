import { spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { fail, root } from './prepare.mjs'

// npm run test:examples [-- NAME ...] [--no-build]
//
// Packs the packages, copies each folder of examples/ into an empty folder, installs them there with the
// dependencies in its package.json, and runs its tests. Needs the registry; if a machine lacks PostgreSQL, Chromium
// or Python, the example that needs it fails.

const { values: flags, positionals } = parseArgs({
  options: { build: { type: 'boolean', default: true } },
  allowNegative: true,
  allowPositionals: true,
})
const all = readdirSync(join(root, 'examples')).filter((name) =>
  existsSync(join(root, 'examples', name, 'package.json')),
)
const unknown = positionals.filter((name) => !all.includes(name))
if (unknown.length > 0) fail(`There is no example ${unknown.join(', ')}; there are ${all.join(', ')}.`, 64)

const folder = mkdtempSync(join(tmpdir(), 'ol-examples-'))
let passed = 0
let failures = 0
try {
  const tarballs = join(folder, 'tarballs')
  const script = [join(root, 'scripts', 'pack.mjs'), '--out', tarballs]
  must(root, process.execPath, flags.build ? script : [...script, '--no-build'])
  const packed = readdirSync(tarballs).map((name) => join(tarballs, name))
  for (const name of positionals.length > 0 ? positionals : all) {
    try {
      tryOut(name, packed)
      console.log(`${name}: passes`)
      passed++
    } catch (error) {
      failures++
      console.log(`${name}: fails: ${error.message}`)
    }
  }
} finally {
  rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
}
console.log(`${passed} passed, ${failures} failed`)
process.exitCode = failures === 0 ? 0 : 1

function tryOut(name, packed) {
  const copy = join(folder, name)
  cpSync(join(root, 'examples', name), copy, {
    recursive: true,
    filter: (path) => !/[\\/](node_modules|dist)$/.test(path),
  })
  must(copy, 'npm', ['install', '--no-audit', '--no-fund', '--ignore-scripts', ...packed])
  must(copy, 'npm', ['test'], existsSync(join(copy, 'requirements.txt')) ? { PYTHON: python(copy) } : {})
}

/** Returns a separate Python with the packages that the example requires. */
function python(copy) {
  const environment = join(copy, '.venv')
  must(copy, 'python3', ['-m', 'venv', environment])
  const program = join(environment, 'bin', 'python')
  must(copy, program, ['-m', 'pip', 'install', '--quiet', '-r', 'requirements.txt'])
  return program
}

function must(cwd, command, args, env = {}) {
  const shell = process.platform === 'win32'
  const done = spawnSync(command, args, {
    cwd,
    encoding: 'utf8',
    timeout: 600_000,
    shell,
    env: { ...process.env, ...env },
  })
  if (done.status === 0) return
  throw new Error(
    `${command} ${args.join(' ')} ended with ${done.signal ?? done.status}:\n${done.stdout}${done.stderr}`,
  )
}
