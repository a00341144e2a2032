/** The contribution of features that are derived from columns: the bins of one column, or a pair, or a triple. */
export interface DerivedContribution {
  /** the names of the columns; a feature without a name is `#` and its slot */
  readonly columns: readonly string[]
  readonly contribution: number
}

/** The contribution of a feature to the score of one example. */
export interface FeatureContribution {
  /** its name, if known */
  readonly name?: string
  /** known names of other features in the same slot */
  readonly collisions?: readonly string[]
  /** the slot: the feature's hash modulo 2^bits; with bits 'grow', and for a rule with a matrix, the complete hash */
  readonly index: number
  /** in a growing table: the upper half of the feature's key */
  readonly upper?: number
  /** NaN: missing */
  readonly value: number
  /**
   * the change of the score per change of the value by 1, with constant scales: contribution / value, except for
   * rules that centre features
   */
  readonly weight: number
  readonly contribution: number
}

/** The contributions to the score besides the features: see `Explanation`. */
export interface FurtherContribution {
  readonly part: 'initial' | 'labels' | 'rule' | 'clip' | 'mixture' | 'stack' | 'curve' | 'rounding'
  readonly contribution: number
}

/**
 * A score as a sum. If the probabilities of several classes are learned together (softmax), it is the log odds of a
 * class against another: the difference of their scores, from which the normalizer of the probabilities cancels.
 * Starting from 0, add the contributions of the features in the order of the example, then of `derived`, then of
 * `further`: the sum is bit-identical to the score. Rules that centre features (std, auto) use their own order, and
 * include absent features that contribute, with value 0. For these rules, features that share a slot are one feature,
 * and the first of them has the contribution.
 */
export interface Explanation<P = number | string> {
  /** the class of the score, if there are classes */
  readonly class?: number | string
  /**
   * the class whose score is subtracted from the score of `class`; absent: `score` belongs only to `class`
   */
  readonly against?: number | string
  /** the explained score, as `scores` returns it, or the difference of two such scores */
  readonly score: number
  /** as `predict` returns it */
  readonly prediction: P
  /** the predicted label; absent in regression */
  readonly predicted?: number | string
  /** its probability; absent if the loss has none, and in regression */
  readonly probability?: number
  readonly features: readonly FeatureContribution[]
  /** the contributions of each column and each cross; absent: the model has no derived features */
  readonly derived?: readonly DerivedContribution[]
  /**
   * `initial`: the initial prediction of the example; `labels`: the mean of the labels, if they are learned in units
   * of their spread; `rule`: the effect of the rule on the sum; `clip`: the effect of clipping; `mixture`: the
   * difference between the score of a mixture and the sum of its lanes, with the factors of `inspect`; `stack`,
   * `curve`: what these add; `rounding`: the rounding error of the sum
   */
  readonly further: readonly FurtherContribution[]
}

/** Options of an explanation. */
export interface ExplainOptions {
  /** in a model with classes: the label of the class to explain; default: the predicted class */
  readonly class?: number | string | undefined
  /**
   * if probabilities of classes are learned together: the label of the class to compare with; default: the best
   * other class
   */
  readonly against?: number | string | undefined
}
