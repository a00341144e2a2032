import { type Batch, type Link, type PredictsAsync, status } from '@ol/spec'
import type { StreamPosition } from '../lanes/learn-batch.js'
import type { ModelWeigher } from '../lanes/mixture/model-weigher.js'
import type { Member, Model } from '../lanes/model.js'
import type { Outcome } from '../lanes/outcome.js'
import type { TableModel } from '../lanes/table-model.js'
import type { ClassSetting } from '../options/settings.js'
import type { RefinementName } from './refinement-arrays.js'
import type { Refiner } from './refiner.js'

/** The number of mixed predictions: the model's and the refined ones. */
const lanes = 2

/** A model whose predictions are mixed with a refiner's: never far behind the model, over a whole stream. */
export class RefinedModel implements Model<TableModel> {
  /** the name of its addition to a score */
  readonly part: RefinementName
  readonly inner: Model<TableModel>
  #refiner: Refiner
  #weigher: ModelWeigher
  #known: number | undefined

  constructor(part: RefinedModel['part'], inner: Model<TableModel>, refiner: Refiner, weigher: ModelWeigher) {
    this.part = part
    this.inner = inner
    this.#refiner = refiner
    this.#weigher = weigher
  }

  get base(): TableModel {
    return this.inner.base
  }

  get members(): readonly Member<TableModel>[] {
    return this.inner.members
  }

  /** The arrays of a model file: the state of the refiner, then the mixture's. */
  get state(): readonly Float64Array[] {
    return [...this.#refiner.state, ...this.#weigher.state]
  }

  learn(batch: Batch, round: number): Outcome {
    return this.#refined(batch, this.inner.learn(batch, round), true)
  }

  async learnAsync(batch: Batch, position: StreamPosition): Promise<Outcome> {
    return this.#refined(batch, await this.inner.learnAsync(batch, position), true)
  }

  learnsAhead(examples: number): boolean {
    return this.inner.learnsAhead(examples)
  }

  predict(batch: Batch, round?: number, evaluating?: boolean, spread?: Link): Outcome {
    return this.refine(batch, this.inner.predict(batch, round, evaluating, spread))
  }

  async predictAsync(batch: Batch, round: number, work: PredictsAsync, spread?: Link): Promise<Outcome> {
    return this.refine(batch, await this.inner.predictAsync(batch, round, work, spread))
  }

  /** Returns the outcome of a batch that the model before this one has predicted, on its arrays. */
  refine(batch: Batch, outcome: Outcome): Outcome {
    return this.#refined(batch, outcome, false)
  }

  grow(classes: ClassSetting): void {
    this.#known ??= this.base.settings.classes?.count
    this.inner.grow(classes)
    this.#refiner = this.#refiner.grown(classes.count)
    this.#weigher = this.#weigher.grown(this.base.settings)
  }

  /** Replaces the model's predictions by the mixed ones. */
  #refined({ size, labels, weights }: Batch, outcome: Outcome, learned: boolean): Outcome {
    const { classes, binary } = this.#weigher.shape
    const columns = classes === 1 || binary ? 1 : classes
    const moves = learned ? learnedOf(outcome.status, size) : new Uint8Array(size)
    const before = learned && size > 0 ? this.#known : undefined
    if (before !== undefined) {
      // the class of its label was not among the predicted ones
      moves[0] = 0
      this.#known = undefined
    }
    const refined = new Float64Array(size * columns)
    const from = this.#refiner.refine({ size, outcome, labels, weights, moves }, refined)
    if (from === size) return outcome
    const count = size - from
    const own = columns === 1 ? outcome.predictions : (outcome.scores as Float64Array)
    const [first, end] = [from * columns, size * columns]
    const scores = inPairs(own.subarray(first, end), refined.subarray(first))
    const turns = {
      size: count,
      scores,
      labels: labels.subarray(from, size),
      weights: weights?.subarray(from, size),
      moves: moves.subarray(from),
    }
    this.#weigher.combine(turns, { outcome, from, before: from === 0 ? before : undefined })
    return outcome
  }
}

// separate loops: batches are objects of many shapes, and V8 would compile a loop over them again for each shape

/** Returns 1 for each example that was learned from. */
function learnedOf(statuses: Uint8Array, size: number): Uint8Array {
  const moves = new Uint8Array(size)
  for (let e = 0; e < size; e++) moves[e] = statuses[e] === status.learned ? 1 : 0
  return moves
}

/** Returns the numbers of two lists by turns. */
function inPairs(ones: Float64Array, others: Float64Array): Float64Array {
  const all = new Float64Array(lanes * ones.length)
  for (let i = 0; i < ones.length; i++) {
    all[lanes * i] = ones[i]
    all[lanes * i + 1] = others[i]
  }
  return all
}
