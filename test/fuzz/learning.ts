import { type AnyLearnerOptions, type Batch, Learner } from '@ol/core'
import { namedRules, type RuleName } from '@ol/spec'
import { pick, type Random } from '../tokenizers/texts.js'
import { type FuzzTarget, isRefused, outcomeOf } from './target.js'

// Learning from hostile numbers, where errors are held against those before them: on each backend, in any batches, through
// model files, with the same bytes.

const ruleIds: readonly RuleName[] = [
  'nag',
  'ng',
  'snag',
  'snag-seen',
  'std',
  'auto',
  'auto-small',
  'vw',
  'sgd',
  'adagrad',
  'nag-regularized',
  'nag-averaged',
]
const valuesAt = [0, -0, 1e-100, 1e-38, 1e-6, 1, 30, 1e6, 1e19, 1e39, 1e100]
const labelsAt = [0, -0, 5e-324, 1e-310, 1e-100, 1e-38, 1e-6, 1, 30, 1e6, 1e10, 1e15]
/** Those that are refused. */
const refused = [Number.NaN, Number.POSITIVE_INFINITY, 5e-324, 1e101, 1e308, -1e308]
const weights = [0, 1, 1, 1, 2, 1e-300, 1e-9, 1e6, 1e9]

const unit = (random: Random): number => (random(2 ** 20) + 0.5) / 2 ** 20

/** Returns a batch with a hostile number at this rate: about one in each example, or a few in all. */
function hostileBatch(random: Random): Batch {
  const size = 400 + random(600)
  const each = pick(random, [20, 300, 3000])
  const columns = 1 + random(4)
  const sign = (): number => (random(2) === 0 ? 1 : -1)
  const scale = pick(random, [1, 1, 1, 1e-30, 1e12])
  const number = (usual: number, odd: readonly number[]): number =>
    random(each) === 0 ? sign() * pick(random, odd) : usual
  const values = Array.from({ length: size * columns }, () => number(unit(random) - 0.5, valuesAt))
  const labels = Array.from({ length: size }, (_, e) =>
    random(40) === 0
      ? Number.NaN
      : number(scale * (Math.min(1, Math.max(-1, values[e * columns])) + 0.01 * unit(random)), labelsAt),
  )
  const weighted = random(2) === 0
  if (random(20) === 0) values[random(size)] = pick(random, refused)
  return {
    size,
    offsets: Uint32Array.from({ length: size + 1 }, (_, e) => e * columns),
    indices: Uint32Array.from({ length: size * columns }, (_, i) => i % columns),
    upper: Uint32Array.from({ length: size * columns }, (_, i) => 9 + (i % columns)),
    values: Float64Array.from(values),
    labels: Float64Array.from(labels),
    ...(weighted
      ? {
          weights: Float64Array.from({ length: size }, () =>
            random(each) === 0 ? pick(random, weights) : 1,
          ),
        }
      : {}),
  }
}

function hostileOptions(random: Random): AnyLearnerOptions {
  const rule = pick(random, ruleIds)
  const { ensemble, precisions } = namedRules[rule] as { ensemble?: unknown; precisions?: readonly string[] }
  const own = ensemble === undefined && random(3) === 0 ? pick(random, [{ bootstrap: 3 }, {}]) : {}
  const rate = rule === 'nag' && random(3) === 0 ? { learningRate: 'auto' } : {}
  const precision = precisions === undefined && random(2) === 0 ? { precision: 'float64' } : {}
  const growing =
    random(3) === 0 ? { bits: 'grow', ...(random(2) === 0 ? { maxFeatures: 2 } : {}) } : { bits: 3 }
  return {
    rule,
    loss: 'squared',
    ...pick(random, [{}, {}, { outliers: 'errors' }]),
    ...own,
    ...rate,
    ...precision,
    ...growing,
  } as AnyLearnerOptions
}

function part(batch: Batch, from: number, to: number): Batch {
  const { offsets, indices, upper, values, labels, weights } = batch
  return {
    size: to - from,
    offsets: offsets.slice(from, to + 1).map((end) => end - offsets[from]),
    indices: indices.slice(offsets[from], offsets[to]),
    upper: (upper as Uint32Array).slice(offsets[from], offsets[to]),
    values: values.slice(offsets[from], offsets[to]),
    labels: labels.slice(from, to),
    ...(weights === undefined ? {} : { weights: weights.slice(from, to) }),
  }
}

/** Learns in batches of these sizes, saved and loaded in between where that is asked; returns all that there is to compare. */
function learnedIn(
  batch: Batch,
  options: AnyLearnerOptions,
  size: number,
  how: 'as it is' | 'loaded',
): string {
  let model = new Learner(options as never) as Learner
  const predictions: number[] = []
  let clippedErrors = 0
  for (let e = 0; e < batch.size; e += size) {
    const own = part(batch, e, Math.min(batch.size, e + size))
    predictions.push(...model.learn(own))
    if (how !== 'loaded') continue
    clippedErrors += model.clippedErrors
    model = Learner.fromBytes(model.toBytes(), { backend: options.backend })
  }
  const bytes = model.toBytes()
  // a saved model loads
  Learner.fromBytes(bytes)
  return [
    clippedErrors + model.clippedErrors,
    Buffer.from(bytes).toString('base64'),
    ...predictions.map((z) => (Object.is(z, -0) ? '-0' : z)),
  ].join()
}

export const learningTarget: FuzzTarget = {
  name: 'clipped-errors',
  run: async (random) => {
    const options = hostileOptions(random)
    const batch = hostileBatch(random)
    const size = 1 + random(300)
    const ways = [
      { backend: 'native', size: batch.size, how: 'as it is' },
      { backend: 'fallback', size: batch.size, how: 'as it is' },
      { backend: 'native', size, how: 'as it is' },
      { backend: 'native', size, how: 'loaded' },
      { backend: 'fallback', size: 1 + random(300), how: 'loaded' },
    ] as const
    const found = await Promise.all(
      ways.map(async ({ backend, size: step, how }) => {
        const outcome = await outcomeOf(() => learnedIn(batch, { ...options, backend } as never, step, how))
        return isRefused(outcome) ? 'refused' : outcome
      }),
    )
    const other = found.findIndex((one) => one !== found[0])
    if (other >= 0)
      throw new Error(
        `${JSON.stringify(options)}: ${JSON.stringify(ways[other])} differs: ${found[0].slice(0, 40)} and ${found[other].slice(0, 40)}`,
      )
    if (found[0] === 'refused') return found[0]
    return found[0].startsWith('0,') ? 'none' : 'some'
  },
}
