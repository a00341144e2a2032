/** A file that is saved with each snapshot. */
export interface Companion {
  /** the end of its name */
  readonly name: string
  /** Saves the current state, whatever changes before the file is written. */
  save(path: string): Promise<void>
}

/** A model as it was after an example. */
export interface Snapshot {
  readonly path: string
  /** the number of the last example that it has learned; 0: none */
  readonly number: number
  /** the number of model replacements since the store began */
  readonly generation: number
}
