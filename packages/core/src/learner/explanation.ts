/** The addition of features that are derived from some columns: bins of one, or a pair or a triple. */
export interface DerivedContribution {
  /** the names of the columns; a feature without a name is `#` and its slot */
  readonly columns: readonly string[]
  readonly contribution: number
}

/** The addition of a feature to the score of one example. */
export interface FeatureContribution {
  /** its name, where that is known */
  readonly name?: string
  /** names of other features that the model knows in the same slot */
  readonly collisions?: readonly string[]
  /** the slot: the feature's hash modulo 2^bits; with bits 'grow' and of a rule with a matrix the whole hash */
  readonly index: number
  /** in a growing table: the upper half of the feature's key */
  readonly upper?: number
  /** NaN: it is missing */
  readonly value: number
  /**
   * the addition per change of the value by 1, as far as scales do not move with it: contribution / value, but for
   * centred rules
   */
  readonly weight: number
  readonly contribution: number
}

/** The additions to the score next to the features: see `Explanation`. */
export interface FurtherContribution {
  readonly part: 'initial' | 'labels' | 'rule' | 'clip' | 'mixture' | 'stack' | 'curve' | 'rounding'
  readonly contribution: number
}

/**
 * A score as a sum. If the probabilities of several classes are learned together (softmax), it is the log odds of a
 * class against another: the difference of their scores, in which the normalizer of the probabilities is not. From 0
 * on, the contributions of the features, in their order in the example, then the contributions of `derived` and of
 * `further`, in theirs, add up to the score exactly, bit for bit. Rules that centre features (std, auto) add them up in
 * an order of their own, with those that count though they are absent: their value is 0. To these rules features of one
 * slot are one feature, and the first of them has the contribution.
 */
export interface Explanation<P = number | string> {
  /** the class of the score, if there are classes */
  readonly class?: number | string
  /**
   * the class whose score is subtracted from the score of `class`; absent: none is, and `score` belongs to `class`
   * alone
   */
  readonly against?: number | string
  /** the score that is explained: as `scores` returns it, or the difference of two such scores */
  readonly score: number
  /** as `predict` returns it */
  readonly prediction: P
  /** the label that is predicted; absent in regression */
  readonly predicted?: number | string
  /** its probability; absent if the loss has none, and in regression */
  readonly probability?: number
  readonly features: readonly FeatureContribution[]
  /** in a model with derived features: the additions of each column and of each cross; absent: it has none */
  readonly derived?: readonly DerivedContribution[]
  /**
   * `initial`: the initial prediction of the example; `labels`: the mean of the labels, where they are learned in units
   * of their spread; `rule`: what the rule makes of the sum; `clip`: the range of predictions; `mixture`: what the score
   * of a mixture has next to the sum of its lanes, with the factors of `inspect`; `stack`, `curve`: what these add; `rounding`: what the order of the sum left
   */
  readonly further: readonly FurtherContribution[]
}

/** Options of an explanation. */
export interface ExplainOptions {
  /** whose score is explained, of a model with classes: its label; default: the class that is predicted */
  readonly class?: number | string | undefined
  /**
   * the class that it is explained against, where probabilities of classes are learned together: its label; default: the one that
   * comes next, or first where that is another
   */
  readonly against?: number | string | undefined
}
