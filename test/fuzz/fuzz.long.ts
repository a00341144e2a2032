import { appendFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { generator } from '../tokenizers/texts.js'
import { targets } from './targets.js'

// Run by scripts/fuzz.mjs: every target in turn, until the time is over.

const until = Date.now() + Number(process.env.OL_FUZZ_MINUTES) * 60_000
const only = process.env.OL_FUZZ_TARGET ?? ''
const first = Number(process.env.OL_FUZZ_SEED)
const log = process.env.OL_FUZZ_LOG

test('every target', async () => {
  const own = targets.filter(({ name }) => name.includes(only))
  expect(own.length).toBeGreaterThan(0)
  const runs = new Map<string, number>()
  const seen = new Map<string, number>()
  const found: string[] = []
  for (let seed = first; Date.now() < until && found.length < 20; seed++) {
    for (const { name, run } of own) {
      // targets differ in cost: each gets its share of the time
      const end = Date.now() + 200
      for (let k = 0; Date.now() < end; k++) {
        const own = (seed * 65_536 + k) % 2 ** 31
        runs.set(name, (runs.get(name) ?? 0) + 1)
        try {
          const what = `${name}: ${await run(generator(own))}`
          seen.set(what, (seen.get(what) ?? 0) + 1)
        } catch (error) {
          found.push(`['${name}', ${own}]: ${error instanceof Error ? error.stack : String(error)}`)
          break
        }
      }
    }
    const total = [...runs.values()].reduce((sum, n) => sum + n, 0)
    if (log !== undefined) appendFileSync(log, `${seed} ${total} ${found.length}\n`)
  }
  console.log(
    JSON.stringify({ runs: Object.fromEntries(runs), seen: Object.fromEntries(seen) }, undefined, 1),
  )
  expect(found).toEqual([])
})
