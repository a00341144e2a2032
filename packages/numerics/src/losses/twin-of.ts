import { type LossId, OLError } from '@ol/spec'
import type { LossTwin } from './loss.js'

const known = new Map<string, LossTwin>()

/** Makes twins of losses known to `lossTwinOf`, and returns them. */
export function addLossTwins<T extends { readonly [loss in LossId]?: LossTwin }>(twins: T): T {
  for (const [loss, twin] of Object.entries(twins)) known.set(loss, twin as LossTwin)
  return twins
}

/** Returns the twin of a loss: OL_PART where the program was made without it. */
export function lossTwinOf(loss: LossId): LossTwin {
  const twin = known.get(loss)
  if (twin !== undefined) return twin
  throw new OLError('OL_PART', `Expected a loss that this program was made with but received ${loss}`, {
    value: loss,
  })
}
