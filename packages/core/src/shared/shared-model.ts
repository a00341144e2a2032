import { invalid, OLError } from '@ol/spec'
import type { ModelView } from '../learner/predictions-by-options.js'
import type { ModelState } from '../model/model-file.js'
import { encodeHeader } from '../model/model-header.js'
import { tensorsOf } from '../model/model-tensors.js'
import { allSteps } from '../table/steps.js'
import { controlWords, write } from './sequence-lock.js'
import { noteShape, partsOfBuffer, type SharedParts, shapeOf, sharedBytes } from './shared-layout.js'

/**
 * A model for predictions alone in memory that threads share, while the thread that has the learner continues learning. Readers
 * see the model as it was at a `publish`, after whole examples: see `SharedReader`.
 */
export class SharedModel {
  /** the value that workers are sent: `new SharedReader(buffer)` */
  readonly buffer: SharedArrayBuffer
  readonly #learner: ModelView
  readonly #parts: SharedParts

  /**
   * Makes the memory, and publishes the model as it is.
   *
   * @param learner the learner, which stays as it is
   * @throws OLError: OL_PARAMETER for bits 'grow'; OL_BUSY while a batch is being learned; OL_MEMORY
   */
  constructor(learner: ModelView) {
    const model = published(learner)
    const head = headOf(model)
    const shape = shapeOf(model.settings, head, model.table, model.sums)
    const bytes = sharedBytes(shape)
    try {
      this.buffer = new SharedArrayBuffer(bytes)
    } catch (cause) {
      throw new OLError('OL_MEMORY', `A shared model of ${bytes} bytes cannot be allocated`, {
        value: bytes,
        cause,
      })
    }
    noteShape(new Int32Array(this.buffer, 0, controlWords.count), shape)
    this.#learner = learner
    this.#parts = partsOfBuffer(this.buffer)
    this.#write(model, head)
  }

  /**
   * Lets readers see the model as it is now; between two calls they see it as it was at the first.
   *
   * @throws OLError: OL_MODEL_MISMATCH if classes or columns were added, for which there is no room: share the model again;
   *   OL_BUSY while a batch is being learned
   */
  publish(): void {
    const model = published(this.#learner)
    const head = headOf(model)
    const { head: sharedHead, numbers, table } = this.#parts
    const sums = model.sums.reduce((sum, { length }) => sum + length, model.table.scalars.length)
    const { rows, lanes } = model.table
    if (
      head.length > sharedHead.length ||
      sums !== numbers.length ||
      rows !== table.rows ||
      lanes !== table.lanes
    )
      throw invalid('OL_MODEL_MISMATCH', 'classes and slots of the model', 'those it was shared with', lanes)
    this.#write(model, head)
  }

  #write({ table, sums }: ModelState, head: Uint8Array): void {
    const { control, head: shared, numbers, table: weights } = this.#parts
    write(control, () => {
      control[controlWords.headBytes] = head.length
      shared.set(head)
      let from = 0
      for (const part of [table.scalars, ...sums]) {
        numbers.set(part, from)
        from += part.length
      }
      weights.lane.set(table.lane.subarray(0, weights.lane.length))
    })
  }
}

function published(learner: ModelView): ModelState {
  if (typeof (learner as Partial<ModelView> | null | undefined)?.stored !== 'function')
    throw invalid('OL_PARAMETER', 'the learner of a shared model', 'a Learner', learner)
  return allSteps(learner.stored({ predictOnly: true }))
}

function headOf({ settings, counts, table }: ModelState): Uint8Array {
  const header = { settings, counts, rows: table.rows }
  return encodeHeader(header, tensorsOf(header, table.scalars.length))
}
