/** An example that was refused. */
export interface Refusal {
  /** milliseconds since 1970 */
  readonly time: number
  readonly code: string
  readonly message: string
}

/** The number of refusals that are kept. */
const mostRefusals = 20

/** The counts of a server since it started. */
export interface ServiceCounts {
  predicted: number
  learned: number
  explained: number
  /** examples that were refused, by the code of the error */
  readonly refused: Map<string, number>
  /** the latest refusals, the newest first */
  readonly lastRefusals: Refusal[]
  /** failed writes of the log */
  unwritten: number
}

export function createCounts(): ServiceCounts {
  return { predicted: 0, learned: 0, explained: 0, refused: new Map(), lastRefusals: [], unwritten: 0 }
}

/** Counts a refused example, and keeps the reason. */
export function countRefusal(
  counts: ServiceCounts,
  { code, message }: Pick<Refusal, 'code' | 'message'>,
): void {
  counts.refused.set(code, (counts.refused.get(code) ?? 0) + 1)
  counts.lastRefusals.unshift({ time: Date.now(), code, message: message.slice(0, 300) })
  counts.lastRefusals.length = Math.min(counts.lastRefusals.length, mostRefusals)
}
