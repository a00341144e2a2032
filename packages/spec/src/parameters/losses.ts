/* Generated from the table by `node scripts/parameter-types.mjs`; a test compares. */
/** The parameters of losses, by id. */
export interface LossParameters {
  readonly squared: Record<never, never>
  readonly logistic: Record<never, never>
  readonly hinge: Record<never, never>
  readonly absolute: Record<never, never>
  readonly quantile: {
    /** the quantile to estimate; 0.5 is the median (a number > 0 and < 1; default 0.5) */
    readonly quantile?: number | undefined
  }
  readonly 'half-squared': Record<never, never>
  readonly perceptron: Record<never, never>
  readonly poisson: Record<never, never>
  readonly huber: {
    /** delta: the loss is quadratic for smaller errors and linear for larger ones; in units of the label (a number > 0 and <= 1000000000000000; default 1) */
    readonly huberDelta?: number | undefined
  }
  readonly expectile: {
    /** q: the expectile to estimate; 0.5 is the mean (a number > 0 and < 1; default 0.5) */
    readonly expectile?: number | undefined
  }
  readonly 'epsilon-insensitive': {
    /** epsilon: errors up to this size cost nothing; in units of the label (a number >= 0 and <= 1000000000000000; default 0.1) */
    readonly insensitivity?: number | undefined
  }
  readonly softmax: Record<never, never>
}
