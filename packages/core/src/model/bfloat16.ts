import { invalid } from '@ol/spec'

/*
 * bfloat16: the upper half of a float32, so 8 bits of precision over the same range. Weights are in the units of their
 * features, whose range can exceed IEEE half precision (6e-8 to 65504).
 */

const float = new Float32Array(1)
const bits = new Uint32Array(float.buffer)

/** Returns the bfloat16 nearest to a number, ties to even; throws OL_PARAMETER beyond the largest. */
export function toBfloat16(value: number): number {
  float[0] = value
  const [whole] = bits
  bits[0] = (whole + 0x7fff + ((whole >>> 16) & 1)) & 0xffff0000
  if (!Number.isFinite(float[0]))
    throw invalid('OL_PARAMETER', 'a weight to be saved as bfloat16', 'less than 3.39e38', value)
  return float[0]
}

/** Returns the halves of numbers that are bfloat16 already. */
export function upperHalves(numbers: Float32Array): Uint16Array {
  const words = new Uint32Array(numbers.buffer, numbers.byteOffset, numbers.length)
  return Uint16Array.from(words, (word) => word >>> 16)
}

/** Returns the numbers of halves. */
export function fromUpperHalves(halves: Uint16Array): Float32Array {
  return new Float32Array(Uint32Array.from(halves, (half) => half << 16).buffer)
}
