import {
  type Batch,
  checkShape,
  constantIndex,
  invalid,
  type Link,
  type LossId,
  limits,
  OLError,
  rules,
  type Task,
} from '@ol/spec'
import { Learner } from '../learner/learner.js'
import type { LabelOrNone } from '../learner/predicted-batch.js'
import { taskTerms } from '../learner/task-terms.js'
import type { ClassLabel } from '../options/settings.js'

/** A feature and its weight in the score of each class; without classes, and with two, there is one score. */
export interface NamedWeights {
  readonly name: string
  readonly weights: readonly number[]
}

/**
 * A model as weights of named features. The score of class k is `bias[k]` plus the sum of weight times value over
 * the features, clipped to `range`.
 */
export interface LinearModel {
  readonly task: Task
  readonly loss: LossId
  /** converts the score to the probability of the second label, or to the number */
  readonly link: Link
  /** the labels of the classes; of two classes, positive scores mean the second; none in regression */
  readonly labels: readonly ClassLabel[]
  readonly bias: readonly number[]
  /** the smallest and the largest score of each class; undefined: scores are not clipped (option clip) */
  readonly range?: { readonly low: readonly number[]; readonly high: readonly number[] } | undefined
  /** only nonzero weights */
  readonly features: readonly NamedWeights[]
}

/**
 * Returns a model as weights of named features: the features of the model that `save` writes with `predictOnly`, under
 * the names that the model keeps.
 *
 * @param model a learner
 * @returns its weights by name, in the order of the slots
 * @throws OLError: OL_PARAMETER if features have no names, or the same name, or are divided (`prenormalize`); as of
 *   `toBytes` with `predictOnly`
 */
export function linearModel(model: Learner<number | string>): LinearModel {
  checkShape('model', model, { options: 'object', toBytes: 'function', inspect: 'function' })
  const { loss, classes, options } = model
  const { link = 'identity', prenormalize = 'none' } = options
  if (prenormalize !== 'none')
    throw invalid('OL_PARAMETER', 'prenormalize of a model to export', "'none'", prenormalize)
  const bytes = model.toBytes({ predictOnly: true })
  const { backend } = model
  const small = Learner.fromBytes<number | string>(bytes, { backend })
  const top = Number.MAX_SAFE_INTEGER
  const { known, limit, incomplete } = model.names
  if (sharesSlots(model) && (incomplete || known >= limit)) throw unnamed(known)
  const named = new Map(model.inspect({ top }).map((one) => [keyOf(one, small), one]))
  const groups: readonly LabelOrNone[] = classes ?? [undefined]
  const places = new Map(groups.map((label, place) => [label, place]))
  const weights = new Map<string, number[]>()
  const owners = new Map<string, string>()
  let constantUpper = constantIndex
  const rows = small.inspect({ top })
  for (const row of rows) {
    const key = keyOf(row, small)
    const { name, collisions = [] } = named.get(key) ?? {}
    const shared = isConstant(row, small) && options.constant !== false
    if (shared) constantUpper = row.upper ?? constantUpper
    else if (name === undefined) throw unnamed(row.index)
    // features that share the slot of the constant have its weight, besides the bias
    for (const own of [name, ...collisions]) {
      if (own === undefined || (shared && own === constantName)) continue
      if ((owners.get(own) ?? key) !== key) throw twice(own)
      owners.set(own, key)
      const of = weights.get(own) ?? groups.map(() => 0)
      of[places.get(row.class) ?? 0] = row.weight
      weights.set(own, of)
    }
  }
  const none = withoutFeatures(options.constant !== false, constantUpper)
  const bias = [...Learner.fromBytes(bytes, { backend, clip: 'none' }).scores(none)]
  const range = rangeOf(small, rows, groups, small.scores(none))
  const labels = classes ?? model.classNames
  const terms = taskTerms(
    { classes: classes && { count: classes.length, names: undefined }, loss, link },
    labels,
  )
  return {
    task: terms.task,
    loss,
    link: terms.link,
    labels: terms.labels,
    bias,
    ...(range === undefined ? {} : { range }),
    features: [...weights].map(([name, own]) => ({ name, weights: own })),
  }
}

/** Returns the range of the scores of each class: the scores of one feature whose value is far too large. */
function rangeOf(
  model: Learner<number | string>,
  rows: ReturnType<Learner<number | string>['inspect']>,
  groups: readonly LabelOrNone[],
  plain: Float64Array,
): LinearModel['range'] {
  const far = limits.maxLabel
  const largest = new Map<LabelOrNone, Slot & { readonly weight: number }>()
  for (const row of rows)
    if (Math.abs(row.weight) > Math.abs(largest.get(row.class)?.weight ?? 0)) largest.set(row.class, row)
  const ends = groups.map((label, k) => {
    const { index, upper = 0, weight } = largest.get(label) ?? nothing
    const value = far / weight
    // without weights a class has one score
    if (!(Math.abs(value) <= limits.maxValue)) return { low: plain[k], high: plain[k] }
    const scoreAt = (x: number) => {
      const batch = {
        ...withoutFeatures(true, upper),
        indices: Uint32Array.of(index),
        values: Float64Array.of(x),
      }
      return model.scores(batch)[k]
    }
    return { low: scoreAt(-value), high: scoreAt(value) }
  })
  if (ends.some(({ low, high }) => !(high - low < far))) return undefined
  return { low: ends.map(({ low }) => low), high: ends.map(({ high }) => high) }
}

const nothing = { index: 0, upper: 0, weight: 0 }

/** Returns an example with only the constant. As an object it could be a row of a table whose cells are all missing. */
function withoutFeatures(constant: boolean, upper: number): Batch {
  const keys = (half: number) => Uint32Array.from(constant ? [half] : [])
  return {
    size: 1,
    offsets: Uint32Array.of(0, constant ? 1 : 0),
    indices: keys(constantIndex),
    upper: keys(upper),
    groups: new Uint8Array(constant ? 1 : 0),
    values: Float64Array.from(constant ? [1] : []),
    labels: Float64Array.of(Number.NaN),
  }
}

interface Slot {
  readonly index: number
  readonly upper?: number
}

/** Returns the key of a slot in the smaller model. Features of a rule with a matrix have complete hashes in the model itself. */
function keyOf({ index, upper = 0 }: Slot, { bits }: Learner<number | string>): string {
  return typeof bits === 'number' ? `${index % 2 ** bits}` : `${index} ${upper}`
}

/** Whether features of the model can share a slot, so that one without a name may have the weight of one with a name. */
function sharesSlots({ rule, bits }: Learner<number | string>): boolean {
  return typeof bits === 'number' && rules[rule].kind !== 'matrix'
}

/** Returns whether it is the constant, whose weight is in the bias. */
function isConstant({ index, upper }: Slot, { bits }: Learner<number | string>): boolean {
  if (typeof bits === 'number') return index === constantIndex % 2 ** bits
  return index === constantIndex && (upper === undefined || upper === constantIndex)
}

/** The reader's name of the constant. */
const constantName = 'Constant'

function twice(name: string): OLError {
  return new OLError(
    'OL_PARAMETER',
    'Expected a model whose features have different names but two of them have the same one: names of more than 255 bytes are cut, and a^b may be a name or the name b in the namespace a',
    { value: name },
  )
}

function unnamed(value: number): OLError {
  return new OLError(
    'OL_PARAMETER',
    'Expected a model that has the names of its features (option names) but one of them has none',
    { value },
  )
}
