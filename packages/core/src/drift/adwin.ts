import { checkKind, checkNames } from '@ol/spec'
import { checkPositive, checkState } from './check-setting.js'
import type { DriftDetector } from './drift-detector.js'

/** Options of `Adwin`: OL_PARAMETER if a value is out of its range. */
export interface AdwinOptions {
  /** the probability of a false alarm, in (0, 1]; default 0.002 */
  readonly delta?: number | undefined
  /** check for a change after this many numbers; default 32 */
  readonly every?: number | undefined
  /** buckets of each size: more buckets locate a change more exactly; default 5 */
  readonly buckets?: number | undefined
  /** the minimum number of values on either side of a change; default 5 */
  readonly leastSide?: number | undefined
  /** the minimum number of values before the first check; default 10 */
  readonly least?: number | undefined
}

const ownOptions = [
  ...(['delta', 'every', 'buckets', 'leastSide', 'least'] as const),
] satisfies (keyof AdwinOptions)[]

/** Sums of 2^i numbers each: the buckets of row i, the oldest first. */
interface Row {
  readonly totals: number[]
  /** per bucket, the sum of the squared deviations from its mean */
  readonly squares: number[]
}

interface AdwinState {
  readonly rows: readonly Row[]
  readonly width: number
  readonly total: number
  readonly squares: number
  readonly ticks: number
  readonly detections: number
  readonly changed: boolean
}

/**
 * A window over the last numbers, which grows while their mean seems constant. If the means of two parts differ by
 * more than chance explains, the mean has changed, and the older numbers are dropped. It keeps O(log n) sums (Bifet, Gavaldà:
 * Learning from time-changing data with adaptive windowing, SDM 2007).
 */
export class Adwin implements DriftDetector {
  readonly #delta: number
  readonly #every: number
  readonly #buckets: number
  readonly #leastSide: number
  readonly #least: number
  #rows: Row[] = [{ totals: [], squares: [] }]
  #width = 0
  #total = 0
  #squares = 0
  #ticks = 0
  #detections = 0
  #changed = false

  /** @throws OLError OL_PARAMETER */
  constructor(options: AdwinOptions = {}) {
    checkNames(options, ownOptions)
    const { delta = 0.002, every = 32, buckets = 5, leastSide = 5, least = 10 } = options
    checkPositive('delta', delta, 1)
    for (const [name, value] of Object.entries({ every, buckets, leastSide, least }))
      checkPositive(name, value)
    this.#delta = delta
    this.#every = every
    this.#buckets = buckets
    this.#leastSide = leastSide
    this.#least = least
  }

  get detections(): number {
    return this.#detections
  }

  /** the count of numbers in the window */
  get width(): number {
    return this.#width
  }

  /** the mean of the window; 0 if it is empty */
  get mean(): number {
    return this.#width === 0 ? 0 : this.#total / this.#width
  }

  update(value: number): boolean {
    checkKind('value', value, 'number')
    if (!Number.isFinite(value)) return false
    if (this.#changed) this.#reset()
    this.#insert(value)
    this.#ticks++
    this.#changed = this.#ticks % this.#every === 0 && this.#width > this.#least && this.#shrink()
    if (this.#changed) this.#detections++
    return this.#changed
  }

  state(): object {
    return {
      rows: copyOf(this.#rows),
      width: this.#width,
      total: this.#total,
      squares: this.#squares,
      ticks: this.#ticks,
      detections: this.#detections,
      changed: this.#changed,
    } satisfies AdwinState
  }

  restore(state: object): void {
    checkState('Adwin', state, this.state())
    const { rows, width, total, squares, ticks, detections, changed } = state as AdwinState
    this.#rows = copyOf(rows)
    this.#width = width
    this.#total = total
    this.#squares = squares
    this.#ticks = ticks
    this.#detections = detections
    this.#changed = changed
  }

  #reset(): void {
    this.#rows = [{ totals: [], squares: [] }]
    this.#width = 0
    this.#total = 0
    this.#squares = 0
    this.#ticks = 0
  }

  #insert(value: number): void {
    this.#rows[0].totals.push(value)
    this.#rows[0].squares.push(0)
    this.#width++
    if (this.#width > 1) {
      const before = this.#width - 1
      this.#squares += (before * (value - this.#total / before) ** 2) / this.#width
    }
    this.#total += value
    this.#merge()
  }

  /** Makes one bucket of the two oldest of a row that has too many. */
  #merge(): void {
    for (let i = 0; this.#rows[i].totals.length > this.#buckets; i++) {
      const { totals, squares } = this.#rows[i]
      const n = 2 ** i
      const [a, b, u, v] = [totals[0], totals[1], squares[0], squares[1]]
      dropTwo(totals)
      dropTwo(squares)
      this.#rows[i + 1] ??= { totals: [], squares: [] }
      this.#rows[i + 1].totals.push(a + b)
      this.#rows[i + 1].squares.push(u + v + (n * n * (a / n - b / n) ** 2) / (n + n))
    }
  }

  /** Drops the oldest buckets as long as the parts of some cut differ; returns whether any was dropped. */
  #shrink(): boolean {
    let any = false
    while (this.#hasCut()) {
      this.#dropOldest()
      any = true
    }
    return any
  }

  #hasCut(): boolean {
    let [n0, u0] = [0, 0]
    let [n1, u1] = [this.#width, this.#total]
    for (let i = this.#rows.length - 1; i >= 0; i--) {
      const { totals } = this.#rows[i]
      const n = 2 ** i
      for (let k = 0; k < totals.length; k++) {
        const total = totals[k]
        n0 += n
        n1 -= n
        u0 += total
        u1 -= total
        if (i === 0 && k === totals.length - 1) return false
        const longEnough = n0 >= this.#leastSide && n1 >= this.#leastSide
        if (longEnough && this.#differs(n0, n1, u0 / n0 - u1 / n1)) return true
      }
    }
    return false
  }

  /** Returns whether means of n0 and n1 numbers differ by more than chance explains. */
  #differs(n0: number, n1: number, difference: number): boolean {
    const bound = Math.log((2 * Math.log(this.#width)) / this.#delta)
    const m = 1 / (n0 - this.#leastSide + 1) + 1 / (n1 - this.#leastSide + 1)
    const variance = this.#squares / this.#width
    return Math.abs(difference) > Math.sqrt(2 * m * variance * bound) + (2 / 3) * bound * m
  }

  #dropOldest(): void {
    const last = this.#rows.length - 1
    const { totals, squares } = this.#rows[last]
    const n = 2 ** last
    const [total, own] = [totals.shift() as number, squares.shift() as number]
    this.#width -= n
    this.#total -= total
    const mean = this.#total / this.#width
    this.#squares -= own + (n * this.#width * (total / n - mean) ** 2) / (n + this.#width)
    if (totals.length === 0) this.#rows.pop()
  }
}

function copyOf(rows: readonly Row[]): Row[] {
  return rows.map(({ totals, squares }) => ({ totals: [...totals], squares: [...squares] }))
}

/** Removes the first two of a few numbers, in place, because this happens for every number. */
function dropTwo(numbers: number[]): void {
  for (let k = 2; k < numbers.length; k++) numbers[k - 2] = numbers[k]
  // to set the length takes longer
  numbers.pop()
  numbers.pop()
}
