/* Generated from the table by `node scripts/parameter-types.mjs`; a test compares. */
/** The parameters of the adagrad rules, by id. */
export interface AdagradParameters {
  /** AdaGrad, diagonal, without projection */
  readonly adagrad: {
    /** step size, in units of the weights (a number > 0 and <= 1000000000, or 'auto'; default 0.5) */
    readonly learningRate?: number | 'auto' | undefined
    /** predict, test and inspect use the average weights, with the weights before each example; learning and its progressive predictions use the current weights (default on) */
    readonly average?: 'on' | undefined
  }
  /** AdaGrad, composite mirror descent */
  readonly 'adagrad-cmd': {
    /** step size, in units of the weights (a number > 0 and <= 1000000000, or 'auto'; default 0.5) */
    readonly learningRate?: number | 'auto' | undefined
    /** added to the norm of the gradients, which makes the first steps smaller; the bound of adagrad-rda needs at least the largest gradient (a number >= 0 and <= 1000000000; default 0) */
    readonly delta?: number | undefined
    /** strength of the L1 term, in units of the gradient: the larger, the more weights are 0 (a number >= 0 and <= 1000000000; default 0) */
    readonly l1?: number | undefined
    /** strength of the L2 term l2 w^2 / 2 that every example adds to its loss (a number >= 0 and <= 1000000000; default 0) */
    readonly l2?: number | undefined
    /** the smallest value of a weight (a number >= -1e+300 and <= 0; default -1e+300) */
    readonly lower?: number | undefined
    /** the largest value of a weight (a number >= 0 and <= 1e+300; default 1e+300) */
    readonly upper?: number | undefined
  }
  /** AdaGrad, primal-dual (RDA) */
  readonly 'adagrad-rda': {
    /** step size, in units of the weights (a number > 0 and <= 1000000000, or 'auto'; default 0.5) */
    readonly learningRate?: number | 'auto' | undefined
    /** added to the norm of the gradients, which makes the first steps smaller; the bound of adagrad-rda needs at least the largest gradient (a number >= 0 and <= 1000000000; default 0) */
    readonly delta?: number | undefined
    /** strength of the L1 term, in units of the gradient: the larger, the more weights are 0 (a number >= 0 and <= 1000000000; default 0) */
    readonly l1?: number | undefined
    /** strength of the L2 term l2 w^2 / 2 that every example adds to its loss (a number >= 0 and <= 1000000000; default 0) */
    readonly l2?: number | undefined
    /** the smallest value of a weight (a number >= -1e+300 and <= 0; default -1e+300) */
    readonly lower?: number | undefined
    /** the largest value of a weight (a number >= 0 and <= 1e+300; default 1e+300) */
    readonly upper?: number | undefined
  }
  /** AdaGrad, composite mirror descent, with a regularizer of all weights together */
  readonly 'adagrad-cmd-dense': {
    /** step size, in units of the weights (a number > 0 and <= 1000000000, or 'auto'; default 0.5) */
    readonly learningRate?: number | 'auto' | undefined
    /** added to the norm of the gradients, which makes the first steps smaller; the bound of adagrad-rda needs at least the largest gradient (a number >= 0 and <= 1000000000; default 0) */
    readonly delta?: number | undefined
    /** a norm of all weights or a sum of norms over namespaces, which is added to the loss; or a ball in which the weights stay (default l2-norm) */
    readonly regularizer?:
      | 'l2-norm'
      | 'linf-norm'
      | 'l1-ball'
      | 'l2-ball'
      | 'group-l2'
      | 'group-linf'
      | undefined
    /** the factor of the norm, or the radius of the ball (a number > 0 and <= 1000000000; default 0.01) */
    readonly strength?: number | undefined
  }
  /** AdaGrad, primal-dual (RDA), with a regularizer of all weights together */
  readonly 'adagrad-rda-dense': {
    /** step size, in units of the weights (a number > 0 and <= 1000000000, or 'auto'; default 0.5) */
    readonly learningRate?: number | 'auto' | undefined
    /** added to the norm of the gradients, which makes the first steps smaller; the bound of adagrad-rda needs at least the largest gradient (a number >= 0 and <= 1000000000; default 0) */
    readonly delta?: number | undefined
    /** a norm of all weights or a sum of norms over namespaces, which is added to the loss; or a ball in which the weights stay (default l2-norm) */
    readonly regularizer?:
      | 'l2-norm'
      | 'linf-norm'
      | 'l1-ball'
      | 'l2-ball'
      | 'group-l2'
      | 'group-linf'
      | undefined
    /** the factor of the norm, or the radius of the ball (a number > 0 and <= 1000000000; default 0.01) */
    readonly strength?: number | undefined
  }
}
