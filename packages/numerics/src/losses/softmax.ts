import { logistic } from './logistic.js'
import type { LossTwin } from './loss.js'

/**
 * The softmax loss, -ln p of the class of the example, by its columns: with the other columns held still, the column of
 * class k moves as logistic loss does at the log odds of k. The engine puts these in place of the scores (`couple`); a
 * learner without classes has one column, whose score is the log odds of +1.
 */
export const softmax: LossTwin = { ...logistic }
