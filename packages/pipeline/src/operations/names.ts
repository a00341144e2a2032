import type { AnyLearnerOptions } from '@ol/core'
import { type NameFilter, resolveOptions } from '@ol/core/internal'
import type { ReadReport } from '@ol/reader'
import { type Batch, type FeatureNames, OLError, suggestion, valueText } from '@ol/spec'
import type { AnyLearner, Session } from '../session.js'

/** Returns the number of names that a reader must find for a model, or for one with these options. */
export function namesToFind(
  session: Session | undefined,
  options: AnyLearnerOptions,
  by: string | undefined,
): number {
  // a name determines the slice of an example
  if (by !== undefined) return namesForSlices
  if (session === undefined) return resolveOptions(options).names
  return isFull(session.learner) ? 0 : session.learner.names.limit
}

/** The largest number of features with names, if metrics are by the values of a column. */
export const namesForSlices = 1_000_000

/**
 * Throws if no feature of a table determines the slice of an example.
 *
 * @throws OLError OL_INPUT_COLUMN
 */
export function checkSliceColumn(by: string | undefined, { columns }: Pick<ReadReport, 'columns'>): void {
  if (by === undefined || columns === undefined) return
  const column = columns.find(({ name }) => name === by)
  const features = columns.filter(({ role }) => roles.has(role)).map(({ name }) => name)
  if (column !== undefined && roles.has(column.role)) return
  const near = column === undefined ? suggestion(by, features) : ''
  const what =
    column === undefined
      ? `there is no column ${valueText(by)}`
      : `column ${valueText(by)} is ${column.role === 'ignore' ? 'left out' : `read as ${column.role}`}, and no feature has its values`
  throw new OLError(
    'OL_INPUT_COLUMN',
    `${what}: expected one of ${features.slice(0, 20).join(', ')} for the slices (--by)${near}`,
  )
}

const roles: ReadonlySet<string> = new Set(['categorical', 'boolean', 'numeric'])

/** Requests the name of each feature of each example. */
export const everyName: NameFilter = { wants: () => true }

/** Requests the name of each feature where it first appears, up to a number of features. */
export class FirstAppearances implements NameFilter {
  readonly #limit: number
  readonly #seen = new Set<number | string>()

  constructor(limit: number) {
    this.#limit = limit
  }

  wants(index: number, upper: number): boolean {
    if (this.#seen.size >= this.#limit) return false
    const key = upper === 0 ? index : `${index} ${upper}`
    if (this.#seen.has(key)) return false
    this.#seen.add(key)
    return true
  }
}

/** Returns whether a model keeps no further names. */
export function isFull({ names }: AnyLearner): boolean {
  return names.known >= names.limit
}

const nothingNamed: FeatureNames = { at: new Uint32Array(0), texts: [] }

/** Returns a batch of features that have appeared in an earlier pass over the same data. */
export function withKnownNames(batch: Batch): Batch {
  return batch.names === undefined ? { ...batch, names: nothingNamed } : batch
}
