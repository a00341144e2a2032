/** An item that was requested. */
export interface Coming<T> {
  readonly result: Promise<IteratorResult<T>>
  /** the item once it has arrived; undefined before, at the end, and after an error */
  arrived: { readonly item: T } | undefined
}

/** Requests the next item; a rejection is thrown when it is awaited, and is not unhandled before. */
export function request<T>(iterator: AsyncIterator<T> | Iterator<T>): Coming<T> {
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

/** Closes a source. Not awaited: a source that waits for bytes would delay the error on its way to the caller. */
export function end<T>(iterator: AsyncIterator<T> | Iterator<T>): void {
  const close = async (): Promise<unknown> => iterator.return?.()
  close().catch(() => undefined)
}

/** Settles as the promise does, or rejects with the signal's reason as soon as it fires. */
export function unlessAborted<T>(pending: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (signal === undefined) return pending
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort, { once: true })
    pending.then(resolve, reject).finally(() => signal.removeEventListener('abort', abort))
  })
}

export function iteratorOf<T>(source: AsyncIterable<T> | Iterable<T>): AsyncIterator<T> | Iterator<T> {
  return Symbol.asyncIterator in source ? source[Symbol.asyncIterator]() : source[Symbol.iterator]()
}

/** Returns a promise and what resolves it. */
export function openPromise(): readonly [Promise<void>, () => void] {
  let resolve = (): void => undefined
  const promise = new Promise<void>((done) => {
    resolve = done
  })
  return [promise, resolve]
}
