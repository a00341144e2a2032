import { setImmediate } from 'node:timers/promises'
import type { Explanation, Features } from '@ol/core'
import type { PlainExample } from '@ol/pipeline'
import { type Batch, batchPart, OLError } from '@ol/spec'
import {
  closeWork,
  isOpen,
  type LearnRequest,
  type LearnWork,
  mostJoined,
  mostWithin,
  sliceMs,
} from './learn-work.js'
import type { LearningWatcher } from './learning-watcher.js'
import { type AnswerParts, type Answers, answersOf } from './model/answer.js'
import { modelOfBytes, type ServedModel } from './model/served-model.js'
import { createCounts, type ServiceCounts } from './service-counts.js'
import type { Accepted } from './store/record.js'
import type { Store } from './store/store.js'

/** The number of records that are written together: one write to the disk for all that arrived meanwhile. */
const mostTogether = 4096

/** The longest time that the log waits for further examples, in milliseconds. */
const gatherMs = 0.5

/** Other work on the model, done between examples after all earlier ones are learned. */
interface OtherWork {
  readonly run: () => Promise<void>
}

export interface ServiceOptions {
  /** undefined: the learned state is only in memory */
  readonly store: Store | undefined
  /** the most examples that may wait for the log: more are OL_LIMIT */
  readonly mostWaiting: number
  /** whether it learns, or only predicts */
  readonly learns: boolean
  readonly backend: 'auto' | 'native' | 'fallback' | undefined
}

/**
 * A model, and the queue for everything that changes it: examples are learned one after another in the order of the
 * log. Predictions run between examples.
 */
export class Service {
  readonly counts: ServiceCounts = createCounts()
  readonly watchers: LearningWatcher[] = []
  readonly #options: ServiceOptions
  #model: ServedModel
  #queue: (LearnWork | OtherWork)[] = []
  #waiting = 0
  /** how many requests may be learned as one batch */
  #joined = mostJoined
  #pumping: Promise<void> | undefined
  #closed = false

  constructor(model: ServedModel, options: ServiceOptions) {
    this.#model = model
    this.#options = options
  }

  get model(): ServedModel {
    return this.#model
  }

  get store(): Store | undefined {
    return this.#options.store
  }

  /** examples that wait */
  get waiting(): number {
    return this.#waiting
  }

  get learns(): boolean {
    return this.#options.learns && !this.#closed
  }

  /** Predicts examples; throws OL_FEATURES or OL_VALUE for the first invalid one. */
  predict(examples: readonly PlainExample[], parts?: AnswerParts): Answers {
    const answers = this.#model.answers(examples, parts)
    this.counts.predicted += examples.length
    return answers
  }

  predictBatch(batch: Batch): Answers {
    this.counts.predicted += batch.size
    return answersOf(this.#model.terms, this.#model.learner.scores(batch, { trusted: true }))
  }

  explain(features: Features): Explanation {
    this.counts.explained++
    return this.#model.learner.explain(features)
  }

  /**
   * Learns examples, all or none. Resolves with the predictions from before, once they are learned and in the log.
   *
   * @throws OLError at once OL_FEATURES, OL_VALUE, OL_LABEL or OL_WEIGHT for the first invalid example; OL_LIMIT; as a
   * rejection OL_STORE
   */
  learn(examples: readonly PlainExample[], records: readonly Accepted[]): Promise<Answers> {
    this.#refuse(examples.length)
    const model = this.#model
    if (examples.length !== 1 || !model.joins) return this.learnBatch(model.labelled(examples), records)
    const last = this.#queue.at(-1)
    const joins = last !== undefined && isOpen(last) && last.model === model
    const open = joins && last.requests.length < this.#joined ? last : undefined
    if (open === undefined) this.#closeLast()
    model.add(examples[0])
    this.#waiting++
    return new Promise<Answers>((done, failed) => {
      const request = { size: 1, records, done, failed }
      if (open === undefined) this.#add({ model, batch: undefined, requests: [request] })
      else open.requests.push(request)
    })
  }

  /** Learns a batch that the model made: see `learn`. */
  learnBatch(batch: Batch, records: readonly Accepted[]): Promise<Answers> {
    this.#refuse(batch.size)
    this.#waiting += batch.size
    return new Promise<Answers>((done, failed) => {
      const request = { size: batch.size, records, done, failed }
      this.#add({ model: this.#model, batch, requests: [request] })
    })
  }

  #refuse(coming: number): void {
    if (!this.#options.learns)
      throw new OLError('OL_PREDICT_ONLY', 'Expected a request for predictions: this server does not learn')
    if (this.#closed) throw new OLError('OL_LIMIT', 'The server is stopping')
    const { mostWaiting } = this.#options
    if (this.#waiting + coming > mostWaiting)
      throw new OLError(
        'OL_LIMIT',
        `${this.#waiting} examples wait to be learned, and at most ${mostWaiting} may: try again later`,
        {
          value: this.#waiting + coming,
        },
      )
  }

  /** Saves a snapshot of the model after all that has been requested before. */
  snapshot(): Promise<void> {
    const { store } = this.#options
    if (store === undefined) return Promise.resolve()
    return this.between(() => ({ done: store.snapshot(this.#model) }))
  }

  /** Replaces this model by another from its bytes; throws OL_MODEL_* if they are not a model. */
  async replace(bytes: Uint8Array): Promise<void> {
    const model = modelOfBytes(bytes, this.#options.backend)
    if (this.#options.learns) model.refuseUnlearnable()
    await this.replaceBy(async () => model)
  }

  /** Replaces this model by the one that `make` returns, once all earlier examples are learned. */
  replaceBy(make: (former: ServedModel) => Promise<ServedModel>): Promise<void> {
    return this.exclusively(async () => {
      const model = await make(this.#model)
      const back: (() => void)[] = []
      try {
        // the store keeps the watched state with the model
        for (const watcher of this.watchers)
          back.push(watcher.turnTo?.(model, this.#model) ?? (() => undefined))
        await this.#options.store?.replace(model)
      } catch (error) {
        for (const turn of back.reverse()) turn()
        throw error
      }
      this.#model = model
    })
  }

  /** Returns the bytes of the model after all that has been requested before. */
  async bytes(): Promise<Uint8Array> {
    let bytes: Uint8Array = new Uint8Array(0)
    await this.exclusively(async () => {
      bytes = this.#model.learner.toBytes()
    })
    return bytes
  }

  /** Begins work once all earlier examples are learned; later examples do not wait for its end. */
  async between(begin: () => { readonly done: Promise<void> }): Promise<void> {
    let begun: { readonly done: Promise<void> } | undefined
    await this.exclusively(async () => {
      begun = begin()
      begun.done.catch(() => undefined)
    })
    await begun?.done
  }

  /** Does work once all earlier examples are learned; later examples wait for its end. */
  exclusively(work: () => Promise<void>): Promise<void> {
    return new Promise<void>((done, failed) => this.#add({ run: () => work().then(done, failed) }))
  }

  #add(work: LearnWork | OtherWork): void {
    if (!('batch' in work && work.batch === undefined)) this.#closeLast()
    this.#queue.push(work)
    this.#pumping ??= this.#pump()
  }

  /** No further example joins the last ones that wait. */
  #closeLast(): void {
    const last = this.#queue.at(-1)
    if (last !== undefined && isOpen(last)) closeWork(last)
  }

  async #pump(): Promise<void> {
    // `#add` sets #pumping first
    await undefined
    while (this.#queue.length > 0) {
      const [first] = this.#queue
      if ('run' in first) {
        this.#queue.shift()
        await first.run()
      } else if (first.model === this.#model) {
        if (this.#options.store !== undefined) await this.#gather()
        await this.#learnGroup(this.#takeGroup())
      } else this.#refuseOfOther(first)
    }
    // at once: anything added from here on needs another run
    this.#pumping = undefined
  }

  /** Waits while each turn of the event loop brings further examples: one write of the log costs as much as several requests. */
  async #gather(): Promise<void> {
    const until = performance.now() + gatherMs
    let before: number
    do {
      before = this.#waiting
      await setImmediate()
    } while (this.#waiting > before && this.#waiting < mostTogether && performance.now() < until)
  }

  #takeGroup(): readonly LearnWork[] {
    let records = 0
    const until = this.#queue.findIndex((work) => {
      if ('run' in work || work.model !== this.#model || records >= mostTogether) return true
      for (const request of work.requests) records += request.records.length
      return false
    })
    const group = this.#queue.splice(0, until < 0 ? this.#queue.length : until) as LearnWork[]
    for (const work of group) if (isOpen(work)) closeWork(work)
    return group
  }

  /** Refuses examples that were read for a model that has been replaced. */
  #refuseOfOther(work: LearnWork): void {
    this.#queue.shift()
    const text = 'The model was replaced while the example waited: send it again'
    this.#refuseAll(work.requests, new OLError('OL_LIMIT', text))
  }

  #refuseAll(requests: readonly LearnRequest[], error: unknown): void {
    for (const { size, failed } of requests) {
      this.#waiting -= size
      failed(error)
    }
  }

  async #learnGroup(group: readonly LearnWork[]): Promise<void> {
    try {
      const records = group.flatMap(({ requests }) => requests.flatMap((request) => request.records))
      await this.#options.store?.append(records)
    } catch (error) {
      this.counts.unwritten++
      this.#fail(group, error)
      return
    }
    let since = performance.now()
    for (const { batch, requests } of group) {
      const begun = performance.now()
      this.#learn(batch as Batch, requests)
      const now = performance.now()
      this.#joined = mostWithin((batch as Batch).size, now - begun)
      if (now - since < sliceMs) continue
      await setImmediate()
      since = performance.now()
    }
  }

  #learn(batch: Batch, requests: readonly LearnRequest[]): void {
    let scores: Float64Array
    try {
      scores = this.#model.learn(batch)
    } catch (error) {
      // refused as a whole: some of them may be learnable
      if (requests.length > 1)
        for (const [e, request] of requests.entries()) this.#learn(batchPart(batch, e, e + 1), [request])
      // it is in the log, and will be refused again when the log is replayed
      else this.#refuseAll(requests, error)
      return
    }
    this.counts.learned += batch.size
    try {
      const time = Date.now()
      for (const watcher of this.watchers) watcher.learned(this.#model, batch, scores, time)
    } catch (error) {
      this.#refuseAll(requests, error)
      return
    }
    const { terms } = this.#model
    const width = scores.length / batch.size
    let from = 0
    for (const { size, done } of requests) {
      this.#waiting -= size
      done(answersOf(terms, scores.subarray(from * width, (from + size) * width)))
      from += size
    }
  }

  /**
   * Refuses requests that were not written. Their new labels get no numbers, and neither do the new labels of requests
   * that wait after them.
   */
  #fail(group: readonly LearnWork[], error: unknown): void {
    const { grows } = this.#model
    const behind = grows ? this.#queue.filter((work): work is LearnWork => 'batch' in work) : []
    if (grows) this.#queue = this.#queue.filter((work) => !('batch' in work))
    for (const { requests } of [...group, ...behind]) this.#refuseAll(requests, error)
    this.#model.forget()
  }

  /** Learns the waiting examples, and nothing more. */
  async close(): Promise<void> {
    this.#closed = true
    await this.#pumping
  }
}
