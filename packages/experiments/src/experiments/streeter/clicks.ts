import { exp } from '@ol/numerics'
import { type Dataset, DatasetBuilder } from '../../data/dataset.js'
import { Random } from '../../data/random.js'

export interface ClickLog {
  readonly name: string
  readonly impressions: number
  /** the number of different queries; rank r has a probability in proportion to r^-exponent */
  readonly queries: number
  readonly exponent: number
  /** instead of a number of queries and their ranks: new queries never end, see `everNew` */
  readonly discount?: number | undefined
  readonly ads: number
  /** the number of words for queries, and of those for ads */
  readonly vocabulary: number
  /** standard deviation of the weights that clicks are drawn with */
  readonly spread: number
  /** the base rate of clicks, before features */
  readonly clicks: number
}

/** Returns a function that draws ranks 0 .. n - 1 with probability in proportion to (rank + 1)^-exponent. */
export function zipf(n: number, exponent: number, random: Random): () => number {
  const sums = new Float64Array(n)
  let sum = 0
  for (let r = 0; r < n; r++) {
    // only integer and half-integer powers, which are the same on every machine
    sum += exponent === 1 ? 1 / (r + 1) : 1 / ((r + 1) * Math.sqrt(Math.sqrt(r + 1)))
    sums[r] = sum
  }
  return () => {
    const target = random.uniform() * sum
    let low = 0
    let high = n - 1
    while (low < high) {
      const midpoint = (low + high) >> 1
      if (sums[midpoint] > target) high = midpoint
      else low = midpoint + 1
    }
    return low
  }
}

/** The concentration of `everNew`. */
const concentration = 100

/**
 * Returns a function that draws numbers without an upper limit, by the process of Pitman and Yor (1997): after t draws
 * of k different numbers, the next is new with probability (c + k discount) / (c + t); otherwise it is a number drawn n
 * times before, with probability in proportion to n - discount.
 */
export function everNew(discount: number, random: Random): () => number {
  const drawn: number[] = []
  const counts: number[] = []
  return () => {
    const fresh = random.uniform() * (concentration + drawn.length) < concentration + discount * counts.length
    let one = counts.length
    if (fresh) counts.push(0)
    // one of the earlier draws, rejected with probability discount / n
    else
      do one = drawn[random.below(drawn.length)]
      while (random.uniform() * counts[one] < discount)
    counts[one]++
    drawn.push(one)
    return one
  }
}

/**
 * Returns a log of ad impressions: the query is drawn by Zipf's law, has two to four words (Zipf as well), and is shown
 * with one of the ads, which has three words. Features: a constant, the query, its words, the ad, its words, and the
 * query with the ad and with its words; all have the value 1. A logistic model with normal weights determines the
 * probability of a click.
 */
export function clickLog(log: ClickLog, seed: number): Dataset {
  const random = new Random(seed)
  const { discount } = log
  const query = discount === undefined ? zipf(log.queries, log.exponent, random) : everNew(discount, random)
  const word = zipf(log.vocabulary, 1, random)
  const wordsOf = (count: number): number[] => [...new Set(Array.from({ length: count }, word))]
  const known = discount === undefined ? log.queries : 0
  const queryWords = Array.from({ length: known }, () => wordsOf(2 + random.below(3)))
  const adWords = Array.from({ length: log.ads }, () => wordsOf(3))
  const weights = new Map<number, number>()
  const spread = (id: number): number => {
    const weight = weights.get(id) ?? log.spread * random.normal()
    weights.set(id, weight)
    return weight
  }
  const ids = new Map<string, number>()
  const idOf = (name: string): number => {
    const id = ids.get(name) ?? ids.size
    ids.set(name, id)
    return id
  }
  const bias = idOf('constant')
  // log of the odds of a click
  weights.set(bias, logOdds(log.clicks))
  const builder = new DatasetBuilder()
  for (let t = 0; t < log.impressions; t++) {
    const q = query()
    queryWords[q] ??= wordsOf(2 + random.below(3))
    const a = random.below(log.ads)
    const features = [
      bias,
      idOf(`query ${q}`),
      ...queryWords[q].map((w) => idOf(`word ${w}`)),
      idOf(`ad ${a}`),
      ...adWords[a].map((w) => idOf(`ad word ${w}`)),
      idOf(`query ${q}, ad ${a}`),
      ...adWords[a].map((w) => idOf(`query ${q}, ad word ${w}`)),
    ]
    let z = 0
    for (const id of features) {
      z += spread(id)
      builder.feature(id, 1)
    }
    builder.end(random.uniform() < 1 / (1 + exp(-z)) ? 1 : -1)
  }
  return builder.build(log.name, ids.size, 0)
}

/** ln(p / (1 - p)) by bisection of the logistic function. */
export function logOdds(p: number): number {
  let [low, high] = [-30, 30]
  for (let k = 0; k < 60; k++) {
    const midpoint = (low + high) / 2
    if (1 / (1 + exp(-midpoint)) < p) low = midpoint
    else high = midpoint
  }
  return (low + high) / 2
}
