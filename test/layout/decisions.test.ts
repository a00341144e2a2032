import { describe, expect, test } from 'vitest'
import { nativeFiles, typescriptFiles } from './sources.js'

/** These files decide about a model, by example number and evidence alone: they see neither a batch nor its end. */
const deciding = /^packages\/core\/src\/(lanes\/mixture\/|expand\/(choice|terms|refuse)\.ts)/

/** Files that may look at a clock, or chance, and why. */
const clocks: Readonly<Record<string, string>> = {
  'packages/core/src/run/turn.ts': 'lets other work run between batches; the batches are the same',
  'packages/core/src/table/steps.ts': 'lets other work run; the steps are the same',
  'packages/platform/src/node/stale.ts': 'a name of a temporary file that nobody else has',
  'packages/platform/src/node/sliced.ts': 'lets other work run; the pieces are the same',
  'packages/reader/src/source/window.ts':
    'how long the inference of a pipe waits for its lines: the option patience',
}

const clock = /\b(performance\.now|Date\.now|Math\.random|setTimeout|setInterval|setImmediate|new Date\(\))/
const nativeClock = /std::chrono|\brand\(|random_device|\btime\(/

describe('results depend only on examples', () => {
  test('no clock and no random numbers where models are made and inputs are read', () => {
    const layers = /^packages\/(spec|numerics|platform|core|fallback|reader)\/src\//
    const found = typescriptFiles.filter(({ path, text }) => layers.test(path) && clock.test(text))
    expect(found.map(({ path }) => path).toSorted()).toEqual(Object.keys(clocks).toSorted())
    expect(nativeFiles.filter(({ text }) => nativeClock.test(text)).map(({ path }) => path)).toEqual([])
  })

  test('decisions receive numbers of examples, not batches', () => {
    const files = typescriptFiles.filter(({ path }) => deciding.test(path))
    expect(files.length).toBeGreaterThan(8)
    expect(files.filter(({ text }) => /\bBatch\b/.test(text)).map(({ path }) => path)).toEqual([])
  })
})
