import {
  type AnyLearnerOptions,
  type ClassLabel,
  type FeatureImportance,
  type InspectOptions,
  type JsonValue,
  Learner,
  type LearnerOptions,
  type Term,
  type TermsOptions,
} from '@ol/core'
import { groupsUnder, type SignNames, signLabels, type TaskTerms, taskTerms } from '@ol/core/internal'
import {
  columnFeatures,
  differenceFromModel,
  type ModelReading,
  optionsForModel,
  type ReadOptions,
  type Schema,
} from '@ol/reader'
import {
  checkPlain,
  checkReadOptions,
  invalid,
  type LabelKind,
  type LossId,
  losses as lossTable,
  OLError,
  type Task,
  valueText,
} from '@ol/spec'
import { categoriesOf } from './categories.js'
import { checkModelWeights, signLabelsOf, weightsUnder } from './weights-by-name.js'

/** A prediction: a number, or with classes the label of one. */
export type AnyLearner = Learner<number | string>

/** The options of a reader about the labels of a model. */
type ModelLabels = Pick<ReadOptions, 'classes'> & { readonly labels: LabelKind }

/** A learner together with how its input is read. */
export class Session {
  /** replaced only at the end of a training that keeps the model of an earlier pass */
  learner: AnyLearner

  /** @throws OLError OL_PARAMETER for a value that is not a learner */
  constructor(learner: AnyLearner) {
    if (!(learner instanceof Learner)) throw invalid('OL_PARAMETER', 'the learner', 'a Learner', learner)
    this.learner = learner
  }

  /**
   * How the input of the training was read; undefined if the model was not trained on an input that has a schema.
   */
  get schema(): Schema | undefined {
    const { classes, classNames } = this.learner
    const schema = schemaKept(this.learner)
    checkReadOptions({ schema })
    if (schema === undefined || classes === undefined) return schema
    // the model may have more names than the start of its first input
    return { ...schema, classes: { count: classes.length, names: classNames ?? null } }
  }

  /** The options for reading an input that the model learns from: its labels may add classes. */
  get learning(): { readonly schema: Schema | undefined; readonly labels: ModelLabels } {
    const { schema, labels } = this
    const { classNames: names, options } = this.learner
    if (options.mostClasses === undefined || names === undefined) return { schema, labels }
    const classes = { count: options.mostClasses, names, grows: true } as const
    return { schema: schema && { ...schema, classes }, labels: { ...labels, classes } }
  }

  /** The labels of the classes, by number; undefined without classes. */
  get classes(): readonly (number | string)[] | undefined {
    return this.learner.classes
  }

  /** How scores become predictions in the terms of the task. */
  get terms(): TaskTerms {
    const { loss, classes, classNames, options } = this.learner
    const setting = classes === undefined ? undefined : { count: classes.length, names: classNames }
    return taskTerms({ loss, classes: setting, link: options.link ?? 'identity' }, classes ?? this.signLabels)
  }

  /** The labels of -1 and of +1, if the input names them. */
  get signLabels(): readonly ClassLabel[] | undefined {
    const { classes, classNames } = this.learner
    if (classes !== undefined || classNames === undefined) return signLabelsOf(this.schema)
    return signLabels(classNames as SignNames)
  }

  /** The options of a reader about labels. */
  get labels(): ModelLabels {
    const { classes, classNames, loss } = this.learner
    if (classes === undefined) return { labels: lossTable[loss].labels }
    const { length: count } = classes
    return { labels: 'class', classes: classNames === undefined ? count : { count, names: classNames } }
  }

  /**
   * Returns how to read input for this model: like its training input, if it had one; options override. A label that
   * contradicts the model ends the reading, and so does a new column in training.
   */
  readOptions(given: ReadOptions, use: 'predict' | 'learn' = 'predict'): ReadOptions {
    checkPlain(given)
    const { schema, labels } = this.learning
    const reading = use === 'learn' ? { ...this.#reading, ...labels, schema } : this.#reading
    const options = optionsForModel(reading, given)
    // columns that the model does not know do not change predictions
    const ignores =
      use === 'predict' && options.newColumns === undefined && options.schema?.columns !== undefined
    return { decidedBy: 'model', ...options, ...(ignores ? { newColumns: 'ignore' } : {}) }
  }

  /**
   * Throws for input whose features are read differently from the model's.
   *
   * @throws OLError OL_MODEL_MISMATCH
   */
  checkSchema(input: Schema | undefined): void {
    if (input === undefined) return
    checkReadOptions({ schema: input })
    const difference = differenceFromModel(this.#reading, input)
    if (difference === undefined) return
    const { option, column, model, input: value, why } = difference
    const what = column === undefined ? option : `the column ${valueText(column)} as`
    const text = `The model has ${what} ${shown(model)}, and the input is read with ${shown(value)}: ${why}`
    throw new OLError('OL_MODEL_MISMATCH', text, { value, expected: shown(model) })
  }

  /**
   * Returns the features that contribute most to the score when they are present: see `Learner.inspect`. Columns of
   * numbers always have their names, whatever names the model keeps.
   */
  inspect(options: InspectOptions = {}): FeatureImportance[] {
    const { schema } = this
    if (schema === undefined) return this.learner.inspect(options)
    const names = columnFeatures(schema)
    return this.learner.inspect({ names, alternatives: categoriesOf(schema), ...options })
  }

  /** Returns what each column and each chosen pair and triple adds: see `Learner.terms`. */
  inspectTerms(options: TermsOptions = {}): Term[] {
    const { schema } = this
    return this.learner.terms(schema === undefined ? options : { names: columnFeatures(schema), ...options })
  }

  get #reading(): ModelReading {
    const { labels, schema } = this
    const { scales: divisors, bits, options } = this.learner
    const { hash, hashSeed, constant, missingAs } = options
    return {
      hash,
      hashSeed,
      wide: bits === 'grow',
      groups: groupsUnder(options),
      constant,
      missingAs,
      ...labels,
      divisors,
      schema,
    }
  }
}

/** The members of the JSON value of a model that do not belong to a schema. */
interface OwnFacts {
  /** n: its training has held out one in n examples for a merge */
  readonly mergeHoldout?: number
}

function schemaKept({ input }: AnyLearner): Schema | undefined {
  if (typeof input !== 'object' || input === null) return undefined
  const { mergeHoldout, ...schema } = input as object as Schema & OwnFacts
  return mergeHoldout !== undefined && Object.keys(schema).length === 0 ? undefined : (schema as Schema)
}

/** Returns n if the training of a model has held out one in n examples for a merge. */
export function mergeHoldoutKept({ input }: AnyLearner): number | undefined {
  const kept = typeof input === 'object' && input !== null ? (input as OwnFacts).mergeHoldout : undefined
  return typeof kept === 'number' ? kept : undefined
}

function shown(value: unknown): string {
  if (value === null) return 'none'
  return typeof value === 'object' ? JSON.stringify(value) : valueText(value)
}

/** Loads the learner of a model file, from its path or its bytes. */
export async function loadLearner(
  model: string | Uint8Array,
  options: AnyLearnerOptions = {},
): Promise<AnyLearner> {
  checkPlain(options)
  const { classWeight, ...others } = options
  const learner =
    typeof model === 'string'
      ? await Learner.load<number | string>(model, others)
      : Learner.fromBytes<number | string>(model, others)
  if (classWeight !== undefined) {
    const { classes, signLabels } = new Session(learner)
    checkModelWeights(learner.options, classes ?? signLabels ?? [-1, 1], classWeight)
  }
  return learner
}

/** Returns a learner for input that is read by this schema; it has the class names if all are known. */
export function learnerFor(options: AnyLearnerOptions, schema: Schema | undefined): AnyLearner {
  // the learner checks them
  return new Learner<number | string>(optionsFor(options, schema) as LearnerOptions)
}

/** Returns the options of a learner for input that is read by this schema. */
export function optionsFor(
  options: AnyLearnerOptions,
  schema: Schema | undefined,
  losses: readonly LossId[] | undefined = options.loss === undefined ? undefined : [options.loss],
): AnyLearnerOptions {
  if (schema === undefined) return options
  const { classes, hash, hashSeed, constant, missingAs, labels, labelTexts } = schema
  const count = labels === 'class' ? (options.classes ?? classes?.count) : undefined
  if (options.input !== undefined)
    throw invalid(
      'OL_PARAMETER',
      'input',
      'undefined: a model keeps how its input was read there',
      options.input,
    )
  const grows = classes?.grows === true && options.classes === undefined
  const named = grows || classes?.names?.length === classes?.count ? (classes?.names ?? undefined) : undefined
  return {
    ...options,
    ...(options.classWeight === undefined ? {} : { classWeight: weightsUnder(schema, options.classWeight) }),
    // a reader, or a cache, may have other hash options than the defaults
    hash,
    hashSeed,
    constant,
    missingAs: missingAs ?? 'absent',
    input: jsonOf(schema),
    ...(losses === undefined && options.classes === undefined ? { task: taskOfLabels(labels) } : {}),
    ...(labels === 'sign' && labelTexts !== null && labelTexts.join() !== '-1,1'
      ? { task: 'binary' as const, classes: labelTexts }
      : {}),
    ...(named === undefined ? (count === undefined ? {} : { classes: count }) : { classes: named }),
    ...(grows ? { mostClasses: classes.count } : {}),
  }
}

/** Returns the task that labels of a kind are for. */
function taskOfLabels(labels: LabelKind): Task {
  return labels === 'class' ? 'multiclass' : labels === 'sign' ? 'binary' : 'regression'
}

/** Returns a schema as JSON: it is JSON, but its type lacks the index signature. */
export function jsonOf(schema: Schema): JsonValue {
  const { firstLabels: _, ...kept } = schema
  return JSON.parse(JSON.stringify(kept))
}
