import type { LossId } from '@ol/spec'
import { absolute } from './absolute.js'
import { epsilonInsensitive } from './epsilon-insensitive.js'
import { expectile } from './expectile.js'
import { halfSquared } from './half-squared.js'
import { hinge } from './hinge.js'
import { huber } from './huber.js'
import { logistic } from './logistic.js'
import type { LossTwin } from './loss.js'
import { perceptron } from './perceptron.js'
import { poisson } from './poisson.js'
import { quantile } from './quantile.js'
import { softmax } from './softmax.js'
import { squared } from './squared.js'
import { addLossTwins } from './twin-of.js'

/** The twins of the table of losses; the type refuses a missing one. */
export const lossTwins: Record<LossId, LossTwin> = addLossTwins({
  squared,
  logistic,
  hinge,
  absolute,
  quantile,
  'half-squared': halfSquared,
  perceptron,
  poisson,
  huber,
  expectile,
  'epsilon-insensitive': epsilonInsensitive,
  softmax,
})
