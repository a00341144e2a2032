import * as fs from 'node:fs'
import * as os from 'node:os'
import * as path from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Pieces } from '../src/contract.js'
import { writeInSlices } from '../src/node/sliced.js'

let folder = ''
beforeEach(() => {
  folder = fs.mkdtempSync(path.join(os.tmpdir(), 'ol-sliced-'))
})
afterEach(() => {
  fs.rmSync(folder, { recursive: true })
})

const count = 8

/** Yields pieces that each take longer than a slice, so that the event loop has a turn after each of them. */
function* slow(given: () => void): Pieces {
  for (let i = 0; i < count; i++) {
    const until = performance.now() + 3
    while (performance.now() < until) void 0
    given()
    yield Uint8Array.of(i)
  }
  return [{ offset: 0, bytes: Uint8Array.of(count) }]
}

const whole = [count, ...Array.from({ length: count - 1 }, (_, i) => i + 1)]

describe('a file in slices', () => {
  test('has a turn of the event loop between slow pieces', async () => {
    const file = path.join(folder, 'a')
    let given = 0
    const seen = new Set<number>()
    const written = writeInSlices(
      file,
      slow(() => given++),
    )
    let ended = false
    void written.finished.then(() => {
      ended = true
    })
    while (!ended) {
      seen.add(given)
      await new Promise((resume) => setImmediate(resume))
    }
    expect([...seen].filter((n) => n > 0)).toEqual(Array.from({ length: count }, (_, i) => i + 1))
    expect([...fs.readFileSync(file)]).toEqual(whole)
  })

  test('takes the rest at once if it is about to change', async () => {
    const file = path.join(folder, 'a')
    let given = 0
    const written = writeInSlices(
      file,
      slow(() => given++),
    )
    expect(given).toBe(1)
    written.takeAll()
    expect(given).toBe(count)
    await written.finished
    expect([...fs.readFileSync(file)]).toEqual(whole)
  })
})
