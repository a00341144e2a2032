import { type ClassNaming, isNewClass, isNumberText, OLError, type ReadOptions, valueText } from '@ol/spec'
import type { Refuses } from '../features/refuses.js'
import type { Tokenized } from '../source/chunks.js'
import { hasValue } from './column-type.js'
import { goodLabels } from './good-labels.js'

/**
 * Infers from the first labels how labels name classes: see `ReadOptions.classes`. Throws OL_LABEL if there are more
 * classes than requested, OL_PARAMETER if the option does not say how many.
 */
export function findClasses(
  labels: Iterable<string | undefined>,
  { classes }: ReadOptions,
  file: string | undefined,
): ClassNaming {
  if (classes === undefined)
    throw new OLError(
      'OL_PARAMETER',
      "expected classes for labels 'class', their number or their names, but received none",
      {
        expected: 'classes',
      },
    )
  if (typeof classes !== 'number')
    return 'count' in classes ? classes : { count: classes.length, names: classes }
  const texts = new Set<string>()
  for (const text of labels) if (hasValue(text)) texts.add(text)
  const all = [...texts]
  const numbers = all.every((text) => isNumberText(text))
  const isClass = (text: string) =>
    Number.isInteger(Number(text)) && Number(text) >= 1 && Number(text) <= classes
  if (numbers && all.every(isClass)) return { count: classes, names: null }
  if (numbers) all.sort((a, b) => Number(a) - Number(b))
  if (all.length > classes) {
    const shown = all.slice(0, 8).map(valueText).join(', ') + (all.length > 8 ? ', ...' : '')
    throw new OLError('OL_LABEL', `expected at most ${classes} classes but received the labels ${shown}`, {
      ...(file === undefined ? {} : { file }),
      value: all.length,
      expected: `at most ${classes}`,
    })
  }
  return { count: classes, names: all }
}

/**
 * Returns the names together with the new labels of a chunk, in order of appearance, from lines that have no other fault;
 * undefined: there are no new labels.
 */
export function moreNames(
  { count, names, grows }: ClassNaming,
  chunk: Tokenized,
  refuses: Refuses | undefined,
  strict: boolean,
): readonly string[] | undefined {
  if (names === null || names.length >= count) return undefined
  const known = new Set(names)
  for (const text of goodLabels(chunk, refuses, strict)) {
    if (grows === true && !isNewClass(names, text)) continue
    known.add(text)
    if (known.size === count) break
  }
  return known.size > names.length ? [...known] : undefined
}
