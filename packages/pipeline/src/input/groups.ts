/**
 * The largest number of examples in a group: enough to amortize a batch, few enough to stay in the processor's caches.
 */
const most = 512

/** Adds the items of an iterable one by one, because the next may be the same object, and yields at the end of each group. */
export async function* groups<T>(
  items: Iterable<T> | AsyncIterable<T>,
  add: (item: T) => void,
): AsyncGenerator<undefined, void, void> {
  yield* Symbol.asyncIterator in items ? arriving(items, add) : given(items, add)
}

function* given<T>(items: Iterable<T>, add: (item: T) => void): Generator<undefined, void, void> {
  let count = 0
  for (const item of items) {
    add(item)
    count++
    if (count < most) continue
    yield
    count = 0
  }
  if (count > 0) yield
}

/** Groups the items that have arrived: none is delayed for a later one. */
async function* arriving<T>(
  items: AsyncIterable<T>,
  add: (item: T) => void,
): AsyncGenerator<undefined, void, void> {
  const iterator = items[Symbol.asyncIterator]()
  let ended = false
  try {
    let pending = iterator.next()
    for (;;) {
      let count = 0
      let next: IteratorResult<T> | undefined = await pending
      const turn = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), 0))
      while (next !== undefined && next.done !== true) {
        add(next.value)
        count++
        pending = iterator.next()
        // its rejection is thrown when it is awaited
        pending.catch(() => undefined)
        next = count < most ? await Promise.race([pending, turn]) : undefined
      }
      ended = next?.done === true
      if (count > 0) yield
      if (ended) return
    }
  } finally {
    if (!ended) await iterator.return?.()
  }
}
