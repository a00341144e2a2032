/**
 * Measures the time from writing a line to `ol-cli predict` until its prediction arrives; the next line is written
 * after that.
 *
 *     node bench/pipe-latency.mjs [LINES] [--backend NAME]
 */
import { spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const bin = fileURLToPath(new URL('../packages/cli/bin/ol-cli.js', import.meta.url))
const at = process.argv.indexOf('--backend')
const backend = at < 0 ? 'auto' : process.argv[at + 1]
const count = Number(/^\d+$/.test(process.argv[2] ?? '') ? process.argv[2] : 2000)
const line = (i) => `${i % 2 === 0 ? 1 : -1} | price:${i % 17} city=${i % 5} of some words ${i % 101}\n`

const folder = mkdtempSync(join(tmpdir(), 'ol-latency-'))
try {
  const model = join(folder, 'model.ol')
  const input = Array.from({ length: 1000 }, (_, i) => line(i)).join('')
  const trained = spawnSync(process.execPath, [bin, 'train', '--loss', 'logistic', '-o', model, '--quiet'], {
    input,
  })
  if (trained.status !== 0) throw new Error(String(trained.stderr))
  const times = await answerTimes(
    spawn(process.execPath, [bin, 'predict', '-m', model, '--backend', backend]),
  )
  const [first, ...rest] = times
  // the first lines include the start of the process and its compilation
  const steady = rest.slice(Math.min(200, rest.length >> 1)).sort((a, b) => a - b)
  const share = (p) => steady[Math.min(steady.length - 1, Math.floor(p * steady.length))].toFixed(3)
  console.log(`lines ${count}  first ${first.toFixed(0)} ms  median ${share(0.5)} ms  p99 ${share(0.99)} ms`)
} finally {
  rmSync(folder, { recursive: true })
}

async function answerTimes(child) {
  child.stderr.pipe(process.stderr)
  const times = []
  let began = performance.now()
  const send = () => {
    began = performance.now()
    child.stdin.write(line(times.length))
  }
  send()
  for await (const piece of child.stdout) {
    if (!piece.includes(10)) continue
    times.push(performance.now() - began)
    if (times.length === count) child.stdin.end()
    else send()
  }
  return times
}
