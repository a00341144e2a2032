/* Generated from the table by `node scripts/parameter-types.mjs`; a test compares. */
/** The parameters of the full-matrix rules, by id. */
export interface FullMatrixParameters {
  /** AdaGrad with a full matrix */
  readonly 'adagrad-full': {
    /** eta, step size, in units of the weights (a number > 0 and <= 1000000000, or 'auto'; default 0.3) */
    readonly learningRate?: number | 'auto' | undefined
    /** added to the root of G, which makes the first steps smaller; in units of the gradient (a number > 0 and <= 1000000000; default 0.01) */
    readonly delta?: number | undefined
    /** composite mirror descent or primal-dual averaging (default cmd) */
    readonly method?: 'cmd' | 'rda' | undefined
    /** phi: none, l2/2 ||w||^2, or ||w|| <= radius (default none) */
    readonly regularizer?: 'none' | 'l2sq' | 'l2ball' | undefined
    /** weight of half the squared L2 norm, for l2sq (a number >= 0 and <= 1000000000; default 0.01) */
    readonly l2?: number | undefined
    /** largest norm of the weights, for l2ball (a number > 0 and <= 1000000000; default 1) */
    readonly radius?: number | undefined
  }
  /** VAW, the forward algorithm of Vovk, Azoury and Warmuth */
  readonly vaw: {
    /** a, the weight of the squared norm, in units of x^2 (a number >= 1e-9 and <= 1000000000; default 1) */
    readonly alpha?: number | undefined
  }
  /** Second-order Perceptron with a full matrix */
  readonly 'sop-full': {
    /** r, in units of x^2; the larger it is, the less the model trusts an example (a number >= 1e-9 and <= 1000000000; default 1) */
    readonly noise?: number | undefined
  }
  /** AROW with a full matrix */
  readonly 'arow-full': {
    /** r, in units of x^2; the larger it is, the less the model trusts an example (a number >= 1e-9 and <= 1000000000; default 1) */
    readonly noise?: number | undefined
  }
  /** AROW as online mirror descent, with a full matrix */
  readonly 'arow-omd-full': {
    /** r, in units of x^2; the larger it is, the less the model trusts an example (a number >= 1e-9 and <= 1000000000; default 1) */
    readonly noise?: number | undefined
  }
  /** CW, confidence-weighted, variance form, with a full matrix */
  readonly 'cw-full': {
    /** phi: the required margin, in units of its variance; the larger it is, the more the model learns from each example (a number >= 0.000001 and <= 1000; default 1) */
    readonly confidence?: number | undefined
    /** a, the variance of every weight at the start, in units of the squared weight (a number >= 1e-9 and <= 1000000000; default 1) */
    readonly variance?: number | undefined
  }
  /** ONS, online Newton step */
  readonly ons: {
    /** inverse step size, without a unit; at most half of the largest alpha for which exp(-alpha loss) is concave (a number > 0 and <= 1000000000; default 0.5) */
    readonly gamma?: number | undefined
    /** the diagonal of A at the start, in units of the squared gradient; larger makes the first steps smaller (a number >= 1e-9 and <= 1000000000; default 1) */
    readonly epsilon?: number | undefined
  }
}
