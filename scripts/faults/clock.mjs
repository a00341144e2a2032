import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bin, digest, run, small } from './data.mjs'

// The clock goes back while a model is trained with checkpoints by time and with a cache: the model does not depend on it.

const backwards = `
const now = Date.now
let back = 0
Date.now = () => now() - (back += 3_600_000)
`

export async function* clockCases({ folder, data, say }) {
  const hook = join(folder, 'clock.cjs')
  writeFileSync(hook, backwards)
  const whole = join(folder, 'whole.ol')
  const args = (model) => ['train', data.vw, ...small, '--passes', '2', '--no-holdout', '-o', model]
  run([...args(whole), '--no-cache'])
  for (const flags of [['--no-cache'], [], ['--checkpoint', join(folder, 'c'), '--checkpoint-every', '1s']]) {
    const model = join(folder, 'model.ol')
    const { status, stderr } = spawnSync(
      process.execPath,
      ['--require', hook, bin, ...args(model), ...flags],
      { encoding: 'utf8' },
    )
    say(`the clock set back, ${flags[0] ?? '--cache'}: exit ${status}`)
    if (status !== 0 || digest(model) !== digest(whole))
      yield `the clock set back, ${flags.join(' ')}: ${stderr}`
  }
}
