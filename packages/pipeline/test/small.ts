import * as pipeline from '@ol/pipeline'

// The operations with tables of 2^10 rows, for tests that do not ask for another size: with the usual one most of their time would go
// into zeros. A model that learns on keeps its size.

const bits = 10

export function train(
  ...[input, options]: Parameters<typeof pipeline.train>
): ReturnType<typeof pipeline.train> {
  return pipeline.train(input, sized(options))
}

export function search(
  ...[input, options]: Parameters<typeof pipeline.search>
): ReturnType<typeof pipeline.search> {
  return pipeline.search(input, sized(options))
}

function sized<T extends object>(options: T | undefined): T {
  const own = { ...options } as T & { initialModel?: unknown; resume?: unknown }
  return own.initialModel === undefined && own.resume === undefined ? { bits, ...own } : own
}
