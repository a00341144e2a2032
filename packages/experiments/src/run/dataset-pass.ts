import type { AnyLearnerOptions } from '@ol/core'
import { chooseBackend, createTable, learningPlan, resolveOptions } from '@ol/core/internal'
import { weightOf } from '@ol/fallback'
import {
  type Batch,
  inRange,
  type Plan,
  type Results,
  ruleOf,
  singleRule,
  status,
  type Table,
} from '@ol/spec'
import type { Dataset } from '../data/dataset.js'
import { batchesOf, type Expansion, rowsOf } from '../data/dataset-batches.js'
import { Random } from '../data/random.js'

/** One pass over a data set with several models side by side, one for each value of the parameter that differs. */
export interface DatasetPass {
  /** rule, loss, and the parameters that all models share */
  readonly options: AnyLearnerOptions
  /** the parameters that differ, each with a value for every model */
  readonly lanes: Readonly<Record<string, readonly number[]>>
  readonly expansion: Expansion
  /** K for one-against-all over the classes 1 .. K, each with its own model; 0: the labels are learned unchanged */
  readonly classes: number
  /** seed of the order of the examples; absent: as in the file */
  readonly seed?: number | undefined
  /** how often to record the progressive loss; default: never */
  readonly points?: number | undefined
  /** whether to count nonzero weights at the end */
  readonly weights?: boolean | undefined
}

/** Progressive validation of a pass: every example is predicted before it is learned from. */
export interface PassResult {
  /** examples */
  readonly size: number
  /**
   * per model: the share of examples whose sign (class) was wrong; a score of 0 is wrong, and equal scores mean the
   * lower class
   */
  readonly mistakes: readonly number[]
  /** per model: mean loss; with classes, summed over them */
  readonly loss: readonly number[]
  /** per model: mean of (score - label)^2 */
  readonly square: readonly number[]
  /** per model, if requested: the share of the features with a nonzero weight after the last example */
  readonly used?: readonly number[] | undefined
  /** per model, if requested: the mean loss after this many examples */
  readonly curves?:
    | { readonly at: readonly number[]; readonly loss: readonly (readonly number[])[] }
    | undefined
}

/** The state of a pass after its last example. */
export interface Passed {
  readonly result: PassResult
  readonly plan: Plan
  readonly table: Table
}

/** Runs a pass. A model that diverges has NaN for its losses from there on. */
export function pass(
  data: Dataset,
  what: DatasetPass,
  onExamples: (count: number) => void = () => {},
): Passed {
  const models = Math.max(1, ...Object.values(what.lanes).map((values) => values.length))
  const { plan, table } = prepare(data, what, models)
  const { backend } = chooseBackend(undefined)
  const tally = new Tally(models, Math.max(1, what.classes), what.points ?? 0, data.size)
  const order = what.seed === undefined ? undefined : new Random(what.seed).permutation(data.size)
  let results: Results | undefined
  for (const batch of batchesOf(data, order, what.expansion)) {
    results ??= {
      predictions: new Float64Array(batch.size * table.lanes),
      losses: new Float64Array(batch.size * table.lanes),
      status: new Uint8Array(batch.size),
    }
    backend.learn(plan, table, batch, sized(results, batch.size, table.lanes))
    tally.add(batch, results, what.classes > 0)
    onExamples(batch.size)
  }
  const used = what.weights === true ? shareOfWeights(data, plan, table) : undefined
  return { result: { ...tally.result(), used }, plan, table }
}

/** Returns the share of the features of the data with a nonzero weight, for each model. */
function shareOfWeights(data: Dataset, plan: Plan, table: Table): number[] {
  const counts = new Array<number>(table.lanes).fill(0)
  for (let row = 0; row < data.features; row++)
    for (let l = 0; l < table.lanes; l++) if (weightOf(plan, table, row, l) !== 0) counts[l]++
  return counts.map((count) => count / data.features)
}

function sized(results: Results, size: number, lanes: number): Results {
  if (results.status.length === size) return results
  return {
    predictions: results.predictions.subarray(0, size * lanes),
    losses: results.losses.subarray(0, size * lanes),
    status: results.status.subarray(0, size),
  }
}

function prepare(data: Dataset, what: DatasetPass, models: number): { plan: Plan; table: Table } {
  const bits = Math.max(1, Math.ceil(Math.log2(rowsOf(data, what.expansion))))
  const { backend } = chooseBackend(undefined)
  const shared = resolveOptions({
    ...what.options,
    rule: what.options.rule ?? singleRule,
    labelScale: 'none',
    outliers: 'keep',
    bits,
  })
  const lanes = models * Math.max(1, what.classes)
  const { params } = ruleOf(shared)
  const stranger = Object.keys(what.lanes).find((name) => !params.some((entry) => entry.name === name))
  if (stranger !== undefined) throw new RangeError(`${shared.rule} has no ${stranger}`)
  const values = new Float64Array(params.length * lanes)
  params.forEach((entry, j) => {
    const own = what.lanes[entry.name]
    for (let l = 0; l < lanes; l++) {
      const value = own === undefined ? shared.params[j] : own[Math.floor(l / Math.max(1, what.classes))]
      if (!inRange(entry, value)) throw new RangeError(`${entry.name} = ${value}`)
      values[j * lanes + l] = value
    }
  })
  const settings = { ...shared, lanes, params: values }
  const classes =
    what.classes > 0 ? Float64Array.from({ length: lanes }, (_, l) => 1 + (l % what.classes)) : undefined
  const table = createTable(settings, bits, lanes, settings.precision, backend)
  return { plan: { ...learningPlan(settings), classes }, table }
}

/** Sums of losses for each model. */
class Tally {
  readonly #models: number
  readonly #classes: number
  readonly #mistakes: Float64Array
  readonly #loss: Float64Array
  readonly #square: Float64Array
  readonly #at: number[] = []
  readonly #curves: number[][]
  readonly #points: number
  readonly #size: number
  #seen = 0

  constructor(models: number, classes: number, points: number, size: number) {
    this.#models = models
    this.#classes = classes
    this.#mistakes = new Float64Array(models)
    this.#loss = new Float64Array(models)
    this.#square = new Float64Array(models)
    this.#curves = Array.from({ length: models }, () => [])
    this.#points = points
    this.#size = size
  }

  add(batch: Batch, { predictions, losses, status: became }: Results, classes: boolean): void {
    for (let e = 0; e < batch.size; e++) {
      const y = batch.labels[e]
      for (let m = 0; m < this.#models; m++) {
        const at = (e * this.#models + m) * this.#classes
        if (became[e] === status.diverged) this.#loss[m] = Number.NaN
        if (classes) this.#oneAgainstAll(m, at, y, predictions, losses)
        else {
          const z = predictions[at]
          this.#loss[m] += losses[at]
          this.#square[m] += (z - y) * (z - y)
          if (!(y * z > 0)) this.#mistakes[m]++
        }
      }
      this.#seen++
      if (this.#points > 0) this.#note()
    }
  }

  #oneAgainstAll(m: number, at: number, y: number, predictions: Float64Array, losses: Float64Array): void {
    let best = 0
    for (let k = 0; k < this.#classes; k++) {
      if (predictions[at + k] > predictions[at + best]) best = k
      this.#loss[m] += losses[at + k]
    }
    if (best + 1 !== y) this.#mistakes[m]++
  }

  /** Records the curves at numbers of examples that grow by a constant factor. */
  #note(): void {
    const next = this.#at.length === 0 ? 1 : this.#at[this.#at.length - 1] * this.#size ** (1 / this.#points)
    if (this.#seen < next && this.#seen < this.#size) return
    this.#at.push(this.#seen)
    for (let m = 0; m < this.#models; m++) this.#curves[m].push(this.#loss[m] / this.#seen)
  }

  result(): PassResult {
    const mean = (sums: Float64Array): number[] =>
      Array.from(sums, (sum, m) => (Number.isNaN(this.#loss[m]) ? Number.NaN : sum / this.#seen))
    return {
      size: this.#seen,
      mistakes: mean(this.#mistakes),
      loss: mean(this.#loss),
      square: mean(this.#square),
      curves: this.#points > 0 ? { at: this.#at, loss: this.#curves } : undefined,
    }
  }
}
