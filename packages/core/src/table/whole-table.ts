import { ruleOf, wholeTable } from '@ol/spec'
import type { Settings } from '../options/settings.js'

/** Returns whether an example changes rows of a table that are not those of its features: of one of its lanes. */
export function changesWhole(settings: Settings): boolean {
  const { params, lanes } = settings
  const entry = ruleOf(settings)
  for (let l = 0; l < lanes; l++)
    if (
      wholeTable(
        entry,
        entry.params.map((_, j) => params[j * lanes + l]),
      )
    )
      return true
  return false
}
