import { openPromise } from './source.js'

/** Work that produces items one by one: `give` resolves when the next one is requested, or when no more will be. */
export type Giving<T> = (give: (item: T) => Promise<void>, signal: AbortSignal) => Promise<void>

/**
 * Yields the items that work produces, then ends or fails like the work. Leaving early aborts the work, and waits until
 * it has ended.
 */
export async function* given<T>(work: Giving<T>): AsyncGenerator<T, void, void> {
  const controller = new AbortController()
  let waiting: { readonly item: T } | undefined
  let [came, tell] = openPromise()
  let [requested, request] = openPromise()
  const give = async (item: T): Promise<void> => {
    if (controller.signal.aborted) return
    waiting = { item }
    tell()
    await requested
  }
  const ended = work(give, controller.signal)
  // whoever waits for it sees a rejection; until then it must not count as unhandled
  ended.catch(() => undefined)
  try {
    for (;;) {
      await Promise.race([came, ended])
      if (waiting === undefined) return
      const { item } = waiting
      waiting = undefined
      ;[came, tell] = openPromise()
      yield item
      const next = request
      ;[requested, request] = openPromise()
      next()
    }
  } finally {
    controller.abort()
    request()
    await ended.catch(() => undefined)
  }
}
