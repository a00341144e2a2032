// node bench/names.mjs [--repeat N] [--examples N]
//
// Times the cost of names of features. Trains on generated text with names and without, in turn, in separate
// processes; prints the minimum processor time of both.
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { refuseStale } from '../scripts/up-to-date.mjs'
import { generate } from './generate.mjs'

refuseStale()

const { values } = parseArgs({
  options: { repeat: { type: 'string', default: '7' }, examples: { type: 'string', default: '50000' } },
})
const bin = fileURLToPath(new URL('../packages/cli/bin/ol-cli.js', import.meta.url))
const atExit = 'data:text/javascript,process.on("exit",()=>console.error("user=" + process.cpuUsage().user))'
const folder = mkdtempSync(join(tmpdir(), 'ol-names-'))

function userSeconds(file, more) {
  const args = ['--import', atExit, bin, 'train', file, '--loss', 'logistic', '--quiet', ...more]
  const { stderr, status } = spawnSync(process.execPath, args, { encoding: 'utf8' })
  if (status !== 0) throw new Error(stderr)
  return Number(/user=(\d+)/.exec(stderr)[1]) / 1e6
}

try {
  for (const kind of ['ids', 'ctr']) {
    const file = join(folder, `${kind}.vw`)
    await generate(kind, Number(values.examples), file)
    let [on, off] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY]
    for (let k = 0; k < Number(values.repeat); k++) {
      on = Math.min(on, userSeconds(file, []))
      off = Math.min(off, userSeconds(file, ['--names', 'off']))
    }
    const share = (100 * (on / off - 1)).toFixed(1)
    console.log(`${kind.padEnd(12)} with names ${on.toFixed(3)} s, without ${off.toFixed(3)} s: +${share}%`)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
