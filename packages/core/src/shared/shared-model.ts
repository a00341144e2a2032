import { invalid, OLError } from '@ol/spec'
import type { ModelView } from '../learner/predictions-by-options.js'
import type { ModelState } from '../model/model-file.js'
import { encodeHeader } from '../model/model-header.js'
import { tensorsOf } from '../model/model-tensors.js'
import { allSteps } from '../table/steps.js'
import { controlWords, write } from './sequence-lock.js'
import { noteShape, partsOfBuffer, type SharedParts, shapeOf, sharedBytes } from './shared-layout.js'

/**
 * A model for predictions in memory that threads share, while the thread of the learner continues learning. Readers
 * see the model as it was at the last `publish`, always after complete examples: see `SharedReader`.
 */
export class SharedModel {
  /** the value to send to workers: `new SharedReader(buffer)` */
  readonly buffer: SharedArrayBuffer
  readonly #learner: ModelView
  readonly #parts: SharedParts

  /**
   * Creates the shared memory and publishes the current model.
   *
   * @param learner the learner, which does not change
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
   * Publishes the current model; until the next call, readers see it as it is now.
   *
   * @throws OLError: OL_MODEL_MISMATCH if classes or columns were added, which do not fit: share the model again;
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
