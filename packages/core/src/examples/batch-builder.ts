import {
  type Batch,
  constantIndex,
  type FeatureNames,
  invalid,
  isTypedArray,
  type LabelKind,
  missingText,
  type OLError,
  valueText,
} from '@ol/spec'
import type { Classes } from '../lanes/classes.js'
import { isPlainObject } from '../options/json.js'
import type { SignNames } from '../options/settings.js'
import { signOf } from '../options/sign-names.js'
import { acceptableValue, checkInitial, checkLabel, checkWeight, valueRange } from './check-batch.js'
import { dateOf, datesOfInput, isoOf } from './dates.js'
import { FeatureList } from './feature-list.js'
import type { Example, Features, FeatureValue } from './features.js'
import { type Hashing, type NameFilter, NameHasher, type Namespace, noNames } from './name-hasher.js'
import { type ExampleRow, exampleArrays, isDetached } from './row-arrays.js'

const maxDepth = 32
const hasOwn = Object.prototype.hasOwnProperty
const nothingNamed: FeatureNames = { at: new Uint32Array(0), texts: [] }

/** Collects examples given as objects into a batch. An example that throws leaves the batch unchanged. */
export class BatchBuilder {
  readonly #hashing: Hashing
  readonly #labels: LabelKind | Classes
  readonly #signNames: SignNames | undefined
  readonly #names: NameHasher
  readonly #path: string[] = []
  readonly #list: FeatureList
  /** one of `dateFeatures`, or undefined where a missing value is absent: there are no dates then */
  readonly #dates: number | undefined
  #rows: ExampleRow[] = []
  /** arrays for the example that the caller borrows */
  readonly #borrowed = {
    offsets: new Uint32Array(2),
    labels: new Float64Array(1),
    weights: new Float64Array(1),
    initial: new Float64Array(1),
  }
  readonly #wanted: NameFilter
  /** the names wanted of the current example */
  #naming: NameFilter = noNames
  #named: number[] = []
  #texts: string[] = []

  constructor(
    hashing: Hashing,
    labels: LabelKind | Classes,
    wanted: NameFilter = noNames,
    signNames?: SignNames | undefined,
  ) {
    this.#signNames = signNames
    this.#wanted = wanted
    this.#hashing = hashing
    this.#labels = labels
    this.#dates = hashing.missingAs === 'absent' ? undefined : datesOfInput(hashing.input)
    this.#names = new NameHasher(hashing)
    this.#list = new FeatureList(this.#names.wide, hashing.groups === true)
  }

  /** Adds a labelled example: OL_FEATURES, OL_VALUE, OL_LABEL or OL_WEIGHT. */
  add(example: Example): void {
    if (typeof example !== 'object' || example === null)
      throw invalid('OL_FEATURES', 'an example', 'an object { features, label }', example)
    const { label, weight = 1, initial = 0 } = example
    const y = this.#label(label)
    checkWeight(weight, 'weight')
    checkInitial(initial, 'initial')
    this.#features(example.features, this.#wanted)
    if (typeof this.#labels !== 'string') this.#labels.settle()
    this.#rows.push({ end: this.#list.count, label: y, weight, initial })
  }

  #label(label: unknown): number {
    if (typeof this.#labels !== 'string') return this.#labels.numberOf(label)
    const named = this.#signNames === undefined ? label : signOf(label, this.#signNames)
    const y = this.#labels === 'sign' && typeof named === 'boolean' ? (named ? 1 : -1) : named
    checkLabel(y, this.#labels, 'label')
    return y
  }

  /** Adds an example without a label; `wanted`: of which of its features the batch has names. */
  addUnlabelled(features: Features, initial = 0, wanted: NameFilter = noNames): void {
    checkInitial(initial, 'initial')
    this.#features(features, wanted)
    this.#rows.push({ end: this.#list.count, label: Number.NaN, weight: 1, initial })
  }

  /** Returns the examples added since the last call. */
  take(): Batch {
    const { indices, upper, groups, values, count } = this.#list
    const { offsets, labels, weights, initial } = exampleArrays(this.#rows)
    const classNames = this.#classNames
    const batch = {
      size: this.#rows.length,
      offsets,
      indices: indices.slice(0, count),
      ...(this.#names.wide ? { upper: upper.slice(0, count) } : {}),
      ...(this.#hashing.groups === true ? { groups: groups.slice(0, count) } : {}),
      values: values.slice(0, count),
      labels,
      weights,
      initial,
      ...(classNames === undefined ? {} : { classNames }),
      names: this.#leftNames,
    }
    this.#reset()
    return batch
  }

  /**
   * Returns the only example added since the last call, on memory of the builder: valid until the next `add`. Its features have room for
   * more.
   */
  borrow(): Batch {
    const [{ end, label, weight, initial }] = this.#rows
    const borrowed = this.#borrowed
    borrowed.offsets[1] = end
    borrowed.labels[0] = label
    borrowed.weights[0] = weight
    borrowed.initial[0] = initial
    const batch = {
      size: 1,
      offsets: borrowed.offsets,
      indices: this.#list.indices,
      upper: this.#names.wide ? this.#list.upper : undefined,
      groups: this.#hashing.groups === true ? this.#list.groups : undefined,
      values: this.#list.values,
      labels: borrowed.labels,
      weights: weight === 1 ? undefined : borrowed.weights,
      initial: initial === 0 ? undefined : borrowed.initial,
      classNames: this.#classNames,
      names: this.#leftNames,
    }
    this.#reset()
    return batch
  }

  get #classNames(): Batch['classNames'] {
    return typeof this.#labels === 'string' ? undefined : this.#labels.names
  }

  get #leftNames(): FeatureNames {
    return this.#named.length === 0 ? nothingNamed : { at: Uint32Array.from(this.#named), texts: this.#texts }
  }

  #reset(): void {
    this.#rows = []
    this.#list.count = 0
    if (this.#named.length === 0) return
    this.#named = []
    this.#texts = []
  }

  #features(features: Features, wanted: NameFilter): void {
    this.#naming = wanted
    const start = this.#list.count
    const named = this.#named.length
    try {
      if (!isPlainObject(features)) {
        const expected = 'an object of numbers, strings, booleans, arrays and namespaces'
        throw invalid('OL_FEATURES', 'features', expected, features)
      }
      this.#list.group = this.#names.root.group
      this.#namespace(features as Features, this.#names.root)
      if (this.#hashing.constant) {
        if (this.#naming.wants(constantIndex, constantIndex)) this.#leave('Constant')
        this.#list.group = 0
        this.#list.push(constantIndex, constantIndex, 1)
      }
    } catch (error) {
      this.#list.count = start
      this.#named.length = named
      this.#texts.length = named
      this.#path.length = 0
      throw error
    }
  }

  #namespace(features: Features, within: Namespace): void {
    // V8 reads the properties of a loop like this one by their places; Object.hasOwn would look each of them up
    for (const name in features) {
      if (!hasOwn.call(features, name)) continue
      const value = features[name]
      if (value === false) continue
      if (value === undefined || value === null) this.#missing(name, within)
      else if (typeof value === 'number') this.#number(name, within, value)
      else if (typeof value === 'string') this.#string(name, within, value)
      else if (value === true) this.#name(name, within, 1)
      else this.#inner(name, value, within)
    }
  }

  #inner(name: string, value: FeatureValue, within: Namespace): void {
    // the seed of a namespace's hash is the model's, or the hash of the namespace around it
    const outermost = this.#path.length === 0
    const inner =
      outermost && name === ''
        ? this.#names.root
        : this.#names.space(name, outermost ? this.#names.outer : within)
    const around = this.#list.group
    this.#list.group = inner.group
    this.#path.push(name)
    if (this.#path.length > maxDepth)
      throw this.#invalid('OL_FEATURES', `at most ${maxDepth} nested namespaces`, value)
    if (isTypedArray(value, 'Float64Array') || isTypedArray(value, 'Float32Array')) {
      if (isDetached(value))
        throw this.#invalid('OL_FEATURES', 'an array whose memory was not transferred', value)
      this.#numbers(value, inner)
    } else if (Array.isArray(value)) this.#array(value as readonly unknown[], inner)
    else if (isPlainObject(value)) this.#namespace(value as Features, inner)
    else {
      const iso = this.#dates === undefined ? undefined : isoOf(value)
      if (iso === undefined) {
        const expected =
          'a number, a string, a boolean, a Date, an array of numbers or of strings, or an object'
        throw this.#invalid('OL_FEATURES', expected, value)
      }
      this.#path.pop()
      this.#list.group = around
      if (iso === null) this.#missing(name, within)
      else this.#string(name, within, iso)
      return
    }
    this.#path.pop()
    this.#list.group = around
  }

  #array(values: readonly unknown[], within: Namespace): void {
    let type: string | undefined
    let numbers = 0
    while (numbers < values.length && typeof values[numbers] === 'number') numbers++
    if (numbers === values.length) {
      this.#numbers(values as readonly number[], within)
      return
    }
    // a missing value is a number where no string comes
    const strings = typeof values.find((value) => value !== undefined && value !== null) === 'string'
    for (let i = 0; i < values.length; i++) {
      const value = values[i]
      if (value === undefined || value === null) {
        if (!strings) this.#missing(String(i), within)
        continue
      }
      type ??= typeof value
      if ((type !== 'number' && type !== 'string') || typeof value !== type) {
        const expected =
          type === 'string' ? 'a string' : type === 'number' ? 'a number' : 'a number or a string'
        throw this.#invalid('OL_FEATURES', `${expected} at position ${i}`, value)
      }
      if (typeof value === 'string') this.#name(value, within, 1)
      else this.#number(String(i), within, value as number)
    }
  }

  #numbers(values: ArrayLike<number>, within: Namespace): void {
    const { length } = values
    const keys = this.#names.positions(length, within)
    if (keys === undefined) {
      for (let i = 0; i < length; i++) this.#number(String(i), within, values[i])
      return
    }
    const list = this.#list
    list.reserve(length)
    const asks = this.#naming !== noNames
    const own = this.#naming === this.#wanted
    const { lower, upper, unwanted } = keys
    const { wide } = this.#names
    for (let i = 0; i < length; i++) {
      const value = values[i]
      if (value === 0) continue
      if (!acceptableValue(value)) throw this.#invalidValue(String(i), value)
      if (value !== value) {
        this.#missing(String(i), within)
        continue
      }
      const half = wide ? upper[i] : 0
      if (asks && !(own && unwanted[i] === 1) && this.#unwanted(lower[i], half, i)) unwanted[i] = 1
      list.push(lower[i], half, value)
    }
  }

  #number(name: string, within: Namespace, value: number): void {
    if (!acceptableValue(value)) throw this.#invalidValue(name, value)
    if (value !== value) this.#missing(name, within)
    else if (value !== 0) this.#name(name, within, value)
  }

  /** Adds the features of a date, or the category that any other string is. */
  #string(name: string, within: Namespace, text: string): void {
    const date = this.#dates === undefined ? undefined : dateOf(text, this.#dates)
    if (date !== undefined && date.days !== 0) this.#name(name, within, date.days)
    for (const category of date?.categories ?? [text]) this.#category(name, within, category)
  }

  /** Adds the feature of a name without a value, and the indicator that says so. */
  #missing(name: string, within: Namespace): void {
    if (this.#hashing.missingAs === 'absent') return
    this.#name(name, within, Number.NaN)
    this.#category(name, within, missingText)
  }

  #invalidValue(name: string, value: number): OLError {
    this.#path.push(name)
    return this.#invalid('OL_VALUE', valueRange, value)
  }

  #invalid(code: 'OL_FEATURES' | 'OL_VALUE', expected: string, value: unknown): OLError {
    return invalid(code, `feature ${this.#path.map(valueText).join('.')}`, expected, value)
  }

  /** Adds the feature of a name. */
  #name(name: string, within: Namespace, value: number): void {
    const key = this.#names.key(name, within)
    const { lower, upper } = key
    const asks = this.#naming !== noNames && !(key.unwanted && this.#naming === this.#wanted)
    if (asks && this.#unwanted(lower, upper, name)) key.unwanted = true
    this.#list.push(lower, upper, value)
  }

  /** Leaves the name of a feature, or its position, if it is wanted; returns whether it never will be. */
  #unwanted(index: number, upper: number, name: string | number): boolean {
    if (this.#naming.wants(index, upper)) this.#leave(this.#pathTo(name))
    else return this.#naming === this.#wanted
    return false
  }

  /** Adds the indicator of a name and the string that is its value. */
  #category(name: string, within: Namespace, text: string): void {
    const { lower, upper } = this.#names.indicator(name, within, text)
    if (this.#naming.wants(lower, upper)) this.#leave(`${this.#pathTo(name)}=${text}`)
    this.#list.push(lower, upper, 1)
  }

  /** Leaves the name of the feature that comes next. */
  #leave(name: string): void {
    this.#named.push(this.#list.count)
    this.#texts.push(name)
  }

  /** Returns a name with the namespaces around it, the one without a name left out. */
  #pathTo(name: string | number): string {
    return [...this.#path.filter((space) => space !== ''), name].join('^')
  }
}
