/**
 * The largest number of examples of a group: enough to amortize a batch, few enough to stay in the processor's caches.
 */
const most = 512

/** Returns the items of an iterable in groups. */
export async function* groups<T>(items: Iterable<T> | AsyncIterable<T>): AsyncGenerator<T[], void, void> {
  yield* Symbol.asyncIterator in items ? arriving(items) : given(items)
}

function* given<T>(items: Iterable<T>): Generator<T[], void, void> {
  let group: T[] = []
  for (const item of items) {
    group.push(item)
    if (group.length < most) continue
    yield group
    group = []
  }
  if (group.length > 0) yield group
}

/** Groups the items that have arrived: none is delayed for a later one. */
async function* arriving<T>(items: AsyncIterable<T>): AsyncGenerator<T[], void, void> {
  const iterator = items[Symbol.asyncIterator]()
  let ended = false
  try {
    let pending = iterator.next()
    for (;;) {
      const group: T[] = []
      let next: IteratorResult<T> | undefined = await pending
      const turn = new Promise<undefined>((resolve) => setTimeout(() => resolve(undefined), 0))
      while (next !== undefined && next.done !== true) {
        group.push(next.value)
        pending = iterator.next()
        // its rejection is thrown when it is awaited
        pending.catch(() => undefined)
        next = group.length < most ? await Promise.race([pending, turn]) : undefined
      }
      ended = next?.done === true
      if (group.length > 0) yield group
      if (ended) return
    }
  } finally {
    if (!ended) await iterator.return?.()
  }
}
