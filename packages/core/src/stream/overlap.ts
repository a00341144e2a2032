import { openPromise } from '../lanes/open-promise.js'

/** What is done with the items of a stream, one after another. */
export interface ItemSteps<T, R> {
  /** takes an item, before the one after it is requested */
  accept(item: T): T
  /**
   * works on an item; what is not there yet is read meanwhile. `before`: resolves when what came of the item before has been taken, where
   * it has not been yet
   */
  work(item: T, before?: Promise<void>): Promise<R>
  /** takes what came of an item */
  settle?(item: T, result: R): Promise<void>
  /** returns whether work on an item that has come may begin while the one before is worked on; absent: never */
  readonly ahead?: ((item: T) => boolean) | undefined
}

/** An item that is worked on. */
interface Begun<T, R> {
  readonly item: T
  readonly working: Promise<R>
  /** resolves when it is settled, or has failed */
  readonly settled: Promise<void>
  /** resolves `settled` */
  readonly over: () => void
}

/** An item that was requested. */
interface Coming<T> {
  readonly result: Promise<IteratorResult<T>>
  /** the item when it has come; undefined before, at the end, and after an error */
  arrived: { readonly item: T } | undefined
}

/**
 * Takes the items of a stream in order through these steps. It requests the next item while one is worked on, so that reading and
 * learning overlap; with `ahead` two are worked on at a time, so that what came of one is taken while the next one is worked on. It
 * closes the stream however it ends.
 */
export async function overlap<T, R>(
  stream: AsyncIterable<T> | Iterable<T>,
  signal: AbortSignal | undefined,
  { accept, work, settle, ahead }: ItemSteps<T, R>,
): Promise<void> {
  signal?.throwIfAborted()
  const iterator = iteratorOf(stream)
  let finished = false
  const begun: Begun<T, R>[] = []
  const finishFirst = async (): Promise<void> => {
    const { item, working, over } = begun[0]
    try {
      const result = await working.finally(() => begun.shift())
      await settle?.(item, result)
    } finally {
      over()
    }
  }
  try {
    let coming = request(iterator)
    for (;;) {
      while (begun.length > 0) {
        if (begun.length === 1 && ahead !== undefined && signal?.aborted !== true) {
          await either(begun[0].working, coming.result)
          if (coming.arrived !== undefined && ahead(coming.arrived.item)) break
        }
        await finishFirst()
      }
      if (begun.length === 0) signal?.throwIfAborted()
      const next = await unlessAborted(coming.result, signal)
      if (next.done === true) {
        finished = true
        return
      }
      let item: T
      try {
        item = accept(next.value)
      } catch (error) {
        while (begun.length > 0) await finishFirst()
        throw error
      }
      coming = request(iterator)
      const working = work(item, begun[0]?.settled)
      // who finishes it sees a rejection; until then it must not count as unhandled
      working.catch(() => undefined)
      const [settled, over] = openPromise()
      begun.push({ item, working, settled, over })
    }
  } catch (error) {
    for (const { over } of begun) over()
    await Promise.allSettled(begun.map(({ working }) => working))
    if (!finished) end(iterator)
    throw error
  }
}

/** Waits until one of two promises has settled. */
async function either(one: Promise<unknown>, other: Promise<unknown>): Promise<void> {
  await Promise.race([one, other]).catch(() => undefined)
}

/** Requests the next item; a rejection is thrown when it is awaited, and is not unhandled before. */
function request<T>(iterator: AsyncIterator<T> | Iterator<T>): Coming<T> {
  const next = async (): Promise<IteratorResult<T>> => iterator.next()
  const coming: Coming<T> = { result: next(), arrived: undefined }
  coming.result.then(
    ({ done, value }) => {
      if (done !== true) coming.arrived = { item: value }
    },
    () => undefined,
  )
  return coming
}

/** Not awaited: a source that waits for its next bytes would hold back the error on its way to the caller. */
function end<T>(iterator: AsyncIterator<T> | Iterator<T>): void {
  const request = async (): Promise<unknown> => iterator.return?.()
  request().catch(() => undefined)
}

function unlessAborted<T>(pending: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return pending
  return new Promise((done, fail) => {
    const abort = (): void => fail(signal.reason)
    signal.addEventListener('abort', abort, { once: true })
    pending.then(done, fail).finally(() => signal.removeEventListener('abort', abort))
  })
}

export function iteratorOf<T>(stream: AsyncIterable<T> | Iterable<T>): AsyncIterator<T> | Iterator<T> {
  return Symbol.asyncIterator in stream ? stream[Symbol.asyncIterator]() : stream[Symbol.iterator]()
}
