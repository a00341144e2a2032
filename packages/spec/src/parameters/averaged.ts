/* Generated from the table by `node scripts/parameter-types.mjs`; a test compares. */
/** The parameters of the averaged rules, by id. */
export interface AveragedParameters {
  /** NAG with averaged weights */
  readonly 'nag-averaged': {
    /** step size, without a unit; the best is usually within [0.1, 10] (a number > 0 and <= 1000000000, or 'auto'; default 2) */
    readonly learningRate?: number | 'auto' | undefined
    /** the examples that count in N: all, or only those with a loss to learn from, as in Vowpal Wabbit (default all) */
    readonly count?: 'all' | 'loss' | undefined
    /** predict, test and inspect use the mean over all examples of the weights before each; learning goes on from the last weights, and so do its progressive predictions (default on) */
    readonly average?: 'on' | undefined
  }
  /** NG with averaged weights */
  readonly 'ng-averaged': {
    /** step size, in units of the label per unit of loss gradient (a number > 0 and <= 1000000000, or 'auto'; default 0.1) */
    readonly learningRate?: number | 'auto' | undefined
    /** the learning rate is multiplied by t^-decay: 0 keeps it constant, 0.5 is 1/sqrt(t) (a number >= 0 and <= 1; default 0) */
    readonly decay?: number | undefined
    /** the examples that count in N: all, or only those with a loss to learn from, as in Vowpal Wabbit (default all) */
    readonly count?: 'all' | 'loss' | undefined
    /** predict, test and inspect use the mean over all examples of the weights before each; learning goes on from the last weights, and so do its progressive predictions (default on) */
    readonly average?: 'on' | undefined
  }
  /** sNAG with averaged weights */
  readonly 'snag-averaged': {
    /** step size, without a unit; the best is usually within [0.1, 10] (a number > 0 and <= 1000000000, or 'auto'; default 2) */
    readonly learningRate?: number | 'auto' | undefined
    /** predict, test and inspect use the mean over all examples of the weights before each; learning goes on from the last weights, and so do its progressive predictions (default on) */
    readonly average?: 'on' | undefined
  }
  /** sNAG with averaged weights */
  readonly 'snag-seen-averaged': {
    /** step size, without a unit; the best is usually within [0.1, 10] (a number > 0 and <= 1000000000, or 'auto'; default 2) */
    readonly learningRate?: number | 'auto' | undefined
    /** when the weight of a present feature is rescaled: where its root mean square has grown, or always (default grow) */
    readonly rescale?: 'grow' | 'seen' | undefined
    /** predict, test and inspect use the mean over all examples of the weights before each; learning goes on from the last weights, and so do its progressive predictions (default on) */
    readonly average?: 'on' | undefined
  }
  /** AdaGrad on features over their root mean square with averaged weights */
  readonly 'snag-meansquare-averaged': {
    /** step size, in units of the score (a number > 0 and <= 1000000000, or 'auto'; default 0.5) */
    readonly learningRate?: number | 'auto' | undefined
    /** predict, test and inspect use the mean over all examples of the weights before each; learning goes on from the last weights, and so do its progressive predictions (default on) */
    readonly average?: 'on' | undefined
  }
  /** AdaGrad with averaged weights */
  readonly 'adagrad-averaged': {
    /** step size, in units of the weights (a number > 0 and <= 1000000000, or 'auto'; default 0.5) */
    readonly learningRate?: number | 'auto' | undefined
    /** predict, test and inspect use the mean over all examples of the weights before each; learning goes on from the last weights, and so do its progressive predictions (default on) */
    readonly average?: 'on' | undefined
  }
  /** SGD with averaged weights */
  readonly 'sgd-averaged': {
    /** step size, in units of the weights per unit of gradient (a number > 0 and <= 1000000000, or 'auto'; default 0.1) */
    readonly learningRate?: number | 'auto' | undefined
    /** the learning rate is multiplied by t^-decay: 0 keeps it constant, 0.5 is 1/sqrt(t) (a number >= 0 and <= 1; default 0) */
    readonly decay?: number | undefined
    /** predict, test and inspect use the mean over all examples of the weights before each; learning goes on from the last weights, and so do its progressive predictions (default on) */
    readonly average?: 'on' | undefined
  }
}
