import { averageEntry, type ModifierId, penaltyEntry } from '@ol/spec'
import type { KnownModifier } from '../rules/known.js'
import { average } from './average.js'
import { penalty } from './penalty.js'

/** Modifiers, as a program imports them next to the rules that it learns. */
export const modifiers: Record<ModifierId, KnownModifier> = {
  penalty: { modifier: penaltyEntry, wrap: penalty },
  average: { modifier: averageEntry, wrap: average },
}
