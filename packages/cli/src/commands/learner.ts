import { type JsonValue, Learner, type LearnerOptions } from '@ol/core'
import type { ReadOptions, Schema } from '@ol/reader'
import { type LabelKind, losses } from '@ol/spec'
import type { CommonFlags } from '../flags/common.js'
import type { ModelFlags } from '../flags/model.js'
import { givenParameters } from '../flags/parameters.js'
import type { ReadingFlags } from '../flags/reading.js'
import { optionsOfSchema, readOptions } from './input.js'

type TrainingFlags = ModelFlags & ReadingFlags & CommonFlags & { readonly [flag: string]: unknown }

/** The options of a learner that the flags of `train` name. */
export function learnerOptions(flags: TrainingFlags): LearnerOptions {
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
  return new Learner(optionsFor(learnerOptions(flags), schema))
}

/** The options of a learner for input that was read by this schema: with the names of classes where all are known. */
export function optionsFor(options: LearnerOptions, schema: Schema): LearnerOptions {
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

/**
 * How input is read for a model: as its own was, where it knows. Flags override; a column that one of them names
 * leaves the role it had.
 */
export function readOptionsFor(model: Learner, flags: ReadingFlags): ReadOptions {
  const schema = schemaOf(model)
  const { labels, classes } = labelsOf(model)
  const { strict, patience, wide: _, ...changes } = readOptions(flags)
  // how it is read, not what is read
  const how = patience === undefined ? { strict } : { strict, patience }
  if (schema === undefined) {
    const { hash, hashSeed, constant } = model.options
    const wide = model.bits === 'grow'
    return { hash, hashSeed, wide, constant, labels, classes, ...how, divisors: model.divisors, ...changes }
  }
  const { divisors } = model
  if (Object.keys(changes).length === 0) return { schema, ...how, divisors }
  const own = optionsOfSchema(schema)
  const moved = [
    changes.label,
    changes.weight,
    changes.tag,
    changes.numeric,
    changes.categorical,
    changes.text,
    changes.ignore,
  ].flat()
  const rest = (columns: ReadOptions['numeric']) => columns?.filter((name) => !moved.includes(name))
  return {
    ...own,
    numeric: rest(own.numeric),
    categorical: rest(own.categorical),
    text: rest(own.text),
    ignore: rest(own.ignore),
    labels,
    classes,
    ...how,
    divisors,
    ...changes,
  }
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
  return { labels: 'class', classes: model.classNames ?? model.classes.length }
}
