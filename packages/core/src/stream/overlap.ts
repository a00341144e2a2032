/**
 * Calls `work` with the items of a stream in order, each as `accept` returned it. It requests the next item while
 * `work` runs, so that reading and learning overlap; `accept` has returned by then. It closes the stream however it
 * ends.
 */
export async function overlap<T>(
  stream: AsyncIterable<T> | Iterable<T>,
  signal: AbortSignal | undefined,
  accept: (item: T) => T,
  work: (item: T) => Promise<void>,
): Promise<void> {
  signal?.throwIfAborted()
  const iterator = iteratorOf(stream)
  let finished = false
  try {
    let pending = ahead(iterator)
    for (;;) {
      const next = await unlessAborted(pending, signal)
      if (next.done === true) {
        finished = true
        return
      }
      const item = accept(next.value)
      pending = ahead(iterator)
      await work(item)
      signal?.throwIfAborted()
    }
  } catch (error) {
    if (!finished) end(iterator)
    throw error
  }
}

/** Requests the next item; a rejection is thrown when it is awaited, and is not unhandled before. */
function ahead<T>(iterator: AsyncIterator<T> | Iterator<T>): Promise<IteratorResult<T>> {
  const request = async (): Promise<IteratorResult<T>> => iterator.next()
  const pending = request()
  pending.catch(() => undefined)
  return pending
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
