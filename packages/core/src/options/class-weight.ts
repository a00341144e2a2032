import { invalid, isNewClass, isPlainObject, limits, type OLError, valueText } from '@ol/spec'
import type { ClassLabel, ClassWeightSetting, Settings } from './settings.js'
import { signLabels } from './sign-names.js'
import { taskOf } from './task.js'

/**
 * Returns the labels of the classes.
 *
 * @param settings of the learner
 * @returns in their order, the empty string for one without a name so far; undefined if there are no classes
 */
export function classLabels(
  settings: Pick<Settings, 'classes' | 'loss' | 'signNames'>,
): readonly ClassLabel[] | undefined {
  const { classes, signNames } = settings
  if (taskOf(settings) === 'binary') return signNames === undefined ? [-1, 1] : signLabels(signNames)
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
 * Returns the weight of each class; classes without a given weight get 1.
 *
 * @param value the value of `classWeight`
 * @param labels of the classes; undefined: there are none
 * @param grows whether there may be more classes: weights remain by name then, including names that have not occurred
 * @returns a weight for each class in their order, or by name, or `balanced`
 * @throws OLError OL_PARAMETER for a class that does not exist
 */
export function classWeightOf(
  value: unknown,
  labels: readonly ClassLabel[] | undefined,
  grows = false,
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
    if (value.length !== labels.length)
      throw invalid('OL_PARAMETER', 'classWeight', `${labels.length} weights, one for each class`, value)
    const weights = value as readonly number[]
    return grows ? byName(labels.map((label, k) => [String(label), weights[k]])) : Object.freeze([...weights])
  }
  const named = new Map<string, number>()
  for (const [name, weight] of Object.entries(value as Record<string, number>)) {
    const k = placeOf(name, labels)
    const label = k >= 0 ? String(labels[k]) : name
    const known = k >= 0 || (grows && isNewClass(labels.map(String), name))
    if (!known || named.has(label)) throw noClass(name, labels)
    named.set(label, weight)
  }
  if (grows) return byName([...named])
  return Object.freeze(labels.map((label) => named.get(String(label)) ?? 1))
}

function byName(weights: [string, number][]): ClassWeightSetting {
  return Object.freeze(Object.fromEntries(weights.sort(([a], [b]) => (a < b ? -1 : 1))))
}

function noClass(name: string, labels: readonly ClassLabel[]): OLError {
  const known = labels.filter((label) => label !== '').slice(0, 20)
  const shown = `${known.map(valueText).join(', ')}${known.length < labels.length ? ', ...' : ''}`
  return invalid('OL_PARAMETER', 'a class of classWeight', `one of ${shown}, each once`, name)
}

/** Returns the place of the label with this spelling; a label that is a number may have another spelling: +1. */
function placeOf(name: string, labels: readonly ClassLabel[]): number {
  const place = labels.findIndex((label) => String(label) === name)
  if (place >= 0 || name.trim() === '') return place
  return labels.findIndex((label) => typeof label === 'number' && label === Number(name))
}
