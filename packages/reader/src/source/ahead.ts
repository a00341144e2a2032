/** Yields the items of a generator, which makes up to `count` more in the meantime; it ends with the first error, in order. */
export async function* ahead<T>(
  items: AsyncGenerator<T, void, void>,
  count: number,
): AsyncGenerator<T, void, void> {
  const coming: Promise<IteratorResult<T, void>>[] = []
  const request = (): void => {
    const next = items.next()
    // whoever awaits it sees a rejection; until then it must not count as unhandled
    next.catch(() => undefined)
    coming.push(next)
  }
  try {
    for (;;) {
      while (coming.length <= count) request()
      const { done, value } = await (coming.shift() as Promise<IteratorResult<T, void>>)
      if (done === true) return
      yield value
    }
  } finally {
    // the items for which it waits may never come
    items.return().catch(() => undefined)
  }
}
