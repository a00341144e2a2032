import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { olProcess, root, temporaryFolder } from './run.js'

// A short run loads what it needs: a module of Node.js takes a millisecond or more. Skipped visibly where there are no bundles.

const built = existsSync(join(root, 'packages', 'cli', 'bundle', 'train.js'))
const folder = temporaryFolder()
const lines = Array.from(
  { length: 100 },
  (_, k) => `${k % 3 === 0 ? 1 : -1} | size:${k % 7} rooms:${k % 5}\n`,
)

/** Modules that a training from a file to a file does without. */
const needless = [
  'child_process',
  'crypto',
  'internal/fs/streams',
  'internal/child_process',
  'http',
  'worker_threads',
]

/** Runs a bundle and prints the modules of Node.js that it has loaded: once evaluated, and at the end. */
const printed = `const { bundleOf, load } = require(process.argv[2])
const loaded = () => process.moduleLoadList.map((name) => name.replace('NativeModule ', ''))
const { run } = load(bundleOf('train'))
const evaluated = loaded()
run(process.argv.slice(3)).then((code) => process.stdout.write(JSON.stringify({ code, evaluated, ended: loaded() })))
`

function modules(...args: readonly string[]): { code: number; evaluated: string[]; ended: string[] } {
  const script = folder.put('modules.cjs', printed)
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [script, join(root, 'packages', 'cli', 'bin', 'load.js'), ...args],
    { encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'], env: { ...process.env, NODE_OPTIONS: '' } },
  )
  expect(stdout, stderr).not.toBe('')
  return JSON.parse(stdout)
}

describe.runIf(built)('train of 100 lines', () => {
  test.each([['nag'], ['auto']])('of rule %s loads no module of Node.js that it does without', (rule) => {
    const input = folder.put('lines.vw', lines.join(''))
    const { code, evaluated, ended } = modules('train', input, '--rule', rule, '-o', folder.path('model.ol'))
    expect(code).toBe(0)
    for (const name of needless) expect(ended).not.toContain(name)
    for (const name of [...needless, 'fs/promises', 'net', 'v8']) expect(evaluated).not.toContain(name)
    // it did load some
    expect(ended).toContain('zlib')
  })
})

test('a decoder that is loaded when it is needed lets Node.js print no warning', () => {
  // a,y and two rows, by bzip2
  const text = 'QlpoOTFBWSZTWcP/HBsAAAVZgAAQAARwACAAACAgACGhptCGAH6gIzaLuSKcKEhh/44NgA=='
  const input = folder.put('two.csv.bz2', Buffer.from(text, 'base64'))
  const { code, stdout, stderr } = olProcess(['stats', input])
  expect([code, stderr]).toEqual([0, ''])
  expect(stdout).toContain('examples       2')
})
