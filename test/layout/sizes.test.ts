import { describe, expect, it, test } from 'vitest'
import { nativeFiles, typescriptFiles } from './sources.js'

const lines = (text: string): number => text.split('\n').length - 1

/** Files of more than 350 lines, and why each is one thing all the same. */
const longer: Readonly<Record<string, string>> = {
  'packages/core/src/expand/derived-model.ts': 'one model, which learns a part at once, ahead, or not at all',
  'packages/core/src/learner/learner.ts': 'the public methods of one class, with what they take and throw',
  'packages/pipeline/src/operations/training.ts': 'one training, from its first byte to its report',
}

describe('source files are small', () => {
  it.each([
    ['packages/*/src', typescriptFiles],
    ['native', nativeFiles],
  ])('of %s the median is under 110 lines, and none has more than 350, or with a reason 400', (_, files) => {
    const sizes = files.map(({ text }) => lines(text)).sort((a, b) => a - b)
    expect(sizes[Math.floor(sizes.length / 2)]).toBeLessThan(110)
    const long = files.filter(({ text }) => lines(text) > 350)
    expect(long.filter(({ path, text }) => !(path in longer) || lines(text) > 400)).toEqual([])
  })
})

test('no reason is given for a file that is short', () => {
  const all = [...typescriptFiles, ...nativeFiles].filter(({ path }) => path in longer)
  expect(all.filter(({ text }) => lines(text) > 350).map(({ path }) => path)).toEqual(Object.keys(longer))
})
