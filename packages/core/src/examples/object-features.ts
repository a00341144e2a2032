import {
  constantIndex,
  dateFeatures,
  type FeatureNames,
  invalid,
  isDetached,
  isPlainObject,
  isTypedArray,
  missingText,
  OLError,
  valueText,
} from '@ol/spec'
import { acceptableValue, valueRange } from './check-batch.js'
import { dateOf, datesOfInput, isoOf } from './dates.js'
import { FeatureList } from './feature-list.js'
import { exampleMembers, type Features, type FeatureValue } from './features.js'
import { type Hashing, type NameFilter, NameHasher, type Namespace, noNames } from './name-hasher.js'
import { type Member, type RowReader, type TableColumn, tableCells } from './table-part.js'

const maxDepth = 32
const isExampleMember = (name: string): boolean =>
  name === 'tag' || (exampleMembers as readonly string[]).includes(name)
const hasOwn = Object.prototype.hasOwnProperty
const nothingNamed: FeatureNames = { at: new Uint32Array(0), texts: [] }

/** The features of examples that are objects, one after another. */
export class ObjectFeatures {
  readonly list: FeatureList
  /** whether keys have an upper half */
  readonly wide: boolean
  readonly #constant: boolean
  readonly #missingIsAbsent: boolean
  readonly #names: NameHasher
  readonly #path: string[] = []
  /** one of `dateFeatures`, or undefined if a missing value is absent: there are no dates then */
  readonly #dates: number | undefined
  /** the reader of members that are columns of the model's table; undefined: it has none */
  readonly #cells: RowReader | undefined
  readonly #wanted: NameFilter
  /** the names wanted of the current example */
  #naming: NameFilter = noNames
  #named: number[] = []
  #texts: string[] = []

  /** @param wanted the features whose names are recorded: see `names` */
  constructor(hashing: Hashing, wanted: NameFilter) {
    const { constant, groups = false, input, missingAs } = hashing
    this.#wanted = wanted
    this.#constant = constant
    this.#missingIsAbsent = missingAs === 'absent'
    this.#dates = this.#missingIsAbsent ? undefined : datesOfInput(input)
    this.#cells = tableCells(hashing)
    this.#names = new NameHasher(hashing)
    this.wide = this.#names.wide
    this.list = new FeatureList(this.wide, groups)
  }

  /** The names that were requested since the last `reset`. */
  get names(): FeatureNames {
    return this.#named.length === 0 ? nothingNamed : { at: Uint32Array.from(this.#named), texts: this.#texts }
  }

  /** Forgets all features; their arrays do not change until the next features are added. */
  reset(): void {
    this.list.count = 0
    if (this.#named.length === 0) return
    this.#named = []
    this.#texts = []
  }

  /** Adds the features of an object; throws OL_FEATURES or OL_VALUE, and then adds none. */
  add(features: Features, wanted: NameFilter): void {
    this.#allOrNone(wanted, () => {
      this.list.group = this.#names.root.group
      if (this.#cells === undefined) this.#namespace(plain(features), this.#names.root)
      else for (const member of this.#cells.membersOf(plain(features))) this.#ofTable(member, this.#cells)
      if (!this.#constant) return
      if (this.#naming.wants(constantIndex, constantIndex)) this.#leave('Constant')
      this.list.group = 0
      this.list.push(constantIndex, constantIndex, 1)
    })
  }

  /**
   * Returns the members of an object; for a row of the model's table, all columns, followed by the other members.
   * Throws OL_FEATURES for other values.
   */
  membersOf(features: Features): readonly Member[] {
    if (this.#cells !== undefined) return this.#cells.membersOf(plain(features))
    return Object.entries(plain(features)).map(([name, value]) => ({ name, value, column: undefined }))
  }

  /** Adds the features of one member; throws OL_FEATURES or OL_VALUE, and then adds none. */
  addMember(member: Member, wanted: NameFilter): void {
    this.#allOrNone(wanted, () => {
      this.list.group = this.#names.root.group
      if (this.#cells === undefined) this.#member(member.name, member.value, this.#names.root)
      else this.#ofTable(member, this.#cells)
    })
  }

  /** Adds features; if that throws, none of them is added. */
  #allOrNone(wanted: NameFilter, add: () => void): void {
    this.#naming = wanted
    const start = this.list.count
    const named = this.#named.length
    try {
      add()
    } catch (error) {
      this.list.count = start
      this.#named.length = named
      this.#texts.length = named
      this.#path.length = 0
      throw error
    }
  }

  #namespace(features: Features, within: Namespace): void {
    // V8 reads the properties by their places in a loop like this one; Object.hasOwn would look up each of them
    for (const name in features) {
      if (hasOwn.call(features, name)) this.#member(name, features[name], within)
    }
  }

  #member(name: string, value: FeatureValue, within: Namespace): void {
    if (value === false) return
    if (value === undefined || value === null) this.#missing(name, within)
    else if (typeof value === 'number') this.#number(name, within, value)
    else if (typeof value === 'string') this.#string(name, within, value)
    else if (value === true) this.#name(name, within, 1)
    else this.#inner(name, value, within)
  }

  /** Adds a member of a row of the model's table; a member that is not a column is a feature, as in any object. */
  #ofTable({ name, value, column }: Member, cells: RowReader): void {
    if (column === undefined) {
      this.#member(name, value, this.#names.root)
      return
    }
    this.list.group = column.group
    if (typeof value === 'number' && cells.isPlain(column, value)) this.#number(name, this.#names.root, value)
    else if (column.role === 'text' && Array.isArray(value))
      for (const text of value) this.#cell(text, column, cells)
    else this.#cell(value, column, cells)
    this.list.group = this.#names.root.group
  }

  #cell(value: unknown, column: TableColumn, cells: RowReader): void {
    const named = this.#naming !== noNames
    const count = cells.read(column, value, named)
    const { indices, upper, values } = cells.features
    for (let k = 0; k < count; k++) {
      const half = this.wide ? upper[k] : 0
      if (named && this.#naming.wants(indices[k], half)) this.#leave(cells.nameOf(column, k))
      this.list.push(indices[k], half, values[k])
    }
  }

  #inner(name: string, value: FeatureValue, within: Namespace): void {
    // the seed of a namespace's hash is the model's seed, or the hash of the namespace around it
    const outermost = this.#path.length === 0
    const inner =
      outermost && name === ''
        ? this.#names.root
        : this.#names.space(name, outermost ? this.#names.outer : within)
    const around = this.list.group
    this.list.group = inner.group
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
          'a number, a string, a boolean, a Date, an array of numbers or of strings, or a plain object'
        throw this.#invalid('OL_FEATURES', expected, value)
      }
      this.#path.pop()
      this.list.group = around
      if (iso === null) this.#missing(name, within)
      else this.#date(name, within, iso)
      return
    }
    this.#path.pop()
    this.list.group = around
  }

  #array(values: readonly unknown[], within: Namespace): void {
    let type: string | undefined
    let numbers = 0
    while (numbers < values.length && typeof values[numbers] === 'number') numbers++
    if (numbers === values.length) {
      this.#numbers(values as readonly number[], within)
      return
    }
    // a missing value is a number if no string follows
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
    const list = this.list
    list.reserve(length)
    const asks = this.#naming !== noNames
    const own = this.#naming === this.#wanted
    const { lower, upper, unwanted } = keys
    const { wide } = this
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

  /** Adds the features of a Date, given as its JSON: OL_VALUE for a year that dates in text cannot have. */
  #date(name: string, within: Namespace, iso: string): void {
    if (this.#dates !== dateFeatures.off && /^[+-]/.test(iso)) {
      this.#path.push(name)
      throw this.#invalid('OL_VALUE', 'a Date of the years 0 to 9999', iso)
    }
    this.#string(name, within, iso)
  }

  /** Adds the features of a date, or the category of any other string. */
  #string(name: string, within: Namespace, text: string): void {
    const date = this.#dates === undefined ? undefined : dateOf(text, this.#dates)
    if (date !== undefined && date.days !== 0) this.#name(name, within, date.days)
    for (const category of date?.categories ?? [text]) this.#category(name, within, category)
  }

  /** Adds a missing feature and its indicator. */
  #missing(name: string, within: Namespace): void {
    if (this.#missingIsAbsent) return
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
    this.list.push(lower, upper, value)
  }

  /** Records the name of a feature, or its position, if it is requested; returns whether it never will be. */
  #unwanted(index: number, upper: number, name: string | number): boolean {
    if (this.#naming.wants(index, upper)) this.#leave(this.#pathTo(name))
    else return this.#naming === this.#wanted
    return false
  }

  /** Adds the indicator of a name and the string that is its value. */
  #category(name: string, within: Namespace, text: string): void {
    const { lower, upper } = this.#names.indicator(name, within, text)
    if (this.#naming.wants(lower, upper)) this.#leave(`${this.#pathTo(name)}=${text}`)
    this.list.push(lower, upper, 1)
  }

  /** Records the name of the next feature. */
  #leave(name: string): void {
    this.#named.push(this.list.count)
    this.#texts.push(name)
  }

  /** Returns a name with the namespaces around it, the one without a name left out. */
  #pathTo(name: string | number): string {
    return [...this.#path.filter((space) => space !== ''), name].join('^')
  }
}

/**
 * Returns features that are an object without a class: throws OL_FEATURES for others, and for an example instead of its
 * features, which would be a namespace.
 */
function plain(features: Features): Features {
  if (isPlainObject(features)) {
    if (isPlainObject(features.features) && Object.keys(features).every(isExampleMember))
      throw new OLError(
        'OL_FEATURES',
        "Expected features but received an example: pass its features, or add the member '': {} if a namespace is called 'features'",
        { value: features },
      )
    return features as Features
  }
  const expected = 'a plain object of numbers, strings, booleans, arrays and namespaces'
  throw invalid('OL_FEATURES', 'features', expected, features)
}
