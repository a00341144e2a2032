import type { StoredNames } from '../names/name-store.js'
import type { Stored } from '../table/store.js'
import type { Header } from './model-header.js'
import type { Checked } from './model-sound.js'

/** The contents of a model file: see docs/formats/model.md. */
export interface ModelState extends Omit<Header, 'rows' | 'names' | 'missing' | 'expansion'>, Stored {
  /** in the order of `sumsOf` */
  readonly sums: readonly Float64Array[]
  /** the names of features, and whether some are not known */
  readonly names: StoredNames
  readonly unnamed: boolean
  /** derived features; absent: there are none */
  readonly expansion?: ExpertParts | undefined
  /** the check that a file of the model loads, if it was made; absent: it must be made */
  readonly checked?: Checked | undefined
}

/** A model of which a file can be made. */
export type CheckedModel = ModelState & { readonly checked: Checked }

/** The parts of an expansion: its numbers, and the files of the experts, then of the lanes of `nag`. */
export interface ExpertParts {
  readonly numbers: Float64Array
  readonly experts: readonly ExpertFile[]
}

/** The model of an expert, and the bytes of its nested file: none for an expert that was dropped, or has not begun. */
export interface ExpertFile {
  readonly length: number
  readonly model?: CheckedModel | undefined
}
