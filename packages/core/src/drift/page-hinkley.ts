import { checkShape } from '@ol/spec'
import { checkPositive } from './check-setting.js'
import type { DriftDetector } from './drift-detector.js'

/** Options of `PageHinkley`: OL_PARAMETER where a value is out of its range. */
export interface PageHinkleyOptions {
  /** numbers before a change can be detected; default 30 */
  readonly least?: number | undefined
  /** the change of the mean that is tolerated, in the unit of the numbers; default 0.005 */
  readonly tolerance?: number | undefined
  /** the sum of the deviations beyond it that is a change; default 50 */
  readonly threshold?: number | undefined
  /** the share of this sum that is left after each number, in (0, 1]; default 0.9999 */
  readonly fading?: number | undefined
  /** which change is one: of a mean that rises (`up`), falls (`down`), or either; default `both` */
  readonly direction?: 'up' | 'down' | 'both' | undefined
}

/**
 * The test of Page and Hinkley: the deviations from the mean so far add up, and a change is where their sum is far from its extreme (Page:
 * Continuous inspection schemes, Biometrika 1954). After a change it starts anew.
 */
export class PageHinkley implements DriftDetector {
  readonly #options: {
    readonly [Name in keyof PageHinkleyOptions]-?: Exclude<PageHinkleyOptions[Name], undefined>
  }
  #detections = 0
  #changed = false
  #count = 0
  #mean = 0
  #rise = 0
  #fall = 0
  #lowest = Number.POSITIVE_INFINITY
  #highest = -1

  /** @throws OLError OL_PARAMETER */
  constructor(options: PageHinkleyOptions = {}) {
    checkShape('the options of PageHinkley', options, {})
    const { least = 30, tolerance = 0.005, threshold = 50, fading = 0.9999, direction = 'both' } = options
    checkPositive('least', least)
    checkPositive('threshold', threshold)
    checkPositive('fading', fading, 1)
    checkPositive('tolerance', tolerance + Number.MIN_VALUE)
    this.#options = { least, tolerance, threshold, fading, direction }
  }

  get detections(): number {
    return this.#detections
  }

  update(value: number): boolean {
    if (!Number.isFinite(value)) return false
    if (this.#changed) this.#reset()
    const { least, tolerance, threshold, fading, direction } = this.#options
    this.#count++
    this.#mean += (value - this.#mean) / this.#count
    const deviation = value - this.#mean
    this.#rise = fading * this.#rise + deviation - tolerance
    this.#fall = fading * this.#fall + deviation + tolerance
    if (this.#rise < this.#lowest) this.#lowest = this.#rise
    if (this.#fall > this.#highest) this.#highest = this.#fall
    if (this.#count < least) return false
    const rises = this.#rise - this.#lowest > threshold
    const falls = this.#highest - this.#fall > threshold
    this.#changed = (rises && direction !== 'down') || (falls && direction !== 'up')
    if (this.#changed) this.#detections++
    return this.#changed
  }

  #reset(): void {
    this.#changed = false
    this.#count = 0
    this.#mean = 0
    this.#rise = 0
    this.#fall = 0
    this.#lowest = Number.POSITIVE_INFINITY
    this.#highest = -1
  }
}
