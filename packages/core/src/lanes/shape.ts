import { ensembleOf, outputOf, realLabels } from '../options/ensemble-options.js'
import type { Settings } from '../options/settings.js'
import type { Shape } from './mixture/weigher.js'

/** Returns what an ensemble of these settings is mixed for. */
export function shapeOf(settings: Settings): Shape {
  const lanes = ensembleOf(settings)
  const { classes } = settings
  return {
    lanes: lanes.length,
    classes: classes?.count ?? (realLabels(settings.loss, classes) ? 1 : 2),
    binary: classes === undefined,
    exclusive: lanes.map(({ scaling }) => scaling === 0),
    output: outputOf(settings),
  }
}
