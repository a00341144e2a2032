import { type Batch, limits, type StateRange, stateRanges } from '@ol/spec'
import type { ClassWeightSetting, Settings } from '../options/settings.js'
import { TotalTree } from './total-tree.js'

/** The ranges of the numbers that a model file keeps of balanced weights of classes: see `ClassWeights`. */
export const classWeightRange: StateRange = stateRanges.weightSum

/** Returns the number of weight sums that a model keeps for its classes; 0: none. */
export function countedClasses({ classWeight, classes }: Pick<Settings, 'classWeight' | 'classes'>): number {
  return classWeight === 'balanced' ? (classes?.count ?? 2) : 0
}

/**
 * Multiplies the weights of examples by their classes' weights, for learning. Balanced, an example of class k counts n
 * / (K n_k) times its own weight, where n is the sum of the weights of the labelled examples so far, n_k the sum for
 * class k, and K the number of classes that have occurred, all including the example itself. No example weighs more
 * than `limits.maxWeight`.
 */
export class ClassWeights {
  #fixed: readonly number[] | undefined
  readonly #binary: boolean
  /** sum of weights of each class */
  #sums: TotalTree

  /** `sums`: as stored in a model file */
  constructor(
    setting: ClassWeightSetting,
    settings: Pick<Settings, 'classWeight' | 'classes'>,
    sums?: Float64Array,
  ) {
    this.#fixed = fixedWeights(setting, settings)
    this.#binary = settings.classes === undefined
    this.#sums = new TotalTree(sums ?? new Float64Array(countedClasses(settings)))
  }

  /** The arrays of a model file. */
  get state(): readonly Float64Array[] {
    return this.#fixed === undefined ? [this.#sums.numbers()] : []
  }

  /** Adds the new classes of these settings. */
  grow(settings: Pick<Settings, 'classWeight' | 'classes'>): void {
    this.#fixed = fixedWeights(settings.classWeight, settings)
    const sums = new Float64Array(countedClasses(settings))
    sums.set(this.#sums.numbers())
    this.#sums = new TotalTree(sums)
  }

  /** Returns the weight that the next labelled example of positive weight is learned with; its class counts from now on. */
  next(label: number, weight: number): number {
    const k = this.#classOf(label)
    return Math.min(limits.maxWeight, weight * (this.#fixed?.[k] ?? this.#balanced(k, weight)))
  }

  /** Returns the weights of the examples of a batch, each as if it were learned next: their classes are not counted. */
  evaluated({ size, labels, weights: given }: Pick<Batch, 'size' | 'labels' | 'weights'>): Float64Array {
    const sums = this.#sums
    const numbers = sums.numbers()
    const weights = given?.slice(0, size) ?? new Float64Array(size).fill(1)
    for (let e = 0; e < size; e++) {
      const weight = weights[e]
      if (labels[e] !== labels[e] || !(weight > 0)) continue
      const k = this.#classOf(labels[e])
      const own = numbers[k] + weight
      const balanced = (sums.total + weight) / ((sums.positive + (numbers[k] > 0 ? 0 : 1)) * own)
      weights[e] = Math.min(limits.maxWeight, weight * (this.#fixed?.[k] ?? balanced))
    }
    return weights
  }

  #classOf(label: number): number {
    return this.#binary ? (label > 0 ? 1 : 0) : label
  }

  #balanced(k: number, weight: number): number {
    const sums = this.#sums
    const own = sums.add(k, weight)
    return sums.total / (sums.positive * own)
  }
}

/** Returns the weight of each class; undefined: they are balanced. */
function fixedWeights(
  setting: ClassWeightSetting | undefined,
  { classes }: Pick<Settings, 'classes'>,
): readonly number[] | undefined {
  if (setting === undefined || setting === 'balanced') return undefined
  if (isByPlace(setting)) return setting
  return classes?.names?.map((name) => (Object.hasOwn(setting, name) ? setting[name] : 1))
}

function isByPlace(setting: ClassWeightSetting): setting is readonly number[] {
  return Array.isArray(setting)
}
