import { scoreBins } from '@ol/spec'

const { fineness, octaves } = scoreBins
const smallest = 1023 - octaves / 2
const littleEndian = new Uint8Array(Uint32Array.of(1).buffer)[0] === 1
const number = new Float64Array(1)
const words = new Uint32Array(number.buffer)

/**
 * Returns the bin of a score, ascending with it: block * fineness + the bin within. A score smaller than 2^-64, or too
 * large, is in the bin at that end.
 */
export function scoreBin(score: number): number {
  // -0 is 0
  number[0] = score + 0
  const high = words[littleEndian ? 1 : 0]
  const least = smallest * fineness
  const magnitude =
    Math.min(Math.max((high & 0x7fffffff) >>> 10, least), least + octaves * fineness - 1) - least
  return high >>> 31 === 0 ? octaves * fineness + magnitude : octaves * fineness - 1 - magnitude
}
