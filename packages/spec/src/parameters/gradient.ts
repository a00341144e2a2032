/* Generated from the table by `node scripts/parameter-types.mjs`; a test compares. */
/** The parameters of the gradient rules, by id. */
export interface GradientParameters {
  /** SGD, stochastic gradient descent */
  readonly sgd: {
    /** step size, in units of the weights per unit of gradient (a number > 0 and <= 1000000000, or 'auto'; default 0.1) */
    readonly learningRate?: number | 'auto' | undefined
    /** the learning rate is multiplied by t^-decay: 0 keeps it constant, 0.5 is 1/sqrt(t) (a number >= 0 and <= 1; default 0) */
    readonly decay?: number | undefined
    /** predict, test and inspect use the average weights, with the weights before each example; learning and its progressive predictions use the current weights (default on) */
    readonly average?: 'on' | undefined
  }
  /** Online gradient descent on a box, one rate */
  readonly 'ogd-global': {
    /** c, which multiplies the rate of the theorem; without a unit; the paper's experiments use less than 1 (a number > 0 and <= 1000000000, or 'auto'; default 1) */
    readonly learningRate?: number | 'auto' | undefined
    /** D, the diameter of the box, in units of the weights; 0: (upper - lower) sqrt(features seen so far), as in section 5.1 (a number >= 0 and <= 1000000000000; default 0) */
    readonly diameter?: number | undefined
    /** strength of the L2 term l2 w^2 / 2 that every example adds to its loss (a number >= 0 and <= 1000000000; default 0) */
    readonly l2?: number | undefined
    /** the smallest value of a weight (a number >= -1000000000 and <= 0; default -1) */
    readonly lower?: number | undefined
    /** the largest value of a weight (a number >= 0 and <= 1000000000; default 1) */
    readonly upper?: number | undefined
  }
  /** Online gradient descent on a box, a rate for each coordinate */
  readonly 'ogd-coordinate': {
    /** c, which multiplies the rate of the theorem; without a unit; the paper's experiments use less than 1 (a number > 0 and <= 1000000000, or 'auto'; default 1) */
    readonly learningRate?: number | 'auto' | undefined
    /** strength of the L2 term l2 w^2 / 2 that every example adds to its loss (a number >= 0 and <= 1000000000; default 0) */
    readonly l2?: number | undefined
    /** the smallest value of a weight (a number >= -1000000000 and <= 0; default -1) */
    readonly lower?: number | undefined
    /** the largest value of a weight (a number >= 0 and <= 1000000000; default 1) */
    readonly upper?: number | undefined
  }
  /** Adaptive online gradient descent */
  readonly aogd: {
    /** every weight is kept in [-radius, radius], in units of the weights (a number >= 0.001 and <= 1000000000; default 1) */
    readonly radius?: number | undefined
    /** H: the losses have an L2 term (H/2) w^2 for every weight; the regret is then logarithmic (a number >= 0 and <= 1000000000; default 0) */
    readonly convexity?: number | undefined
  }
  /** Gradient descent with regret bounded by the variation of the gradients */
  readonly 'hazan-kale': {
    /** every weight is kept in [-radius, radius], in units of the weights (a number >= 0.001 and <= 1000000000; default 1) */
    readonly radius?: number | undefined
  }
  /** FLH, follow the leading history */
  readonly flh: {
    /** every weight is kept in [-radius, radius], in units of the weights (a number >= 0.001 and <= 1000000000; default 1) */
    readonly radius?: number | undefined
    /** H: the losses have an L2 term (H/2) w^2 for every weight (a number >= 0.000001 and <= 1000000000; default 0.03) */
    readonly convexity?: number | undefined
    /** G: the largest derivative of the loss with respect to a weight (a number >= 0.000001 and <= 1000000000; default 1) */
    readonly lipschitz?: number | undefined
  }
  /** FLH2, follow the leading history with few experts */
  readonly flh2: {
    /** every weight is kept in [-radius, radius], in units of the weights (a number >= 0.001 and <= 1000000000; default 1) */
    readonly radius?: number | undefined
    /** H: the losses have an L2 term (H/2) w^2 for every weight (a number >= 0.000001 and <= 1000000000; default 0.03) */
    readonly convexity?: number | undefined
    /** G: the largest derivative of the loss with respect to a weight (a number >= 0.000001 and <= 1000000000; default 1) */
    readonly lipschitz?: number | undefined
  }
}
