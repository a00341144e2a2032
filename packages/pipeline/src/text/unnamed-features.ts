import type { FeatureImportance, NamesInfo } from '@ol/core'
import { countText } from './number-text.js'

/** Returns why some of the listed features are shown as `#N`; undefined: all of them have names. */
export function unnamedFeatures(
  listed: readonly Pick<FeatureImportance, 'name'>[],
  { limit, known }: Pick<NamesInfo, 'limit' | 'known'>,
): string | undefined {
  if (listed.every(({ name }) => name !== undefined)) return undefined
  const why =
    limit === 0
      ? 'the model keeps no names (--names)'
      : known < limit
        ? 'its data had no names'
        : `the model keeps the names of the first ${countText(limit)} features only (--names N keeps more)`
  return `#N is the feature with the index N, whose name is unknown: ${why}`
}
