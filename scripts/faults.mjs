import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { clockCases } from './faults/clock.mjs'
import { makeData } from './faults/data.mjs'
import { injectionCases } from './faults/injection.mjs'
import { killCases } from './faults/kills.mjs'
import { limitCases } from './faults/limits.mjs'
import { pipeCases } from './faults/pipes.mjs'
import { resumeCases } from './faults/resumed.mjs'

// npm run test:faults -- [--seed S] [--kills N] [--quick] [--only TEXT] [--training NAME]
//
// Checks what happens to files if system calls fail, processes are killed, disks are full, pipes are slow or die,
// and the clock is set back. Each case is counted; a finding ends with exit code 1.

const { values } = parseArgs({
  options: {
    seed: { type: 'string', default: '1' },
    kills: { type: 'string', default: '200' },
    quick: { type: 'boolean', default: false },
    only: { type: 'string', default: '' },
    // the name of one of the killed trainings
    training: { type: 'string', default: '' },
  },
})
const folder = mkdtempSync(join(tmpdir(), 'ol-faults-'))
const quick = values.quick === true
const settings = {
  quick,
  training: values.training,
  kills: quick ? 2 : Number(values.kills),
  random: generator(Number(values.seed)),
}
const suites = {
  injection: injectionCases,
  kills: killCases,
  limits: limitCases,
  pipes: pipeCases,
  clock: clockCases,
  resumed: resumeCases,
}
let findings = 0
console.log(`seed ${values.seed}`)
try {
  const data = makeData(folder, quick ? 3000 : 20_000)
  for (const [name, cases] of Object.entries(suites)) {
    if (!name.includes(values.only)) continue
    const place = join(folder, name)
    mkdirSync(place)
    const counts = {}
    const say = (what) => {
      counts[what] = (counts[what] ?? 0) + 1
    }
    for await (const finding of cases({ ...settings, folder: place, data, say })) {
      findings++
      console.log(`${name}: FINDING: ${finding}`)
    }
    console.log(`${name}: ${JSON.stringify(counts)}`)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
console.log(`${findings} findings`)
process.exitCode = findings > 0 ? 1 : 0

/** Numbers in [0, n), the same for the same seed. */
function generator(seed) {
  let state = seed >>> 0
  return (n) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return Math.floor((state / 2 ** 32) * n)
  }
}
