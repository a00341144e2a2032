import { invalid } from '@ol/spec'
import type { DatasetEntry } from './dataset-entry.js'
import { textDatasets } from './text-datasets.js'
import { otherTables, uciDatasets } from './uci-datasets.js'

/** The table of data sets: the source of each, how it is read, and its label. */
export const datasets: readonly DatasetEntry[] = [...uciDatasets, ...otherTables, ...textDatasets]

/** Returns whether all files of a set are published, so that they can be downloaded. */
export function isPublished({ files }: DatasetEntry): boolean {
  return files.every(({ url }) => url !== undefined)
}

/** Returns the entry of an id; throws OL_PARAMETER if there is none. */
export function datasetOf(id: string): DatasetEntry {
  const entry = datasets.find((one) => one.id === id)
  if (entry === undefined)
    throw invalid('OL_PARAMETER', 'a data set', `one of ${datasets.map((one) => one.id).join(', ')}`, id)
  return entry
}
