import { checkPlain, invalid, isSharedArrayBuffer, OLError } from '@ol/spec'
import type { BackendChoice } from '../backend/choose.js'
import type { Features, FeaturesOf } from '../examples/features.js'
import { Learner } from '../learner/learner.js'
import { noNames } from '../names/name-store.js'
import type { ClassLabel } from '../options/settings.js'
import { before, controlWords, isUnchanged, pause } from './sequence-lock.js'
import { partsOfBuffer, type SharedParts, stateOf } from './shared-layout.js'

/** Attempts to read, each interrupted by a publication, before a reader gives up. */
const attempts = 1000

/** Predicts with a model that another thread trains: see `SharedModel`. P: the type of a prediction. */
export class SharedReader<P extends ClassLabel = number> {
  readonly #parts: SharedParts
  readonly #backend: BackendChoice | undefined
  #version = -1
  #model: Learner<P> | undefined

  /**
   * Opens the memory of a shared model.
   *
   * @param buffer `buffer` of the `SharedModel`
   * @param options the backend; default the environment variable OL_BACKEND, or `auto`
   * @throws OLError: OL_PARAMETER for another buffer; OL_BACKEND, OL_ADDON_BROKEN
   */
  constructor(buffer: SharedArrayBuffer, options: { readonly backend?: BackendChoice | undefined } = {}) {
    checkPlain(options)
    if (!isSharedArrayBuffer(buffer))
      throw invalid('OL_PARAMETER', 'the buffer of a shared model', 'a SharedArrayBuffer', buffer)
    this.#parts = partsOfBuffer(buffer)
    this.#backend = options.backend
  }

  /**
   * Calls a function that reads the model, and returns its result. The function sees a single publication: if the
   * model is published meanwhile, it is called again. It must only read.
   *
   * @param action reads the model, for example predicts or explains
   * @returns the result of its last call
   * @throws OLError: OL_BUSY if the model is published so often that no call saw a single publication; errors of
   * `action`
   */
  read<T>(action: (model: Learner<P>) => T): T {
    const { control } = this.#parts
    for (let k = 0; k < attempts; k++) {
      const sequence = before(control)
      if (sequence === undefined) {
        pause(control)
        continue
      }
      let result: T
      try {
        const model = this.#modelOf(sequence)
        if (model === undefined) continue
        result = action(model)
      } catch (error) {
        // an error from numbers of two publications is not an error
        if (isUnchanged(control, sequence)) throw error
        continue
      }
      if (isUnchanged(control, sequence)) return result
    }
    throw new OLError(
      'OL_BUSY',
      `A publication interrupted each of ${attempts} attempts to read the shared model: publish less often`,
      { value: attempts },
    )
  }

  /**
   * Predicts one example.
   *
   * @param features of the example
   * @returns the prediction: see `Learner.predict`
   * @throws OLError: as for `read` and `Learner.predict`
   */
  predict<F extends object & FeaturesOf<F>>(features: F): P {
    return this.read((model) => model.predict(features as Features))
  }

  /** how many times the model had been published when it was last read; 0: not read yet */
  get version(): number {
    return (this.#version + 1) >> 1
  }

  /** Returns the model of a publication, on the shared weights; undefined if it changed while its head was copied. */
  #modelOf(sequence: number): Learner<P> | undefined {
    if (this.#model !== undefined && this.#version === sequence) return this.#model
    const { control, head, numbers, table } = this.#parts
    const [ownHead, ownNumbers] = [head.slice(0, control[controlWords.headBytes]), numbers.slice()]
    if (!isUnchanged(control, sequence)) return undefined
    const { header, scalars, sums } = stateOf(ownHead, ownNumbers)
    const { settings, counts } = header
    this.#model = new Learner<P>(
      { backend: this.#backend },
      { settings, counts, table: { ...table, scalars }, sums, names: noNames(), unnamed: true },
    )
    this.#version = sequence
    return this.#model
  }
}
