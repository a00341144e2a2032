/* Generated from the table by `node scripts/parameter-types.mjs`; a test compares. */
/** The parameters of the margin rules, by id. */
export interface MarginParameters {
  /** Perceptron */
  readonly perceptron: Record<never, never>
  /** p-norm Perceptron */
  readonly 'pnorm-perceptron': {
    /** the norm of the weights: 2 is Euclidean; choose a smaller p if few features matter (a number >= 1.01 and <= 2; default 1.5) */
    readonly p?: number | undefined
  }
  /** PA, passive-aggressive */
  readonly pa: Record<never, never>
  /** PA-I, passive-aggressive with a bounded step */
  readonly pa1: {
    /** C, the largest step; choose it smaller for noisier labels; the weight of an example multiplies it (a number > 0 and <= 1000000; default 1) */
    readonly aggressiveness?: number | undefined
  }
  /** PA-II, passive-aggressive with a damped step */
  readonly pa2: {
    /** C: smaller values damp the steps more; the weight of an example multiplies it (a number > 0 and <= 1000000; default 1) */
    readonly aggressiveness?: number | undefined
  }
  /** PA-X, passive-aggressive with a mistake bound */
  readonly pax: Record<never, never>
  /** p-norm PA-X */
  readonly 'pax-pnorm': {
    /** the norm of the weights: 2 is Euclidean; choose a smaller p if few features matter (a number >= 1.01 and <= 2; default 1.5) */
    readonly p?: number | undefined
  }
  /** Second-order Perceptron, diagonal */
  readonly sop: {
    /** r, in units of x^2; the larger it is, the less the model trusts an example (a number >= 1e-9 and <= 1000000000; default 1) */
    readonly noise?: number | undefined
  }
  /** AROW, adaptive regularization of weights, diagonal */
  readonly arow: {
    /** r, in units of x^2; the larger it is, the less the model trusts an example (a number >= 1e-9 and <= 1000000000; default 1) */
    readonly noise?: number | undefined
    /** the matrix whose diagonal is kept: precision: the inverse of the covariance; sigma: the covariance (default precision) */
    readonly covariance?: 'precision' | 'sigma' | undefined
  }
  /** AROW as online mirror descent, diagonal */
  readonly 'arow-omd': {
    /** r, in units of x^2; the larger it is, the less the model trusts an example (a number >= 1e-9 and <= 1000000000; default 1) */
    readonly noise?: number | undefined
  }
  /** CW, confidence-weighted, variance form, diagonal */
  readonly cw: {
    /** phi: the required margin, in units of its variance; the larger it is, the more the model learns from each example (a number >= 0.000001 and <= 1000; default 1) */
    readonly confidence?: number | undefined
    /** a, the variance of every weight at the start, in units of the squared weight (a number >= 1e-9 and <= 1000000000; default 1) */
    readonly variance?: number | undefined
  }
}
