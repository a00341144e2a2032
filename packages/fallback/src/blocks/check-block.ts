import { crc32 } from '@ol/platform'
import { type BlockNumbers, limits } from '@ol/spec'

const { minValue, maxValue, maxLabel, maxWeight } = limits

/** See TextBackend.checkBlock. Twin: native/core/blocks/check-block.cc. */
export function checkBlock(classes: number, block: BlockNumbers): number {
  const { bytes, sum, size, offsets, values, singles, labels, weights, initial } = block
  if (crc32(bytes) !== sum) return 0
  if (singles !== undefined) values.set(singles)
  const sound =
    ascends(offsets, size, values.length) &&
    values.every(isValue) &&
    areLabels(labels, size, classes) &&
    areWithin(weights, size, 0, maxWeight) &&
    areWithin(initial, size, -maxLabel, maxLabel)
  return sound ? 1 : 0
}

function ascends(offsets: Uint32Array, size: number, features: number): boolean {
  for (let e = 0; e < size; e++) if (offsets[e + 1] < offsets[e]) return false
  return offsets[0] === 0 && offsets[size] === features
}

function isValue(value: number): boolean {
  const x = value < 0 ? -value : value
  return (x >= minValue && x <= maxValue) || x === 0 || x !== x
}

function areLabels(labels: Float64Array, size: number, classes: number): boolean {
  for (let e = 0; e < size; e++) {
    const y = labels[e]
    if (y !== y) continue
    if (classes > 0 ? !(y >= -1 && y <= classes && Number.isInteger(y)) : !(y >= -maxLabel && y <= maxLabel))
      return false
  }
  return true
}

function areWithin(numbers: Float64Array | undefined, size: number, low: number, high: number): boolean {
  for (let e = 0; numbers !== undefined && e < size; e++)
    if (!(numbers[e] >= low && numbers[e] <= high)) return false
  return true
}
