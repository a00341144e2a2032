import { type LossId, Register } from '@ol/spec'
import type { LossTwin } from './loss.js'

const known = /* @__PURE__ */ new Register<LossTwin>('loss')

/** Makes twins of losses known to `lossTwinOf`, and returns them. */
export function addLossTwins<T extends { readonly [loss in LossId]?: LossTwin }>(twins: T): T {
  return known.add(twins)
}

/** Returns the twin of a loss; throws OL_PART if the program was built without it. */
export function lossTwinOf(loss: LossId): LossTwin {
  return known.of(loss)
}
