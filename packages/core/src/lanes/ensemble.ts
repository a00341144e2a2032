import type { explainOne } from '@ol/fallback'
import type { Backend, Batch, Link, Plan, Results, Table } from '@ol/spec'
import { mixes } from '../options/ensemble-options.js'
import { withClasses } from '../options/lane-options.js'
import type { ClassSetting, Settings } from '../options/settings.js'
import { widenedTable } from '../table/allocate.js'
import type { FeatureIndex } from '../table/feature-index.js'
import { inSlices } from '../table/steps.js'
import { Store, type Stored } from '../table/store.js'
import { resampled, takeReplicates } from './bootstrap.js'
import { ClassWeights, classWeightsApart } from './class-weights.js'
import { type FarLabels, farLabelsOf } from './far-labels.js'
import { LabelScale, scalesOutside } from './label-scale.js'
import { answerByLanes } from './lane-answers.js'
import { learningPlan } from './learning-plan.js'
import { linearGroups, type Serving, servingLabels } from './linear.js'
import type { Mixer, MixerOf } from './mixer.js'
import { groupsOf, type LaneGroup } from './mixture/weights.js'
import {
  type How,
  type LaneScores,
  movesOf,
  type Outcome,
  outcomeFor,
  ResultBuffers,
  resultsFor,
} from './outcome.js'
import { makesSmaller, selectLanes } from './select.js'
import { type BatchPart, overlapped, pieces, type Turn, Turns } from './slice.js'
import { labelSpread, meanOfLabels, noteConstant, standardizedOffset } from './standardize-plan.js'

/** A batch that is learned. */
interface Lesson {
  /** with the labels that are withheld */
  readonly given: Batch
  readonly batch: Batch
  /** to be filled; undefined: that of the only lane is taken */
  readonly outcome: Outcome | undefined
}

/**
 * Combines the lanes of a table into one learner. The backend learns the lanes, each as if it were alone; everything
 * else (classes, mixtures, replicates) is done here, example by example, so that the result depends on neither batches
 * nor backends.
 */
export class Ensemble {
  /** whether no lane is pruned: models to merge have the same lanes */
  keepsLanes = false
  #settings: Settings
  #plan: Plan
  #store: Store
  #groups: LaneGroup[]
  readonly #backend: Backend
  #mixer: Mixer | undefined
  readonly #labels: LabelScale | undefined
  readonly #far: FarLabels | undefined
  readonly #classWeights: ClassWeights | undefined
  #buffers: ResultBuffers
  readonly #turns = new Turns()
  /** how many classes there were before the next example, which brings another; undefined: it brings none */
  #known: number | undefined

  /** `mixerOf`: undefined for settings that have no mixer alone; `kept`: as stored in a model file, see `laneMemory` */
  constructor(
    settings: Settings,
    backend: Backend,
    mixerOf: MixerOf | undefined,
    stored?: Stored,
    kept: readonly Float64Array[] = [],
  ) {
    const [memory, counted] = classWeightsApart(settings, kept)
    const { lanes, automatic, classWeight } = settings
    this.#settings = settings
    this.#backend = backend
    this.#far = farLabelsOf(settings, memory)
    this.#plan = learningPlan(settings, this.#far?.errors)
    this.#store = new Store(settings, backend, stored)
    this.#groups = groupsOf(settings)
    noteConstant(this.#plan, this.rows)
    this.#buffers = new ResultBuffers(lanes)
    this.#mixer = mixes(settings) ? mixerOf?.(settings, backend, memory) : undefined
    this.#labels = scalesOutside(settings) ? new LabelScale([settings], memory[automatic ? 2 : 0]) : undefined
    this.#classWeights =
      classWeight === undefined ? undefined : new ClassWeights(classWeight, settings, counted[0])
  }

  /** The current settings: a mixture leaves out the lanes that it pruned. */
  get settings(): Settings {
    return this.#settings
  }

  get plan(): Plan {
    return this.#plan
  }

  get store(): Store {
    return this.#store
  }

  get table(): Table {
    return this.#store.table
  }

  /** Whose the rows are, where each feature has one of its own. */
  get rows(): FeatureIndex | undefined {
    return this.#store.rows
  }

  /** What a model file stores: see `laneMemory`. */
  get memory(): readonly Float64Array[] {
    return [
      ...(this.#mixer?.memory ?? []),
      ...(this.#labels === undefined ? [] : [this.#labels.numbers]),
      ...(this.#far?.memory ?? []),
      ...(this.#classWeights?.state ?? []),
    ]
  }

  /** The unit of a lane's weight, in units of the label: see `LabelScale`. */
  get unit(): number {
    if (this.#labels !== undefined) return this.#labels.deviation
    return labelSpread(this.#plan, this.table)
  }

  /** What is added to each score, in units of the label: see `LabelScale`. */
  get offset(): number {
    return this.#labels?.mean ?? standardizedOffset(this.#plan, this.table)
  }

  /** The mean of the labels, where they are learned in units of their spread, or 0. */
  get labelMean(): number {
    return this.#labels === undefined ? meanOfLabels(this.#plan, this.table) : this.#labels.mean
  }

  /** What withholds far labels, and counts them and far errors. */
  get far(): FarLabels | undefined {
    return this.#far
  }

  /** The weights of the lanes of each class (or of all), each group's largest 1; undefined without a mixture. */
  get mixtureWeights(): readonly Float64Array[] | undefined {
    const mixer = this.#mixer
    return mixer === undefined ? undefined : this.#groups.map((_, g) => mixer.weights(g))
  }

  /** What the model is for predictions alone. */
  get serving(): Serving {
    return {
      groups: linearGroups(this.#groups, this.#settings, this.mixtureWeights, this.#mixer?.linear()),
      ...servingLabels(this.#plan, this.table, this.#labels),
    }
  }

  learn(indexed: Batch, round: number): Outcome {
    const { given, batch, outcome } = this.#lessonOf(this.#store.adopt(indexed))
    let last: Outcome | undefined
    for (const part of this.#parts(batch, round)) {
      const results = this.#resultsFor(part.batch)
      const scaled = this.#labels?.scale(part.batch, true)
      const input = scaled?.batch ?? part.batch
      this.#backend.learn(this.#plan, this.table, input, results)
      scaled?.restore(results, this.table.lanes)
      this.#take(part, results, outcome, 'learned')
      last = results
    }
    return this.#measured(given, batch, outcome ?? last)
  }

  /**
   * Returns whether a batch may be begun before what came of those before it is there, with so many examples under way then: its
   * rows and lanes do not depend on that.
   */
  learnsAhead(examples: number): boolean {
    return this.rows === undefined && this.#inspected?.isInspectedWithin(examples) !== true
  }

  /** Learns a batch; one that is begun meanwhile is learned after it: see `learnsAhead`. */
  learnAsync(indexed: Batch, turn: Turn): Promise<Outcome> {
    return this.#turns.take((handed) => this.#learnInTurn(indexed, turn, handed))
  }

  async #learnInTurn(
    indexed: Batch,
    { round, work = this.#backend, before }: Turn,
    handed: () => void,
  ): Promise<Outcome> {
    const located = this.#store.locate(indexed)
    await inSlices(this.#store.keep(located))
    const { given, batch, outcome } = this.#lessonOf(located)
    const combines = outcome !== undefined && outcome.replicates === undefined
    let last: Outcome | undefined
    for (const part of this.#parts(batch, round)) {
      await overlapped(combines ? pieces(part) : [part], before, (piece) => {
        const { size } = piece.batch
        const results = combines ? this.#buffers.next(size) : resultsFor(size, this.table.lanes)
        const scaled = this.#labels?.scale(piece.batch, true)
        const learned = work.learnAsync(this.#plan, this.table, scaled?.batch ?? piece.batch, results)
        if (piece.from + size === batch.size) handed()
        last = results
        const take = (): void => {
          scaled?.restore(results, this.table.lanes)
          this.#take(piece, results, outcome, 'learned')
        }
        return { learned, take }
      })
    }
    return this.#measured(given, batch, outcome ?? last)
  }

  /** Returns the outcome of a batch with the losses of labels that were withheld. */
  #measured(given: Batch, learned: Batch, outcome: Outcome | undefined): Outcome {
    this.#far?.measure(given, learned, outcome as Outcome, 1)
    return outcome as Outcome
  }

  /** `judging`: the weights of the lanes move, the lanes do not; `spread`: its link. */
  predict(indexed: Batch, round = 0, judging = false, spread?: Link): Outcome {
    const batch = this.#store.lookUp(indexed)
    const outcome = outcomeFor(this.#settings, batch.size)
    const part = { batch: resampled(this.#settings, batch, round), from: 0 }
    const [results, scaled] = [this.#resultsFor(part.batch), this.#labels?.scale(part.batch, false)]
    this.#backend.predict(this.#plan, this.table, scaled?.batch ?? part.batch, results)
    scaled?.restore(results, this.table.lanes)
    if (outcome === undefined) return results
    this.#take(part, results, outcome, judging ? 'judged' : 'predicted')
    if (spread === undefined) return outcome
    return this.#mixer?.withSpread(this.#settings, results.predictions, outcome, spread) ?? outcome
  }

  /** Predicts the only example of a batch as `predict` does, and returns the parts of the scores of its lanes, by `explains`. */
  explain(indexed: Batch, explains: typeof explainOne): LaneScores {
    const batch = resampled(this.#settings, this.#store.lookUp(indexed), 0)
    const results = resultsFor(1, this.table.lanes)
    const [scaled, outcome] = [this.#labels?.scale(batch, false), outcomeFor(this.#settings, batch.size)]
    const { scores: raw, ...parts } = explains(this.#plan, this.table, scaled?.batch ?? batch, results)
    scaled?.restore(results, this.table.lanes)
    this.#take({ batch, from: 0 }, results, outcome, 'predicted')
    const { predictions } = results
    return { ...parts, raw, initial: batch.initial?.[0] ?? 0, predictions, outcome: outcome ?? results }
  }

  /** Returns what is learned of a batch, whose features have rows: examples weighted by class, and far labels withheld. */
  #lessonOf(located: Batch): Lesson {
    const given = this.#classWeights?.weighted(located) ?? located
    const batch = this.#far?.withhold(given) ?? given
    noteConstant(this.#plan, this.rows)
    return { given, batch, outcome: outcomeFor(this.#settings, batch.size) }
  }

  get #inspected(): Mixer | undefined {
    return this.#settings.keepLanes ? undefined : this.#mixer
  }

  #resultsFor(batch: Batch): Results {
    return batch.size === 1 ? this.#buffers.single : resultsFor(batch.size, this.table.lanes)
  }

  /** Returns the batch in parts that end at the inspections of the mixture. */
  #parts(batch: Batch, round: number): Iterable<BatchPart> {
    const inspected = this.#inspected
    if (inspected === undefined) return [{ batch: resampled(this.#settings, batch, round), from: 0 }]
    return inspected.untilInspections(batch, () => this.#inspect(inspected))
  }

  #take({ batch, from }: BatchPart, results: Results, outcome: Outcome | undefined, how: How): void {
    if (outcome === undefined) return
    const { lanes } = this.table
    outcome.status.set(results.status, from)
    if (outcome.replicates !== undefined) {
      takeReplicates(batch, results, lanes, outcome, outcome.replicates, from)
      return
    }
    const known = how === 'learned' ? this.#known : undefined
    if (how === 'learned') this.#known = undefined
    const moves = movesOf(batch, results, how)
    if (this.#mixer === undefined) {
      const of = { settings: this.#settings, mixture: undefined }
      answerByLanes(of, batch, results, moves, outcome, from, known)
      return
    }
    this.#mixer.answer(batch, results, moves, outcome, from, known)
    if (how === 'learned') this.#mixer.count(batch.size)
  }

  /** Prunes the lanes that fell behind, and shrinks the table where that frees memory. */
  #inspect(mixer: Mixer): void {
    if (this.keepsLanes) return
    const { settings, lanes, keep } = mixer.survivors(this.#settings, this.table)
    if (!makesSmaller(this.table, settings)) return
    this.#far?.select(lanes)
    this.#arrange(settings, selectLanes(settings.rule, this.table, lanes, this.#backend))
    keep()
  }

  /** Adds untrained lanes for new classes, the first of which the next example has: it is predicted without them. OL_MEMORY: see `widenedTable`. */
  grow(classes: ClassSetting): void {
    const before = this.#settings
    const settings = withClasses(before, classes)
    this.#arrange(settings, widenedTable(settings.rule, this.table, settings.lanes, this.#backend))
    this.#mixer = this.#mixer?.grown(settings)
    this.#classWeights?.grow(settings)
    this.#known = before.classes?.count
  }

  #arrange(settings: Settings, table: Table): void {
    this.#store = this.#store.with(settings, table)
    this.#settings = settings
    this.#plan = learningPlan(settings, this.#far?.errors)
    this.#groups = groupsOf(settings)
    this.#buffers = new ResultBuffers(settings.lanes)
  }
}
