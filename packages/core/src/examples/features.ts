import { type Batch, checkMembers, invalid, namesWithin } from '@ol/spec'

/** A value that makes one feature or several. */
export type PlainValue =
  | number
  | string
  | boolean
  | null
  | undefined
  | Date
  | readonly (number | null | undefined)[]
  | readonly (string | null | undefined)[]
  | Float32Array
  | Float64Array

/** The value of a feature: see `Features`. */
export type FeatureValue = PlainValue | Features

/**
 * The features of an example. A number is a numeric feature; a string is a categorical value (indicator of name and
 * string); true is 1; false and 0 are absent. null, undefined and NaN are missing values: the value is unknown, and
 * the feature gets the additional indicator NAME=missing (see the option `missingAs`). A Date, or a string with an
 * ISO 8601 date, becomes the days since 1970 and indicators for month, day of the week and hour. An object is a
 * namespace: its names never collide with names of other namespaces. An array of numbers is a namespace of features
 * named 0, 1, ...; an array of strings is a namespace of indicators. For a model that learned from a table, members
 * with the names of its columns are the cells of a row (docs/formats/csv.md).
 */
export interface Features {
  readonly [name: string]: FeatureValue
}

/**
 * An object type as features: the type itself if all of its members are `FeatureValue`s; it may be an interface, or
 * nested.
 */
export type FeaturesOf<F> = {
  readonly [Name in keyof F]: F[Name] extends PlainValue
    ? F[Name]
    : F[Name] extends ((...parameters: never[]) => unknown) | bigint | symbol
      ? never
      : Extract<F[Name], PlainValue> | FeaturesOf<Exclude<F[Name], PlainValue>>
} & { readonly [Symbol.iterator]?: undefined; readonly [Symbol.toPrimitive]?: undefined }

/** The label of an example. */
export type ExampleLabel = number | boolean | string

/**
 * A constraint on an argument with labels of type Y, for a learner that takes labels of type L: none if some of the labels
 * may be of that type, which is known at run time only; otherwise never, so that the call does not compile.
 */
export type Fitting<Y, L> = [Extract<Y, L>] extends [never] ? never : unknown

/** An example to learn from. Other members are an error (OL_PARAMETER). Y: the type of its label. */
export interface Example<F extends object = Features, Y extends ExampleLabel = ExampleLabel> {
  readonly features: F
  /**
   * a number; under losses of signs -1 (or 0) or 1, or false or true; with classes the name of a class, or its number from
   * 1 if classes have no names
   */
  readonly label: Y
  /** >= 0; default 1 */
  readonly weight?: number | undefined
  /** added to the score; default 0 */
  readonly initial?: number | undefined
}

/** The members of an example; any other is an error, since a misspelt one would be ignored. */
export const exampleMembers: readonly (keyof Example)[] = ['features', 'label', 'weight', 'initial']

/** Checks that a value is an object with only these members; throws OL_FEATURES or OL_PARAMETER. */
export function checkExample(example: unknown, members: readonly string[]): void {
  if (typeof example !== 'object' || example === null)
    throw invalid('OL_FEATURES', 'an example', 'an object { features, label }', example)
  checkMembers('member', 'an example', example, members)
}

/** Returns example e of a batch as a separate batch. */
export function exampleOf(batch: Batch, e: number): Batch {
  const from = batch.offsets[e]
  const to = batch.offsets[e + 1]
  const one = (list: Float64Array | undefined): Float64Array | undefined => list?.slice(e, e + 1)
  return {
    size: 1,
    offsets: Uint32Array.of(0, to - from),
    indices: batch.indices.slice(from, to),
    ...(batch.upper === undefined ? {} : { upper: batch.upper.slice(from, to) }),
    ...(batch.groups === undefined ? {} : { groups: batch.groups.slice(from, to) }),
    values: batch.values.slice(from, to),
    labels: batch.labels.slice(e, e + 1),
    weights: one(batch.weights),
    initial: one(batch.initial),
    lines: one(batch.lines),
    tags: batch.tags === undefined ? undefined : [batch.tags[e]],
    ...(batch.normalized === undefined ? {} : { normalized: batch.normalized }),
    ...(batch.names === undefined ? {} : { names: namesWithin(batch.names, from, to) }),
  }
}
