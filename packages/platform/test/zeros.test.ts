import { expect, test } from 'vitest'
import { areZero as fast } from '../src/node/zeros.js'
import { areZero as portable } from '../src/zeros.js'

test('zeros and other bytes are found, only within the range', () => {
  for (const areZero of [fast, portable]) {
    const bytes = new Uint8Array(200_004)
    expect(areZero(bytes, 0, bytes.length)).toBe(true)
    for (const at of [0, 3, 65_535, 65_536, 65_539, 131_071, 131_072, 200_003]) {
      bytes[at] = 0x80
      expect([at, areZero(bytes, 0, bytes.length)]).toEqual([at, false])
      expect([at, areZero(bytes, 0, at - (at % 4))]).toEqual([at, true])
      expect([at, areZero(bytes, 4 + at - (at % 4), bytes.length)]).toEqual([at, true])
      bytes[at] = 0
    }
    expect(areZero(bytes, 8, 8)).toBe(true)
    // the bytes of a view alone
    const around = new Uint8Array(24).fill(1)
    around.fill(0, 8, 16)
    expect(areZero(around.subarray(8, 16), 0, 8)).toBe(true)
  }
})
