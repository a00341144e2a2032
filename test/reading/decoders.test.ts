import { expect, test } from 'vitest'
import { parquetOf } from '../../packages/reader/test/tables.js'
import { readInThread } from '../fuzz/decoders.js'

// In a thread that can be ended: without the checks these inputs are read for ever.

const rows = 500
const options = { labels: 'any' } as const

/** Fields of the header of a page: PLAIN, definition levels of 3 bytes, no repetition levels. */
const levels = [0x15, 0x00, 0x15, 0x06, 0x15, 0x00]
function table(): Uint8Array {
  const values = Array.from({ length: rows }, (_, i) => i / 7)
  return parquetOf(
    [
      ['x', values],
      ['y', values.map((_, i) => i % 2)],
    ],
    { codec: 'UNCOMPRESSED' },
  )
}

test('a bit flipped before the lengths of the levels of a page', async () => {
  const bytes = table()
  expect(await readInThread(bytes, options)).toBe('read')
  const at = bytes.findIndex((_, i) => levels.every((byte, k) => bytes[i + k] === byte))
  // the header has fields 9 and 10 in place of both: the library adds to undefined, and reads one place for ever
  bytes[at + 2] ^= 0x40
  expect(await readInThread(bytes, options)).toBe('OL_INPUT_CORRUPT')
})
