import type { DerivedOrigin } from '@ol/fallback'
import {
  type Backend,
  type Batch,
  derivationDepths,
  type LearnsAsync,
  type Link,
  OLError,
  type Residuals,
} from '@ol/spec'
import { Ensemble } from '../lanes/ensemble.js'
import { type Outcome, outcomeFor } from '../lanes/outcome.js'
import { slice } from '../lanes/slice.js'
import type { ClassSetting, Settings } from '../options/settings.js'
import type { Member } from './additive.js'
import { Deriver, nextChoice, type StoredDeriver } from './deriver.js'
import { batchOf, depthOf, expertSettings } from './expert-settings.js'
import { Top } from './top.js'

/** Examples that are expanded at a time; experts are given up at multiples of them. */
const stretch = 256

/** The state of an expansion beside the base of the model. */
export interface StoredExperts<Expert> {
  readonly expander: StoredDeriver
  readonly top: readonly Float64Array[]
  /** by depth, from 1; undefined: given up */
  readonly experts: readonly (Expert | undefined)[]
}

/** A part of a batch with the batches that the experts learn. */
interface Part {
  readonly batch: Batch
  readonly from: number
  readonly expanded: readonly (Batch | undefined)[]
}

/**
 * A model with experts that learn derived features beside it: bins of columns, then pairs, then triples as well; what they
 * predict is mixed: see docs/decisions/0025.
 */
export class Experts {
  readonly #base: Ensemble
  readonly #expander: Deriver
  readonly #experts: (Ensemble | undefined)[]
  #top: Top
  #known: number | undefined

  constructor(settings: Settings, backend: Backend, base: Ensemble, stored?: StoredExperts<Ensemble>) {
    const depth = depthOf(settings)
    this.#base = base
    this.#experts =
      stored === undefined
        ? Array.from({ length: depth }, (_, i) => new Ensemble(expertSettings(settings, i + 1), backend))
        : [...stored.experts]
    this.#expander = new Deriver(backend, base.table.rows, settings.constant, stored?.expander)
    this.#top = new Top(settings, backend, depth + 1, stored?.top)
  }

  get stored(): StoredExperts<Ensemble> {
    return { expander: this.#expander.stored, top: this.#top.state, experts: this.#experts }
  }

  /** The weights of the experts, that without derived features first; they sum to 1. */
  get weights(): Float64Array {
    return this.#top.weights()
  }

  /** What derives features for the experts. */
  get deriver(): Deriver {
    return this.#expander
  }

  /** The models whose scores, times their factors, add up to that of the model but for what is not linear in the mixture. */
  get members(): readonly Member[] {
    const all = [this.#base, ...this.#experts]
    const { factors } = this.#top.linear(all.map((ensemble) => ensemble !== undefined))
    return all.flatMap((ensemble, depth) =>
      ensemble === undefined ? [] : [{ ensemble, depth, factor: factors[depth] }],
    )
  }

  /** Returns the only example of a batch as each member receives it, and the origins of the features derived of it. */
  derivedOf(batch: Batch): {
    readonly batches: readonly Batch[]
    readonly origins: readonly DerivedOrigin[]
  } {
    const depth = this.#depth
    if (depth === 0) return { batches: [batch], origins: [] }
    const origins = this.#expander.originsOf(batch, depth)
    const expanded = this.#expander.expand(batch, depth, false)
    const batches = this.members.map((member) =>
      member.depth === 0 ? batch : batchOf(batch, expanded, member.depth),
    )
    return { batches, origins }
  }

  learn(batch: Batch, round: number): Outcome {
    const outcome = this.#outcomeFor(batch.size)
    this.#expander.note(batch)
    for (const part of this.#parts(batch)) {
      const base = this.#base.learn(part.batch, round + part.from)
      const experts = this.#experts.map((expert, i) =>
        expert?.learn(part.expanded[i] as Batch, round + part.from),
      )
      this.#take(part, [base, ...experts], outcome)
    }
    return outcome
  }

  async learnAsync(batch: Batch, round: number, work?: LearnsAsync): Promise<Outcome> {
    const outcome = this.#outcomeFor(batch.size)
    this.#expander.note(batch)
    for (const part of this.#parts(batch)) {
      const outcomes: (Outcome | undefined)[] = [
        await this.#base.learnAsync(part.batch, round + part.from, work),
      ]
      for (const [i, expert] of this.#experts.entries())
        outcomes.push(await expert?.learnAsync(part.expanded[i] as Batch, round + part.from, work))
      this.#take(part, outcomes, outcome)
    }
    return outcome
  }

  predict(batch: Batch, round = 0, judging = false, spread?: Link): Outcome {
    if (judging || spread !== undefined) throw refused(judging ? 'judged models' : 'spread')
    const outcome = this.#outcomeFor(batch.size)
    for (let from = 0; from < batch.size; from += stretch) {
      const part = slice(batch, from, Math.min(batch.size, from + stretch))
      const expanded = this.#depth === 0 ? undefined : this.#expander.expand(part, this.#depth, false)
      const experts = this.#experts.map((expert, i) =>
        expanded === undefined ? undefined : expert?.predict(batchOf(part, expanded, i + 1), round + from),
      )
      const outcomes = [this.#base.predict(part, round + from), ...experts]
      this.#top.answer(outcomes, part, outcome, from, undefined, undefined)
    }
    return outcome
  }

  /** Adds untrained lanes for new classes, the first of which the next example has. */
  grow(classes: ClassSetting): void {
    this.#known ??= this.#base.settings.classes?.count
    this.#base.grow(classes)
    for (const expert of this.#experts) expert?.grow(classes)
    this.#top = this.#top.grown(this.#base.settings)
  }

  /** How much is derived: as much as the experts take that are left. */
  get #depth(): number {
    return this.#experts.findLastIndex((expert) => expert !== undefined) + 1
  }

  #outcomeFor(size: number): Outcome {
    return outcomeFor(this.#base.settings, size) as Outcome
  }

  /** Yields the batch in parts that end where experts are given up or crosses chosen, whatever the batches. */
  *#parts(batch: Batch): Generator<Part, void, void> {
    let from = 0
    do {
      const seen = this.#expander.examples
      const next = Math.min(nextChoice(seen), (Math.floor(seen / stretch) + 1) * stretch)
      const to = endOf(batch, from, next - seen)
      const part = slice(batch, from, to)
      const depth = this.#depth
      const expanded = this.#expander.expand(part, depth, true)
      yield {
        batch: part,
        from,
        expanded: this.#experts.map((expert, i) =>
          expert === undefined ? undefined : batchOf(part, expanded, i + 1),
        ),
      }
      from = to
    } while (from < batch.size)
  }

  #take(part: Part, outcomes: readonly (Outcome | undefined)[], outcome: Outcome): void {
    const { batch, from } = part
    const residuals = this.#residualsFor(batch.size)
    this.#top.answer(outcomes, batch, outcome, from, residuals, this.#known)
    if (batch.size > 0) this.#known = undefined
    this.#expander.screen(this.#depth, residuals)
    if (this.#expander.examples % stretch === 0) this.#giveUp()
  }

  #residualsFor(size: number): Residuals {
    const { columns } = this.#top
    return {
      classes: columns,
      gradients: new Float64Array(size * columns),
      curvatures: new Float64Array(size * columns),
      learned: new Uint8Array(size),
    }
  }

  /** Gives up the experts that are far behind and of no use. */
  #giveUp(): void {
    for (let depth = derivationDepths.bins; depth <= this.#experts.length; depth++)
      if (this.#top.isHopeless(depth)) this.#experts[depth - 1] = undefined
  }
}

function refused(what: string): OLError {
  return new OLError('OL_PARAMETER', `Expected expand 'off' or no ${what} but received both`, { value: what })
}

/** Returns the end of the part of a batch from `from` on with so many examples that are learned from. */
function endOf({ size, labels, weights }: Batch, from: number, examples: number): number {
  let left = examples
  for (let e = from; e < size; e++) {
    if (labels[e] === labels[e] && (weights?.[e] ?? 1) > 0) left--
    if (left === 0) return e + 1
    if (e + 1 - from >= 4 * stretch) return e + 1
  }
  return size
}
