import { Worker } from 'node:worker_threads'
import { OLError } from '@ol/spec'
import type { PartOf } from './part.js'
import { runUnit, type Unit } from './units.js'

export interface Done {
  readonly result: unknown
  readonly seconds: number
}

/** A message to a worker, and its result. */
export interface Order {
  readonly unit: Unit
  readonly folder: string
}

export type Answer =
  | { readonly share: number }
  | { readonly result: unknown; readonly seconds: number }
  | { readonly error: unknown }

export interface PoolOptions {
  /** the folder of the data sets */
  readonly data: string
  /** 0: the current thread */
  readonly threads: number
  /** the module that each thread runs */
  readonly worker: URL
  /** finds the parts of experiments, for work in this thread */
  readonly partOf: PartOf
  readonly signal?: AbortSignal | undefined
}

interface Job {
  readonly order: Order
  readonly onShare: (share: number) => void
  readonly resolve: (done: Done) => void
  readonly reject: (error: unknown) => void
}

/** Runs units of work on threads, in the given order, until a signal fires; without threads, on the current one. */
export class Pool {
  readonly signal: AbortSignal | undefined
  /** rejected when the signal fires, so that callers do not wait for a unit to end */
  readonly #stopped: Promise<never>
  readonly #options: PoolOptions
  readonly #idle: Worker[] = []
  readonly #all: Worker[] = []
  readonly #waiting: Job[] = []
  readonly #busy = new Map<Worker, Job>()

  constructor(options: PoolOptions) {
    const { signal } = options
    this.signal = signal
    this.#options = options
    this.#stopped = new Promise((_, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
    })
    this.#stopped.catch(() => {})
  }

  async run(unit: Unit, onShare: (share: number) => void): Promise<Done> {
    const { data: folder, threads, partOf } = this.#options
    if (threads === 0) {
      const start = performance.now()
      const result = await runUnit(unit, { folder, onShare, partOf })
      return { result, seconds: (performance.now() - start) / 1000 }
    }
    const done = new Promise<Done>((resolve, reject) => {
      this.#waiting.push({ order: { unit, folder }, onShare, resolve, reject })
      this.#next()
    })
    return Promise.race([done, this.#stopped])
  }

  async close(): Promise<void> {
    await Promise.all(this.#all.map((worker) => worker.terminate()))
  }

  #next(): void {
    while (this.#waiting.length > 0) {
      const worker = this.#idle.pop() ?? this.#start()
      if (worker === undefined) return
      const job = this.#waiting.shift() as Job
      this.#busy.set(worker, job)
      worker.postMessage(job.order)
    }
  }

  #start(): Worker | undefined {
    if (this.#all.length >= this.#options.threads) return undefined
    const worker = new Worker(this.#options.worker)
    this.#all.push(worker)
    worker.on('message', (answer: Answer) => this.#answered(worker, answer))
    worker.on('error', (error) => this.#answered(worker, { error }))
    return worker
  }

  #answered(worker: Worker, answer: Answer): void {
    const job = this.#busy.get(worker)
    if (job === undefined) return
    if ('share' in answer) {
      job.onShare(answer.share)
      return
    }
    this.#busy.delete(worker)
    this.#idle.push(worker)
    if ('error' in answer) job.reject(revived(answer.error))
    else job.resolve(answer)
    this.#next()
  }
}

/** Restores the class of an error from a thread, which messages between threads do not preserve. */
function revived(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof OLError || !('code' in error)) return error
  const { code, message, value } = error as OLError
  return new OLError(code, message, { value, cause: error })
}
