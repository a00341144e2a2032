import { isTokenMemory } from '@ol/fallback'
import {
  areInUtf8,
  type Batch,
  type FeatureNames,
  invalid,
  isArrayBuffer,
  type LabelKind,
  limits,
  OLError,
  type TargetBatch,
  typedArrayName,
  utf8Of,
  valueText,
} from '@ol/spec'
import type { PreparedBatch } from '../targets/targets.js'

/** How much of a batch is checked. */
export interface BatchCheck {
  /** the kind that labels must be; `undefined`: labels are not checked */
  readonly labels: LabelKind | undefined
  /** number of classes, if labels are their numbers */
  readonly classes?: number | undefined
  /** whether both halves of their keys distinguish features */
  readonly wide: boolean
  /** whether features are treated by namespace; absent: they are not */
  readonly grouped?: boolean | undefined
  /** whether the maker of the batch has checked values, labels, weights and initial predictions */
  readonly trusted: boolean
}

/**
 * Validates a batch above the boundary: OL_BATCH if its arrays do not fit together, OL_VALUE, OL_LABEL or OL_WEIGHT
 * with the example (from 0), the feature and the value; OL_KEYS if keys need upper halves and have none, OL_GROUPS if
 * namespaces are missing. No backend can fail on a batch that passes.
 */
export function checkBatch(batch: Batch, check: BatchCheck): void {
  checkShape(batch)
  if (check.wide) checkKeys(batch)
  if (check.grouped === true) checkGroups(batch)
  if (check.trusted) return
  checkValues(batch)
  if (check.labels !== undefined) {
    for (let e = 0; e < batch.size; e++) {
      const y = batch.labels[e]
      if (!Number.isNaN(y)) checkLabel(y, check.labels, `the label of example ${e}`, check.classes)
    }
  }
  if (batch.weights !== undefined) {
    for (let e = 0; e < batch.size; e++) checkWeight(batch.weights[e], `the weight of example ${e}`)
  }
  if (batch.initial !== undefined) {
    for (let e = 0; e < batch.size; e++)
      checkInitial(batch.initial[e], `the initial prediction of example ${e}`)
  }
}

/** Returns whether a value was meant as a batch, so that errors name a batch. */
export function isBatch(value: unknown): value is Batch {
  if (typeof value !== 'object' || value === null) return false
  const { offsets, indices } = value as { offsets?: unknown; indices?: unknown }
  return typedArrayName(offsets) !== undefined && typedArrayName(indices) !== undefined
}

/** Returns a copy for learning off the main thread, or later: the caller may reuse the arrays of the batch. */
export function copyBatch(batch: Batch): Batch {
  return {
    size: batch.size,
    offsets: batch.offsets.slice(),
    indices: batch.indices.slice(),
    upper: batch.upper?.slice(),
    groups: batch.groups?.slice(),
    values: batch.values.slice(),
    labels: batch.labels.slice(),
    weights: batch.weights?.slice(),
    initial: batch.initial?.slice(),
    normalized: batch.normalized,
    lines: batch.lines?.slice(),
    hash: batch.hash,
    hashSeed: batch.hashSeed,
    classNames: batch.classNames?.slice(),
    signNames: batch.signNames,
    tags: batch.tags?.slice(),
    names: batch.names && copyNames(batch.names),
  }
}

function copyNames(names: FeatureNames): FeatureNames {
  // names in UTF-8 come from a reader, which does not reuse their arrays
  return areInUtf8(names) ? names : { at: names.at.slice(), texts: names.texts.slice() }
}

export function checkLabel(y: unknown, kind: LabelKind, name: string, classes = 0): asserts y is number {
  if (kind === 'sign') {
    if (y !== 1 && y !== -1)
      throw invalid('OL_LABEL', name, '-1 or 1 (in an object 0, false or true, too)', y)
  } else if (kind === 'class') {
    if (!Number.isInteger(y) || (y as number) < 1 || (y as number) > classes)
      throw invalid('OL_LABEL', name, `the number of a class, >= 1 and <= ${classes}`, y)
  } else if (kind === 'count') {
    if (typeof y !== 'number' || !(y >= 0 && y <= limits.maxLabel))
      throw invalid('OL_LABEL', name, `a number >= 0 and <= ${limits.maxLabel}`, y)
  } else if (typeof y !== 'number' || !(Math.abs(y) <= limits.maxLabel)) {
    throw invalid('OL_LABEL', name, `a number of magnitude <= ${limits.maxLabel}`, y)
  }
}

export function checkWeight(w: unknown, name: string): asserts w is number {
  if (typeof w !== 'number' || !(w >= 0 && w <= limits.maxWeight))
    throw invalid('OL_WEIGHT', name, `a number >= 0 and <= ${limits.maxWeight}`, w)
}

export function checkInitial(z: unknown, name: string): asserts z is number {
  if (typeof z !== 'number' || !(Math.abs(z) <= limits.maxLabel))
    throw invalid('OL_VALUE', name, `a number of magnitude <= ${limits.maxLabel}`, z)
}

/** Returns whether a feature value is one that every rule can work with; 0 counts as absent, NaN as missing. */
export function acceptableValue(x: number): boolean {
  const size = x < 0 ? -x : x
  return (size >= limits.minValue && size <= limits.maxValue) || size === 0 || x !== x
}

export const valueRange: string = `a magnitude of 0 or in [${limits.minValue}, ${limits.maxValue}], or NaN for a missing value`

/** Checks that the arrays of a batch fit together: OL_BATCH. */
export function checkShape(batch: Batch): void {
  if (typeof batch !== 'object' || batch === null) throw invalid('OL_BATCH', 'a batch', 'an object', batch)
  const { size, offsets, lines, tags } = batch
  if (!Number.isInteger(size) || size < 0)
    throw invalid('OL_BATCH', 'size of a batch', 'a whole number >= 0', size)
  checkArray('offsets', offsets, 'Uint32Array', size + 1)
  if (offsets[0] !== 0) throw invalid('OL_BATCH', 'offsets[0] of a batch', '0', offsets[0])
  const falls = firstFall(offsets)
  if (falls < size)
    throw invalid(
      'OL_BATCH',
      `offsets[${falls + 1}] of a batch`,
      `at least ${offsets[falls]}`,
      offsets[falls + 1],
    )
  checkArray('indices', batch.indices, 'Uint32Array', offsets[size])
  if (batch.upper !== undefined) checkArray('upper', batch.upper, 'Uint32Array', offsets[size])
  if (batch.groups !== undefined) checkArray('groups', batch.groups, 'Uint8Array', offsets[size])
  checkArray('values', batch.values, 'Float64Array', offsets[size])
  checkArray('labels', batch.labels, 'Float64Array', size)
  if (batch.weights !== undefined) checkArray('weights', batch.weights, 'Float64Array', size)
  if (batch.initial !== undefined) checkArray('initial', batch.initial, 'Float64Array', size)
  for (const name of ['laneWeights', 'labelUnits', 'derived', 'ends', 'scaled'] as const) {
    const value = (batch as Partial<PreparedBatch & TargetBatch>)[name]
    if (value !== undefined)
      throw invalid('OL_BATCH', `${name} of a batch`, 'undefined: the learner computes them', value)
  }
  if (lines !== undefined) checkArray('lines', lines, 'Float64Array', size)
  if (batch.names !== undefined) checkNames(batch.names, offsets[size])
  if (tags !== undefined && (!Array.isArray(tags) || tags.length !== size))
    throw invalid('OL_BATCH', 'tags of a batch', `an array of length ${size}`, tags)
}

/** Returns the place of the first number that is larger than the next; the place of the last number if none is. */
function firstFall(numbers: Uint32Array): number {
  for (let i = 0; i + 1 < numbers.length; i++) if (numbers[i + 1] < numbers[i]) return i
  return numbers.length - 1
}

function checkNames(names: FeatureNames, features: number): void {
  const { at } = names
  // made by a reader: does not request its strings
  const trusted = areInUtf8(names)
  if (!trusted) {
    const { texts } = names
    if (!Array.isArray(texts) || !texts.every((text) => typeof text === 'string'))
      throw invalid('OL_BATCH', 'names.texts of a batch', 'an array of strings', texts)
  }
  checkArray('names.at', at, 'Uint32Array', trusted ? utf8Of(names).ends.length : names.texts.length)
  for (let k = 0; k < at.length; k++) {
    if (at[k] < features && (k === 0 || at[k] > at[k - 1])) continue
    const expected = `a feature after ${k === 0 ? -1 : at[k - 1]} and before ${features}`
    throw invalid('OL_BATCH', `names.at[${k}] of a batch`, expected, at[k])
  }
}

/**
 * Throws OL_KEYS without upper halves: a file's features would differ from the features of an object with the same
 * names.
 */
function checkKeys({ upper, size, offsets }: Batch): void {
  if (upper !== undefined || offsets[size] === 0) return
  const text =
    "Expected the upper halves of features' keys, which a model with bits 'grow' needs, but the batch has none: read with { wide: true }, make batches with learner.batch(), or give your own indices an `upper` of zeros"
  throw new OLError('OL_KEYS', text, { expected: 'a batch with upper' })
}

/** Throws OL_GROUPS without namespaces: their factors would have no effect. */
function checkGroups({ groups, size, offsets }: Batch): void {
  if (groups !== undefined || offsets[size] === 0) return
  const text =
    'Expected the namespaces of features, which the rule treats as groups, but the batch has none: read a file that is no cache with { groups: true }, make batches with learner.batch(), or give your own `groups`'
  throw new OLError('OL_GROUPS', text, { expected: 'a batch with groups' })
}

function checkValues(batch: Batch): void {
  const { size, offsets, indices, values } = batch
  for (let i = 0; i < values.length; i++) {
    if (acceptableValue(values[i])) continue
    let e = 0
    while (e < size && offsets[e + 1] <= i) e++
    const text = `feature ${i - offsets[e]} (index ${indices[i]}) of example ${e}`
    throw invalid('OL_VALUE', text, valueRange, values[i])
  }
}

function checkArray(name: string, value: ArrayBufferView | undefined, type: string, length: number): void {
  if (typedArrayName(value) !== type) throw invalid('OL_BATCH', `${name} of a batch`, `a ${type}`, value)
  const array = value as Uint32Array
  const buffer = array.buffer as ArrayBuffer & { readonly resizable?: boolean }
  // isArrayBuffer throws and catches an exception for shared memory, which is slow
  const own = isShared(buffer) ? isTokenMemory(buffer) : isArrayBuffer(buffer)
  // memory that another thread can write, or that can shrink, could change after this check
  if (!own || buffer.resizable === true)
    throw invalid('OL_BATCH', `${name} of a batch`, `a ${type} on an ArrayBuffer of fixed size`, value)
  if (array.length !== length) {
    const text = `Expected length ${length} for ${name} of a batch but received ${array.length}`
    throw new OLError('OL_BATCH', text, { value: array.length, expected: valueText(length) })
  }
}

/** Returns whether memory of this realm is shared; memory of another realm may be so although the answer is no. */
function isShared(buffer: ArrayBufferLike): boolean {
  return typeof SharedArrayBuffer === 'function' && buffer instanceof SharedArrayBuffer
}
