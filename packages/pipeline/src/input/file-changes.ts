import { statPath } from '@ol/platform'
import type { Notice } from '../notices.js'
import type { Data } from './data.js'

/** Watches whether the files of data change between two readings. */
export class FileChanges {
  readonly #paths: readonly string[]
  #before: string | undefined

  constructor({ paths = [] }: Data) {
    this.#paths = paths
  }

  /** Returns a notice if a file has changed since the last call. */
  async notices(): Promise<readonly Notice[]> {
    const before = this.#before
    this.#before = JSON.stringify(await Promise.all(this.#paths.map(statPath)))
    return before === undefined || before === this.#before ? [] : [{ kind: 'input-changed' }]
  }
}
