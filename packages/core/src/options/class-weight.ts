import { invalid, limits, type Task, valueText } from '@ol/spec'
import { isPlainObject } from './json.js'
import type { ClassLabel, ClassSetting, ClassWeightSetting } from './settings.js'

/**
 * The weights of classes in learning: `balanced`: by how often each has occurred so far; by the name of the class; or one for each,
 * in the order of the classes, of two classes that of -1 first.
 */
export type ClassWeight = 'balanced' | { readonly [name: string]: number } | readonly number[]

/**
 * Returns the labels of the classes.
 *
 * @param task of the learner
 * @param classes of the learner
 * @returns in their order, the empty string for one without a name so far; undefined where there are no classes
 */
export function classLabels(
  task: Task,
  classes: ClassSetting | undefined,
): readonly ClassLabel[] | undefined {
  if (task === 'binary') return [-1, 1]
  if (classes === undefined) return undefined
  const { count, names } = classes
  return Array.from({ length: count }, (_, k) => (names === undefined ? k + 1 : (names[k] ?? '')))
}

/**
 * Checks what can be checked before the classes are known.
 *
 * @param value what was given as `classWeight`
 * @throws OLError OL_PARAMETER
 */
export function checkClassWeight(value: unknown): void {
  if (value === undefined || value === 'balanced') return
  const weights = Array.isArray(value) ? value : isPlainObject(value) ? Object.values(value as object) : []
  if (weights.length === 0)
    throw invalid('OL_PARAMETER', 'classWeight', "'balanced', or weights by the names of classes", value)
  for (const weight of weights as readonly unknown[])
    if (!(typeof weight === 'number' && weight > 0 && weight <= limits.maxWeight))
      throw invalid(
        'OL_PARAMETER',
        'a weight of classWeight',
        `a number > 0 and <= ${limits.maxWeight}`,
        weight,
      )
}

/**
 * Returns the weight of each class; those that have no weight of their own get 1.
 *
 * @param value what was given as `classWeight`
 * @param labels of the classes; undefined: there are none
 * @returns a weight for each class in their order, or `balanced`
 * @throws OLError OL_PARAMETER for a class that does not exist
 */
export function classWeightOf(
  value: unknown,
  labels: readonly ClassLabel[] | undefined,
): ClassWeightSetting | undefined {
  checkClassWeight(value)
  if (value === undefined) return undefined
  if (labels === undefined)
    throw invalid(
      'OL_PARAMETER',
      'classWeight of a learner of task regression, which has no classes',
      'none',
      value,
    )
  if (value === 'balanced') return value
  if (Array.isArray(value)) {
    if (value.length === labels.length) return Object.freeze([...(value as readonly number[])])
    throw invalid('OL_PARAMETER', 'classWeight', `${labels.length} weights, one for each class`, value)
  }
  const weights: number[] = new Array(labels.length).fill(1)
  const named = new Set<number>()
  for (const [name, weight] of Object.entries(value as Record<string, number>)) {
    const k = placeOf(name, labels)
    if (k < 0 || named.has(k)) {
      const known = labels.filter((label) => label !== '').slice(0, 20)
      const shown = `${known.map(valueText).join(', ')}${known.length < labels.length ? ', ...' : ''}`
      throw invalid('OL_PARAMETER', 'a class of classWeight', `one of ${shown}, each once`, name)
    }
    named.add(k)
    weights[k] = weight
  }
  return Object.freeze(weights)
}

/** Returns the place of the label that is written so; a label that is a number may be written differently: +1. */
function placeOf(name: string, labels: readonly ClassLabel[]): number {
  const place = labels.findIndex((label) => String(label) === name)
  if (place >= 0 || name.trim() === '') return place
  return labels.findIndex((label) => typeof label === 'number' && label === Number(name))
}
