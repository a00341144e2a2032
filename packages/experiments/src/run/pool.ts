import { Worker } from 'node:worker_threads'
import { OLError } from '@ol/spec'
import { runUnit, type Unit } from './units.js'
import type { Answer, Order } from './worker.js'

export interface Done {
  readonly result: unknown
  readonly seconds: number
}

interface Job {
  readonly order: Order
  readonly onShare: (share: number) => void
  readonly resolve: (done: Done) => void
  readonly reject: (error: unknown) => void
}

/** Runs units of work on threads, in the order they come, until a signal fires; with no threads in this one. */
export class Pool {
  readonly signal: AbortSignal | undefined
  /** rejected when the signal fires, so that nobody waits for a unit to end */
  readonly #stopped: Promise<never>
  readonly #folder: string
  readonly #threads: number
  readonly #idle: Worker[] = []
  readonly #all: Worker[] = []
  readonly #waiting: Job[] = []
  readonly #busy = new Map<Worker, Job>()

  constructor(folder: string, threads: number, signal?: AbortSignal) {
    this.signal = signal
    this.#stopped = new Promise((_, reject) => {
      signal?.addEventListener('abort', () => reject(signal.reason), { once: true })
    })
    this.#stopped.catch(() => {})
    this.#folder = folder
    this.#threads = threads
  }

  async run(unit: Unit, onShare: (share: number) => void): Promise<Done> {
    if (this.#threads === 0) {
      const start = performance.now()
      const result = await runUnit(unit, { folder: this.#folder, onShare })
      return { result, seconds: (performance.now() - start) / 1000 }
    }
    const done = new Promise<Done>((resolve, reject) => {
      this.#waiting.push({ order: { unit, folder: this.#folder }, onShare, resolve, reject })
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
    if (this.#all.length >= this.#threads) return undefined
    const worker = new Worker(new URL('./worker.js', import.meta.url))
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

/** An error that came from a thread lost its class on the way. */
function revived(error: unknown): unknown {
  if (!(error instanceof Error) || error instanceof OLError || !('code' in error)) return error
  const { code, message, value } = error as OLError
  return new OLError(code, message, { value, cause: error })
}
