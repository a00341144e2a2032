import { spawn } from 'node:child_process'
import * as fs from 'node:fs'
import * as os from 'node:os'
import * as path from 'node:path'
import { expect, test } from 'vitest'
import { isFull } from '../../spec/test/grid.js'
import { Learner } from '../src/learner/learner.js'

/** Learns and saves without end; says so after each save. */
const program = `
  import { Learner } from ${JSON.stringify(new URL('../dist/index.js', import.meta.url).href)}
  const model = new Learner({ bits: 14, loss: 'logistic' })
  for (let i = 0; ; i++) {
    model.learn({ features: { x: i % 7, c: 'v' + (i % 3) }, label: i % 2 === 0 })
    await model.save(process.argv[1])
    process.stdout.write('.')
  }
`

test('a process killed while it saves always leaves a complete model', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ol-killed-'))
  const file = path.join(folder, 'a.ol')
  try {
    let examples = 0
    const rounds = isFull ? 12 : 3
    for (let round = 0; round < rounds; round++) {
      const child = spawn(process.execPath, ['--input-type=module', '-e', program, file])
      let errors = ''
      child.stderr.on('data', (text) => {
        errors += text
      })
      await new Promise<void>((done) => {
        let saves = 0
        child.stdout.on('data', (dots: Buffer) => {
          if (saves < 2 && saves + dots.length >= 2)
            setTimeout(() => child.kill('SIGKILL'), (36 * round) / rounds)
          saves += dots.length
        })
        child.once('exit', () => done())
      })
      expect(errors).toBe('')
      examples += (await Learner.load(file)).report().examples
    }
    expect(examples).toBeGreaterThan(rounds)
  } finally {
    fs.rmSync(folder, { recursive: true })
  }
})
