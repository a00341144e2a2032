import { expect, test } from 'vitest'
import { candidates } from './candidates.js'
import { fuzz } from './fuzz.js'

const lines = Number(process.env.OL_FUZZ_LINES)
const seed = Number(process.env.OL_FUZZ_SEED)
const found = candidates()

test.each(['vw', 'svmlight', 'csv', 'jsonl', 'counts'] as const)('%s', (kind) => {
  expect(found.length).toBeGreaterThan(1)
  const result = fuzz(kind, lines, seed, found)
  console.log(`${kind}, seed ${seed}: ${JSON.stringify(result)}`)
})
