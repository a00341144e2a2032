import { checkKind, checkNames, invalid, valueText } from '@ol/spec'
import { checkPositive, checkState } from './check-setting.js'
import type { DriftDetector } from './drift-detector.js'

/** Options of `PageHinkley`: OL_PARAMETER if a value is out of its range. */
export interface PageHinkleyOptions {
  /** numbers before a change can be detected; default 30 */
  readonly least?: number | undefined
  /** the tolerated change of the mean, in the unit of the numbers; default 0.005 */
  readonly tolerance?: number | undefined
  /** the threshold: the sum of further deviations that counts as a change; default 50 */
  readonly threshold?: number | undefined
  /** the share of this sum that remains after each number, in (0, 1]; default 0.9999 */
  readonly fading?: number | undefined
  /** which changes to detect: a mean that rises (`up`), falls (`down`), or either; default `both` */
  readonly direction?: 'up' | 'down' | 'both' | undefined
}

const ownOptions = [
  ...(['least', 'tolerance', 'threshold', 'fading', 'direction'] as const),
] satisfies (keyof PageHinkleyOptions)[]

const directions = ['up', 'down', 'both'] as const

/** The numbers since the last change. */
interface PageHinkleySums {
  count: number
  mean: number
  rise: number
  fall: number
  lowest: number
  highest: number
}

const noSums: Readonly<PageHinkleySums> = {
  count: 0,
  mean: 0,
  rise: 0,
  fall: 0,
  lowest: Number.POSITIVE_INFINITY,
  highest: -1,
}

/**
 * The Page-Hinkley test: it sums the deviations from the mean so far, and reports a change if the sum is far from
 * its extreme (Page:
 * Continuous inspection schemes, Biometrika 1954). After a change it starts again.
 */
export class PageHinkley implements DriftDetector {
  readonly #options: {
    readonly [Name in keyof PageHinkleyOptions]-?: Exclude<PageHinkleyOptions[Name], undefined>
  }
  #detections = 0
  #changed = false
  #sums: PageHinkleySums = { ...noSums }

  /** @throws OLError OL_PARAMETER */
  constructor(options: PageHinkleyOptions = {}) {
    checkNames(options, ownOptions)
    const { least = 30, tolerance = 0.005, threshold = 50, fading = 0.9999, direction = 'both' } = options
    checkPositive('least', least)
    checkPositive('threshold', threshold)
    checkPositive('fading', fading, 1)
    if (!(typeof tolerance === 'number' && tolerance >= 0 && tolerance <= Number.MAX_VALUE))
      throw invalid('OL_PARAMETER', 'tolerance', 'a number >= 0', tolerance)
    if (!directions.includes(direction))
      throw invalid('OL_PARAMETER', 'direction', directions.map(valueText).join(' or '), direction)
    this.#options = { least, tolerance, threshold, fading, direction }
  }

  get detections(): number {
    return this.#detections
  }

  update(value: number): boolean {
    checkKind('value', value, 'number')
    if (!Number.isFinite(value)) return false
    if (this.#changed) this.#reset()
    const { least, tolerance, threshold, fading, direction } = this.#options
    const sums = this.#sums
    sums.count++
    sums.mean += (value - sums.mean) / sums.count
    const deviation = value - sums.mean
    sums.rise = fading * sums.rise + deviation - tolerance
    sums.fall = fading * sums.fall + deviation + tolerance
    if (sums.rise < sums.lowest) sums.lowest = sums.rise
    if (sums.fall > sums.highest) sums.highest = sums.fall
    if (sums.count < least) return false
    const rises = sums.rise - sums.lowest > threshold
    const falls = sums.highest - sums.fall > threshold
    this.#changed = (rises && direction !== 'down') || (falls && direction !== 'up')
    if (this.#changed) this.#detections++
    return this.#changed
  }

  state(): object {
    return { ...this.#sums, detections: this.#detections, changed: this.#changed }
  }

  restore(state: object): void {
    checkState('PageHinkley', state, this.state())
    const { detections, changed, ...sums } = state as PageHinkleySums & {
      readonly detections: number
      readonly changed: boolean
    }
    this.#detections = detections
    this.#changed = changed
    this.#sums = { ...sums }
  }

  #reset(): void {
    this.#changed = false
    this.#sums = { ...noSums }
  }
}
