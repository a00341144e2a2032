import { addMetrics, scoreCurves } from '@ol/fallback'
import { type Batch, type EvaluationTotals, OLError, valueText } from '@ol/spec'
import { columnName } from '../names/column-name.js'
import {
  type Accumulator,
  type ExampleResults,
  emptyTotals,
  type MetricFamily,
} from './metrics/accumulator.js'
import type { AddsMetrics } from './metrics/score-family.js'

/** The metrics of the examples with one value of a column. */
export interface Slice<M> {
  /** the value; undefined: the column has no value, or the value appeared after the limit of values was reached */
  readonly value: string | undefined
  /** whether these are the examples with values that appeared after the limit was reached */
  readonly others: boolean
  readonly metrics: M
}

/** The largest number of values of a column with their own metrics: the values that appear first. */
const mostSlices = 100
/** The largest number of scores that are kept for a slice; beyond it, its AUC comes from bins. */
export const scoresOfSlice = 1000

/** Metrics take a few hundred thousand numbers for all slices together, whatever the number of classes. */
const mostCells = 1_000_000

/** The backend of single examples: a call of the addon takes longer. The bytes are the same. */
export const sliceBackend: AddsMetrics = { addMetrics, scoreCurves }

/** Examples without a value, and examples of later values. */
const absent = 0
const later = 1
const firstValue = 2

/**
 * Metrics by the values of a column. The value of an example comes from the name of a feature, `column=value`, or is
 * the number of the feature `column`. Names arrive with the batch in which a feature first appears.
 */
export class SliceMetrics<M> {
  readonly by: string
  readonly #family: MetricFamily<M>
  readonly #most: number
  /** by the key of a feature: the slice; -1: the feature is a number, which is the value of the example */
  readonly #places = new Map<number, number>()
  readonly #values: string[] = []
  /** by slice */
  readonly #sums: Accumulator<M>[]
  readonly #numbers = new Map<string, number>()
  readonly #totals: EvaluationTotals

  constructor(by: string, family: MetricFamily<M>, classes = 0) {
    this.by = by
    this.#family = family
    this.#most = Math.max(1, Math.min(mostSlices, Math.floor(mostCells / Math.max(1, classes * classes))))
    this.#sums = [family.accumulator(), family.accumulator()]
    this.#totals = emptyTotals(family.width)
  }

  /** Adds examples `from` to `to` of a batch with their results. */
  add(batch: Batch, examples: ExampleResults, from: number, to: number): void {
    this.#name(batch)
    for (let e = from; e < to; e++) {
      const label = examples.labels[e]
      if (label !== label) continue
      const sums = this.#sums[this.#sliceOf(batch, e)]
      this.#family.add(examples, this.#totals, sums, e, e + 1, Number.POSITIVE_INFINITY)
    }
  }

  /** Returns the slices that have examples, the largest first. */
  slices(): readonly Slice<M>[] {
    // a number that is 0 is no feature
    const numeric = [...this.#places.values()].includes(number)
    const all = this.#sums.map((sums, k) => ({
      value: k >= firstValue ? this.#values[k - firstValue] : k === absent && numeric ? '0' : undefined,
      others: k === later,
      metrics: sums.metrics(),
    }))
    const sizeOf = ({ metrics }: Slice<M>): number => (metrics as { readonly examples: number }).examples
    return all.filter((slice) => sizeOf(slice) > 0).sort((a, b) => sizeOf(b) - sizeOf(a))
  }

  /** Returns the column, the features, and the values with their sums: always arrays of numbers. */
  state(): readonly Float64Array[] {
    return [
      codesOf(this.by),
      Float64Array.from([...this.#places].flat()),
      ...this.#values.map(codesOf),
      ...this.#sums.flatMap((sums) => sums.state()),
    ]
  }

  /** Returns the slices of a state. */
  static continued<M>(
    family: MetricFamily<M>,
    classes: number,
    [by, places, ...rest]: readonly Float64Array[],
  ): SliceMetrics<M> {
    const made = new SliceMetrics(textOf(by), family, classes)
    const width = family.accumulator().state().length
    // each value has a name, and each slice as many arrays as its sums
    const count = (rest.length - firstValue * width) / (1 + width)
    for (let k = 0; k < count; k++) made.#append(textOf(rest[k]))
    made.#sums.forEach((sums, k) => {
      sums.restore(rest.slice(count + k * width, count + (k + 1) * width))
    })
    for (let i = 0; i + 1 < places.length; i += 2) made.#places.set(places[i], places[i + 1])
    return made
  }

  /** Learns which features of a batch have the value. Throws OL_INPUT_COLUMN if it is a number that was divided. */
  #name({ names, indices, upper, values, normalized }: Batch): void {
    const at = names?.at ?? []
    for (let i = 0; i < at.length; i++) {
      const name = names?.texts[i] as string
      const feature = at[i]
      const key = keyOf(indices[feature], upper?.[feature])
      if (name === this.by && normalized === true) throw divided(name)
      if (name === this.by) this.#places.set(key, number)
      else if (columnName(name, values[feature]) === this.by && !this.#places.has(key))
        this.#places.set(key, this.#placeOf(name.slice(this.by.length + 1)))
    }
  }

  #sliceOf({ offsets, indices, upper, values }: Batch, e: number): number {
    for (let i = offsets[e]; i < offsets[e + 1]; i++) {
      const place = this.#places.get(keyOf(indices[i], upper?.[i]))
      if (place === undefined) continue
      if (place !== number) return place
      // a missing number has its own indicator
      if (values[i] === values[i]) return this.#placeOf(String(values[i]))
    }
    return absent
  }

  #placeOf(value: string): number {
    const known = this.#numbers.get(value)
    if (known !== undefined) return known
    return this.#values.length < this.#most ? this.#append(value) : later
  }

  #append(value: string): number {
    const place = this.#sums.length
    this.#numbers.set(value, place)
    this.#values.push(value)
    this.#sums.push(this.#family.accumulator())
    return place
  }
}

const number = -1

function divided(name: string): OLError {
  return new OLError(
    'OL_INPUT_COLUMN',
    `${valueText(name)} holds numbers that prenormalize divides: expected categories or booleans for the slices (--by)`,
    { value: name },
  )
}

/** The key of a feature as one number, exact to 53 bits. */
function keyOf(index: number, upper = 0): number {
  return index + (upper & 0x1fffff) * 2 ** 32
}

function codesOf(text: string): Float64Array {
  return Float64Array.from({ length: text.length }, (_, i) => text.charCodeAt(i))
}

function textOf(codes: Float64Array): string {
  return String.fromCharCode(...codes)
}
