import assert from 'node:assert/strict'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { Learner } from '@ol/core'

const program = join(import.meta.dirname, 'score.js')
const folder = mkdtempSync(join(tmpdir(), 'log-'))
after(() => rmSync(folder, { recursive: true }))

/** Numbers in [0, 1) that are the same in every run. */
let state = 1
const random = () => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0
  return state / 2 ** 32
}
const usual = { '/': 0.02, '/cart/': 0.1, '/report/': 3 }

function request(target, status, seconds, k) {
  const time = `22/Nov/2026:${String(Math.floor(k / 500) % 24).padStart(2, '0')}:00:00 +0000`
  return `10.0.0.1 - - [${time}] "GET ${target} HTTP/1.1" ${status} 512 "-" "curl/8" ${seconds.toFixed(3)}`
}

/** A usual request: a report takes 3 s and a cart fails now and then. */
function ordinary(k) {
  const route = Object.keys(usual)[Math.floor(random() * 3)]
  const status = route === '/cart/' && random() < 0.05 ? 503 : 200
  return request(route === '/' ? route : route + k, status, usual[route] * Math.exp(random() - 0.5), k)
}

const lines = Array.from({ length: 2500 }, (_, k) => ordinary(k))
// a page that takes as long as a report, and a page that fails
const planted = [request('/', 200, 3, 1500), request('/cart/7', 200, 4, 2000), request('/', 500, 0.02, 2400)]
;[1500, 2000, 2400].forEach((at, k) => {
  lines[at] = planted[k]
})
const score = (input, ...flags) =>
  spawnSync(process.execPath, [program, ...flags], { input, encoding: 'utf8', timeout: 60_000 })

test('reports what was planted and nothing else', () => {
  const { stdout, stderr, status } = score(`${lines.join('\n')}\n`, '--bits', '8')
  assert.deepEqual({ status, stderr }, { status: 0, stderr: '' })
  const found = stdout.trimEnd().split('\n')
  assert.deepEqual(
    found.map((line) => line.replace(/^.*?\): /, '')),
    planted,
  )
  assert.match(found[0], /usually 0\.02\d? s/)
  assert.match(found[2], /fails/)
})

test('goes on with the models that it saved', () => {
  const models = join(folder, 'models')
  assert.equal(score(lines.slice(0, 1200).join('\n'), '--models', models).status, 0)
  assert.deepEqual(readdirSync(models), ['deviation.ol', 'expected.ol', 'failing.ol'])
  const { stdout } = score(`${lines.slice(1500, 1600).join('\n')}`, '--models', models, '--bits', '8')
  assert.equal(stdout.trimEnd().split('\n').length, 1)
})

test('says of lines of another format', () => {
  const some = score(`${lines[0]}\nnonsense\n`)
  assert.deepEqual([some.status, some.stderr], [0, '1 of 2 lines are of another format\n'])
  assert.equal(score('a\nb\n').status, 65)
})

test('keeps what it has learned when it is told to end', async (t) => {
  const models = join(folder, 'ended')
  const child = spawn(process.execPath, [program, '--models', models, '--warm-up', '0', '--bits', '0'])
  t.after(() => child.kill('SIGKILL'))
  child.stdin.write(`${lines.slice(0, 100).join('\n')}\n`)
  await once(child.stdout, 'data')
  child.kill('SIGTERM')
  assert.deepEqual(await once(child, 'exit'), [0, null])
  assert.ok((await Learner.load(join(models, 'failing.ol'))).report().examples > 0)
})

test('ends where nobody reads on', () => {
  const command = `"${process.execPath}" "${program}" --warm-up 0 --bits 0 | head -n 1; exit \${PIPESTATUS[0]}`
  const ran = spawnSync('bash', ['-c', command], { input: lines.join('\n'), encoding: 'utf8' })
  assert.deepEqual([ran.status, ran.stderr], [0, ''])
})
