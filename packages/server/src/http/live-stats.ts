import type { LateLabels } from '../late/late-labels.js'
import { logCounts } from '../metrics/log-counts.js'
import type { ServerMetrics } from '../metrics/server-metrics.js'
import type { Service } from '../service.js'
import type { Challenger } from '../watch/challenger.js'
import type { Watch } from '../watch/watch.js'

/** The number of listed features. */
const top = 12

/** Seconds of the history of rates and latencies. */
const historySeconds = 180

/** Milliseconds for which figures that need a pass over the model stay valid. */
const slowMs = 5000

/** The numbers on the dashboard: `/stats`, and `/events` each second. */
export class LiveStats {
  readonly #service: Service
  readonly #late: LateLabels
  readonly #metrics: ServerMetrics
  readonly #watch: Watch
  readonly #challenger: Challenger | undefined
  /** time, predicted and learned a second, and the percentiles of the latency */
  readonly #history: (readonly [number, number, number, number, number])[] = []
  #sampled = { time: Date.now(), predicted: 0, learned: 0 }
  #slowly: object | undefined
  #lookedAt = 0

  constructor(
    service: Service,
    late: LateLabels,
    metrics: ServerMetrics,
    watch: Watch,
    challenger: Challenger | undefined,
  ) {
    this.#service = service
    this.#late = late
    this.#metrics = metrics
    this.#watch = watch
    this.#challenger = challenger
  }

  get watch(): Watch {
    return this.#watch
  }

  get challenger(): Challenger | undefined {
    return this.#challenger
  }

  /** Returns numbers that take long to compute for a large model, recomputed only at intervals. */
  #slow(): object {
    const now = performance.now()
    if (this.#slowly !== undefined && now - this.#lookedAt < slowMs) return this.#slowly
    const { learner } = this.#service.model
    this.#slowly = {
      features: learner
        .inspect({ top })
        .map(({ name, index, importance, weight }) => ({ name: name ?? `#${index}`, importance, weight })),
      lanes: learner.lanes.slice(0, 64).map(({ parameters, weight }) => ({ parameters, weight })),
    }
    this.#lookedAt = performance.now()
    return this.#slowly
  }

  /** Records the rates since the last call, once a second. */
  sample(): void {
    const { predicted, learned } = this.#service.counts
    const now = Date.now()
    const seconds = (now - this.#sampled.time) / 1000
    if (seconds > 0) {
      const { p50, p99 } = this.#metrics.latencies()
      const rate = (count: number, before: number): number => Math.round((count - before) / seconds)
      this.#history.push([
        now,
        rate(predicted, this.#sampled.predicted),
        rate(learned, this.#sampled.learned),
        p50,
        p99,
      ])
      if (this.#history.length > historySeconds) this.#history.shift()
    }
    this.#sampled = { time: now, predicted, learned }
  }

  read(): object {
    const { model, counts, waiting, store } = this.#service
    const { learner } = model
    const { examples, averageLoss } = learner.report()
    return {
      time: Date.now(),
      task: model.terms.task,
      model: {
        rule: learner.rule,
        loss: learner.loss,
        examples,
        averageLoss: examples === 0 ? null : averageLoss,
      },
      counts: {
        predicted: counts.predicted,
        learned: counts.learned,
        explained: counts.explained,
        refused: [...counts.refused].reduce((sum, [, count]) => sum + count, 0),
        waiting,
      },
      labels: { waiting: this.#late.size, joined: this.#late.joined, expired: this.#late.expired },
      latency: this.#metrics.latencies(),
      history: this.#history,
      curve: this.#watch.curve,
      window: this.#watch.window(),
      recentLoss: this.#watch.recentLoss(),
      alarms: this.#watch.drift.alarms.toReversed(),
      refusals: counts.lastRefusals,
      ...this.#slow(),
      ...logCounts(store),
      ...(this.#challenger === undefined ? {} : { challenger: this.#challenger.report() }),
    }
  }
}
