import { logistic } from './logistic.js'
import type { LossTwin } from './loss.js'

/**
 * The softmax loss, -ln p of the class of the example, by its columns: with the other columns fixed, the column of
 * class k moves as with logistic loss at the log odds of k. The engine replaces the scores by these (`couple`); a
 * learner without classes has one column, whose score is the log odds of +1.
 */
export const softmax: LossTwin = { ...logistic }
