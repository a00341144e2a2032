import { disposeWhereKnown } from '@ol/platform'

/** A run that is about to begin. */
export interface Beginning<R, E> {
  /** reports events, and stops when the signal fires */
  readonly work: (signal: AbortSignal, emit: (event: E) => void) => Promise<R>
  readonly signal?: AbortSignal | undefined
  /** returns the result so far; undefined before the run has begun */
  readonly soFar?: (() => R | undefined) | undefined
}

/**
 * A run in progress. Await it for its result, and iterate over it for its progress:
 *
 *     const running = train('clicks.csv')
 *     for await (const { examples, averageLoss } of running) console.log(examples, averageLoss)
 *     const { model, report } = await running
 *
 * A loop that ends early does not end the run; `abort` and `await using` do.
 */
export class Running<R, E> implements PromiseLike<R>, AsyncIterable<E> {
  readonly #controller = new AbortController()
  readonly #listeners = new Set<Listener<E>>()
  readonly #result: Promise<R>
  readonly #soFar: () => R | undefined

  /** @param begin takes the options at once; if it throws, the run rejects, as for any other fault */
  constructor(begin: () => Beginning<R, E>) {
    const { work, signal, soFar } = orRejecting(begin)
    this.#soFar = soFar ?? (() => undefined)
    const controller = this.#controller
    const abort = (): void => controller.abort(signal?.reason)
    if (signal?.aborted === true) abort()
    signal?.addEventListener('abort', abort, { once: true })
    const emit = (event: E): void => {
      for (const listener of this.#listeners) listener.push(event)
    }
    const run = async (): Promise<R> => {
      try {
        controller.signal.throwIfAborted()
        return await work(controller.signal, emit)
      } finally {
        signal?.removeEventListener('abort', abort)
        for (const listener of this.#listeners) listener.end()
      }
    }
    // the caller can listen before the first event
    this.#result = Promise.resolve().then(run)
  }

  /** Waits for the result; rejects with the error of the run, or with the reason of its abort. */
  // biome-ignore lint/suspicious/noThenProperty: a run is awaited like a promise
  then<A = R, B = never>(
    resolved?: ((result: R) => A | PromiseLike<A>) | null,
    rejected?: ((reason: unknown) => B | PromiseLike<B>) | null,
  ): Promise<A | B> {
    return this.#result.then(resolved, rejected)
  }

  /** Handles a rejection, like the method of a promise. */
  catch<B = never>(rejected?: ((reason: unknown) => B | PromiseLike<B>) | null): Promise<R | B> {
    return this.#result.catch(rejected)
  }

  /** Runs an action when the run has ended, like the method of a promise. */
  finally(ended?: (() => void) | null): Promise<R> {
    return this.#result.finally(ended)
  }

  /** Ends the run early: it closes its inputs and rejects with the reason. */
  abort(reason?: unknown): void {
    this.#controller.abort(reason)
  }

  /** Returns the result so far, also after an abort; undefined before the run has begun. */
  soFar(): R | undefined {
    return this.#soFar()
  }

  /** Iterates over the events from here on; ends with the run, and throws its error. */
  [Symbol.asyncIterator](): AsyncIterator<E, void, void> {
    const listener = new Listener<E>()
    this.#listeners.add(listener)
    // the rejection is thrown by the iterator
    const result = this.#result.then(() => undefined)
    result.catch(() => undefined)
    result.then(
      () => listener.end(),
      () => listener.end(),
    )
    return listened(listener, result, () => this.#listeners.delete(listener))
  }

  /** Ends the run early if it has not ended, and waits until its inputs are closed. */
  async [Symbol.asyncDispose](): Promise<void> {
    this.abort()
    await this.#result.catch(() => undefined)
  }

  static {
    disposeWhereKnown(Running.prototype)
  }
}

function orRejecting<R, E>(begin: () => Beginning<R, E>): Beginning<R, E> {
  try {
    return begin()
  } catch (error) {
    return { work: () => Promise.reject(error) }
  }
}

/** Events that wait to be iterated. */
class Listener<E> {
  readonly events: E[] = []
  ended = false
  #wake: () => void = () => undefined

  push(event: E): void {
    this.events.push(event)
    this.#wake()
  }

  end(): void {
    this.ended = true
    this.#wake()
  }

  more(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve
    })
  }
}

async function* listened<E>(
  listener: Listener<E>,
  result: Promise<void>,
  forget: () => void,
): AsyncGenerator<E, void, void> {
  try {
    for (;;) {
      for (let event = listener.events.shift(); event !== undefined; event = listener.events.shift())
        yield event
      if (listener.ended) return await result
      await listener.more()
    }
  } finally {
    forget()
  }
}
