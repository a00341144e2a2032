import type { ReadOptions } from '@ol/reader'

/** A file of a data set in the folder of `--data`. */
export interface DataFile {
  /** path within the data folder, always gzip */
  readonly path: string
  /** its address; absent: no publisher of exactly this file is known, so users must copy it there */
  readonly url?: string | undefined
  /** its part of the published file: the file itself, or a member of an archive */
  readonly member?: string | undefined
  /** the number of its examples */
  readonly rows: number
  /** SHA-256 of the decompressed file; absent if none is known */
  readonly sha256?: string | undefined
  /** the label of all its examples, if the file has no labels */
  readonly label?: number | undefined
}

/** A smaller file that is used if the complete file is missing. */
export interface DatasetSample {
  readonly path: string
  readonly rows: number
  readonly sha256: string
  readonly description: string
}

export type DatasetTask = 'binary' | 'classes' | 'regression'

export interface DatasetEntry {
  readonly id: string
  readonly title: string
  readonly task: DatasetTask
  /** the page that describes it */
  readonly page: string
  readonly licence: string
  readonly files: readonly DataFile[]
  readonly sample?: DatasetSample | undefined
  readonly format: 'csv' | 'svmlight' | 'vw' | 'sentiment'
  readonly options?: ReadOptions | undefined
  /** the numeric columns, in the order of the file: their names, or their numbers from 1 */
  readonly numeric?: readonly (string | number)[] | undefined
  /** added to every label */
  readonly labelShift?: number | undefined
  /** the classes are 1 .. K */
  readonly classes?: number | undefined
  /** the label, in words */
  readonly label: string
}
