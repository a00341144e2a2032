import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { copyFileSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'

const here = import.meta.dirname
const python = process.env.PYTHON ?? 'python3'
const windows = process.platform === 'win32'

function run(command, ...args) {
  const ran = spawnSync(command, args, { cwd: here, encoding: 'utf8', timeout: 120_000, shell: windows })
  if (ran.error !== undefined) throw ran.error
  return ran
}

test('numpy reads the weights that ol-cli shows, and draws them', () => {
  const trained = run('npm', 'run', 'model')
  assert.equal(trained.status, 0, trained.stderr)
  const { status, stdout, stderr } = run(python, 'notebook.py')
  assert.deepEqual({ status, stderr }, { status: 0, stderr: '' })
  assert.match(stdout, /^nag logistic learned from 4521 examples\n/)

  const shown = run('npx', 'ol-cli', 'inspect', 'bank.ol', '--top', '1000', '--json')
  assert.equal(shown.status, 0, shown.stderr)
  const read = JSON.parse(readFileSync(join(here, 'weights.json'), 'utf8'))
  const { weights } = JSON.parse(shown.stdout)
  const named = weights.filter(({ name }) => name !== undefined)
  assert.ok(named.length > 30)
  for (const { name, weight } of named)
    assert.ok(Math.abs(read[name] - weight) <= 1e-12 * Math.abs(weight), name)

  const png = readFileSync(join(here, 'weights.png'))
  assert.equal(png.subarray(1, 4).toString(), 'PNG')
  // width and height
  assert.deepEqual([png.readUInt32BE(16), png.readUInt32BE(20)], [1320, 660])
})

test('a corrupt file is an error', () => {
  const kept = join(here, 'kept.ol')
  copyFileSync(join(here, 'bank.ol'), kept)
  try {
    const bytes = readFileSync(kept)
    bytes[bytes.length - 1] ^= 1
    writeFileSync(join(here, 'bank.ol'), bytes)
    assert.match(run(python, 'notebook.py').stderr, /bank\.ol: corrupt, the checksum does not fit/)
  } finally {
    copyFileSync(kept, join(here, 'bank.ol'))
  }
})
