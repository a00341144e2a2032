import type { DerivedOrigin } from '@ol/fallback'
import {
  type Backend,
  type Batch,
  type DerivedBatch,
  type DerivesAsync,
  derivationDepths,
  type Link,
  type PredictsAsync,
} from '@ol/spec'
import type { StreamPosition } from '../lanes/learn-batch.js'
import type { Member, Model } from '../lanes/model.js'
import { type Outcome, outcomeFor } from '../lanes/outcome.js'
import { slice } from '../lanes/slice.js'
import type { TableModel } from '../lanes/table-model.js'
import type { ExpertParts, ModelState } from '../model/model-file.js'
import { refusePredicting } from '../options/refusals.js'
import type { ClassSetting, Settings } from '../options/settings.js'
import { allDone, run, runNow } from '../run/executor.js'
import type { Snapshots } from '../table/snapshot.js'
import type { Steps } from '../table/steps.js'
import { type BegunPart, beginPart, type PartLearner, predictPart } from './begin-part.js'
import { DerivationGate } from './derivation-gate.js'
import { DerivedOutputs } from './derived-outputs.js'
import { Deriver } from './deriver.js'
import { ExpertMixture } from './expert-mixture.js'
import { partsOf, type StoredExperts } from './expert-parts.js'
import { batchOf, depthOf } from './expert-settings.js'
import { newExperts } from './expert-tables.js'
import { keepNagLanes, newNagLanes } from './nag-lanes.js'
import { partFrom } from './part-of-stretch.js'
import {
  copyLanes,
  copyOutcome,
  derivedSlice,
  endOf,
  examplesIn,
  inStretches,
  type LearnedPart,
  oneByOne,
  outcomeSlice,
  type Part,
  residualsFor,
  type StretchParts,
} from './stretches.js'

/** Examples after which experts may be dropped. */
const patience = 256

/**
 * A model with experts that learn derived features next to it: bins of columns, then pairs, then also triples. Their
 * predictions are mixed: see docs/decisions/0025.
 */
export class DerivedModel implements Model<TableModel> {
  readonly base: TableModel
  #expander: Deriver
  readonly #gate: DerivationGate
  readonly #backend: Backend
  /** by depth, from 1; undefined: dropped, or not begun */
  #experts: (TableModel | undefined)[]
  /** for real labels that are stacked, while features are derived */
  #nagLanes: readonly TableModel[]
  #mixture: ExpertMixture
  /** for batches that are predicted off the main thread, while others are predicted on it */
  readonly #spareOutputs: DerivedOutputs[] = []
  #known: number | undefined

  constructor(settings: Settings, backend: Backend, base: TableModel, stored?: StoredExperts<TableModel>) {
    const depth = depthOf(settings)
    this.base = base
    this.#backend = backend
    this.#experts = stored === undefined ? new Array(depth).fill(undefined) : [...stored.experts]
    this.#nagLanes = stored?.nagLanes ?? []
    this.#expander = new Deriver(backend, base.table.rows, settings.constant, stored?.expander)
    this.#gate = new DerivationGate(settings)
    this.#mixture = new ExpertMixture(settings, backend, depth + 1, stored?.mixture)
    if (stored === undefined && this.#hasBegun) this.#beginDeriving()
  }

  /** Returns what a model file stores besides the base, in steps, as of now; `counts`: the model's. */
  stored(counts: ModelState['counts'], snapshots?: Snapshots): Steps<ExpertParts> {
    const tables = { experts: this.#experts, nagLanes: this.#nagLanes }
    const stored = { expander: this.#expander.stored, mixture: this.#mixture.state, ...tables }
    return partsOf(stored, counts, this.#backend, snapshots)
  }

  /** The weights of the experts, first of the one without derived features; they sum to 1. */
  get weights(): Float64Array {
    if (this.derives) return this.#mixture.weights()
    return Float64Array.from(this.#all, (_, depth) => (depth === 0 ? 1 : 0))
  }

  /** Derives the features of the experts. */
  get deriver(): Deriver {
    return this.#expander
  }

  /** The models whose scores, times their factors, add up to the model's score, except for the nonlinear part of the mixture. */
  get members(): readonly Member<TableModel>[] {
    if (!this.derives) return this.base.members
    const { factors } = this.#mixture.linear(this.#areActive)
    return this.#all.flatMap((model, depth) =>
      model === undefined ? [] : [{ model, depth, factor: factors[depth] }],
    )
  }

  /** Whether features are derived: an expert learns them. */
  get derives(): boolean {
    return this.#depth > 0
  }

  /** Whether experts have begun, even if none is left. */
  get #hasBegun(): boolean {
    return this.#gate.hasBegun(this.#expander.state)
  }

  /** Returns the only example of a batch as each member receives it, and the origins of its derived features. */
  derivedOf(batch: Batch): {
    readonly batches: readonly Batch[]
    readonly origins: readonly DerivedOrigin[]
  } {
    const depth = this.#depth
    if (depth === 0) return { batches: [batch], origins: [] }
    const origins = this.#expander.originsOf(batch, depth)
    const derived = this.#expander.expand(batch, depth, false)
    const batches = this.#experts.flatMap((expert, i) =>
      expert === undefined ? [] : [batchOf(batch, derived, i + 1)],
    )
    return { batches: [batch, ...batches], origins }
  }

  learn(batch: Batch, round: number): Outcome {
    if (this.#waitsFor(batch.size)) {
      const own = this.base.learn(batch, round)
      this.#pass(batch)
      return own
    }
    const outcome = outcomeFor(this.base.settings, batch.size)
    const { starts, accept } = this.#partsOf(batch)
    runNow(starts, {
      begin: (from) => {
        const part = accept(from)
        const derived = part.isExpanded ? this.#expander.expand(part.batch, this.#depth, true) : undefined
        const outcomes = this.#partLearners(part).map((own) =>
          own?.model.learn(own.batch(derived), round + from),
        )
        return { part, learned: { outcomes, derived } }
      },
      finish: (_, { part, learned }) => {
        this.#take(part, learned, outcome)
        this.#settle(part)
      },
    })
    return outcome
  }

  /** The derived features of a batch depend on the outcome of the batches before it. */
  learnsAhead(examples: number): boolean {
    return this.#waitsFor(examples) && this.base.learnsAhead(examples)
  }

  /**
   * All models learn each part at once. The next part begins before the outcome of this one is taken, unless crosses
   * are chosen between them: see docs/decisions/0025. The result is the same as one after another.
   */
  async learnAsync(batch: Batch, position: StreamPosition): Promise<Outcome> {
    if (this.#waitsFor(batch.size)) {
      const own = await this.base.learnAsync(batch, position)
      this.#pass(batch)
      return own
    }
    const { round, work } = position
    const outcome = outcomeFor(this.base.settings, batch.size)
    const { starts, accept } = this.#partsOf(batch)
    let begun: BegunPart | undefined
    const screened: Promise<unknown>[] = []
    try {
      await run(starts, undefined, {
        accept,
        begin: (part) => {
          const deriving = part.isExpanded
            ? this.#expander.expandAsync(part.batch, this.#depth, true, work)
            : Promise.resolve(undefined)
          begun = beginPart(part, deriving, this.#partLearners(part), round, work, begun?.over ?? [])
          return begun
        },
        finish: async (part, learned, follows) => {
          // work on this thread would delay work that is not handed over yet
          await begun?.isHanded
          const screening = allDone(this.#take(part, learned, outcome, work))
          // whoever waits for it sees a rejection; until then it must not count as unhandled
          screening.catch(() => undefined)
          screened.push(screening)
          while (screened.length > (follows ? 1 : 0)) await screened.shift()
          if (!follows) this.#settle(part)
        },
        // only the threads of a stream learn in the order of the calls
        ahead: () =>
          work !== undefined &&
          this.derives &&
          !this.#gate.isLooking(this.#expander.state) &&
          !this.#expander.choosesNow,
      })
    } finally {
      await Promise.allSettled(screened)
    }
    return outcome
  }

  predict(batch: Batch, round = 0, evaluating = false, spread?: Link): Outcome {
    if (!this.derives) return this.base.predict(batch, round, evaluating, spread)
    refusePredicting(this.base.settings, evaluating, spread)
    const outcome = outcomeFor(this.base.settings, batch.size)
    for (const { part, from } of inStretches(batch)) {
      const derived = this.#expander.expand(part, this.#depth, false)
      const outcomes = this.#partLearners({ batch: part, isExpanded: true }).map((own) =>
        own?.model.predict(own.batch(derived), round + from),
      )
      this.#mix(outcomes, part, outcome, from)
    }
    return outcome
  }

  async predictAsync(batch: Batch, round: number, work: PredictsAsync, spread?: Link): Promise<Outcome> {
    if (!this.derives) return this.base.predictAsync(batch, round, work, spread)
    refusePredicting(this.base.settings, false, spread)
    const outcome = outcomeFor(this.base.settings, batch.size)
    const outputs = this.#spareOutputs.pop() ?? new DerivedOutputs()
    for (const { part, from } of inStretches(batch)) {
      const deriving = this.#expander.expandAsync(part, this.#depth, false, work, outputs)
      const learners = this.#partLearners({ batch: part, isExpanded: true })
      this.#mix(await predictPart(learners, deriving, round + from, work), part, outcome, from)
    }
    this.#spareOutputs.push(outputs)
    return outcome
  }

  /** Mixes the predictions of the learners for a part into an outcome. */
  #mix(outcomes: readonly (Outcome | undefined)[], part: Batch, outcome: Outcome, from: number): void {
    this.#mixture.combine(outcomes.slice(0, this.#all.length), part, outcome, from, undefined, undefined)
    this.#keepLanes(outcomes, outcome, from)
  }

  /** Adds untrained lanes for new classes, the first of which the next example has. */
  grow(classes: ClassSetting): void {
    this.#known ??= this.base.settings.classes?.count
    this.base.grow(classes)
    for (const expert of this.#experts) expert?.grow(classes)
    this.#mixture = this.#mixture.grown(this.base.settings)
  }

  /** Returns whether nothing is derived or decided within this many examples. */
  #waitsFor(examples: number): boolean {
    if (this.derives) return false
    return this.#hasBegun || this.#gate.waitsFor(this.#expander.state, examples)
  }

  /** The models by depth, first the one without derived features; undefined: dropped, or not begun. */
  get #all(): readonly (TableModel | undefined)[] {
    return [this.base, ...this.#experts]
  }

  get #areActive(): readonly boolean[] {
    return this.#all.map((model) => model !== undefined)
  }

  /** The models by depth, then the lanes of `nag`. */
  get #learners(): readonly (TableModel | undefined)[] {
    return [...this.#all, ...this.#nagLanes]
  }

  /** Keeps the predictions of a part's lanes from the outcomes of `#partLearners`, if they are stacked. */
  #keepLanes(outcomes: readonly (Outcome | undefined)[], outcome: Outcome, from: number): void {
    copyLanes(outcomes[0] as Outcome, outcome, from)
    keepNagLanes(outcomes.slice(this.#all.length), outcome, from)
  }

  /** Returns the learners of a part, in the order of the outcomes; undefined: it receives nothing. */
  #partLearners(part: Pick<Part, 'batch' | 'isExpanded'>): readonly (PartLearner | undefined)[] {
    return this.#learners.map((model, depth) => {
      const isExpert = depth > 0 && depth <= this.#experts.length
      if (model === undefined || (isExpert && !part.isExpanded)) return undefined
      const batch = (derived: DerivedBatch | undefined): Batch =>
        isExpert ? batchOf(part.batch, derived as DerivedBatch, depth) : part.batch
      return { model, isExpert, batch }
    })
  }

  /** How much is derived: as much as the remaining experts take; 0: none has begun, or all were dropped. */
  get #depth(): number {
    return this.#experts.findLastIndex((expert) => expert !== undefined) + 1
  }

  /** Returns the parts of a batch: they end where experts begin or crosses are chosen, whatever the batches. */
  #partsOf(batch: Batch): StretchParts {
    this.#expander.begin(batch)
    return oneByOne(batch, (from) => partFrom(batch, from, this.#expander, this.#gate, this.derives))
  }

  /** Takes the results of a part into an outcome; returns the screening that other threads do. */
  #take(
    { batch, from, seen }: Part,
    { outcomes, derived }: LearnedPart,
    outcome: Outcome,
    work?: DerivesAsync,
  ): (Promise<void> | undefined)[] {
    const screened: (Promise<void> | undefined)[] = []
    const { size } = batch
    let start = 0
    if (derived !== undefined && this.derives) {
      this.#keepLanes(outcomes, outcome, from)
      let learned = seen
      do {
        const end = endOf(batch, start, patience - (learned % patience))
        const own = slice(batch, start, end)
        const left = this.#all.map((model, depth) => model && outcomeSlice(outcomes[depth], start, end))
        const residuals = residualsFor(own.size, this.#mixture.columns)
        this.#mixture.combine(left, own, outcome, from + start, residuals, this.#known)
        if (own.size > 0) this.#known = undefined
        const screens = derivedSlice(derived, start, end)
        screened.push(this.#expander.screen(this.#depth, screens, residuals, work))
        learned += examplesIn(own)
        if (learned % patience === 0) this.#giveUp()
        start = end
      } while (start < size && this.derives)
      if (start === size) return screened
    }
    // no expert has begun, or none is left: the last may be dropped within a part, and batches end anywhere
    copyOutcome(outcomeSlice(outcomes[0], start, size) as Outcome, outcome, from + start)
    if (this.#hasBegun) this.#end(slice(batch, start, size))
    return screened
  }

  /** Makes the experts, and the lanes of `nag`. */
  #beginDeriving(): void {
    this.#experts = newExperts(this.base.settings, this.#backend)
    this.#nagLanes = newNagLanes(this.base.settings, this.#backend)
  }

  /** Takes a batch that was learned after all experts were dropped, and forgets their derived features. */
  #end(batch: Batch): void {
    if (batch.size > 0) this.#known = undefined
    if (this.#expander.examples > 0) this.#expander = this.#expander.ended()
  }

  /** Takes a batch that was learned without derived features. */
  #pass(batch: Batch): void {
    if (this.#hasBegun) this.#end(batch)
    else {
      this.#expander.begin(batch)
      this.#expander.pass(batch)
      this.#noteLearned(batch)
    }
  }

  /** Records the examples of a learned batch. */
  #noteLearned(batch: Batch): void {
    if (batch.size > 0) this.#known = undefined
    const rows = this.#gate.note(this.#expander.state, examplesIn(batch))
    if (rows !== undefined) this.#expander.forget(rows)
  }

  /** Decides what follows from a part, once it is screened: crosses are chosen, and experts begin or end. */
  #settle({ batch, isExpanded }: Part): void {
    if (isExpanded) this.#expander.choose()
    const hadBegun = this.#hasBegun
    if (hadBegun && !this.#gate.isLooking(this.#expander.state)) return
    this.#noteLearned(batch)
    if (this.#hasBegun === hadBegun) return
    if (!hadBegun) {
      this.#beginDeriving()
      return
    }
    this.#experts.fill(undefined)
    this.#nagLanes = []
    this.#mixture = new ExpertMixture(this.base.settings, this.#backend, this.#experts.length + 1)
  }

  /** Drops the experts that are far behind and of no use. */
  #giveUp(): void {
    for (let depth = derivationDepths.bins; depth <= this.#experts.length; depth++) {
      if (this.#mixture.isHopeless(depth, this.#areActive)) this.#experts[depth - 1] = undefined
    }
  }
}
