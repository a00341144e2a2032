import {
  badFields,
  badWidth,
  counts,
  faults,
  OLError,
  type ReadOptions,
  type Schema,
  valueText,
} from '@ol/spec'
import type { Tokenized } from '../source/chunks.js'
import { isMissingText, isNumberText } from './column-roles.js'

type ClassNaming = NonNullable<Schema['classes']>

/**
 * Infers from the first labels how labels name classes: see `ReadOptions.classes`. OL_LABEL where there are more
 * classes than requested; OL_PARAMETER where the option does not say how many.
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
  if (typeof classes !== 'number') return { count: classes.length, names: classes }
  const texts = new Set<string>()
  for (const text of labels) if (text !== undefined && !isMissingText(text)) texts.add(text)
  const all = [...texts]
  const numbers = all.every(isNumberText)
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
 * Yields the label of each line that has one: the first token, before the bar of VW text, before the pairs of svmlight.
 */
export function* firstTokens(text: string): Generator<string, void, void> {
  for (const line of text.split('\n')) {
    const token = /^[ \t]*([^ \t\r|#]+)(?=[ \t\r]|$)/.exec(line)
    if (token !== null && !token[1].startsWith("'") && !token[1].includes(':')) yield token[1]
  }
}

const decoder = new TextDecoder('utf-8', { fatal: true })

/**
 * Returns the names together with the new labels of a chunk, in order of appearance; undefined: there are no new
 * labels.
 */
export function moreNames(
  { count, names }: ClassNaming,
  { tokens, bytes, plan }: Tokenized,
): readonly string[] | undefined {
  if (names === null || names.length >= count) return undefined
  const known = new Set(names)
  const { bad } = tokens
  for (let k = 0; k < tokens.counts[counts.bad] && known.size < count; k++) {
    const at = k * badWidth
    if (bad[at + badFields.fault] !== faults.labelText) continue
    const text = headText(bytes.subarray(bad[at + badFields.start], bad[at + badFields.end]))
    if (text !== undefined)
      known.add(plan.format === 'csv' && plan.quote === 34 ? text.replaceAll('""', '"') : text)
  }
  return known.size > names.length ? [...known] : undefined
}

function headText(bytes: Uint8Array): string | undefined {
  try {
    const text = decoder.decode(bytes)
    return text === '' ? undefined : text
  } catch {
    return undefined
  }
}
