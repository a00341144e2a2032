import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import { backends } from './data.js'

const core = fileURLToPath(new URL('../dist/index.js', import.meta.url))

/** Returns how many MiB a process grows by when it learns this many objects of eleven columns. */
function growth(backend: string, examples: number, options = {}): number {
  const program = `
    import { Learner } from ${JSON.stringify(core)}
    const options = { backend: '${backend}', ...${JSON.stringify(options)} }
    new Learner({ ...options, bits: 4 }).learn({ features: { a: 1 }, label: 1 })
    const before = process.memoryUsage().rss
    const model = new Learner(options)
    for (let i = 0; i < ${examples}; i++) {
      const features = {}
      for (let j = 0; j < 11; j++) features['c' + j] = j < 5 ? ((i * 7919 * (j + 1)) % 1000) / 10 : 'v' + ((i * (j + 3)) % 7)
      model.learn({ features, label: features.c0 > 30 === (i % 3 > 0) ? 1 : -1 })
    }
    console.log((process.memoryUsage().rss - before) / 2 ** 20)`
  return Number(execFileSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' }))
}

/** Expects less growth of one of three processes: a system maps files into memory, and out of it, as it likes. */
function expectLess(most: number, ...job: Parameters<typeof growth>): void {
  const found: number[] = []
  while (found.length < 3 && !found.some((own) => own < most)) found.push(growth(...job))
  expect(Math.min(...found)).toBeLessThan(most)
}

// a sanitizer has memory of its own for each byte
const isSanitized = process.env.ASAN_OPTIONS !== undefined

describe.skipIf(isSanitized).each(backends)('memory of a small job, %s', (backend) => {
  // the table of 2^18 slots and 16 lanes has 42 MB, and each of the experts' tables as much
  test('a few examples take the memory of their slots, not of the table', () => {
    expectLess(20, backend, 10)
  })

  test('a thousand rows take less than a table, with derived features, too', () => {
    expectLess(64, backend, 1000)
    expectLess(32, backend, 1000, { expand: 'off' })
  })
})
