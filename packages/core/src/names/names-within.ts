import type { FeatureNames } from '@ol/spec'

/** Returns the names of features [first, end) for a batch that has only these, from position 0 on. */
export function namesWithin({ at, texts }: FeatureNames, first: number, end: number): FeatureNames {
  const kept = Array.from(at.keys()).filter((k) => at[k] >= first && at[k] < end)
  return { at: Uint32Array.from(kept, (k) => at[k] - first), texts: kept.map((k) => texts[k]) }
}
