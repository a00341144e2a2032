import { describe, expect, it } from 'vitest'
import { nativeFiles, typescriptFiles } from './sources.js'

const lines = (text: string): number => text.split('\n').length - 1

describe('source files are small', () => {
  it.each([
    ['packages/*/src', typescriptFiles],
    ['native', nativeFiles],
  ])('of %s the median is under 110 lines, and none has more than 350', (_, files) => {
    const sizes = files.map(({ text }) => lines(text)).sort((a, b) => a - b)
    expect(sizes[Math.floor(sizes.length / 2)]).toBeLessThan(110)
    expect(files.filter(({ text }) => lines(text) > 350).map(({ path }) => path)).toEqual([])
  })
})
