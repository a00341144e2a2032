import { figureText, type PageCell, tableHtml } from './page-parts.js'

/** A feature as a page lists it. */
export interface FeatureRow {
  readonly name: string
  /** of a model of several classes: the class */
  readonly class?: number | string | undefined
  /** in the unit of the feature */
  readonly weight: number
  /** what it contributes to a score where it is present, in magnitude */
  readonly importance: number
}

/** Returns the features with a bar for their importance, to the other color where they lower the score. */
export function featureTable(features: readonly FeatureRow[]): string {
  const most = Math.max(...features.map(({ importance }) => importance), Number.MIN_VALUE)
  const classed = features.some((feature) => feature.class !== undefined)
  const rows = features.map((feature): PageCell[] => [
    { text: feature.name, kind: 'name' },
    ...(classed ? [{ text: String(feature.class ?? '') }] : []),
    { text: figureText(feature.importance, 4) },
    { text: '', bar: (Math.sign(feature.weight) * feature.importance) / most },
    { text: figureText(feature.weight, 4) },
  ])
  return tableHtml(
    'By importance: how far a feature moves the score where it is present. Blue raises the score, orange lowers it.',
    ['feature', ...(classed ? ['class'] : []), 'importance', '', 'weight'],
    rows,
  )
}
