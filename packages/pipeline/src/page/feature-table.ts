import { checkShape } from '@ol/spec'
import type { Session } from '../session.js'
import { figureText } from '../text/number-text.js'
import { unnamedFeatures } from '../text/unnamed-features.js'
import { type PageCell, tableHtml } from './page-parts.js'

/** A feature as a page lists it. */
export interface FeatureRow {
  readonly name: string
  /** for a feature that is shown as `#N`: why its name is unknown */
  readonly unnamed?: string | undefined
  /** in a model of several classes: the class */
  readonly class?: number | string | undefined
  /** in the unit of the feature */
  readonly weight: number
  /** for a value of a categorical column: the mean weight of its values */
  readonly baseline?: number | undefined
  /** the magnitude of its contribution to a score when it is present */
  readonly importance: number
}

/** The largest number of features that a page lists: over all classes, and for each class if there are many. */
const listed = { features: 100, ofModel: 20, ofClass: 3 } as const

/** Returns the features of a model that its page lists, together by class. */
export function pageFeatures(session: Session): FeatureRow[] {
  checkShape('session', session, { learner: 'object', inspect: 'function' })
  const classes = session.classes?.length ?? 1
  const top = Math.max(listed.ofClass, Math.min(listed.ofModel, Math.floor(listed.features / classes)))
  const found = session.inspect({ top })
  const least = found.map(({ importance }) => importance).sort((a, b) => b - a)[listed.features - 1] ?? 0
  return found
    .filter(({ importance }) => importance >= least)
    .slice(0, listed.features)
    .map((feature) => {
      const { name, collisions = [], index, weight, baseline, importance, class: label } = feature
      return {
        name: name === undefined ? `#${index}` : [name, ...collisions].join(' | '),
        unnamed: unnamedFeatures([feature], session.learner.names),
        class: label,
        weight,
        baseline,
        importance,
      }
    })
}

/** Returns the features with a bar for their importance, in the other color if they lower the score. */
export function featureTable(features: readonly FeatureRow[]): string {
  const most = Math.max(...features.map(({ importance }) => importance), Number.MIN_VALUE)
  const classed = features.some((feature) => feature.class !== undefined)
  const based = features.some(({ baseline }) => baseline !== undefined)
  const rows = features.map((feature): PageCell[] => [
    { text: feature.name, kind: 'name' },
    ...(classed ? [{ text: String(feature.class ?? '') }] : []),
    { text: figureText(feature.importance) },
    { text: '', bar: (Math.sign(feature.weight - (feature.baseline ?? 0)) * feature.importance) / most },
    { text: figureText(feature.weight) },
    ...(based ? [{ text: feature.baseline === undefined ? '' : figureText(feature.baseline) }] : []),
  ])
  const unnamed = new Set(features.flatMap((feature) => feature.unnamed ?? []))
  const note = [...unnamed].map((text) => ` ${text}.`).join('')
  return tableHtml(
    'The importance of a feature is how far it moves the score in an example that has it. Blue raises the score, orange lowers it.' +
      (based ? ' A value of a column is compared with the mean of that column (baseline).' : '') +
      note,
    ['feature', ...(classed ? ['class'] : []), 'importance', '', 'weight', ...(based ? ['baseline'] : [])],
    rows,
  )
}
