/** The bets of the test: shares of the capital that are bet on the challenger in each round. */
const bets = [0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.4]

/** The state of the test. */
export interface Evidence {
  readonly examples: number
  /** the mean of the champion's scores minus the challenger's: > 0 if the challenger is better */
  readonly meanGain: number
  /** the capital of the bets: it ever reaches k with a probability of at most 1/k if the challenger is not better by the margin */
  readonly capital: number
}

/** The state from which a test continues. */
export interface ChallengeState {
  readonly capitals: readonly number[]
  readonly examples: number
  readonly gain: number
}

/**
 * An anytime-valid test of whether a challenger is better by a margin. A bettor who starts with a capital of 1 bets on
 * each example that it is, at odds that are fair if it is not: then the mean capital never exceeds 1, however often one
 * looks (Waudby-Smith, Ramdas: Estimating means of bounded random variables by betting, JRSS B 2024; Ville's
 * inequality).
 */
export class Challenge {
  readonly #margin: number
  #capitals: number[] = bets.map(() => 1)
  #examples = 0
  #gain = 0

  /** @param margin in [0, 1): how much better a mean score must be */
  constructor(margin: number) {
    this.#margin = margin
  }

  /** @param champion, challenger: their scores of an example, in [0, 1]; smaller is better */
  add(champion: number, challenger: number): void {
    const gain = champion - challenger
    this.#examples++
    this.#gain += gain
    for (const [k, bet] of bets.entries()) this.#capitals[k] *= 1 + bet * (gain - this.#margin)
  }

  state(): ChallengeState {
    return { capitals: [...this.#capitals], examples: this.#examples, gain: this.#gain }
  }

  restore({ capitals, examples, gain }: ChallengeState): void {
    this.#capitals = [...capitals]
    this.#examples = examples
    this.#gain = gain
  }

  evidence(): Evidence {
    return {
      examples: this.#examples,
      meanGain: this.#examples === 0 ? 0 : this.#gain / this.#examples,
      capital: this.#capitals.reduce((sum, capital) => sum + capital, 0) / bets.length,
    }
  }
}
