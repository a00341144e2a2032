import { lineFaults } from '@ol/spec'
import { describe, expect, test } from 'vitest'
import { isFull } from '../../packages/spec/test/grid.js'
import { candidates } from './candidates.js'
import { fuzz } from './fuzz.js'
import type { Kind } from './lines.js'

const found = candidates()

// the rest of the faults cannot come from the lines of a format
const expected: Record<Kind, string[]> = {
  vw: [
    'OL_LINE_LONG',
    'OL_LINE_ENCODING',
    'OL_LINE_LABEL',
    'OL_LINE_WEIGHT',
    'OL_LINE_VALUE',
    'OL_LINE_SYNTAX',
  ],
  svmlight: ['OL_LINE_LONG', 'OL_LINE_ENCODING', 'OL_LINE_LABEL', 'OL_LINE_VALUE', 'OL_LINE_SYNTAX'],
  counts: ['OL_LINE_LONG', 'OL_LINE_ENCODING', 'OL_LINE_LABEL', 'OL_LINE_VALUE', 'OL_LINE_SYNTAX'],
  jsonl: [
    'OL_LINE_LONG',
    'OL_LINE_ENCODING',
    'OL_LINE_LABEL',
    'OL_LINE_WEIGHT',
    'OL_LINE_VALUE',
    'OL_LINE_SYNTAX',
  ],
  csv: [
    'OL_LINE_LONG',
    'OL_LINE_ENCODING',
    'OL_LINE_LABEL',
    'OL_LINE_WEIGHT',
    'OL_LINE_VALUE',
    'OL_LINE_COLUMNS',
    'OL_LINE_TYPE',
    'OL_LINE_QUOTE',
  ],
}

describe(`tokenizers give the same bytes: ${found.map((one) => one.name).join(', ')}`, () => {
  test.each(['vw', 'svmlight', 'csv', 'jsonl', 'counts'] as const)('%s, good and hostile lines', (kind) => {
    // without an addon the fallback is held against itself: that no state is left from chunk to chunk
    const others = found.length > 1 ? found : [...found, ...found]
    const result = fuzz(kind, isFull ? 30_000 : 15_000, 20261120, others)
    expect(result.examples).toBeGreaterThan(isFull ? 5000 : 2500)
    const seen = new Set(lineFaults.filter((_, k) => result.faults[k] > 0).map((fault) => fault.code))
    expect([...seen].sort()).toEqual(expected[kind].toSorted())
  })
})
