import {
  type Batch,
  invalid,
  isNewClass,
  isWholeText,
  type LossId,
  lossOf,
  OLError,
  valueText,
} from '@ol/spec'
import type { ClassSetting } from '../options/settings.js'

/** Returns whether each class is learned against all others, and their scores are of no common distribution. */
export function areIndependent(loss: LossId): boolean {
  const { link, across } = lossOf(loss)
  return link === 'logistic' && across === undefined
}

/** Returns a batch whose labels number the classes from 0, as lanes do. */
export function laneLabels(batch: Batch, classes: Classes | undefined): Batch {
  return classes === undefined ? batch : { ...batch, labels: batch.labels.map((label) => label - 1) }
}

/** Returns a copy of the predictions of lanes that numbers classes from 1; 0 if no score is a number. */
export function classNumbers(predictions: Float64Array, classes: Classes | undefined): Float64Array {
  return classes === undefined ? predictions.slice() : predictions.map((k) => k + 1)
}

/** Returns whether a new label may be a name next to these: a number among other names could mean the class with that number. */
function isGivenName(label: unknown, names: readonly string[]): boolean {
  if (typeof label === 'string') return label !== ''
  return Number.isInteger(label) && names.every(isWholeText)
}

/**
 * The classes of a learner: from labels to their numbers, which count from 1, and back; lanes count them from 0. Names
 * are numbered in order of appearance; those that were learned from, or given, belong to the model.
 */
export class Classes {
  #count: number
  readonly #most: number | undefined
  #names: string[] | undefined
  /** how many of the names belong to the model; undefined: it has no names */
  #kept: number | undefined
  readonly #numbers: Map<string, number>
  /** whether a label that is a number was learned from */
  #numbered: boolean
  #fresh: string | undefined
  /** for classes that are added: whether their names are integers, and so will all be */
  readonly #whole: boolean

  constructor(
    setting: ClassSetting,
    learned: boolean,
    whole: boolean = setting.most !== undefined && setting.names?.every(isWholeText) === true,
  ) {
    this.#count = setting.count
    this.#most = setting.most
    this.#whole = whole
    this.#names = setting.names === undefined ? undefined : [...setting.names]
    this.#numbers = new Map(this.#names?.map((name, k) => [name, k]))
    this.#kept = this.#names?.length
    this.#numbered = learned && setting.names === undefined
  }

  /** The number of classes. If classes can be added, those with a name but no example yet do not count. */
  get count(): number {
    return this.#count
  }

  /** Whether labels with other names add classes. */
  get grows(): boolean {
    return this.#most !== undefined
  }

  /** Returns a copy: new names of the copy do not become names of these classes. */
  copy(): Classes {
    return new Classes(this.setting, this.#numbered)
  }

  /** Returns a copy that gets no further classes. */
  closed(): Classes {
    const { most: _, ...setting } = this.setting
    return new Classes(setting, this.#numbered, this.#whole)
  }

  /** The names so far, by number. */
  get names(): readonly string[] | undefined {
    return this.#names === undefined ? undefined : [...this.#names]
  }

  /** The setting with all names so far, and with the classes that were added. */
  get setting(): ClassSetting {
    if (this.grows) return this.kept
    return { count: this.count, names: this.names }
  }

  /** The setting with the names that belong to the model. */
  get kept(): ClassSetting {
    const { count } = this
    if (this.#most !== undefined) return { count, names: this.#names?.slice(0, count), most: this.#most }
    return { count, names: this.#kept === undefined ? undefined : this.#names?.slice(0, this.#kept) }
  }

  /** Adds classes: they are this many then. */
  grow(count: number): void {
    this.#count = count
  }

  /** Returns the largest class number of a label in a batch with these names. */
  largest(names: readonly string[] | undefined): number {
    return this.grows ? Math.max(this.#names?.length ?? 0, names?.length ?? 0) : this.count
  }

  /** Adds the names of a batch that was learned from to the model's. */
  keep(names: readonly string[] | undefined): void {
    const seen = names?.length ?? this.#names?.length
    if (seen !== undefined) this.#kept = Math.max(this.#kept ?? 0, seen)
  }

  /** Returns the number of a label; `settle` adds a new string. Throws OL_LABEL if it is not a class. */
  numberOf(label: unknown): number {
    this.#fresh = undefined
    const names = this.#names ?? (typeof label === 'string' && !this.#numbered ? [] : undefined)
    if (names === undefined) {
      if (Number.isInteger(label) && (label as number) >= 1 && (label as number) <= this.count)
        return label as number
      throw invalid('OL_LABEL', 'label', `a class: a whole number >= 1 and <= ${this.count}`, label)
    }
    const text = typeof label === 'number' || typeof label === 'boolean' ? String(label) : label
    const known = typeof text === 'string' ? this.#numbers.get(text) : undefined
    if (known !== undefined) return known + 1
    const most = this.#most ?? this.count
    const full = names.length >= most && this.grows ? ', and no more can be added: see mostClasses' : ''
    if (
      typeof text !== 'string' ||
      names.length >= most ||
      (this.grows ? !isNewClass(names, text) : !isGivenName(label, names))
    )
      throw invalid(
        'OL_LABEL',
        'label',
        `one of the ${names.length === 0 ? most : Math.max(this.count, names.length)} classes (${this.#shown()})${full}`,
        label,
      )
    this.#fresh = text
    return names.length + 1
  }

  /** Adds the last name of `numberOf`, if it was new. */
  settle(): void {
    if (this.#fresh !== undefined) this.#add(this.#fresh)
    else if (this.#names === undefined) this.#numbered = true
    this.#fresh = undefined
  }

  /** Adds the class names of a batch: OL_LABEL if they contradict the learner's. */
  adopt(names: readonly string[] | undefined): void {
    if (names === undefined) {
      if (this.#names === undefined) this.#numbered = true
      return
    }
    const own = this.#names ?? []
    const common = Math.min(own.length, names.length)
    const same = own.slice(0, common).every((name, k) => name === names[k])
    if (!same || names.length > (this.#most ?? this.count) || (this.#numbered && this.#names === undefined)) {
      const shown = own.length > 0 ? this.#shown() : `the numbers 1 to ${this.count}`
      const text = `Expected the classes of the learner (${shown}) but the batch has ${names.slice(0, 5).map(valueText).join(', ')}`
      throw new OLError('OL_LABEL', text, { value: names })
    }
    this.#names ??= []
    for (const name of names.slice(own.length)) this.#add(name)
  }

  /**
   * Returns the label of a class: its name, or its number if labels are numbers. If classes are added to integers, the
   * labels are these integers.
   */
  labelOf(k: number): number | string {
    if (this.#names === undefined) return k
    const name = this.#names[k - 1] ?? ''
    return this.#whole && name !== '' ? Number(name) : name
  }

  /** Returns the labels of the classes, by number; the empty string: a class that has not occurred. */
  labels(): (number | string)[] {
    return Array.from({ length: this.count }, (_, k) => this.labelOf(k + 1))
  }

  #add(name: string): void {
    this.#names ??= []
    this.#numbers.set(name, this.#names.length)
    this.#names.push(name)
  }

  #shown(): string {
    const names = this.#names ?? []
    return `${names.slice(0, 8).map(valueText).join(', ')}${names.length > 8 ? ', ...' : ''}`
  }
}
