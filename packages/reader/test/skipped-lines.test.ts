import type { Batch, ReadOptions } from '@ol/spec'
import { describe, expect, test } from 'vitest'
import { read } from '../src/read.js'

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text)

/** Returns the first line of each example, and what each line without one says, in the order in which they come. */
async function linesOf(text: string, options: ReadOptions): Promise<readonly string[]> {
  const found: string[] = []
  const inOrder = (batch: Batch): string[] => {
    const own = [
      ...Array.from(batch.lines ?? [], (line) => ({ line, text: `${line}` })),
      ...(batch.skipped ?? []).map(({ line, code = 'blank' }) => ({ line, text: `${line} ${code}` })),
    ]
    return own.sort((a, b) => a.line - b.line).map((one) => one.text)
  }
  for await (const batch of read(bytes(text), { ...options, skippedLines: true }))
    found.push(...inOrder(batch))
  return found
}

/** Records of a table with the columns a, b and c, and the result of each. */
const records: readonly (readonly [text: string, comes: string])[] = [
  ['1,2,x', ''],
  ['', ' blank'],
  ['  ', ' blank'],
  ['1', ' OL_LINE_COLUMNS'],
  ['1,2', ''],
  ['1,u,x', ''],
  [',,', ' blank'],
  ['1,"2","x\n\ny"', ''],
  ['1,2,"""\n"', ''],
  ['1,"2\n\n5",x', ''],
  ['1,2,x"y', ''],
  ['1,"2"3,x', ' OL_LINE_QUOTE'],
  ['1,2,x\0', ' OL_LINE_ENCODING'],
  ['3 , "4" ,  "x" ', ''],
]

describe('lines without an example', () => {
  test.each([1, 2, 3, 4, 5, 6])('of a table have their place between the others, seed %i', async (seed) => {
    let state = seed
    const next = (n: number): number => {
      state = (state * 1103515245 + 12345) % 2147483648
      return Math.floor((state / 2147483648) * n)
    }
    const chosen = Array.from({ length: 120 }, () => records[next(records.length)])
    let line = 3
    const expected = chosen.map(([text, comes]) => {
      const own = `${line}${comes}`
      line += text.split('\n').length
      return own
    })
    const text = `a,b,c\n1,2,x\n${chosen.map(([own]) => own).join('\n')}\n`
    for (const chunkBytes of [1, 40, 300, 1 << 20]) {
      const found = await linesOf(text, { format: 'csv', label: 'a', chunkBytes, numeric: ['b'] })
      expect(found).toEqual(['2', ...expected])
    }
  })

  test('of other formats, too; and a line that is longer than the cap', async () => {
    const text = `1 | a\n\n1 a\n-1 | b\n1 | ${'c'.repeat(500)}\n1 | d\n`
    for (const chunkBytes of [1, 1 << 20])
      expect(await linesOf(text, { format: 'vw', chunkBytes, maxLineBytes: 100 })).toEqual([
        '1',
        '2 blank',
        '3 OL_LINE_SYNTAX',
        '4',
        '5 OL_LINE_LONG',
        '6',
      ])
    expect(await linesOf('1 1:2\n# none\n1 x:2\n2 1:3\n', { format: 'svmlight' })).toEqual([
      '1',
      '2 blank',
      '3 OL_LINE_SYNTAX',
      '4',
    ])
  })

  test('are not named without the option', async () => {
    for await (const batch of read(bytes('1 | a\n\n1 a\n'), { format: 'vw' }))
      expect(batch.skipped).toBe(undefined)
  })
})
