import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { DatasetEntry } from './dataset-entry.js'

/** The available files of a data set. */
export interface Found {
  readonly state: 'whole' | 'sample' | 'missing'
  /** the files to read; for a missing set, the missing files */
  readonly paths: readonly string[]
  /** the note for readers of a table; empty for a complete set */
  readonly description: string
}

/** Finds the files of a data set by name; `checkDataset` checks their contents. */
export function find(entry: DatasetEntry, folder: string): Found {
  const paths = entry.files.map((file) => join(folder, file.path))
  const absent = paths.filter((path) => !existsSync(path))
  if (absent.length === 0) return { state: 'whole', paths, description: '' }
  const sample = entry.sample
  if (sample !== undefined && existsSync(join(folder, sample.path)))
    return {
      state: 'sample',
      paths: [join(folder, sample.path)],
      description: `sample: ${sample.description}`,
    }
  const some = paths.length - absent.length
  const description = some === 0 ? 'not there' : `${some} of ${paths.length} files there`
  return { state: 'missing', paths: absent, description }
}

/**
 * Returns the available files of a set that was read: with fewer examples than expected, they are only a part of it.
 */
export function foundOf(entry: DatasetEntry, folder: string, size: number): Found {
  const found = find(entry, folder)
  const rows = entry.files.reduce((sum, file) => sum + file.rows, 0)
  if (found.state !== 'whole' || size >= rows) return found
  const description = `part: ${size.toLocaleString('en')} of ${rows.toLocaleString('en')} rows`
  return { ...found, state: 'sample', description }
}
