import {
  badFields,
  badWidth,
  counts,
  faults,
  isWholeText,
  OLError,
  type Schema,
  type Task,
  valueText,
} from '@ol/spec'
import { describeBad } from '../read-report.js'
import type { Tokenized } from '../source/chunks.js'
import { isNumberText } from './column-roles.js'
import { type Refuses, unknownLabels } from './good-labels.js'

/** Returns the task that a schema reads labels for. */
export function taskOfSchema({ labels }: Pick<Schema, 'labels'>): Task {
  return labels === 'class' ? 'multiclass' : labels === 'sign' ? 'binary' : 'regression'
}

/**
 * Throws OL_LABEL at the first label of a chunk that contradicts the task that was decided: a third value of two, one that is no
 * class. Lines with other faults are bad lines and contradict nothing.
 */
export function refuseContradiction(
  chunk: Tokenized,
  schema: Schema,
  refuses: Refuses | undefined,
  strict: boolean,
  lineAt: (relative: number) => number,
  file: string | undefined,
): void {
  const known = schema.classes?.names ?? schema.labelTexts ?? []
  const at = contradictionIn(chunk, known.every(isNumberText), refuses, strict)
  if (at === undefined) return
  const { bytes, tokens } = chunk
  const { line, column, excerpt, message } = describeBad(tokens.bad, at, bytes, lineAt, file)
  const text = message.slice(message.lastIndexOf(': ') + 2)
  throw new OLError('OL_LABEL', contradictionText(schema, text), {
    ...(file === undefined ? {} : { file }),
    line,
    column,
    value: excerpt,
  })
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
    if (fault === faults.labelClass || fault === faults.labelSign) return k
    if (strict) return undefined
  }
  return unknown?.bad
}

/** Returns the first unknown label; among labels that are numbers a string is a bad line. */
function firstUnknown(
  chunk: Tokenized,
  numbers: boolean,
  refuses: Refuses | undefined,
  strict: boolean,
): { readonly bad: number } | undefined {
  for (const unknown of unknownLabels(chunk, refuses, strict))
    if (!numbers || isNumberText(unknown.text)) return unknown
  return undefined
}

function contradictionText(schema: Schema, label: string): string {
  const known = schema.classes?.names ?? schema.labelTexts ?? undefined
  const shown = known?.slice(0, 5).map(valueText).join(', ')
  const more = (known?.length ?? 0) > 5 ? ', ...' : ''
  if (schema.classes?.grows === true) {
    const expected = known?.every(isWholeText)
      ? 'whole numbers as classes'
      : `at most ${schema.classes.count} classes`
    return `expected ${expected}, as in the first 1 MiB (${shown}${more}), but received ${label}: ask for task regression (--task regression), or name the classes or say how many there are (--classes)`
  }
  if (taskOfSchema(schema) === 'multiclass') {
    const classes = shown === undefined ? `1 to ${schema.classes?.count}` : `${shown}${more}`
    return `expected one of the ${schema.classes?.count} classes of the first 1 MiB (${classes}) but received ${label}: ask for task regression (--task regression), or say how many classes there are (--classes N)`
  }
  return `expected one of the two labels of the first 1 MiB (${shown ?? '-1, 0 and 1'}) but received ${label}: ask for task multiclass or regression (--task multiclass), or name the label that means +1 (--positive LABEL)`
}
