import {
  type Backend,
  type ErrorCode,
  engineScalars,
  isWithin,
  type ModifiedRule,
  OLError,
  type RuleEntry,
  ruleOf,
  type StateRange,
  stateRangeText,
  type Table,
} from '@ol/spec'
import { progressRanges } from '../validation/progressive-validation.js'
import type { Header } from './model-header.js'
import type { Tensor } from './model-tensors.js'
import { sharedStates } from './shared-state.js'
import type { Elements } from './tensor-elements.js'

/*
 * No learner writes a number outside its range; such a number would make predictions non-finite, or work endless.
 */

/** Checks the counts of a header: OL_MODEL_FORMAT if one is out of its range. */
export function checkCounts({ settings, counts }: Pick<Header, 'settings' | 'counts'>): void {
  const { maxExamples = Number.POSITIVE_INFINITY }: RuleEntry = ruleOf(settings)
  for (const [name, range] of Object.entries(progressRanges)) {
    const value = counts[name as keyof typeof counts]
    if (!isWithin(range, value)) throw corrupt({ what: `counts.${name}`, range, value })
  }
  const { examples } = counts
  if (examples > maxExamples)
    throw corrupt({ what: 'counts.examples', range: { min: 0, max: maxExamples }, value: examples })
}

/** A number of a model out of its range. */
interface Outside {
  readonly what: string
  readonly range: StateRange
  readonly value: number
}

/** Looks for a number out of its range among the elements of a tensor from `from` on. */
export function checkElements(
  tensor: Tensor,
  elements: Elements,
  from: number,
  examples: number,
  backend: Pick<Backend, 'firstOutside'>,
): Outside | undefined {
  const count = tensor.shape.reduce((product, side) => product * side, 1)
  const part = count / tensor.ranges.length
  if (tensor.ranges.length === 0) return undefined
  const to = from + elements.length
  // a filler has bytes
  const numbers =
    elements instanceof Float32Array || elements instanceof Float64Array
      ? elements
      : Float64Array.from(elements)
  for (let r = Math.floor(from / part); r * part < to; r++) {
    const range = rangeAfter(tensor.ranges[r], examples)
    const first = r * part > from ? r * part - from : 0
    const last = (r + 1) * part < to ? (r + 1) * part - from : elements.length
    const found = backend.firstOutside(numbers.subarray(first, last), range)
    if (found < 0) continue
    const at = first + found
    return { what: nameOf(tensor, from + at), range, value: numbers[at] }
  }
  return undefined
}

/** Checks the diagonals of a matrix: OL_MODEL_FORMAT if a number is out of its range. */
export function checkDiagonal(table: Table, name: string, range: StateRange, state: number): void {
  const { laneStride, laneStep } = table.layout
  for (let row = 0; row < table.rows; row++) {
    for (let l = 0; l < table.lanes; l++) {
      const value = table.lane[row * laneStride + (state + row) * laneStep + l]
      if (!isWithin(range, value))
        throw corrupt({ what: `the diagonal of ${name} in row ${row}`, range, value })
    }
  }
}

/**
 * Checks the list of dense features: OL_MODEL_FORMAT if it is not one list of all of them. `slots`: the rows that hold anything; absent:
 * any may.
 */
export function checkDense(
  table: Table,
  rule: ModifiedRule,
  slots: Uint32Array | undefined,
  backend: Pick<Backend, 'gather'>,
): void {
  const { rows, shared, layout, scalars } = table
  const next = (row: number): number => shared[layout.sharedStart + row * layout.sharedStride + at]
  const at = ruleOf(rule).shared.findIndex(({ name }) => name === 'next')
  const first = ruleOf(rule).scalars.findIndex(({ name }) => name === 'first_dense')
  let listed = 0
  for (let row = scalars[engineScalars.length + first]; row > 0; row = next(row - 1)) {
    listed++
    if (row > rows || listed > rows || next(row - 1) === 0) throw corruptList(row)
  }
  if (slots === undefined) for (let row = 0; row < rows; row++) listed -= next(row) !== 0 ? 1 : 0
  else
    for (const piece of sharedStates(table, at, slots, backend))
      for (let i = 0; i < piece.length; i++) listed -= piece[i] !== 0 ? 1 : 0
  if (listed !== 0) throw corruptList(listed)
}

function corruptList(value: number): OLError {
  const text = 'The model is corrupt: its dense features are not one list (first_dense, next)'
  return new OLError('OL_MODEL_FORMAT', text, { value })
}

/** Returns a range as it is in a model that has seen this many examples. */
function rangeAfter(range: StateRange, examples: number): StateRange {
  return range.round === true ? { ...range, max: examples + 1 } : range
}

/** `scale of row 2`, `number 3 of scalars` */
function nameOf({ name, source, shape }: Tensor, at: number): string {
  if (source.kind !== 'lane' && source.kind !== 'shared') return `number ${at} of ${name}`
  return `${name} of row ${Math.floor(at / (shape[1] ?? 1))}`
}

/** Returns the error of a file with such a number. */
export function corrupt(outside: Outside): OLError {
  return refused('OL_MODEL_FORMAT', corruptText, outside)
}

/** Returns the error of a model with such a number, of which a file would be corrupt. */
export function unsaved(outside: Outside): OLError {
  return refused('OL_MODEL_STATE', unsavedText, outside)
}

const corruptText = 'The model is corrupt'
const unsavedText = 'The model is not saved, since no file of it could be loaded'

/** Returns the error of saving a model that loading refuses with this one. */
export function unsavedAs({ message, value, expected }: OLError): OLError {
  const detail = { value, ...(expected === undefined ? {} : { expected }) }
  return new OLError('OL_MODEL_STATE', message.replace(corruptText, unsavedText), detail)
}

function refused(code: ErrorCode, summary: string, { what, range, value }: Outside): OLError {
  const expected = stateRangeText(range)
  return new OLError(code, `${summary}: expected ${expected} for ${what}, but it is ${value}`, {
    value,
    expected,
  })
}
