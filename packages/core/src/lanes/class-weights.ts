import { type Batch, limits, type StateRange, stateRanges } from '@ol/spec'
import type { ClassWeightSetting, Settings } from '../options/settings.js'
import { TotalTree } from './total-tree.js'

/** Where the numbers lie that a model file keeps of balanced weights of classes: see `ClassWeights`. */
export const classWeightRange: StateRange = stateRanges.weightSum

/** Returns the number of weight sums that a model keeps for its classes; 0: none. */
export function countedClasses({ classWeight, classes }: Pick<Settings, 'classWeight' | 'classes'>): number {
  return classWeight === 'balanced' ? (classes?.count ?? 2) : 0
}

/** Returns the memory of lanes, as a model file keeps it, and apart from it the weight sums of classes, which come last. */
export function classWeightsApart(
  settings: Pick<Settings, 'classWeight' | 'classes'>,
  memory: readonly Float64Array[],
): readonly (readonly Float64Array[])[] {
  const own = memory.length - (countedClasses(settings) > 0 ? 1 : 0)
  return own < memory.length && own >= 0 ? [memory.slice(0, own), memory.slice(own)] : [memory, []]
}

/**
 * Multiplies the weights of examples by those of their classes, for learning. Balanced, an example of class k counts
 * n / (K n_k) times its own weight, where n is the sum of the weights of the labelled examples so far, n_k that of class k,
 * and K the number of classes that have occurred, all with the example itself. No example weighs more than `limits.maxWeight`.
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

  /** What a model file stores. */
  get state(): readonly Float64Array[] {
    return this.#fixed === undefined ? [this.#sums.numbers()] : []
  }

  /** Makes room for the classes of these settings that are new. */
  grow(settings: Pick<Settings, 'classWeight' | 'classes'>): void {
    this.#fixed = fixedWeights(settings.classWeight, settings)
    const sums = new Float64Array(countedClasses(settings))
    sums.set(this.#sums.numbers())
    this.#sums = new TotalTree(sums)
  }

  /** Returns the batch as it is to be learned, in order of the examples; their classes count from now on. */
  weighted(batch: Batch): Batch {
    return this.#times(batch, (k, weight) => this.#balanced(k, weight))
  }

  /** Returns the batch as each of its examples would be learned next: their classes do not count. */
  judged(batch: Batch): Batch {
    const sums = this.#sums
    const numbers = sums.numbers()
    return this.#times(batch, (k, weight) => {
      const own = numbers[k] + weight
      return (sums.total + weight) / ((sums.positive + (numbers[k] > 0 ? 0 : 1)) * own)
    })
  }

  #times(batch: Batch, balanced: (k: number, weight: number) => number): Batch {
    const { size, labels } = batch
    const weights = batch.weights?.slice(0, size) ?? new Float64Array(size).fill(1)
    for (let e = 0; e < size; e++) {
      const label = labels[e]
      if (label !== label || !(weights[e] > 0)) continue
      const k = this.#binary ? (label > 0 ? 1 : 0) : label
      weights[e] = Math.min(limits.maxWeight, weights[e] * (this.#fixed?.[k] ?? balanced(k, weights[e])))
    }
    return { ...batch, weights }
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
