import { existsSync, readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { digest, run, sleep, small, start } from './data.mjs'

// Trainings with checkpoints are killed at random moments, resumed, killed again: their models equal the models of
// undisturbed trainings.

export async function* resumeCases({ folder, data, kills, quick, random, say, training }) {
  const two = ['--passes', '2', '--no-holdout']
  const cases = {
    text: [data.vw, ...small],
    gzip: [data.gz, ...small],
    'two passes': [data.gz, ...small, ...two, '--no-cache'],
    'two passes over a cache': [data.vw, ...small, ...two],
    classes: [data.classes, ...small, '--classes', 'a,b,c'],
    auto: [data.vw, ...small, '--rule', 'auto-small'],
    'a mixture of rates': [data.vw, ...small, '--learning-rate', 'auto'],
    'held out': [data.vw, ...small, '--passes', '2', '--no-cache'],
  }
  const each = Math.ceil(kills / Object.keys(cases).length)
  for (const [name, args] of Object.entries(quick ? { text: cases.text } : cases)) {
    if (training !== '' && name !== training) continue
    const [whole, model, state] = ['whole.ol', 'model.ol', 'state'].map((file) => join(folder, file))
    const begun = performance.now()
    const done = run(['train', ...args, '-o', whole])
    const took = performance.now() - begun
    if (done.status !== 0) yield `${name} fails without a fault: ${done.stderr}`
    let killed = 0
    let inRun = 0
    // a run that ends before it is killed does not count
    for (let runs = 0; killed < each && runs < 4 * each; runs++) {
      const resumes = existsSync(state)
      const flags = resumes
        ? ['--resume', state, '--quiet']
        : [...args, '-o', model, '--checkpoint', state, '--checkpoint-every', '400']
      const before = resumes ? readFileSync(state) : undefined
      const { child, ended } = start(['train', ...flags])
      let over = false
      ended.then(() => {
        over = true
      })
      if (inRun < 5) {
        // after it has come further than the last run
        while (!over && (!existsSync(state) || before?.equals(readFileSync(state)) === true)) await sleep(5)
        await sleep(random(took / 3))
        if (!over) child.kill('SIGKILL')
      }
      const { code, signal, stderr } = await ended
      if (signal === 'SIGKILL') {
        killed++
        inRun++
        say(`${name}: killed`)
        continue
      }
      if (code !== 0) yield `${name}: exit ${code}: ${stderr}`
      const same = digest(model) === digest(whole)
      say(`${name}: ${same ? 'identical after kills' : 'DIFFERENT'}`)
      if (!same) yield `${name}: the resumed model differs`
      for (const left of [state, model]) rmSync(left, { force: true })
      inRun = 0
    }
    if (inRun > 0 && existsSync(state)) {
      run(['train', '--resume', state, '--quiet'])
      const same = digest(model) === digest(whole)
      say(`${name}: ${same ? 'identical after kills' : 'DIFFERENT'}`)
      if (!same) yield `${name}: the resumed model differs`
    }
    for (const left of [state, model]) rmSync(left, { force: true })
  }
}
