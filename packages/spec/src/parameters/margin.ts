/* Generated from the table by `node scripts/parameter-types.mjs`; a test compares. */
/** The parameters of the margin rules, by id. */
export interface MarginParameters {
  /** Perceptron */
  readonly perceptron: Record<never, never>
  /** p-norm Perceptron */
  readonly 'pnorm-perceptron': {
    /** the norm of the weights: 2 is Euclidean, smaller for targets with few features (a number >= 1.01 and <= 2; default 1.5) */
    readonly p?: number | undefined
  }
  /** PA, passive-aggressive */
  readonly pa: Record<never, never>
  /** PA-I, passive-aggressive with a bounded step */
  readonly pa1: {
    /** C, the largest step: smaller for noisier labels; an example weight multiplies it (a number > 0 and <= 1000000; default 1) */
    readonly aggressiveness?: number | undefined
  }
  /** PA-II, passive-aggressive with a damped step */
  readonly pa2: {
    /** C: smaller damps the steps more; an example weight multiplies it (a number > 0 and <= 1000000; default 1) */
    readonly aggressiveness?: number | undefined
  }
  /** PA-X, passive-aggressive with a mistake bound */
  readonly pax: Record<never, never>
  /** p-norm PA-X */
  readonly 'pax-pnorm': {
    /** the norm of the weights: 2 is Euclidean, smaller for targets with few features (a number >= 1.01 and <= 2; default 1.5) */
    readonly p?: number | undefined
  }
  /** Second-order Perceptron, diagonal */
  readonly sop: {
    /** r, in units of x^2: larger trusts an example less (a number >= 1e-9 and <= 1000000000; default 1) */
    readonly noise?: number | undefined
  }
  /** AROW, adaptive regularization of weights, diagonal */
  readonly arow: {
    /** r, in units of x^2: larger trusts an example less (a number >= 1e-9 and <= 1000000000; default 1) */
    readonly noise?: number | undefined
    /** the diagonal that stands for the full matrix: its inverse's, or its own (default precision) */
    readonly covariance?: 'precision' | 'sigma' | undefined
  }
  /** AROW as online mirror descent, diagonal */
  readonly 'arow-omd': {
    /** r, in units of x^2: larger trusts an example less (a number >= 1e-9 and <= 1000000000; default 1) */
    readonly noise?: number | undefined
  }
  /** CW, confidence-weighted, variance form, diagonal */
  readonly cw: {
    /** phi: the required margin, in units of its variance; larger learns more from each example (a number >= 0.000001 and <= 1000; default 1) */
    readonly confidence?: number | undefined
    /** a, of every weight at the start, in units of the squared weight (a number >= 1e-9 and <= 1000000000; default 1) */
    readonly variance?: number | undefined
  }
}
