import type { Dataset } from '../data/dataset.js'

/** Reads a data set of the table, complete or its sample; it stays in memory. */
export type ReadData = (id: string) => Promise<Dataset>

/**
 * Work of an experiment that is not a pass over a data set. It runs off the main thread, and its result is stored under
 * its name and parameters: parameters and result are plain JSON, and the parameters alone determine the result.
 */
export interface Part<P = never, R = unknown> {
  /** unique among all experiments */
  readonly name: string
  readonly run: (params: P, read: ReadData) => R | Promise<R>
}

export function part<P extends object, R>(name: string, run: Part<P, R>['run']): Part<P, R> {
  return { name, run }
}

/** Finds a part by its name; throws OL_PARAMETER if there is none. */
export type PartOf = (name: string) => Part
