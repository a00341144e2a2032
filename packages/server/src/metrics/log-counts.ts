import type { Service } from '../service.js'

/** The counts of a server's log. */
export interface LogCounts {
  readonly log: {
    readonly last: number
    readonly examples: number
    readonly lost: number
    readonly snapshot: number
  }
}

/** Returns the figures of the log; none without a log. */
export function logCounts(store: Service['store']): LogCounts | Record<string, never> {
  if (store === undefined) return {}
  const { last, logged: examples, lost, snapshotNumber: snapshot } = store
  return { log: { last, examples, lost, snapshot } }
}
