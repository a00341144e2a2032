import type { ExpandSettings } from '@ol/spec'
import { Expander } from './expander.js'

/** Expanders in turn: where batches are lent, the features of one are in use while those of the next are made. */
export class Expanders {
  readonly #all: readonly Expander[]
  #turn = 0

  constructor(settings: ExpandSettings, lend: boolean) {
    this.#all = Array.from({ length: lend ? 2 : 1 }, () => new Expander(settings))
  }

  get current(): Expander {
    return this.#all[this.#turn]
  }

  /** Goes on with the next: a batch was made of what the current one holds. */
  next(): void {
    this.#turn = (this.#turn + 1) % this.#all.length
  }
}
