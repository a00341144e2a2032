import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { digest, run, sleep, small, start } from './data.mjs'

// Every command that writes a file is killed at a random moment: its output file is the old one, the complete new one,
// or does not exist.

export async function* killCases({ folder, data, quick, random, say }) {
  const model = join(folder, 'known.ol')
  run(['train', data.vw, ...small, '-o', model])
  const out = join(folder, 'out')
  const commands = {
    train: ['train', data.vw, ...small, '-o', out],
    'train with a cache': ['train', data.vw, ...small, '--cache', out],
    predict: ['predict', data.vw, '-m', model, '--output', out],
    convert: ['convert', data.vw, '--to', 'svmlight', '--output', out],
    predictions: ['train', data.vw, ...small, '--predictions', out],
    report: ['train', data.vw, ...small, '--report', join(folder, 'out.html')],
  }
  for (const [name, args] of Object.entries(
    quick ? { train: commands.train, predict: commands.predict } : commands,
  )) {
    const target = args.at(-1)
    rmSync(target, { force: true })
    const begun = performance.now()
    const whole = run(args)
    const took = performance.now() - begun
    if (whole.status !== 0) {
      yield `${name} fails without a fault: ${whole.stderr}`
      continue
    }
    const complete = digest(target)
    for (let k = 0; k < (quick ? 2 : 25); k++) {
      const replaced = random(2) === 0 && name !== 'train with a cache'
      rmSync(target, { force: true })
      if (replaced) writeFileSync(target, 'old')
      const before = digest(target)
      const { child, ended } = start(args)
      await sleep(took * (0.3 + random(900) / 1000))
      child.kill('SIGKILL')
      await ended
      const found = digest(target)
      say(`${name}: ${found === before ? 'as before' : found === complete ? 'whole' : 'other'}`)
      // a report has durations, a cache the time at which its file was written
      const varies = name === 'report'
      if (found !== before && found !== complete && !varies) yield `${name}: killed, its output is torn`
    }
  }
}
