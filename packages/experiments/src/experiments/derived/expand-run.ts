import { Learner } from '@ol/core'
import type { Dataset } from '../../data/dataset.js'
import { namedBatch } from '../../data/named-batches.js'
import { Random } from '../../data/random.js'
import { datasetOf } from '../../datasets/datasets.js'
import { type Part, part } from '../../run/part.js'
import { derivedSets, examplesOf } from './derived-sets.js'

/** The experiment is only about derived features. */
const plain = { curve: 'off', stack: 'off' } as const

export const choices = ['off', 'bins', 'pairs', 'triples', 'auto'] as const
export type Choice = (typeof choices)[number]

/** Progressive losses: log loss; for real labels, the mean squared error divided by the variance of the labels. */
export interface DerivedRun {
  readonly loss: number
  /** the same over the last fifth */
  readonly late: number
  /** the share of wrong classes; 0 for real labels */
  readonly mistakes: number
}

const batchSize = 1024

interface RunOf {
  readonly name: string
  readonly expand: Choice
  readonly seed: number
}

/** One pass over a set with a choice of derived features; seed 0 is the order of the file. */
export const derivedRun: Part<RunOf, DerivedRun> = part('expand', async ({ name, expand, seed }, read) => {
  const set = derivedSets.find((one) => one.name === name)
  if (set === undefined) throw new RangeError(name)
  const data = examplesOf(await read(set.dataset), set)
  const classes = set.task === 'classes' ? datasetOf(set.dataset).classes : undefined
  const order = seed === 0 ? undefined : new Random(seed).permutation(data.size)
  return set.task === 'regression' ? realRun(data, order, expand) : classRun(data, order, expand, classes)
})

/** Returns the start of the last fifth. */
export function tailOf(size: number): number {
  return Math.floor(0.8 * size)
}

function* batches(size: number): Generator<[from: number, to: number]> {
  const tail = tailOf(size)
  for (let from = 0; from < size; ) {
    const to = Math.min(from + batchSize, from < tail ? tail : size)
    yield [from, to]
    from = to
  }
}

function classRun(
  data: Dataset,
  order: Uint32Array | undefined,
  expand: Choice,
  classes: number | undefined,
): DerivedRun {
  const several = classes !== undefined
  const learner = several
    ? new Learner({ rule: 'auto', loss: 'softmax', classes, bits: 18, expand, ...plain })
    : new Learner({ rule: 'auto', loss: 'logistic', bits: 18, expand, ...plain })
  const lossSoFar = (): number => {
    const { averageLoss, logLoss } = learner.report()
    return (several ? logLoss : averageLoss) ?? Number.NaN
  }
  const tail = tailOf(data.size)
  let before = 0
  let wrong = 0
  for (const [from, to] of batches(data.size)) {
    if (from === tail) before = lossSoFar()
    const batch = namedBatch(data, order, from, to)
    const made = learner.learn(batch)
    for (let e = 0; e < batch.size; e++)
      if (several ? made[e] !== batch.labels[e] : made[e] > 0 !== batch.labels[e] > 0) wrong++
  }
  const loss = lossSoFar()
  const late = (loss * data.size - before * tail) / (data.size - tail)
  return { loss, late, mistakes: wrong / data.size }
}

function realRun(data: Dataset, order: Uint32Array | undefined, expand: Choice): DerivedRun {
  const learner = new Learner({ rule: 'auto', loss: 'squared', bits: 18, expand, ...plain })
  const tail = tailOf(data.size)
  let squares = 0
  let late = 0
  for (const [from, to] of batches(data.size)) {
    const batch = namedBatch(data, order, from, to)
    const made = learner.learn(batch)
    for (let e = 0; e < batch.size; e++) {
      // a prediction before the first label means nothing
      const square = from + e === 0 ? 0 : (made[e] - batch.labels[e]) ** 2
      squares += square
      if (from >= tail) late += square
    }
  }
  const variance = varianceOf(data.labels)
  return {
    loss: squares / data.size / variance,
    late: late / (data.size - tail) / variance,
    mistakes: 0,
  }
}

function varianceOf(labels: Float64Array): number {
  const mean = labels.reduce((sum, y) => sum + y, 0) / labels.length
  return labels.reduce((sum, y) => sum + (y - mean) ** 2, 0) / labels.length
}
