import { fallback } from '@ol/fallback'
import {
  type Backend,
  type Batch,
  engineScalars,
  layoutOf,
  type Plan,
  type Results,
  type RuleId,
  rules,
  status,
  type Table,
} from '@ol/spec'
import { resultsFor } from '../batches.js'
import { planOf } from '../plan.js'
import { RowIndex } from '../rows.js'
import type { Settings } from '../settings.js'
import { createTable } from '../table.js'
import { bootstrapWeights } from './bootstrap.js'
import { settleClasses } from './classes.js'
import { type LaneGroup, Mixture } from './mixture.js'
import type { Outcome } from './outcome.js'
import { selectLanes } from './select.js'
import { autoRates } from './settings.js'

/** What a model file keeps of the lanes beside the table. */
export interface LaneMemory {
  readonly mixture?: { readonly lanes: Float64Array; readonly scalars: Float64Array }
}

/** Examples after which a mixture is first inspected; then whenever they have doubled. */
const firstInspection = 4096

/**
 * A lane is given up that fell behind by this much, in units of the logarithm of its weight, in the second half of the
 * examples, and by as much in the quarter before: one that has only had a bad start, or comes back, stays.
 */
const hopeless = 8

/** Just within the logarithm of the least weight of a mixture. */
const farthest = 440

/**
 * The lanes of a table as one learner: what each of them is asked, and what their answers come to. The lanes learn on the
 * backend, each as if it were alone; everything else (classes, mixtures, replicates) is done here, example by example, so
 * that neither batches nor backends change a bit.
 */
export class Ensemble {
  #settings: Settings
  #plan: Plan
  #table: Table
  #groups: LaneGroup[]
  /** of rules with a matrix: the rows of features */
  #rows: RowIndex | undefined
  readonly #backend: Backend
  readonly #mixture: Mixture | undefined
  /** results of a single example, which never leave a call */
  #single: Results

  constructor(settings: Settings, backend: Backend, table?: Table, memory?: LaneMemory) {
    const { rule, loss, bits, lanes, precision, lossParams, clip, automatic } = settings
    this.#settings = settings
    this.#backend = backend
    this.#plan = planOf(settings)
    this.#table = table ?? createTable(rule, bits, lanes, precision, backend)
    this.#rows = rowsOf(rule, this.#table)
    this.#groups = groupsOf(settings)
    this.#single = resultsFor(1, lanes)
    this.#mixture = automatic
      ? new Mixture(loss, lossParams[0] ?? 0, clip, this.#groups, autoRates.length, memory?.mixture)
      : undefined
  }

  /** As they stand: a mixture leaves out lanes that it gave up. */
  get settings(): Settings {
    return this.#settings
  }

  get plan(): Plan {
    return this.#plan
  }

  get table(): Table {
    return this.#table
  }

  /** Of rules with a matrix: the rows of features. */
  get rows(): RowIndex | undefined {
    return this.#rows
  }

  get memory(): LaneMemory {
    return this.#mixture === undefined ? {} : { mixture: this.#mixture.state() }
  }

  /** The weights of the lanes of each class (or of all), each group's largest 1; undefined where nothing is mixed. */
  get mixtureWeights(): readonly Float64Array[] | undefined {
    const mixture = this.#mixture
    return mixture === undefined ? undefined : this.#groups.map((_, g) => mixture.weights(g))
  }

  learn(indexed: Batch, round: number): Outcome {
    const batch = this.#rows === undefined ? indexed : this.#rows.adopt(indexed)
    const outcome = this.#outcomeFor(batch)
    for (const part of this.#parts(batch, round)) {
      const results = this.#resultsFor(part.batch)
      quickest(this.#backend, part.batch, this.#table.lanes).learn(
        this.#plan,
        this.#table,
        part.batch,
        results,
      )
      this.#take(part, results, outcome, true)
      if (outcome === undefined) return results
    }
    return outcome as Outcome
  }

  async learnAsync(indexed: Batch, round: number): Promise<Outcome> {
    const batch = this.#rows === undefined ? indexed : this.#rows.adopt(indexed)
    const outcome = this.#outcomeFor(batch)
    for (const part of this.#parts(batch, round)) {
      const results = resultsFor(part.batch.size, this.#table.lanes)
      await this.#backend.learnAsync(this.#plan, this.#table, part.batch, results)
      this.#take(part, results, outcome, true)
      if (outcome === undefined) return results
    }
    return outcome as Outcome
  }

  predict(indexed: Batch, round = 0): Outcome {
    const batch = this.#rows === undefined ? indexed : this.#rows.lookUp(indexed)
    const outcome = this.#outcomeFor(batch)
    const part = { batch: this.#weighted(batch, round), from: 0 }
    const results = this.#resultsFor(part.batch)
    quickest(this.#backend, batch, this.#table.lanes).predict(this.#plan, this.#table, part.batch, results)
    if (outcome === undefined) return results
    this.#take(part, results, outcome, false)
    return outcome
  }

  /** Undefined where the results of the one lane are the outcome. */
  #outcomeFor({ size }: Batch): Outcome | undefined {
    const { classes, bootstrap } = this.#settings
    if (this.#mixture === undefined && classes === undefined && bootstrap === undefined) return undefined
    const lanes = bootstrap === undefined ? 0 : this.#settings.lanes
    return {
      predictions: new Float64Array(size),
      losses: new Float64Array(size),
      status: new Uint8Array(size),
      ...(classes === undefined
        ? {}
        : { scores: new Float64Array(size * classes.count), logLosses: new Float64Array(size) }),
      ...(bootstrap === undefined
        ? {}
        : {
            replicates: {
              predictions: new Float64Array(size * lanes),
              weights: new Float64Array(size * lanes),
            },
          }),
    }
  }

  #resultsFor(batch: Batch): Results {
    return batch.size === 1 ? this.#single : resultsFor(batch.size, this.#table.lanes)
  }

  /** The batch in parts, none of which goes past an inspection of the mixture. */
  *#parts(batch: Batch, round: number): Generator<Part, void, void> {
    const mixture = this.#mixture
    if (mixture === undefined) {
      yield { batch: this.#weighted(batch, round), from: 0 }
      return
    }
    let from = 0
    do {
      const to = Math.min(batch.size, from + nextInspection(mixture.rounds) - mixture.rounds)
      yield { batch: from === 0 && to === batch.size ? batch : slice(batch, from, to), from }
      if (to > from && isInspection(mixture.rounds)) this.#inspect(mixture)
      from = to
    } while (from < batch.size)
  }

  /** With the weights of the replicates, where there are any. */
  #weighted(batch: Batch, round: number): Batch {
    const { bootstrap, lanes } = this.#settings
    if (bootstrap === undefined) return batch
    const laneWeights = new Float64Array(batch.size * lanes)
    for (let e = 0; e < batch.size; e++)
      bootstrapWeights(bootstrap.seed, round + e, bootstrap.replicates, laneWeights, e * lanes)
    return { ...batch, laneWeights }
  }

  #take({ batch, from }: Part, results: Results, outcome: Outcome | undefined, learned: boolean): void {
    if (outcome === undefined) return
    const { lanes } = this.#table
    outcome.status.set(results.status, from)
    if (outcome.replicates !== undefined) {
      outcome.replicates.predictions.set(results.predictions, from * lanes)
      outcome.replicates.weights.set(batch.laneWeights as Float64Array, from * lanes)
      for (let e = 0; e < batch.size; e++) {
        outcome.predictions[from + e] = results.predictions[e * lanes]
        outcome.losses[from + e] = results.losses[e * lanes]
      }
      return
    }
    for (let e = 0; e < batch.size; e++) this.#answer(batch, results, e, outcome, from + e, learned)
  }

  /** From the lanes' scores of example e to the answer of the learner, at `to` of the outcome. */
  #answer(batch: Batch, results: Results, e: number, outcome: Outcome, to: number, learned: boolean): void {
    const { lanes } = this.#table
    const { classes, loss } = this.#settings
    const label = batch.labels[e]
    const weight = batch.weights === undefined ? 1 : batch.weights[e]
    const moves = learned && results.status[e] === status.learned
    const mixture = this.#mixture
    const groups = this.#groups.length
    let lossSum = 0
    for (let g = 0; g < groups; g++) {
      const y = classes === undefined ? label : g === label ? 1 : -1
      const at = e * lanes
      let score: number
      let lossHere: number
      if (mixture === undefined) {
        score = results.predictions[at + g]
        lossHere = results.losses[at + g]
      } else {
        score = mixture.predict(g, results.predictions, at)
        lossHere = label === label ? mixture.lossOf(score, y) : Number.NaN
        if (moves) mixture.learn(g, results.predictions, results.losses, at, y, weight)
      }
      lossSum += lossHere
      if (outcome.scores === undefined) outcome.predictions[to] = score
      else outcome.scores[to * groups + g] = score
    }
    if (moves) mixture?.see(label)
    if (learned && mixture !== undefined) mixture.rounds++
    outcome.losses[to] = lossSum / groups
    const { scores, predictions, logLosses } = outcome
    if (scores !== undefined && logLosses !== undefined)
      settleClasses({ scores, predictions, logLosses }, to, label, loss, groups)
  }

  /** Gives up the lanes that fell behind, and makes the table smaller where that leaves room. */
  #inspect(mixture: Mixture): void {
    const deficits = mixture.deficits()
    const [last, before] = mixture.inspect(deficits)
    const { rule, bits } = this.#settings
    const dropped = engineScalars.length + rules[rule].scalars.length
    for (let l = 0; l < deficits.length; l++) {
      if (this.#table.scalars[dropped + l] !== 0) continue
      if (mixture.rounds < 4 * firstInspection) continue
      if (!fellBehind(last[l], deficits[l]) || !fellBehind(before[l], last[l])) continue
      mixture.giveUp(l)
      if (this.#table.lanes > 1) this.#table.scalars[dropped + l] = mixture.rounds
    }
    const kept: number[] = []
    for (let l = 0; l < deficits.length; l++) if (this.#table.scalars[dropped + l] === 0) kept.push(l)
    if (kept.length === deficits.length) return
    const settings = withLanes(this.#settings, kept)
    if (!smaller(this.#table, settings)) return
    this.#table = selectLanes(rule, bits, this.#table, kept, this.#backend)
    this.#settings = settings
    this.#plan = planOf(settings)
    this.#rows = rowsOf(rule, this.#table)
    this.#groups = groupsOf(settings)
    this.#single = resultsFor(1, settings.lanes)
    mixture.select(kept, this.#groups)
  }
}

function rowsOf(rule: RuleId, table: Table): RowIndex | undefined {
  return rules[rule].kind === 'matrix' ? new RowIndex(table) : undefined
}

/** Whether a lane fell behind from one inspection to the next; past the least weight there is no further to fall. */
function fellBehind(before: number, after: number): boolean {
  return after - before > hopeless || after > farthest
}

interface Part {
  readonly batch: Batch
  readonly from: number
}

/** The next number of examples after which the mixture is inspected. */
function nextInspection(rounds: number): number {
  let next = firstInspection
  while (next <= rounds) next *= 2
  return next
}

function isInspection(rounds: number): boolean {
  return rounds >= firstInspection && nextInspection(rounds - 1) === rounds
}

/** The lanes that answer together: those of a class, or all. */
function groupsOf({ lanes, laneClasses, classes }: Settings): LaneGroup[] {
  if (classes === undefined || laneClasses === undefined) return [{ from: 0, to: lanes }]
  return Array.from({ length: classes.count }, (_, k) => ({
    from: laneClasses.indexOf(k),
    to: laneClasses.lastIndexOf(k) + 1,
  }))
}

/** The settings with some of their lanes. */
function withLanes(settings: Settings, kept: readonly number[]): Settings {
  const { lanes, params, laneClasses } = settings
  return {
    ...settings,
    lanes: kept.length,
    params: Float64Array.from(
      { length: (params.length / lanes) * kept.length },
      (_, i) => params[Math.floor(i / kept.length) * lanes + kept[i % kept.length]],
    ),
    laneClasses: laneClasses === undefined ? undefined : Float64Array.from(kept, (l) => laneClasses[l]),
  }
}

function smaller(table: Table, { rule, lanes, precision }: Settings): boolean {
  return layoutOf(rules[rule], table.rows, lanes, precision).bytes < table.layout.bytes
}

/** Examples from .. to of a batch, on its arrays. */
function slice(batch: Batch, from: number, to: number): Batch {
  return {
    size: to - from,
    offsets: batch.offsets.subarray(from, to + 1),
    indices: batch.indices,
    values: batch.values,
    labels: batch.labels.subarray(from, to),
    weights: batch.weights?.subarray(from, to),
    initial: batch.initial?.subarray(from, to),
  }
}

/**
 * Below so many features times lanes, crossing into the addon costs more than the addon saves (about 0.6 microseconds a
 * call). The bytes are the same either way.
 */
const fewFeatures = 48

/** The backend that a batch is done on. */
function quickest(backend: Backend, batch: Batch, lanes: number): Backend {
  return batch.size === 1 && (batch.offsets[1] - batch.offsets[0]) * lanes < fewFeatures ? fallback : backend
}
