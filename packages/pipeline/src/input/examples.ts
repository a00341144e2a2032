import type { Example, Features } from '@ol/core'
import {
  BatchBuilder,
  type Classes,
  checkExample,
  exampleMembers,
  type Hashing,
  type NameFilter,
  signOf,
} from '@ol/core/internal'
import type { ExampleExpander } from '@ol/reader'
import { type Batch, type Divisors, isNumberText, type LabelKind } from '@ol/spec'

/** An example given as a plain object. Without a label it can be predicted. */
export interface PlainExample extends Omit<Example, 'label'> {
  /** as for `Example`; with two labels that are strings, or with `positive`, one of the strings */
  readonly label?: Example['label'] | undefined
  /** identifies the example in predictions */
  readonly tag?: string | undefined
}

const plainMembers = [...exampleMembers, 'tag'] satisfies (keyof PlainExample)[]

/** How objects become batches. */
export interface BatchingOptions {
  readonly hashing: Hashing
  readonly labels: LabelKind | Classes
  /** the label that means +1, every other -1 */
  readonly positive?: string | undefined
  /** labels that are strings, as [label of -1, label of +1] */
  readonly labelTexts?: readonly [string, string] | undefined
  /** whether an example must have a label */
  readonly labelled: boolean
  /** whether labels are read; default: they are */
  readonly readLabels?: boolean | undefined
  /** makes n-grams and interactions; undefined: there are none */
  readonly expander?: ExampleExpander | undefined
  /**
   * the divisors of features before n-grams and interactions are built from them; without an expander the learner
   * divides
   */
  readonly divisors?: Divisors | undefined
  /** the features whose names its batches have; absent: none */
  readonly names?: NameFilter | undefined
  /** the same for examples without a label */
  readonly unlabelledNames?: NameFilter | undefined
  /** is called with names in interactions that no example of the first batch has */
  readonly onUnseen?: ((names: readonly string[], examples: number) => void) | undefined
}

/** Names of products are built from the names of all members. */
const everyMember: NameFilter = { wants: () => true }

const emptyColumns = () => ({ names: [] as string[], spaces: [] as boolean[], ends: [] as number[] })

/** Makes batches of examples that are plain objects. */
export class Batcher {
  readonly #options: BatchingOptions
  readonly #builder: BatchBuilder
  /** the builder of members' features */
  readonly #members: BatchBuilder
  /** the members of the features of examples, where there is an expander */
  #columns = emptyColumns()
  #tags: (string | undefined)[] = []
  #first = true

  constructor(options: BatchingOptions) {
    this.#options = options
    // the expander names the features of the members
    const names = options.expander === undefined ? options.names : undefined
    this.#builder = new BatchBuilder(options.hashing, options.labels, names)
    this.#members = new BatchBuilder(options.hashing, 'real')
  }

  /** @throws OLError as for `add`: then none of them is in the next batch */
  batch(examples: readonly PlainExample[]): Batch {
    try {
      for (const example of examples) this.add(example)
    } catch (error) {
      this.#builder.take()
      this.#forget()
      throw error
    }
    return this.take()
  }

  /**
   * Adds an example, which may change afterwards.
   *
   * @throws OLError OL_PARAMETER for a member that examples do not have, OL_FEATURES, OL_VALUE, OL_LABEL or OL_WEIGHT
   */
  add(example: PlainExample): void {
    checkExample(example, plainMembers)
    const { features, label, weight, initial, tag } = example
    const { labelled, readLabels = true, unlabelledNames } = this.#options
    if (!readLabels || (label === undefined && !labelled))
      this.#builder.addUnlabelled(features, initial, unlabelledNames)
    else this.#builder.addLabelled(features, this.#signed(label), weight, initial)
    if (this.#options.expander !== undefined) this.#addMembers(features)
    this.#tags.push(tag)
  }

  #addMembers(features: Features): void {
    const { names, spaces, ends } = this.#columns
    for (const { name, value } of this.#members.addMembers(features, this.#wanted && everyMember)) {
      names.push(name)
      spaces.push(typeof value === 'object' && value !== null)
    }
    ends.push(names.length)
  }

  /**
   * Returns the examples that were added since the last batch.
   *
   * @throws OLError OL_FEATURES, OL_VALUE for products that are too many or too large: then none of them is in the next batch
   */
  take(): Batch {
    const tags = this.#tags
    try {
      const batch = this.#expanded(this.#builder.take())
      if (this.#first) this.#reportUnseen(tags.length)
      const isTagged = tags.some((tag) => tag !== undefined)
      return { ...batch, signNames: this.#signNames, ...(isTagged ? { tags } : {}) }
    } finally {
      this.#forget()
    }
  }

  get #signNames(): Batch['signNames'] {
    const { positive, labelTexts } = this.#options
    return positive === undefined ? labelTexts : [undefined, positive]
  }

  #forget(): void {
    this.#members.take()
    this.#columns = emptyColumns()
    this.#tags = []
  }

  #reportUnseen(examples: number): void {
    this.#first = false
    const { expander, onUnseen } = this.#options
    if (expander !== undefined && expander.unseen.length > 0) onUnseen?.(expander.unseen, examples)
  }

  /** The features whose products' names are requested. */
  get #wanted(): NameFilter | undefined {
    return this.#options.labelled ? this.#options.names : this.#options.unlabelledNames
  }

  #expanded(batch: Batch): Batch {
    const { expander, divisors } = this.#options
    if (expander === undefined) return batch
    const wanted = this.#wanted
    const wants = wanted?.wants.bind(wanted)
    return expander.expand(batch, { rows: this.#members.take(), ...this.#columns }, wants, divisors)
  }

  /** Returns a label. As in files, a string is -1 or +1 if there are two string labels, otherwise its number. */
  #signed(label: unknown): unknown {
    const { positive, labelTexts, labels } = this.#options
    if (positive !== undefined && isLabel(label)) return String(label) === positive ? 1 : -1
    if (label === undefined || typeof label === 'boolean') return label
    if (labelTexts !== undefined) return signOf(label, labelTexts)
    return typeof labels === 'string' && typeof label === 'string' && isNumberText(label)
      ? Number(label)
      : label
  }
}

/** Returns whether a value can be a label; other values are refused. */
function isLabel(value: unknown): boolean {
  return (
    typeof value === 'string' || typeof value === 'boolean' || (typeof value === 'number' && value === value)
  )
}
