import {
  badFields,
  badWidth,
  counts,
  faults,
  isNumberText,
  isWholeText,
  OLError,
  type ReadOptions,
  type Schema,
  valueText,
} from '@ol/spec'
import type { Refuses } from '../features/refuses.js'
import { describeBad } from '../read-report.js'
import type { ChunkStop, Tokenized } from '../source/chunks.js'
import { isLabelNumber } from '../token-plan/decimal-mark.js'
import { unknownLabels } from './good-labels.js'

/** The option or file that decided the valid labels. */
export type DecidedBy = NonNullable<ReadOptions['decidedBy']>

/** How a chunk was read. */
interface ChunkReading {
  readonly refuses: Refuses | undefined
  readonly strict: boolean
  readonly file: string | undefined
}

/**
 * Returns OL_LABEL at the first label of a chunk that contradicts the decision: a third value where there are two, a
 * label that is not a class, a count below 0. Lines with other faults are bad lines and contradict nothing. undefined:
 * no label does.
 */
export function contradictingLabel(
  chunk: Tokenized,
  schema: Schema,
  by: DecidedBy,
  { refuses, strict, file }: ChunkReading,
  lineAt: (relative: number) => number,
): ChunkStop | undefined {
  const known = schema.classes?.names ?? schema.labelTexts ?? []
  const at = contradictionIn(
    chunk,
    known.every((text) => isNumberText(text)),
    refuses,
    strict,
  )
  if (at === undefined) return undefined
  const { bytes, tokens } = chunk
  const { line, column, excerpt, message } = describeBad(tokens.bad, at, bytes, lineAt, file)
  const text = message.slice(message.lastIndexOf(': ') + 2)
  const detail = { ...(file === undefined ? {} : { file }), line, column, value: excerpt }
  const error = new OLError('OL_LABEL', contradictionText(schema, by, text), detail)
  return { line: tokens.bad[at * badWidth + badFields.line], error }
}

/** Returns the place of the first contradiction among the bad lines. */
function contradictionIn(
  chunk: Tokenized,
  numbers: boolean,
  refuses: Refuses | undefined,
  strict: boolean,
): number | undefined {
  const { bad, counts: c } = chunk.tokens
  if (c[counts.bad] === 0) return undefined
  const unknown = firstUnknown(chunk, numbers, refuses, strict)
  for (let k = 0; k < (unknown?.bad ?? c[counts.bad]); k++) {
    const fault = bad[k * badWidth + badFields.fault]
    if (fault === faults.labelClass || fault === faults.labelSign || fault === faults.labelCount) return k
    if (strict) return undefined
  }
  return unknown?.bad
}

/** Returns the first unknown label. Among numeric labels, a string makes a bad line, and so does a number out of range. */
function firstUnknown(
  chunk: Tokenized,
  numbers: boolean,
  refuses: Refuses | undefined,
  strict: boolean,
): { readonly bad: number } | undefined {
  for (const unknown of unknownLabels(chunk, refuses, strict))
    if (!numbers || isLabelNumber(unknown.text)) return unknown
  return undefined
}

/** The origin of the labels that were expected. */
const origins: Readonly<Record<DecidedBy, string>> = {
  labels: 'of the first 1 MiB',
  task: 'of the first 1 MiB',
  loss: 'of the first 1 MiB',
  rule: 'of the first 1 MiB',
  positive: 'of the first 1 MiB',
  classes: 'of the option classes (--classes)',
  model: 'of the model',
}

const others = 'ask for task multiclass or regression (--task multiclass)'

/** The advice about a third label of two. */
const binaryAdvice: Readonly<Record<DecidedBy, string>> = {
  labels: others,
  task: others,
  loss: 'ask for task multiclass (--task multiclass), for another loss (--loss)',
  rule: 'ask for another rule (--rule)',
  positive: others,
  classes: others,
  model: 'train another model, with --task multiclass, correct the line',
}

const number = 'ask for task regression (--task regression)'
const more = 'name the classes, or say how many there are (--classes)'

/** The advice about a label that is not a class. */
const classAdvice: Readonly<Record<DecidedBy, string>> = {
  labels: `${number}, or ${more}`,
  task: more,
  loss: more,
  rule: more,
  positive: more,
  classes: 'name it there, or let there be more of them',
  model:
    'let the model learn the class (train with -i), where its labels decided the classes; train another model with it (--classes); or correct the line',
}

/** Returns the message about a label that contradicts the decision. */
export function contradictionText(schema: Schema, by: DecidedBy, label: string): string {
  return `${expectedText(schema, by, label)}; or skip such lines (--on-new-label skip)`
}

function expectedText(schema: Schema, by: DecidedBy, label: string): string {
  const { classes, labels } = schema
  const origin = origins[by]
  const names = classes?.names ?? schema.labelTexts ?? undefined
  const shown = names?.slice(0, 5).map(valueText).join(', ')
  const all = `${shown}${(names?.length ?? 0) > 5 ? ', ...' : ''}`
  if (labels === 'count')
    return `expected numbers from 0, as the loss asks for (--loss), but received ${label}: ask for another loss`
  if (classes === undefined)
    return `expected one of the two labels ${origin} (${shown ?? '-1, 0 and 1'}) but received ${label}: ${binaryAdvice[by]}, or name the label that means +1 (--positive LABEL)`
  if (classes.grows === true) {
    const whole = names?.every(isWholeText) === true && !isWholeText(label)
    const expected = whole
      ? `whole numbers, as the classes ${origin} are`
      : `at most ${classes.count} classes`
    const advice = whole ? classAdvice[by] : by === 'labels' ? `${number}, or ${more}` : more
    return `expected ${expected} (${all}) but received ${label}: ${advice}`
  }
  const range = shown === undefined ? `1 to ${classes.count}` : all
  return `expected one of the ${names?.length === 0 ? classes.count : (names?.length ?? classes.count)} classes ${origin} (${range}) but received ${label}: ${classAdvice[by]}`
}
