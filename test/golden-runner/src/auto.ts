import { type AnyLearnerOptions, type Batch, checkOptions, Learner } from '@ol/core'
import { constantIndex, rules } from '@ol/spec'
import { deviation, type GoldenData, type GoldenOutput } from './trace.js'

/** A run of the learner with nothing to tune, or of one of its lanes: ../../golden/auto. */
export interface AutoTrace {
  readonly algorithm: string
  readonly params: {
    readonly class: 'Auto'
    readonly task: 'binary' | 'multiclass' | 'regression'
    readonly K: number
    readonly families: 'RS' | 'R' | 'S'
    readonly rates: readonly number[]
    readonly out: string
  }
  readonly data: string
  readonly classes?: readonly number[]
  /** the probability of +1 (with a single lane the score), the probabilities of the classes, or a number */
  readonly predictions: readonly (number | readonly number[])[]
  /** by feature, then class, then lane, in units of 1 / scale; of two families the first alone */
  readonly final_V: Readonly<Record<string, readonly (readonly number[])[]>>
  /** by feature: how often it was not 0, and the mean and the sum of squares of those values */
  readonly final_stats: Readonly<Record<string, readonly [number, number, number]>>
  readonly dense: readonly number[]
}

export const isAutoTrace = (trace: { readonly params: { readonly class: string } }): trace is AutoTrace =>
  trace.params.class === 'Auto'

const families = { RS: 'both', R: 'deviation', S: 'rms' } as const

/** Returns the options of a trace: RangeError for lanes that no rule has. */
export function autoOptions({ params }: AutoTrace): AnyLearnerOptions {
  const { task, K, out, rates } = params
  const softmax = params.families !== 'S'
  const loss =
    task === 'binary' ? 'logistic' : task === 'regression' ? 'half-squared' : softmax ? 'softmax' : 'logistic'
  const classes = task === 'multiclass' ? { classes: K } : {}
  if (rates.length === 1) {
    const scaling = params.families === 'S' ? 'rms' : 'deviation'
    return { rule: 'std', loss, learningRate: rates[0], scaling, ...classes }
  }
  const own = rules.auto.ensemble?.lanes
    .filter(({ scaling }) => scaling === 0)
    .map((lane) => lane.learningRate)
  if (JSON.stringify(own) !== JSON.stringify(rates))
    throw new RangeError(`Rule auto has no lanes ${String(rates)}`)
  const plain = { expand: 'off', curve: 'off', stack: 'off' } as const
  return {
    rule: 'auto',
    ...plain,
    loss,
    families: families[params.families],
    mixture: out.toLowerCase(),
    ...classes,
  }
}

/** Runs a trace example by example on a table of float64, row i for feature i; the constant has a row of its own. */
export function runAuto(trace: AutoTrace, { d, examples }: GoldenData): GoldenOutput {
  let bits = 1
  while (2 ** bits < d || constantIndex % 2 ** bits < d) bits++
  const options = autoOptions(trace)
  const learner = new Learner(checkOptions({ ...options, outliers: 'keep', precision: 'float64', bits }))
  const { task, out } = trace.params
  const predictions = examples.map(({ y, i, x }, e) => {
    const batch: Batch = {
      size: 1,
      offsets: Uint32Array.of(0, i.length + 1),
      indices: Uint32Array.of(...i, constantIndex),
      values: Float64Array.of(...x, 1),
      labels: Float64Array.of(trace.classes === undefined ? y : trace.classes[e] + 1),
    }
    const probabilities =
      task === 'regression' || (out === 'lane' && task === 'binary')
        ? undefined
        : learner.probabilities(batch)
    const [score] = learner.learn(batch)
    if (probabilities === undefined) return score
    return task === 'binary' ? probabilities[0] : [...probabilities]
  })
  const flat = (all: readonly (number | readonly number[])[]): number[] => all.flat() as number[]
  const off = deviation(flat(predictions), flat(trace.predictions))
  const weights = finalWeights(trace, examples)
  const final_weights = weights.map(({ lane, own }) => {
    const found = new Map([...learner.weights(lane)].map(({ index, weight }) => [index, weight]))
    return own.map((_, i) => found.get(i) ?? 0)
  })
  const moved = deviation(
    final_weights.flat(),
    weights.flatMap(({ own }) => own),
  )
  const worst = Number.isNaN(off + moved) ? Number.POSITIVE_INFINITY : Math.max(off, moved)
  return {
    rule: String(options.rule),
    backend: learner.backend,
    predictions,
    final_weights,
    deviation: worst,
  }
}

/** Returns the weights of lanes in the features' own units, without the constant, from those in units of 1 / scale. */
function finalWeights(
  { final_V, final_stats, dense, params }: AutoTrace,
  examples: GoldenData['examples'],
): { lane: number; own: number[] }[] {
  const t = examples.length
  const columns = params.task === 'multiclass' ? params.K : 1
  const mean = examples.reduce((sum, { y }) => sum + y, 0) / t
  const spread =
    params.task === 'regression'
      ? Math.sqrt(examples.reduce((sum, { y }) => sum + (y - mean) ** 2, 0) / t)
      : 1
  const features = Object.keys(final_stats).map(Number)
  const d = Math.max(...features) + 1
  const given = params.rates.length
  const lanes = given * params.families.length
  const rms = params.families === 'S'
  return Array.from({ length: columns * given }, (_, n) => {
    const column = Math.floor(n / given)
    const own = Array.from({ length: d }, (_unused, i) => {
      const stats = final_stats[i]
      const V = final_V[i]?.[column]
      if (stats === undefined || V === undefined) return 0
      const [c, m, S] = stats
      const f = c / t
      const square = rms
        ? (S + c * m * m) / t
        : dense.includes(i)
          ? S / t + f * (1 - f) * m * m
          : S / c + m * m
      return square > 0 ? (spread * V[n % given]) / Math.sqrt(square) : 0
    })
    return { lane: column * lanes + (n % given), own }
  })
}
