/*
 * Detects a feature whose unit becomes far smaller. Its values are then faint: less than 2^-8 of its root mean square
 * so far. After `longest` faint values in a row its statistics are converted to the new unit, and it continues as if it
 * had always had this unit. The length of the run is kept in the fraction of the row's unit, which is a power of two.
 * Twin: native/core/rules/standardized/faint-run.h.
 */

/** After this many faint values in a row, the unit has changed. */
const longest = 256
/** The square of the ratio of the root mean square to a faint value. */
const fainter = 65536
/** The denominator in the fraction of a unit: run + the largest faint value in it, 2^-8 root mean squares being 1. */
const fractions = 512
/** The largest such value that is below 1 after rounding, and the smallest unit. */
const most = 1 - 2 ** -40
const least = 1e-120

const bits = new DataView(new ArrayBuffer(8))

/** Returns the largest power of two that is not above a positive number; 0 for 0. */
export function powerBelow(x: number): number {
  bits.setFloat64(0, x)
  bits.setUint32(0, bits.getUint32(0) & 0x7ff00000)
  bits.setUint32(4, 0)
  return bits.getFloat64(0)
}

/** Returns whether a value is faint, `mean2` being the mean square of all values. */
export function isFaint(x: number, mean2: number): boolean {
  return x * x * fainter < mean2
}

/** The state of a row after a faint value; at the end of the longest run, in the unit of its values. */
export interface Converted {
  mean: number
  squares: number
  /** with the run in its fraction */
  unit: number
}

/** Counts a faint value x of a row whose unit is `row.unit`; `kept` is the stored unit, with the run. */
export function countFaint(x: number, mean2: number, kept: number, row: Converted): void {
  const own = powerBelow(kept)
  const run = own > 0 ? (kept / own - 1) * fractions : 0
  const before = Math.floor(run)
  const size = (x < 0 ? -x : x) / Math.sqrt(mean2 / fainter)
  const larger = size > run - before ? size : run - before
  const largest = larger < most ? larger : most
  const { unit } = row
  if (before + 1 < longest) {
    row.unit = unit * (1 + (before + 1 + largest) / fractions)
    return
  }
  // half of the largest of the run is about the root mean square of its values
  const factor = powerBelow(largest / fractions)
  if (!(unit * factor > least)) return
  row.mean *= factor
  row.squares *= factor * factor
  row.unit = unit * factor
}
