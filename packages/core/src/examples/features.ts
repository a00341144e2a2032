import { type Batch, checkMembers, invalid, namesWithin } from '@ol/spec'

/** A value that is one feature, or several. */
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
 * string); true is 1; false and 0 are absent. null, undefined and NaN are missing: they say nothing about the feature,
 * and next to it is the indicator of its name and 'missing' (see the option `missingAs`). A Date, or a string that is
 * one in ISO 8601, is its days since 1970 and the indicators of its month, day of the week and hour. An object is a
 * namespace: its names never collide with another's. An array of numbers is a namespace of features named 0, 1, ...;
 * one of strings, a namespace of indicators. For a model that learned from a table, members with the names of its columns
 * are the cells of a row (docs/formats/csv.md).
 */
export interface Features {
  readonly [name: string]: FeatureValue
}

/**
 * An object type as features: its own type where all of its members are `FeatureValue`s, be it an interface or nested.
 */
export type FeaturesOf<F> = {
  readonly [Name in keyof F]: F[Name] extends PlainValue
    ? F[Name]
    : F[Name] extends ((...parameters: never[]) => unknown) | bigint | symbol
      ? never
      : Extract<F[Name], PlainValue> | FeaturesOf<Exclude<F[Name], PlainValue>>
} & { readonly [Symbol.iterator]?: undefined; readonly [Symbol.toPrimitive]?: undefined }

/** An example to learn from. It has no other members: OL_PARAMETER. */
export interface Example<F extends object = Features> {
  readonly features: F
  /**
   * a number; under losses of signs -1 or 1, or false and true; with classes the name of a class, or where they have no
   * names its number from 1
   */
  readonly label: number | boolean | string
  /** >= 0; default 1 */
  readonly weight?: number | undefined
  /** added to the score; default 0 */
  readonly initial?: number | undefined
}

/** The members of an example; any other is an error, since a misspelt one would be ignored. */
export const exampleMembers: readonly (keyof Example)[] = ['features', 'label', 'weight', 'initial']

/** Checks that a value is an object that has no members but these: OL_FEATURES, OL_PARAMETER. */
export function checkExample(example: unknown, members: readonly string[]): void {
  if (typeof example !== 'object' || example === null)
    throw invalid('OL_FEATURES', 'an example', 'an object { features, label }', example)
  checkMembers('member', 'an example', example, members)
}

/** Returns example e of a batch as a batch of its own. */
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
