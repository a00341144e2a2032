import {
  type ClassNaming,
  invalid,
  isNumberText,
  isWholeText,
  mostNamedClasses,
  OLError,
  type ReadOptions,
  type Task,
  valueText,
} from '@ol/spec'
import { isLabelNumber } from '../token-plan/decimal-mark.js'
import { areStrings, byBytes, countedLabels } from './label-kinds.js'

/** The largest K for which integers 0 .. K-1 or 1 .. K are classes. */
const mostNumberedClasses = 30

/** The kind of labels, and how they become numbers. */
export type TaskDecision =
  /** `names`: the labels of -1 and of +1; undefined: labels are the numbers -1 (or 0) and 1 */
  | { readonly task: 'binary'; readonly names: readonly [string, string] | undefined }
  /**
   * labels that occur later add classes; `names` null: labels are the numbers of classes, from 1, some with another
   * spelling than an integer's
   */
  | { readonly task: 'multiclass'; readonly classes: ClassNaming }
  | { readonly task: 'regression' }

/**
 * Decides the task from labels. Two distinct values are two classes. A single value -1, 0 or 1 is one of two classes;
 * the other class of 0 is 1. Strings with more values are classes, and so are integers that cover 0 .. K-1 or 1 .. K
 * with K from 3 to 30. Other numbers mean regression.
 *
 * @param labels as written, in order; missing ones are ignored
 * @param requested a task that the labels must allow; `auto`: any
 * @param kind 'class': more than two numbers are classes, whatever they are
 * @throws OLError OL_LABEL if the labels do not allow the task; it names the values
 */
export function decideTask(
  labels: Iterable<string | undefined>,
  requested: Task | 'auto' = 'auto',
  kind?: ReadOptions['labels'],
): TaskDecision {
  // a typed array has numbers, and a transferred one cannot be iterated
  if (
    ArrayBuffer.isView(labels) ||
    typeof (labels as Partial<typeof labels> | null | undefined)?.[Symbol.iterator] !== 'function'
  )
    throw invalid('OL_PARAMETER', 'labels', 'an iterable of strings', labels)
  const found = distinct(labels)
  if (requested === 'regression') {
    if (found.strings) throw refused('numbers for task regression', found.values, 'binary or multiclass')
    return { task: 'regression' }
  }
  const { values, strings, whole } = found
  if (requested === 'binary' || (requested === 'auto' && values.length === 2)) return binary(values, strings)
  if (requested === 'multiclass') return multiclass(values, strings, whole)
  if (strings) {
    if (values.length > 1) return multiclass(values, strings, whole)
    throw refused('two or more distinct labels', values, undefined)
  }
  // with two classes, one may still come
  if (kind !== 'class' && values.length === 1 && isSign(values[0])) return binary(values, false)
  return kind === 'class' || isNumbered(values, 0) || isNumbered(values, 1)
    ? multiclass(values, strings, whole)
    : { task: 'regression' }
}

/** Returns the distinct labels in order of appearance; of equal numbers one, as JavaScript writes it. */
function distinct(labels: Iterable<string | undefined>): {
  values: string[]
  strings: boolean
  whole: boolean
} {
  const all = [...(labels as Iterable<unknown>)]
  const other = all.find((text) => text !== undefined && typeof text !== 'string')
  if (other !== undefined) throw invalid('OL_PARAMETER', 'a label', 'a string', other)
  const counts = countedLabels(all as (string | undefined)[])
  const texts = [...counts.keys()]
  const strings = areStrings(counts)
  const whole = texts.every((text) => isWholeText(text) || !isNumberText(text))
  if (strings) return { values: texts, strings, whole }
  // a string among numbers is a bad line, and so is a number out of range
  return {
    values: [...new Set(texts.filter(isLabelNumber).map((text) => String(Number(text) + 0)))],
    strings,
    whole,
  }
}

/** Returns whether the values are all integers from `first` to `first` + K - 1. */
function isNumbered(values: readonly string[], first: number): boolean {
  const count = values.length
  if (count < 3 || count > mostNumberedClasses) return false
  return values.every((value) => {
    const number = Number(value)
    return Number.isInteger(number) && number >= first && number < first + count
  })
}

function isSign(value: string): boolean {
  return ['-1', '0', '1'].includes(value)
}

function binary(values: readonly string[], strings: boolean): TaskDecision {
  if (values.length === 2) return { task: 'binary', names: ordered([values[0], values[1]], strings) }
  // the other class of 0 is 1; the other class of 1 may be -1 or 0
  if (values.length < 2 && values.every(isSign))
    return { task: 'binary', names: values[0] === '0' ? ['0', '1'] : undefined }
  throw refused(
    'two distinct labels for task binary',
    values,
    values.length < 2 ? undefined : strings ? 'multiclass' : 'multiclass or regression',
  )
}

const positiveWords = ['yes', 'y', 'true', 't', 'positive', 'pos', 'spam', '1', '+1']
const negativeWords = ['no', 'n', 'false', 'f', 'negative', 'neg', 'ham', '0', '-1']

/**
 * Returns two labels as [-1, +1]: the larger of two numbers is +1; of two strings, a word such as yes or spam,
 * otherwise the later in byte order.
 */
function ordered(pair: readonly [string, string], strings: boolean): readonly [string, string] {
  const [a, b] = pair
  if (!strings) return Number(a) < Number(b) ? [a, b] : [b, a]
  const says = (words: readonly string[], text: string) => words.includes(text.trim().toLowerCase())
  const votes = (text: string) => Number(says(positiveWords, text)) - Number(says(negativeWords, text))
  const [x, y] = pair.map(votes)
  if (x !== y) return x < y ? [a, b] : [b, a]
  return byBytes(a, b) < 0 ? [a, b] : [b, a]
}

function multiclass(values: readonly string[], strings: boolean, whole: boolean): TaskDecision {
  const count = values.length
  if (count < 2) throw refused('two or more distinct labels for task multiclass', values, undefined)
  if (count > mostNamedClasses) {
    const marks = strings ? markedNumbers(values) : undefined
    throw refused(`at most ${mostNamedClasses} classes`, values, strings ? undefined : 'regression', marks)
  }
  if (strings) return { task: 'multiclass', classes: growing(values) }
  const names = [...values].sort((a, b) => Number(a) - Number(b))
  const numbered = names.every((name, k) => Number(name) === k + 1)
  // the same number may have several spellings
  if (numbered && !whole) return { task: 'multiclass', classes: { count, names: null } }
  return { task: 'multiclass', classes: growing(names) }
}

function growing(names: readonly string[]): ClassNaming {
  return { count: mostNamedClasses, names, grows: true }
}

/** Returns the advice about labels with both decimal marks, or with the other one: with another mark, a number is a string. */
function markedNumbers(values: readonly string[]): string | undefined {
  const commas = values.filter((text) => !isNumberText(text) && isNumberText(text, ','))
  const points = values.filter((text) => isNumberText(text) && !isNumberText(text, ','))
  if (2 * (commas.length + points.length) <= values.length) return undefined
  return commas.length > 0 && points.length > 0
    ? `${commas.length} have decimal commas, such as ${valueText(commas[0])}, and ${points.length} points, such as ${valueText(points[0])}: write all with one mark, and name it (decimal, --decimal)`
    : 'their decimal mark is not the one that the input is read with: name it (decimal, --decimal)'
}

function refused(
  expected: string,
  values: readonly string[],
  other: string | undefined,
  marks?: string,
): OLError {
  const shown = values.slice(0, 5).map(valueText).join(', ') + (values.length > 5 ? ', ...' : '')
  const received = values.length === 0 ? 'none' : `${values.length} (${shown})`
  const advice =
    marks ??
    (other === undefined
      ? 'name another label (label), or the one that means +1 (positive)'
      : `ask for task ${other}`)
  return new OLError('OL_LABEL', `expected ${expected} but received ${received}: ${advice}`, {
    value: values.slice(0, 5),
    expected,
  })
}
