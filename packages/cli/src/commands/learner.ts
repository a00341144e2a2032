import { type AnyLearnerOptions, checkOptions, type JsonValue, Learner } from '@ol/core'
import { optionsForModel, type ReadOptions, type Schema } from '@ol/reader'
import { type LabelKind, losses } from '@ol/spec'
import type { CommonFlags } from '../flags/common.js'
import type { ModelFlags } from '../flags/model-flags.js'
import { givenParameters } from '../flags/parameters.js'
import { type ReadingFlags, readOptions } from '../flags/reading.js'

type TrainingFlags = ModelFlags & ReadingFlags & CommonFlags & { readonly [flag: string]: unknown }

/** The options of a learner that the flags of `train` name. */
export function learnerOptions(flags: TrainingFlags): AnyLearnerOptions {
  return {
    rule: flags.rule,
    loss: flags.loss,
    bits: flags.bits,
    precision: flags.precision,
    update: flags.update,
    clip: flags.clip,
    link: flags.link,
    prenormalize: flags.prenormalize,
    classes: flags.classes,
    bootstrap: flags.bootstrap,
    bootstrapSeed: flags.bootstrapSeed,
    constant: flags.constant === false ? false : undefined,
    hash: flags.hash,
    hashSeed: flags.hashSeed,
    backend: flags.backend,
    ...givenParameters(flags),
  }
}

/** A learner as the flags say, for input that was read by this schema. */
export function newLearner(flags: TrainingFlags, schema: Schema): Learner {
  return new Learner(checkOptions(optionsFor(learnerOptions(flags), schema)))
}

/** The options of a learner for input that was read by this schema: with the names of classes where all are known. */
export function optionsFor(options: AnyLearnerOptions, schema: Schema): AnyLearnerOptions {
  const { classes } = schema
  const named = classes?.names?.length === classes?.count ? (classes?.names ?? undefined) : undefined
  return { ...options, input: jsonOf(schema), ...(named === undefined ? {} : { classes: named }) }
}

/** A schema is JSON all through; its type only lacks the index signature. */
export function jsonOf(schema: Schema): JsonValue {
  return JSON.parse(JSON.stringify(schema))
}

/** A saved model, with what the flags change of it; a flag that contradicts it is OL_MODEL_MISMATCH. */
export function initialLearner(path: string, flags: TrainingFlags): Promise<Learner> {
  return Learner.load(path, learnerOptions(flags))
}

/** How input is read for a model: as its own was, where it knows; flags override. */
export function readOptionsFor(model: Learner, flags: ReadingFlags): ReadOptions {
  const { hash, hashSeed, constant } = model.options
  const { divisors } = model
  return optionsForModel(
    {
      hash,
      hashSeed,
      wide: model.bits === 'grow',
      constant,
      ...labelsOf(model),
      divisors,
      schema: schemaOf(model),
    },
    readOptions(flags),
  )
}

/** The schema of the input that a model was trained on; undefined for one that was not trained on an input. */
export function schemaOf(model: Learner): Schema | undefined {
  const { input } = model
  // a reader refuses a schema that is not one
  const schema = typeof input === 'object' && input !== null ? (input as object as Schema) : undefined
  if (schema === undefined || model.classes === undefined) return schema
  // the model has met more names than the look at its first input
  return { ...schema, classes: { count: model.classes.length, names: model.classNames ?? null } }
}

/** What a reader must know of the labels of a model. */
export function labelsOf(model: Learner): Pick<ReadOptions, 'classes'> & { readonly labels: LabelKind } {
  if (model.classes === undefined) return { labels: losses[model.loss].labels }
  const { classNames } = model
  // no name is known before the first label
  const named = classNames !== undefined && classNames.length > 0
  return { labels: 'class', classes: named ? classNames : model.classes.length }
}
