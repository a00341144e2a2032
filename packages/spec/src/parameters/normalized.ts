/* Generated from the table by `node scripts/parameter-types.mjs`; a test compares. */
/** The parameters of the normalized rules, by id. */
export interface NormalizedParameters {
  /** NAG, normalized adaptive gradient */
  readonly nag: {
    /** step size, without a unit; the best is usually within [0.1, 10] (a number > 0 and <= 1000000000, or 'auto'; default 2) */
    readonly learningRate?: number | 'auto' | undefined
    /** the examples that N includes: all, or only those with a loss, as in Vowpal Wabbit (default all) */
    readonly count?: 'all' | 'loss' | undefined
    /** p, the power with which rates fall: 0.5 for any data, 0 if all examples count alike, 1 for steady data (a number >= 0 and <= 1; default 0.5) */
    readonly powerT?: number | undefined
    /** t0: learning starts as if t0 examples had preceded the first, each with every feature at its largest value and a derivative of 1 (a number >= 0 and <= 1000000000000000; default 0) */
    readonly initialT?: number | undefined
    /** strength of the L1 term that every example adds to its loss, on weight times scale: larger makes more weights exactly 0, whatever the units of the features (a number >= 0 and <= 1000000000; default 0) */
    readonly l1?: number | undefined
    /** strength of the L2 term l2 (w s)^2 / 2 that every example adds to its loss, on weight times scale: independent of the units of the features (a number >= 0 and <= 1000000000; default 0) */
    readonly l2?: number | undefined
    /** half-life in examples: after that many examples, an example counts half in the statistics and in the sums of squared gradients; 0: nothing is forgotten (a number >= 0 and <= 1000000000000000; default 0) */
    readonly forget?: number | undefined
    /** predict, test and inspect use the average weights, with the weights before each example; learning and its progressive predictions use the current weights (default on) */
    readonly average?: 'on' | undefined
  }
  /** NAG with a chosen power and pseudo-examples at the start */
  readonly 'nag-power': {
    /** step size; with power-t 0.5 without a unit (a number > 0 and <= 1000000000, or 'auto'; default 2) */
    readonly learningRate?: number | 'auto' | undefined
    /** the examples that N includes: all, or only those with a loss, as in Vowpal Wabbit (default all) */
    readonly count?: 'all' | 'loss' | undefined
    /** p, the power with which rates fall: 0.5 for any data, 0 if all examples count alike, 1 for steady data (a number >= 0 and <= 1; default 0.5) */
    readonly powerT?: number | undefined
    /** t0: learning starts as if t0 examples had preceded the first, each with every feature at its largest value and a derivative of 1 (a number >= 0 and <= 1000000000000000; default 0) */
    readonly initialT?: number | undefined
  }
  /** NG, normalized gradient descent */
  readonly ng: {
    /** step size, in units of the label per unit of loss gradient (a number > 0 and <= 1000000000, or 'auto'; default 0.1) */
    readonly learningRate?: number | 'auto' | undefined
    /** the learning rate is multiplied by t^-decay: 0 keeps it constant, 0.5 is 1/sqrt(t) (a number >= 0 and <= 1; default 0) */
    readonly decay?: number | undefined
    /** the examples that N includes: all, or only those with a loss, as in Vowpal Wabbit (default all) */
    readonly count?: 'all' | 'loss' | undefined
    /** strength of the L1 term that every example adds to its loss, on weight times scale: larger makes more weights exactly 0, whatever the units of the features (a number >= 0 and <= 1000000000; default 0) */
    readonly l1?: number | undefined
    /** strength of the L2 term l2 (w s)^2 / 2 that every example adds to its loss, on weight times scale: independent of the units of the features (a number >= 0 and <= 1000000000; default 0) */
    readonly l2?: number | undefined
    /** half-life in examples: after that many examples, an example counts half in the statistics and in the sums of squared gradients; 0: nothing is forgotten (a number >= 0 and <= 1000000000000000; default 0) */
    readonly forget?: number | undefined
    /** predict, test and inspect use the average weights, with the weights before each example; learning and its progressive predictions use the current weights (default on) */
    readonly average?: 'on' | undefined
  }
  /** sNAG, NAG with the mean square as the scale */
  readonly snag: {
    /** step size, without a unit; the best is usually within [0.1, 10] (a number > 0 and <= 1000000000, or 'auto'; default 2) */
    readonly learningRate?: number | 'auto' | undefined
    /** strength of the L1 term that every example adds to its loss, on weight times scale: larger makes more weights exactly 0, whatever the units of the features (a number >= 0 and <= 1000000000; default 0) */
    readonly l1?: number | undefined
    /** strength of the L2 term l2 (w s)^2 / 2 that every example adds to its loss, on weight times scale: independent of the units of the features (a number >= 0 and <= 1000000000; default 0) */
    readonly l2?: number | undefined
    /** half-life in examples: after that many examples, an example counts half in the statistics and in the sums of squared gradients; 0: nothing is forgotten (a number >= 0 and <= 1000000000000000; default 0) */
    readonly forget?: number | undefined
    /** predict, test and inspect use the average weights, with the weights before each example; learning and its progressive predictions use the current weights (default on) */
    readonly average?: 'on' | undefined
  }
  /** sNAG, rescaled when a feature is present */
  readonly 'snag-seen': {
    /** step size, without a unit; the best is usually within [0.1, 10] (a number > 0 and <= 1000000000, or 'auto'; default 2) */
    readonly learningRate?: number | 'auto' | undefined
    /** when the weight of a present feature is rescaled: grow: if its root mean square is larger than ever; seen: always (default grow) */
    readonly rescale?: 'grow' | 'seen' | undefined
    /** strength of the L1 term that every example adds to its loss, on weight times scale: larger makes more weights exactly 0, whatever the units of the features (a number >= 0 and <= 1000000000; default 0) */
    readonly l1?: number | undefined
    /** strength of the L2 term l2 (w s)^2 / 2 that every example adds to its loss, on weight times scale: independent of the units of the features (a number >= 0 and <= 1000000000; default 0) */
    readonly l2?: number | undefined
    /** half-life in examples: after that many examples, an example counts half in the statistics and in the sums of squared gradients; 0: nothing is forgotten (a number >= 0 and <= 1000000000000000; default 0) */
    readonly forget?: number | undefined
    /** predict, test and inspect use the average weights, with the weights before each example; learning and its progressive predictions use the current weights (default on) */
    readonly average?: 'on' | undefined
  }
  /** AdaGrad on features over their root mean square */
  readonly 'snag-meansquare': {
    /** step size, in units of the score (a number > 0 and <= 1000000000, or 'auto'; default 0.5) */
    readonly learningRate?: number | 'auto' | undefined
    /** strength of the L1 term that every example adds to its loss, on weight times scale: larger makes more weights exactly 0, whatever the units of the features (a number >= 0 and <= 1000000000; default 0) */
    readonly l1?: number | undefined
    /** strength of the L2 term l2 (w s)^2 / 2 that every example adds to its loss, on weight times scale: independent of the units of the features (a number >= 0 and <= 1000000000; default 0) */
    readonly l2?: number | undefined
    /** half-life in examples: after that many examples, an example counts half in the statistics and in the sums of squared gradients; 0: nothing is forgotten (a number >= 0 and <= 1000000000000000; default 0) */
    readonly forget?: number | undefined
    /** predict, test and inspect use the average weights, with the weights before each example; learning and its progressive predictions use the current weights (default on) */
    readonly average?: 'on' | undefined
  }
  /** Streaming diagonal conditioner */
  readonly conditioner: {
    /** step size eta, without a unit; the bound holds for sqrt(2) with a projection (a number > 0 and <= 1000000000, or 'auto'; default 0.5) */
    readonly learningRate?: number | 'auto' | undefined
    /** C, in units of the score: the rule competes with all weights whose scores are at most C (a number > 0 and <= 1000000000; default 1) */
    readonly radius?: number | undefined
    /** the norm of the ball of radius C onto which w s is projected; the bound holds for l1 (default none) */
    readonly projection?: 'none' | 'l1' | 'l2' | 'linf' | undefined
  }
  /** Transductive diagonal conditioner */
  readonly transductive: {
    /** step size eta, without a unit; the bound holds for sqrt(2) with a projection (a number > 0 and <= 1000000000, or 'auto'; default 0.5) */
    readonly learningRate?: number | 'auto' | undefined
    /** C, in units of the score: the rule competes with all weights whose scores are at most C (a number > 0 and <= 1000000000; default 1) */
    readonly radius?: number | undefined
    /** the norm of the ball of radius C onto which w s is projected; the bound holds for l1 (default none) */
    readonly projection?: 'none' | 'l1' | 'l2' | 'linf' | undefined
  }
  /** The update of Vowpal Wabbit 9 */
  readonly vw: {
    /** step size; with normalization without a unit (a number > 0 and <= 1000000000, or 'auto'; default 0.5) */
    readonly learningRate?: number | 'auto' | undefined
    /** off: features keep their own units (default on) */
    readonly normalized?: 'on' | 'off' | undefined
    /** off: one rate for all features, which shrinks as t^-p; t is the weight of all examples (default on) */
    readonly adaptive?: 'on' | 'off' | undefined
    /** when a weight is rescaled whose feature exceeds its scale: after the prediction and only if there is a loss, as in Vowpal Wabbit 9; or always before the prediction, as in the paper and the code of its authors (default after) */
    readonly rescale?: 'after' | 'before' | undefined
    /** p, the power with which rates fall: 0.5 for any data, 0 if all examples count alike, 1 for steady data (a number >= 0 and <= 1; default 0.5) */
    readonly powerT?: number | undefined
    /** the initial value of t, of N, and of G for every feature (in units of x^2); with adaptive and normalized off, 0 means 1 (a number >= 0 and <= 1000000000000000; default 0) */
    readonly initialT?: number | undefined
    /** L1 penalty: a step of size h moves every weight toward 0 by l1 h (a number >= 0 and <= 1000000000; default 0) */
    readonly l1?: number | undefined
    /** L2 penalty: a step of size h multiplies every weight by 1 - l2 h (a number >= 0 and <= 1000000000; default 0) */
    readonly l2?: number | undefined
  }
}
