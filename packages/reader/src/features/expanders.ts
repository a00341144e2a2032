import { batchesInUse, type ExpandSettings } from '@ol/spec'
import { type CrossBackend, Expander } from './expander.js'

/** Expanders in turn: if batches are borrowed, the features of some are in use while the next ones are made. */
export class Expanders {
  readonly #all: readonly Expander[]
  #turn = 0

  constructor(settings: ExpandSettings, reuseBuffers: boolean, backend: CrossBackend) {
    this.#all = Array.from({ length: reuseBuffers ? batchesInUse : 1 }, () => new Expander(settings, backend))
  }

  get current(): Expander {
    return this.#all[this.#turn]
  }

  /** Continues with the next expander, because a batch was built from the features of the current one. */
  next(): void {
    this.#turn = (this.#turn + 1) % this.#all.length
  }
}
