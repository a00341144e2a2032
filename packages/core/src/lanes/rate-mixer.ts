import type { Batch, Results, Table } from '@ol/spec'
import { autoRates, withLanes } from '../options/lane-options.js'
import type { Settings } from '../options/settings.js'
import { answerByLanes } from './lane-answers.js'
import { Mixer, type PrunedLanes } from './mixer.js'
import { Mixture } from './mixture/mixture.js'
import { groupsOf, newLane } from './mixture/weights.js'
import type { Outcome } from './outcome.js'
import { lanesLeft } from './survival.js'

/** A mixture of rates, of each class its own. */
export class RateMixer extends Mixer {
  #settings: Settings
  readonly #mixture: Mixture

  /** `memory`: as stored in a model file */
  constructor(settings: Settings, [lanes, scalars]: readonly Float64Array[]) {
    super()
    const { loss, lossParams, clip } = settings
    const state = lanes === undefined ? undefined : { lanes, scalars }
    this.#settings = settings
    this.#mixture = new Mixture(loss, lossParams[0] ?? 0, clip, groupsOf(settings), autoRates.length, state)
  }

  get memory(): readonly Float64Array[] {
    const { lanes, scalars } = this.#mixture.state()
    return [lanes, scalars]
  }

  get rounds(): number {
    return this.#mixture.rounds
  }

  deficits(): Float64Array {
    return this.#mixture.deficits()
  }

  inspect(deficits: Float64Array): readonly Float64Array[] {
    return this.#mixture.inspect(deficits)
  }

  count(examples: number): void {
    this.#mixture.count(examples)
  }

  weights(group: number): Float64Array {
    return this.#mixture.weights(group)
  }

  linear(): undefined {
    return undefined
  }

  answer(
    batch: Batch,
    results: Results,
    moves: Uint8Array,
    outcome: Outcome,
    from: number,
    before: number | undefined,
  ): void {
    const of = { settings: this.#settings, mixture: this.#mixture }
    answerByLanes(of, batch, results, moves, outcome, from, before)
  }

  prune(settings: Settings, table: Pick<Table, 'scalars'>): PrunedLanes {
    const lanes = lanesLeft(this.#mixture, settings, table)
    const left = withLanes(settings, lanes)
    return { settings: left, lanes, keep: () => this.#arrange(left, lanes) }
  }

  grown(settings: Settings): this {
    const known = this.#settings.lanes
    const lanes = Array.from({ length: settings.lanes }, (_, l) => (l < known ? l : newLane))
    this.#arrange(settings, lanes)
    return this
  }

  #arrange(settings: Settings, lanes: readonly number[]): void {
    this.#settings = settings
    this.#mixture.select(lanes, groupsOf(settings))
  }
}
