/* Generated from the table by `node scripts/parameter-types.mjs`; a test compares. */
/** The parameters of the mirror-descent rules, by id. */
export interface MirrorDescentParameters {
  /** Composite online mirror descent with an L1 norm */
  readonly 'omd-l1': {
    /** eta, step size, in units of the weights per unit of gradient (a number > 0 and <= 1000000000, or 'auto'; default 1) */
    readonly learningRate?: number | 'auto' | undefined
    /** weight of the L1 norm; the larger it is, the more weights are exactly 0 (a number >= 0 and <= 1000000000; default 0.0001) */
    readonly l1?: number | undefined
  }
  /** RDA, regularized dual averaging with an L1 norm */
  readonly rda: {
    /** inverse step size, in units of gradient per unit of the weights (a number > 0 and <= 1000000000; default 1) */
    readonly gamma?: number | undefined
    /** weight of the L1 norm; the larger it is, the more weights are exactly 0 (a number >= 0 and <= 1000000000; default 0.0001) */
    readonly l1?: number | undefined
  }
  /** Online mirror descent for a strongly convex regularizer */
  readonly 'omd-strongly-convex': {
    /** weight of half the squared L2 norm; it also sets the step size (a number > 0 and <= 1000000000; default 0.01) */
    readonly l2?: number | undefined
  }
  /** Scale invariant p-norm algorithm */
  readonly 'scale-invariant-pnorm': {
    /** eta, step size, without a unit (a number > 0 and <= 1000000000, or 'auto'; default 1) */
    readonly learningRate?: number | 'auto' | undefined
    /** L, the largest |d loss / d score|: 1 for logistic, hinge and absolute loss (a number > 0 and <= 1000000000; default 1) */
    readonly lipschitz?: number | undefined
    /** eq12: the formula of the theorem; eq14: weights are smaller by the factor p - 1 (default eq12) */
    readonly formula?: 'eq12' | 'eq14' | undefined
  }
  /** Scale invariant AdaGrad */
  readonly 'scale-invariant-adagrad': {
    /** eta, step size, without a unit (a number > 0 and <= 1000000000, or 'auto'; default 1) */
    readonly learningRate?: number | 'auto' | undefined
    /** L, the largest |d loss / d score|: 1 for logistic, hinge and absolute loss (a number > 0 and <= 1000000000; default 1) */
    readonly lipschitz?: number | undefined
    /** d, the number of features; 0: the number of features that have had a gradient (a whole number >= 0 and <= 1000000000000; default 0) */
    readonly dimension?: number | undefined
  }
  /** p-norm LMS, adaptive filtering without a bound on the inputs */
  readonly 'pnorm-lms': {
    /** the norm of the examples: 2 if most features matter, 2 ln d if few of d features matter (a number >= 2 and <= 100; default 2) */
    readonly p?: number | undefined
  }
  /** FTRL-Proximal */
  readonly ftrl: {
    /** step size, in units of the weights (a number > 0 and <= 1000000000; default 0.1) */
    readonly alpha?: number | undefined
    /** smoothing of the first steps, in units of gradient (a number >= 0 and <= 1000000000; default 1) */
    readonly beta?: number | undefined
    /** weight of the L1 norm; the larger it is, the more weights are exactly 0 (a number >= 0 and <= 1000000000; default 0) */
    readonly l1?: number | undefined
    /** weight of the squared L2 norm; the larger it is, the smaller the weights (a number >= 0 and <= 1000000000; default 0) */
    readonly l2?: number | undefined
  }
}
