import { Learner } from '@ol/core'

/** A model and the file that it lives in. */
export class ModelFile {
  #path
  #savedExamples
  /** @type {Promise<void>} */
  #saving = Promise.resolve()

  /**
   * @param {string} path
   * @param {Learner} model
   */
  constructor(path, model) {
    this.#path = path
    this.model = model
    this.#savedExamples = model.report().examples
  }

  /** Loads the model; makes a new one only where there is no file. A file that cannot be read is an error: to start
   * again from nothing would overwrite what was learned.
   * @param {string} path
   */
  static async open(path) {
    try {
      return new ModelFile(path, await Learner.load(path))
    } catch (error) {
      if (Reflect.get(Object(error), 'code') !== 'OL_FILE_MISSING') throw error
      return new ModelFile(path, new Learner({ loss: 'logistic', link: 'logistic' }))
    }
  }

  /** Saves what is new. `Learner.save` replaces the file whole, and learning may continue meanwhile. */
  save() {
    // one after another: of two that overlap, the older might be renamed last
    const next = this.#saving.then(async () => {
      const { examples } = this.model.report()
      if (examples === this.#savedExamples) return
      await this.model.save(this.#path)
      this.#savedExamples = examples
    })
    this.#saving = next.catch(() => {})
    return next
  }
}
