import { invalid, OLError, valueText } from '@ol/spec'
import type { ClassLabel, SignNames } from './settings.js'

/** Returns the labels that the option `classes` names under task binary: throws OL_PARAMETER for a value that is not a pair. */
export function signNamesOf(value: unknown): SignNames {
  const names = (Array.isArray(value) ? value : []) as readonly unknown[]
  const name = 'classes of a learner of task binary'
  const expected = 'two distinct strings, the label of -1 first, or none'
  if (names.length !== 2) throw invalid('OL_PARAMETER', name, expected, value)
  checkClassNames(name, expected, names)
  return [names[0], names[1]]
}

/** Throws OL_PARAMETER for a name of a class that is not a string, is empty, or occurs twice. */
export function checkClassNames(
  option: string,
  expected: string,
  names: readonly unknown[],
): asserts names is readonly string[] {
  const seen = new Set<unknown>()
  for (const name of names) {
    const twice = seen.has(name) ? ' twice' : ''
    if (typeof name !== 'string' || name === '' || twice !== '')
      throw new OLError(
        'OL_PARAMETER',
        `Expected ${expected} for ${option} but received ${valueText(name)}${twice}`,
        { value: name, expected },
      )
    seen.add(name)
  }
}

/** Returns labels in the form of predictions: as numbers if both are numbers. */
export function signLabels(names: SignNames): readonly ClassLabel[] {
  const numbers = names.map(Number)
  return numbers.every((number, k) => Number.isFinite(number) && names[k].trim() !== '') ? numbers : names
}

/** Returns the sign of a label without a name: 0, as in files, and false are -1, and true is 1. Others are unchanged. */
export function signOfNumber<L>(label: L): L | number {
  return label === 0 || label === false ? -1 : label === true ? 1 : label
}

/** Returns the sign of a label that is one of the names; -1, 1, true and false are unchanged. Throws OL_LABEL for others. */
export function signOf(label: unknown, names: SignNames): unknown {
  const place = names.indexOf(String(label))
  if (place >= 0) return place === 0 ? -1 : 1
  if (label !== 1 && label !== -1 && typeof label !== 'boolean')
    throw invalid('OL_LABEL', 'label', `one of ${names.join(', ')}`, label)
  return label
}
