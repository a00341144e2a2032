import type { LossId } from '@ol/spec'
import { absolute } from './absolute.js'
import { hinge } from './hinge.js'
import { logistic } from './logistic.js'
import type { LossTwin } from './loss.js'
import { quantile } from './quantile.js'
import { squared } from './squared.js'

/** The twins of the table of losses; the type refuses a missing one. */
export const lossTwins: Record<LossId, LossTwin> = { squared, logistic, hinge, absolute, quantile }
