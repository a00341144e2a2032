import { Counter, collectDefaultMetrics, Gauge, Registry } from 'prom-client'
import type { LateLabels } from '../late/late-labels.js'
import type { Service } from '../service.js'
import type { Challenger } from '../watch/challenger.js'
import type { Watch } from '../watch/watch.js'
import { LatencyHistogram } from './latency-histogram.js'
import { logCounts } from './log-counts.js'

/** Bounds of the latencies in seconds: for an answer that waits for nothing, and for one that waits for a disk. */
const buckets = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5]

/** The number of answers whose latencies are compared. */
const lastAnswers = 2000

/** The metrics of a server, for Prometheus. */
export class ServerMetrics {
  readonly #registry = new Registry()
  readonly #service: Service
  readonly #late: LateLabels
  readonly #started: number = performance.now()
  readonly #latency = new LatencyHistogram(buckets)
  readonly #refused: Counter<'why'>
  readonly #last = new Float64Array(lastAnswers)
  #answers = 0
  readonly #onFailure: (error: unknown) => void

  constructor(service: Service, late: LateLabels, onFailure: (error: unknown) => void) {
    this.#service = service
    this.#late = late
    this.#onFailure = onFailure
    const registers = [this.#registry]
    collectDefaultMetrics({ register: this.#registry })
    this.#refused = new Counter({
      name: 'ol_refused_connections_total',
      help: 'connections and requests refused before they were read: no token, too many',
      labelNames: ['why'],
      registers,
    })
    const { counts } = service
    const counter = (name: string, help: string, value: () => number): void => {
      new Counter({
        name,
        help,
        registers,
        collect() {
          this.reset()
          this.inc(value())
        },
      })
    }
    const gauge = (name: string, help: string, value: () => number): void => {
      new Gauge({
        name,
        help,
        registers,
        collect() {
          this.set(value())
        },
      })
    }
    counter('ol_predicted_total', 'examples predicted', () => counts.predicted)
    counter('ol_learned_total', 'examples learned', () => counts.learned)
    counter('ol_explained_total', 'examples explained', () => counts.explained)
    counter('ol_unwritten_total', 'writes of the log that failed', () => counts.unwritten)
    new Counter({
      name: 'ol_refused_total',
      help: 'examples refused, by the code of the error',
      labelNames: ['code'],
      registers,
      collect() {
        this.reset()
        for (const [code, count] of counts.refused) this.inc({ code }, count)
      },
    })
    gauge('ol_waiting', 'examples that wait to be learned', () => service.waiting)
    gauge(
      'ol_model_examples',
      'examples that the model has learned from',
      () => service.model.learner.examples,
    )
    gauge(
      'ol_model_average_loss',
      'average loss of progressive validation over all examples',
      () => service.model.learner.report().averageLoss,
    )
    gauge('ol_labels_waiting', 'predictions that wait for their labels', () => late.size)
    counter('ol_labels_joined_total', 'labels that came in time', () => late.joined)
    counter('ol_labels_expired_total', 'predictions whose label did not come in time', () => late.expired)
    counter(
      'ol_labels_unknown_total',
      'labels of ids that were unknown, answered or too late',
      () => late.unknown,
    )
    const { store } = service
    if (store === undefined) return
    gauge('ol_log_last', 'number of the last accepted example', () => store.last)
    gauge('ol_log_examples', 'examples that the log has', () => store.logged)
    counter('ol_log_lost_total', 'examples of the log that could not be read', () => store.lost)
    gauge(
      'ol_snapshot_number',
      'number of the last example of the newest snapshot',
      () => store.snapshotNumber,
    )
    gauge(
      'ol_snapshot_age_seconds',
      'seconds since the newest snapshot',
      () => (Date.now() - store.savedAt) / 1000,
    )
  }

  answered(route: string, status: number, seconds: number): void {
    this.#latency.observe(route, status, seconds)
    this.#last[this.#answers++ % lastAnswers] = seconds
  }

  refused(why: 'token' | 'connections'): void {
    this.#refused.inc({ why })
  }

  /** Returns the percentiles of the last answers in milliseconds, and how many there have been. */
  latencies(): { readonly answers: number; readonly p50: number; readonly p99: number } {
    const count = Math.min(this.#answers, lastAnswers)
    const sorted = this.#last.slice(0, count).sort()
    const at = (share: number): number =>
      count === 0 ? 0 : 1000 * sorted[Math.min(count - 1, Math.floor(share * count))]
    return { answers: this.#answers, p50: at(0.5), p99: at(0.99) }
  }

  /** Adds the metrics of windows, detectors and the challenger. */
  addWatch(watch: Watch, challenger: Challenger | undefined): void {
    const registers = [this.#registry]
    new Gauge({
      name: 'ol_window_loss',
      help: 'mean loss of the last examples',
      registers,
      collect() {
        this.set(watch.window().loss ?? Number.NaN)
      },
    })
    new Gauge({
      name: 'ol_recent_loss',
      help: 'mean loss of the last five minutes',
      registers,
      collect() {
        this.set(watch.recentLoss() ?? Number.NaN)
      },
    })
    new Gauge({
      name: 'ol_window_auc',
      help: 'area under the ROC curve of the last examples',
      registers,
      collect() {
        this.set(watch.window().auc ?? Number.NaN)
      },
    })
    new Counter({
      name: 'ol_drift_alarms_total',
      help: 'changes that detectors found',
      labelNames: ['watched', 'detector'],
      registers,
      collect() {
        this.reset()
        for (const [key, count] of watch.drift.counts) {
          const [watched, detector] = key.split(' ')
          this.inc({ watched, detector }, count)
        }
      },
    })
    if (challenger === undefined) return
    new Gauge({
      name: 'ol_challenger_capital',
      help: 'evidence that the challenger is better: 100 is enough',
      registers,
      collect() {
        this.set(challenger.evidence.capital)
      },
    })
  }

  failed(error: unknown): void {
    this.#onFailure(error)
  }

  get contentType(): string {
    return this.#registry.contentType
  }

  async text(): Promise<string> {
    return `${await this.#registry.metrics()}\n${this.#latency.text()}`
  }

  /** Returns the answer of `/health`. */
  health(): object {
    const { model, counts, waiting, store } = this.#service
    const { learner, terms } = model
    const { examples, averageLoss } = learner.report()
    return {
      status: 'ok',
      seconds: Math.round((performance.now() - this.#started) / 1000),
      model: {
        rule: learner.rule,
        task: terms.task,
        loss: learner.loss,
        labels: terms.labels,
        examples,
        averageLoss: examples === 0 ? null : averageLoss,
      },
      predicted: counts.predicted,
      learned: counts.learned,
      waiting,
      labels: { waiting: this.#late.size, joined: this.#late.joined, expired: this.#late.expired },
      ...logCounts(store),
    }
  }
}
