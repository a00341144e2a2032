import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { pipelined } from './serving/line-client.mjs'

// node bench/serving-memory.mjs [--millions N]: the resident memory of `ol-cli serve` over N million lines (default
// 10), of which every tenth is learned. Linux.

const { values } = parseArgs({ options: { millions: { type: 'string', default: '10' } } })
const bin = new URL('../packages/cli/bin/ol-cli.js', import.meta.url).pathname
const folder = mkdtempSync(join(tmpdir(), 'ol-serving-memory-'))
const args = [
  'serve',
  '--new',
  '--loss',
  'logistic',
  '--rule',
  'nag',
  '--store',
  join(folder, 'store'),
  '--log-bytes',
  '20000000',
]
const child = spawn(
  process.execPath,
  [bin, ...args, '--snapshot-seconds', '5', '--port', '0', '--lines-port', '0', '--json'],
  {
    stdio: ['ignore', 'pipe', 'inherit'],
  },
)
const [text] = await once(child.stdout, 'data')
const { linesPort } = JSON.parse(String(text))
let state = 1
const random = () => {
  state = (Math.imul(state, 1664525) + 1013904223) >>> 0
  return state / 2 ** 32
}
const lines = Array.from({ length: 100_000 }, (_, k) => {
  const a = random() - 0.5
  return `${k % 10 === 0 ? (a > 0 ? 1 : -1) : ''} | a:${a.toFixed(4)} b:${random().toFixed(4)} u${Math.floor(1000 * random())}\n`
})
const piece = Buffer.from(lines.join(''))
for (let k = 0; k < 10 * Number(values.millions); k++) {
  await pipelined(linesPort, piece, lines.length)
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${child.pid}/status`, 'utf8'))
  if (k % 10 === 9) console.log(`${(k + 1) / 10} M lines: ${Math.round(kilobytes / 1024)} MB`)
}
child.kill('SIGTERM')
await once(child, 'exit')
rmSync(folder, { recursive: true, force: true })
