import { type DerivationSketches, type DerivationState, derivationScalars, derivationSizes } from '@ol/spec'

// Quantile sketches, which only compare values. Twin: native/core/expand/sketch.h

const { level: size, levels: most, bounds } = derivationSizes
/** The number of values at which boundaries are found first. */
const first = 16
const values = new Float64Array(size * most)
const weights = new Float64Array(size * most)

/** Whether a sketch has boundaries. */
export function isBuilt({ counts }: DerivationSketches, k: number): boolean {
  return counts[2 * k + 1] > first
}

/** The number of boundaries below x. */
export function rankOf({ bounds: q }: DerivationSketches, k: number, x: number): number {
  let low = k * bounds
  let high = low + bounds
  while (low < high) {
    const middle = (low + high) >>> 1
    if (q[middle] < x) low = middle + 1
    else high = middle
  }
  return low - k * bounds
}

/** Starts a sketch and returns its number. */
export function newSketch(s: DerivationState): number {
  const k = s.scalars[derivationScalars.sketches]++
  s.counts[2 * k + 1] = first
  addLevel(s, k, 0)
  return k
}

/** Adds a value; the sketch must have space for one more level. */
export function addToSketch(s: DerivationState, k: number, x: number): void {
  const { levels, fills, items } = s
  let at = k * most
  items[(levels[at] - 1) * size + fills[at]++] = x
  s.counts[2 * k]++
  for (let h = 0; fills[at] === size && h + 1 < most; h++, at++) {
    if (levels[at + 1] === 0) addLevel(s, k, h + 1)
    raise(s, k, h)
  }
  if (s.counts[2 * k] < s.counts[2 * k + 1]) return
  s.counts[2 * k + 1] = Math.floor(1.25 * s.counts[2 * k + 1]) + 1
  findBounds(s, k)
}

function addLevel({ levels, scalars }: DerivationState, k: number, h: number): void {
  levels[k * most + h] = ++scalars[derivationScalars.levels]
}

/** Moves every other value of a full level one level up. */
function raise({ levels, fills, items, toggles }: DerivationState, k: number, h: number): void {
  const at = k * most + h
  const from = (levels[at] - 1) * size
  items.subarray(from, from + size).sort()
  const to = (levels[at + 1] - 1) * size
  for (let j = (toggles[k] >>> h) & 1; j < size; j += 2) items[to + fills[at + 1]++] = items[from + j]
  toggles[k] ^= 1 << h
  fills[at] = 0
}

/** Sets boundary b to the first value that has the share (b + 1) / 256 at or below it. */
export function findBounds({ levels, fills, items, bounds: q }: DerivationState, k: number): void {
  let n = 0
  let whole = 0
  for (let h = 0; h < most && levels[k * most + h] > 0; h++) {
    const from = (levels[k * most + h] - 1) * size
    for (let j = 0; j < fills[k * most + h]; j++) {
      values[n] = items[from + j]
      weights[n++] = 2 ** h
      whole += 2 ** h
    }
  }
  const order = Uint32Array.from({ length: n }, (_, i) => i).sort((a, b) => values[a] - values[b])
  let sum = 0
  let j = 0
  for (let b = 1; b <= bounds; b++) {
    const share = (whole * b) / (bounds + 1)
    while (sum + weights[order[j]] < share) sum += weights[order[j++]]
    q[k * bounds + b - 1] = values[order[j]]
  }
}
