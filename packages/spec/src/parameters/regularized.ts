/* Generated from the table by `node scripts/parameter-types.mjs`; a test compares. */
/** The parameters of the regularized rules, by id. */
export interface RegularizedParameters {
  /** NAG with L1, L2 and forgetting */
  readonly 'nag-regularized': {
    /** step size, without a unit; the best is usually within [0.1, 10] (a number > 0 and <= 1000000000, or 'auto'; default 2) */
    readonly learningRate?: number | 'auto' | undefined
    /** the examples that count in N: all, or only those with a loss to learn from, as in Vowpal Wabbit (default all) */
    readonly count?: 'all' | 'loss' | undefined
    /** strength of the L1 term that every example adds to its loss, on weight times scale: larger makes more weights exactly 0, whatever the units of the features (a number >= 0 and <= 1000000000; default 0) */
    readonly l1?: number | undefined
    /** strength of the L2 term l2 (w s)^2 / 2 that every example adds to its loss, on weight times scale: independent of the units of the features (a number >= 0 and <= 1000000000; default 0) */
    readonly l2?: number | undefined
    /** half-life in examples: after so many, what an example added to the statistics and to the sums of squared gradients counts half; 0: nothing is forgotten (a number >= 0 and <= 1000000000000000; default 0) */
    readonly forget?: number | undefined
  }
  /** NG with L1, L2 and forgetting */
  readonly 'ng-regularized': {
    /** step size, in units of the label per unit of loss gradient (a number > 0 and <= 1000000000, or 'auto'; default 0.1) */
    readonly learningRate?: number | 'auto' | undefined
    /** the learning rate is multiplied by t^-decay: 0 keeps it constant, 0.5 is 1/sqrt(t) (a number >= 0 and <= 1; default 0) */
    readonly decay?: number | undefined
    /** the examples that count in N: all, or only those with a loss to learn from, as in Vowpal Wabbit (default all) */
    readonly count?: 'all' | 'loss' | undefined
    /** strength of the L1 term that every example adds to its loss, on weight times scale: larger makes more weights exactly 0, whatever the units of the features (a number >= 0 and <= 1000000000; default 0) */
    readonly l1?: number | undefined
    /** strength of the L2 term l2 (w s)^2 / 2 that every example adds to its loss, on weight times scale: independent of the units of the features (a number >= 0 and <= 1000000000; default 0) */
    readonly l2?: number | undefined
    /** half-life in examples: after so many, what an example added to the statistics and to the sums of squared gradients counts half; 0: nothing is forgotten (a number >= 0 and <= 1000000000000000; default 0) */
    readonly forget?: number | undefined
  }
  /** sNAG with L1, L2 and forgetting */
  readonly 'snag-regularized': {
    /** step size, without a unit; the best is usually within [0.1, 10] (a number > 0 and <= 1000000000, or 'auto'; default 2) */
    readonly learningRate?: number | 'auto' | undefined
    /** strength of the L1 term that every example adds to its loss, on weight times scale: larger makes more weights exactly 0, whatever the units of the features (a number >= 0 and <= 1000000000; default 0) */
    readonly l1?: number | undefined
    /** strength of the L2 term l2 (w s)^2 / 2 that every example adds to its loss, on weight times scale: independent of the units of the features (a number >= 0 and <= 1000000000; default 0) */
    readonly l2?: number | undefined
    /** half-life in examples: after so many, what an example added to the statistics and to the sums of squared gradients counts half; 0: nothing is forgotten (a number >= 0 and <= 1000000000000000; default 0) */
    readonly forget?: number | undefined
  }
  /** sNAG with L1, L2 and forgetting */
  readonly 'snag-seen-regularized': {
    /** step size, without a unit; the best is usually within [0.1, 10] (a number > 0 and <= 1000000000, or 'auto'; default 2) */
    readonly learningRate?: number | 'auto' | undefined
    /** when the weight of a present feature is rescaled: where its root mean square has grown, or always (default grow) */
    readonly rescale?: 'grow' | 'seen' | undefined
    /** strength of the L1 term that every example adds to its loss, on weight times scale: larger makes more weights exactly 0, whatever the units of the features (a number >= 0 and <= 1000000000; default 0) */
    readonly l1?: number | undefined
    /** strength of the L2 term l2 (w s)^2 / 2 that every example adds to its loss, on weight times scale: independent of the units of the features (a number >= 0 and <= 1000000000; default 0) */
    readonly l2?: number | undefined
    /** half-life in examples: after so many, what an example added to the statistics and to the sums of squared gradients counts half; 0: nothing is forgotten (a number >= 0 and <= 1000000000000000; default 0) */
    readonly forget?: number | undefined
  }
  /** AdaGrad on features over their root mean square with L1, L2 and forgetting */
  readonly 'snag-meansquare-regularized': {
    /** step size, in units of the score (a number > 0 and <= 1000000000, or 'auto'; default 0.5) */
    readonly learningRate?: number | 'auto' | undefined
    /** strength of the L1 term that every example adds to its loss, on weight times scale: larger makes more weights exactly 0, whatever the units of the features (a number >= 0 and <= 1000000000; default 0) */
    readonly l1?: number | undefined
    /** strength of the L2 term l2 (w s)^2 / 2 that every example adds to its loss, on weight times scale: independent of the units of the features (a number >= 0 and <= 1000000000; default 0) */
    readonly l2?: number | undefined
    /** half-life in examples: after so many, what an example added to the statistics and to the sums of squared gradients counts half; 0: nothing is forgotten (a number >= 0 and <= 1000000000000000; default 0) */
    readonly forget?: number | undefined
  }
}
