import { stateRanges } from '@ol/spec'

/** Returns a count, which stops where it would no longer be exact: a model file with a larger one is refused. */
export function boundedCount(count: number): number {
  return Math.min(count, stateRanges.counted.max)
}
