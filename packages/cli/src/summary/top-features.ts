import type { FeatureImportance } from '@ol/core'
import type { Session } from '@ol/pipeline'
import { unnamedFeatures } from '@ol/pipeline/internal'
import { textTable } from '../output/text-table.js'

/** The features that a card lists, and the columns of the longest bar. */
const shown = { features: 5, bar: 16, name: 40 } as const
const constant = 'Constant'

/** The features that move predictions most, a line each; none of a model that has learned nothing. */
export interface TopFeatures {
  readonly lines: readonly string[]
  /** why some have no name */
  readonly note: string | undefined
}

export function topFeatures(model: Session, positive: number | string | undefined): TopFeatures {
  const features = model
    .inspect({ top: shown.features + 1 })
    .filter(({ name, importance }) => name !== constant && importance > 0)
    .sort((a, b) => b.importance - a.importance)
    .slice(0, shown.features)
  if (features.length === 0) return { lines: [], note: undefined }
  const most = features[0].importance
  const classed = features.some((feature) => feature.class !== undefined)
  const rows = features.map((feature) => [
    nameOf(feature),
    ...(classed ? [String(feature.class)] : []),
    feature.weight > (feature.baseline ?? 0) ? 'raises' : 'lowers',
    '\u2587'.repeat(Math.max(1, Math.round((shown.bar * feature.importance) / most))),
  ])
  const what = positive === undefined ? 'prediction' : `odds of ${positive}`
  const heads = ['top features', ...(classed ? ['class', 'its odds'] : [what]), 'strength']
  return {
    lines: textTable([heads, ...rows], ['left', 'left', 'left', 'left']),
    note: unnamedFeatures(features, model.learner.names),
  }
}

function nameOf({ name, collisions = [], index }: FeatureImportance): string {
  const text = name === undefined ? `#${index}` : [name, ...collisions].join(' | ')
  return text.length > shown.name ? `${text.slice(0, shown.name - 1)}\u2026` : text
}
