import type { Dataset } from '../../data/dataset.js'
import type { DatasetTask } from '../../datasets/dataset-entry.js'

/**
 * The losses of trees over the last fifth of a shuffle, after fitting them to the rest, and the microseconds of fitting
 * per example.
 */
export interface Boosted {
  readonly usual: number
  readonly strong: number
  readonly microseconds: readonly [usual: number, strong: number]
}

/** A data set for learning with derived features. */
export interface DerivedSet {
  readonly name: string
  readonly dataset: string
  readonly task: DatasetTask
  /** this class against all others; absent: the labels are unchanged */
  readonly target?: number | undefined
  /** columns of 0 and 1 that are one column of categories: its name, the first and the last of them, from 0 */
  readonly categories?: readonly (readonly [name: string, first: number, last: number])[] | undefined
  /** whether it is learned once, in the order of the file, and not in shuffles */
  readonly inOrder?: boolean | undefined
  /** the loss of the recipe's prototype with all derived features, over its own shuffles */
  readonly prototype: number
  /** HistGradientBoosting of scikit-learn on the first shuffle, made by bench/boosted.mjs */
  readonly boosted: Boosted
}

const soil = [
  ['area', 10, 13],
  ['soil', 14, 53],
] as const

export const derivedSets: readonly DerivedSet[] = [
  {
    name: 'bank',
    dataset: 'bank',
    task: 'binary',
    prototype: 0.2112,
    boosted: boosted(0.20354, 0.20291, 14, 21),
  },
  {
    name: 'census',
    dataset: 'census',
    task: 'binary',
    prototype: 0.1199,
    boosted: boosted(0.11008, 0.10866, 20, 58),
  },
  {
    name: 'covertype, class 2',
    dataset: 'covertype',
    task: 'binary',
    target: 2,
    prototype: 0.2427,
    boosted: boosted(0.35946, 0.18686, 28, 224),
  },
  {
    name: 'covertype, class 2, categories',
    dataset: 'covertype',
    task: 'binary',
    target: 2,
    categories: soil,
    prototype: 0.2427,
    boosted: boosted(0.3503, 0.18225, 8, 58),
  },
  {
    name: 'shuttle',
    dataset: 'shuttle',
    task: 'classes',
    prototype: 0.0069,
    boosted: boosted(0.23984, 0.16923, 10, 23),
  },
  {
    name: 'electricity',
    dataset: 'electricity',
    task: 'binary',
    prototype: 0.4508,
    boosted: boosted(0.41841, 0.39389, 12, 89),
  },
  {
    name: 'electricity, in order',
    dataset: 'electricity',
    task: 'binary',
    inOrder: true,
    prototype: 0.1783,
    boosted: boosted(0.56071, 0.64688, 16, 89),
  },
  {
    name: 'california',
    dataset: 'california',
    task: 'regression',
    prototype: 0.2522,
    boosted: boosted(0.17809, 0.16668, 18, 102),
  },
  {
    name: 'msd',
    dataset: 'msd',
    task: 'regression',
    prototype: 0.7869,
    boosted: boosted(0.75289, 0.74659, 90, 211),
  },
]

function boosted(usual: number, strong: number, ...microseconds: Boosted['microseconds']): Boosted {
  return { usual, strong, microseconds }
}

/** Returns the examples with the labels and the columns of a set. */
export function examplesOf(data: Dataset, { target, categories = [] }: DerivedSet): Dataset {
  const labels = target === undefined ? data.labels : data.labels.map((y) => (y === target ? 1 : -1))
  if (categories.length === 0) return { ...data, labels }
  const names = new Map(data.names)
  for (const [name, first, last] of categories)
    for (let i = first; i <= last; i++) names.set(i, `${name}=${i - first + 1}`)
  return { ...data, labels, names }
}
