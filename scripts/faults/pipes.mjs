import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { bin, digest, run, sleep, small, start } from './data.mjs'

// Pipes that deliver a few bytes at a time, that end in the middle of a line, and whose reader ends.

export async function* pipeCases({ folder, data, quick, random, say }) {
  const model = join(folder, 'model.ol')
  const whole = join(folder, 'whole.ol')
  const text = readFileSync(data.vw).subarray(0, 60_000)
  run(['train', ...small, '-o', whole], { input: text })
  for (let k = 0; k < (quick ? 1 : 6); k++) {
    const { child, ended } = start(['train', ...small, '-o', model], { stdin: 'pipe' })
    for (let at = 0; at < text.length; ) {
      const to = at + 1 + random(quick ? 30_000 : 5000)
      child.stdin.write(text.subarray(at, to))
      at = to
      await sleep(random(5))
    }
    child.stdin.end()
    const { code, stderr } = await ended
    say(`a slow pipe: exit ${code}`)
    if (code !== 0 || digest(model) !== digest(whole)) yield `a slow pipe gives another model: ${stderr}`
  }
  for (const shown of ['head -1', 'head -c 10', 'true']) {
    const command = `set -o pipefail; '${process.execPath}' '${bin}' predict '${data.vw}' -m '${whole}' | ${shown} > /dev/null`
    const { stderr } = spawnSync('bash', ['-c', command], { encoding: 'utf8' })
    say(`${shown} behind predict`)
    if (/\n\s+at |EPIPE|Error/.test(stderr)) yield `${shown} behind predict: ${stderr}`
  }
  const { child, ended } = start(['train', ...small, '-o', join(folder, 'half.ol')], { stdin: 'pipe' })
  child.stdin.write(text.subarray(0, 30_001))
  await sleep(300)
  child.stdin.destroy()
  const { code, signal } = await ended
  say(`a writer that dies: exit ${code ?? signal}`)
  if (signal !== null) yield `a writer that dies: ${signal}`
}
