import type { Batch, LabelKind } from '@ol/spec'
import type { Classes } from '../lanes/classes.js'
import type { SignNames } from '../options/settings.js'
import { signOf, signOfNumber } from '../options/sign-names.js'
import { checkInitial, checkLabel, checkWeight } from './check-batch.js'
import { checkExample, type Example, exampleMembers, type Features } from './features.js'
import { type Hashing, type NameFilter, noNames } from './name-hasher.js'
import { ObjectFeatures } from './object-features.js'
import { type ExampleRow, exampleArrays } from './row-arrays.js'
import type { Member } from './table-part.js'

/** Collects examples given as objects into a batch. An example that throws leaves the batch unchanged. */
export class BatchBuilder {
  readonly #hashing: Hashing
  readonly #labels: LabelKind | Classes
  readonly #signNames: SignNames | undefined
  readonly #features: ObjectFeatures
  #rows: ExampleRow[] = []
  /** arrays for the example that the caller borrows */
  readonly #borrowed = {
    offsets: new Uint32Array(2),
    labels: new Float64Array(1),
    weights: new Float64Array(1),
    initial: new Float64Array(1),
  }
  readonly #wanted: NameFilter

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
    this.#features = new ObjectFeatures(hashing, wanted)
  }

  /** Adds a labelled example: OL_PARAMETER for a member that examples do not have, OL_FEATURES, OL_VALUE, OL_LABEL or OL_WEIGHT. */
  add(example: Example): void {
    checkExample(example, exampleMembers)
    const { features, label, weight, initial } = example
    this.addLabelled(features, label, weight, initial)
  }

  /** Adds an example by its members, like `add` without OL_PARAMETER. */
  addLabelled(features: Features, label: unknown, weight = 1, initial = 0): void {
    const y = this.#label(label)
    checkWeight(weight, 'weight')
    checkInitial(initial, 'initial')
    this.#features.add(features, this.#wanted)
    if (typeof this.#labels !== 'string') this.#labels.settle()
    this.#rows.push({ end: this.#features.list.count, label: y, weight, initial })
  }

  #label(label: unknown): number {
    if (typeof this.#labels !== 'string') return this.#labels.numberOf(label)
    const named = this.#signNames === undefined ? label : signOf(label, this.#signNames)
    const y = this.#labels === 'sign' ? signOfNumber(named) : named
    checkLabel(y, this.#labels, 'label')
    return y
  }

  /** Adds an example without a label; `wanted`: the features whose names the batch has. */
  addUnlabelled(features: Features, initial = 0, wanted: NameFilter = noNames): void {
    checkInitial(initial, 'initial')
    this.#features.add(features, wanted)
    this.#rows.push({ end: this.#features.list.count, label: Number.NaN, weight: 1, initial })
  }

  /** Adds an example for each member of an object, without the constant; returns them. */
  addMembers(features: Features, wanted: NameFilter = noNames): readonly Member[] {
    const members = this.#features.membersOf(features)
    for (const member of members) {
      this.#features.addMember(member, wanted)
      this.#rows.push({ end: this.#features.list.count, label: Number.NaN, weight: 1, initial: 0 })
    }
    return members
  }

  /** Returns the examples added since the last call. */
  take(): Batch {
    const { indices, upper, groups, values, count } = this.#features.list
    const { offsets, labels, weights, initial } = exampleArrays(this.#rows)
    const batch = {
      size: this.#rows.length,
      offsets,
      indices: indices.slice(0, count),
      ...(this.#features.wide ? { upper: upper.slice(0, count) } : {}),
      ...(this.#hashing.groups === true ? { groups: groups.slice(0, count) } : {}),
      values: values.slice(0, count),
      labels,
      weights,
      initial,
      hash: this.#hashing.hash,
      hashSeed: this.#hashing.hashSeed,
      classNames: this.#classNames,
      signNames: this.#signNames,
      names: this.#features.names,
    }
    this.#reset()
    return batch
  }

  /**
   * Returns the only example added since the last call, on memory of the builder: valid until the next `add`. Its
   * features have capacity for more. It has no record of its hashes: only the model of the builder takes it.
   */
  borrow(): Batch {
    const [{ end, label, weight, initial }] = this.#rows
    const { list, names, wide } = this.#features
    const borrowed = this.#borrowed
    borrowed.offsets[1] = end
    borrowed.labels[0] = label
    borrowed.weights[0] = weight
    borrowed.initial[0] = initial
    const batch = {
      size: 1,
      offsets: borrowed.offsets,
      indices: list.indices,
      upper: wide ? list.upper : undefined,
      groups: this.#hashing.groups === true ? list.groups : undefined,
      values: list.values,
      labels: borrowed.labels,
      weights: weight === 1 ? undefined : borrowed.weights,
      initial: initial === 0 ? undefined : borrowed.initial,
      classNames: this.#classNames,
      names,
    }
    this.#reset()
    return batch
  }

  get #classNames(): Batch['classNames'] {
    return typeof this.#labels === 'string' ? undefined : this.#labels.names
  }

  #reset(): void {
    this.#rows = []
    this.#features.reset()
  }
}
