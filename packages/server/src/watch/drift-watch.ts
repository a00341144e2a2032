import { Adwin, type DriftDetector, PageHinkley } from '@ol/core'
import type { Batch } from '@ol/spec'
import type { Outcome } from './example-losses.js'

/**
 * The numbers that are watched for a change: the loss, the number of an example's features, the size of their values,
 * and the prediction.
 */
export type Watched = 'loss' | 'features' | 'values' | 'prediction'

/** A change that a detector found. */
export interface Alarm {
  /** milliseconds since 1970 */
  readonly time: number
  /** the number of examples learned before */
  readonly examples: number
  readonly watched: Watched
  readonly detector: 'adwin' | 'page-hinkley'
  /** ADWIN's window: how many of the last examples are similar */
  readonly window: number | undefined
  /** whether the watched number has risen */
  readonly rose: boolean
}

/** The number of alarms that are kept. */
const mostAlarms = 50

/** The state from which detectors continue. */
export interface DriftState {
  readonly counts: readonly (readonly [string, number])[]
  readonly alarms: readonly Alarm[]
  readonly detectors: readonly object[]
}

type Detectors = readonly (readonly [Watched, Alarm['detector'], DriftDetector])[]

function newDetectors(): Detectors {
  return [
    ['loss', 'adwin', new Adwin()],
    ['loss', 'page-hinkley', new PageHinkley({ direction: 'up' })],
    ['features', 'adwin', new Adwin()],
    ['values', 'adwin', new Adwin()],
    ['prediction', 'adwin', new Adwin()],
  ]
}

/** Detectors over what a model learns. */
export class DriftWatch {
  readonly counts: Map<string, number> = new Map()
  readonly alarms: Alarm[] = []
  readonly onAlarm: ((alarm: Alarm) => void)[] = []
  #detectors = newDetectors()

  constructor() {
    for (const [watched, detector] of this.#detectors) this.counts.set(`${watched} ${detector}`, 0)
  }

  /** Resets the detectors, and returns the function that restores them; the alarms so far stay. */
  beginAnew(): () => void {
    const before = this.#detectors
    this.#detectors = newDetectors()
    return () => {
      this.#detectors = before
    }
  }

  state(): DriftState {
    return {
      counts: [...this.counts],
      alarms: [...this.alarms],
      detectors: this.#detectors.map(([, , detector]) => detector.state()),
    }
  }

  restore({ counts, alarms, detectors }: DriftState): void {
    for (const [k, state] of detectors.entries()) this.#detectors[k][2].restore(state)
    for (const [key, count] of counts) this.counts.set(key, count)
    this.alarms.splice(0, this.alarms.length, ...alarms)
  }

  /** @param time when the example was learned, in milliseconds since 1970 */
  add(
    batch: Batch,
    e: number,
    { loss, wrong, score: squashed }: Outcome,
    score: number,
    examples: number,
    time: number,
  ): void {
    const [from, to] = [batch.offsets[e], batch.offsets[e + 1]]
    let size = 0
    for (let k = from; k < to; k++) {
      const value = batch.values[k]
      if (value === value) size += Math.log1p(Math.abs(value))
    }
    const numbers: Readonly<Record<Watched, number>> = {
      // errors of numbers have the unit of the labels, and the thresholds of the detectors have none
      loss: wrong === undefined ? squashed : loss,
      features: to - from,
      values: to > from ? size / (to - from) : 0,
      prediction: score / (1 + Math.abs(score)),
    }
    for (const [watched, detector, own] of this.#detectors) {
      const adwin = own instanceof Adwin ? own : undefined
      const before = adwin?.mean ?? Number.NEGATIVE_INFINITY
      if (!own.update(numbers[watched])) continue
      const rose = adwin === undefined || adwin.mean > before
      this.#alarm({ time, examples, watched, detector, window: adwin?.width, rose })
    }
  }

  #alarm(alarm: Alarm): void {
    const key = `${alarm.watched} ${alarm.detector}`
    this.counts.set(key, (this.counts.get(key) ?? 0) + 1)
    this.alarms.push(alarm)
    if (this.alarms.length > mostAlarms) this.alarms.shift()
    for (const listener of this.onAlarm) listener(alarm)
  }
}
