import {
  type Backend,
  type Batch,
  engineScalars,
  type LaterMeasure,
  laneStates,
  layoutOf,
  type Measure,
  nameOf,
  type Plan,
  paramText,
  type Results,
  type RuleName,
  ruleOf,
} from '@ol/spec'
import type { LabelIntervals } from '../intervals/label-intervals.js'
import { learnedIntervals } from '../intervals/learned-intervals.js'
import { selectLanes } from '../lanes/lane-kit.js'
import { learningPlan } from '../lanes/learning-plan.js'
import { type Outcome, resultsFor } from '../lanes/outcome.js'
import { noteConstant } from '../lanes/standardize-plan.js'
import { Learner } from '../learner/learner.js'
import { FeatureDictionary } from '../names/feature-dictionary.js'
import { tracksScales } from '../names/scales.js'
import type { ClassSetting, Settings } from '../options/settings.js'
import { GrowingStore } from '../table/growing-store.js'
import { allSteps } from '../table/steps.js'
import { firstBits, type Store } from '../table/store.js'
import { ClassWeights } from '../targets/class-weights.js'
import { forBackend, Targets } from '../targets/targets.js'
import { ClassTally, type CommonLoss, LaneTally, type Tallied, type Tally } from './tally.js'

/** The size of a table of models side by side. */
export interface TableSize {
  readonly rule: RuleName
  /** 'grow': the table starts small and grows with the features */
  readonly bits: number | 'grow'
  readonly models: number
  /** lanes of each model: 1, or one for each class */
  readonly lanesEach: number
  /** numbers of a lane in each slot */
  readonly states: number
  /** bytes of a growing table at its start */
  readonly bytes: number
}

/**
 * Learns models of one rule as lanes of one table: lane k * models + m is lane k of model m (its class, if there are
 * classes). They may differ in loss, clip and parameters, and each is bit-identical to a separate run.
 */
export class SideBySide {
  readonly #each: readonly Settings[]
  readonly #lanes: number
  readonly #store: Store
  readonly #plan: Plan
  readonly #backend: Backend
  readonly #tally: Tally
  readonly #targets: Targets
  readonly #names: FeatureDictionary
  readonly #intervals: readonly (LabelIntervals | undefined)[]
  #results: Results

  /** `each`: settings of one rule, table and unit of labels, a model each; `signs`: whether all labels are -1 and 1 */
  constructor(
    each: readonly Settings[],
    signs: boolean,
    commonLoss: CommonLoss | undefined,
    backend: Backend,
  ) {
    const [first] = each
    const { classes } = first
    const losses = each.map(({ loss }) => loss)
    this.#each = each
    this.#lanes = lanesOf(each)
    this.#targets = new Targets({ ...first, lanes: this.#lanes }, each, [], ClassWeights)
    this.#plan = { ...together(each), errors: this.#targets.outliers?.errors }
    this.#store = new GrowingStore({ ...first, lanes: this.#lanes, params: this.#plan.params }, backend)
    this.#backend = backend
    this.#names = new FeatureDictionary(backend, {
      limit: first.names,
      wide: first.bits === 'grow',
      scaled: tracksScales(first),
    })
    this.#tally =
      classes === undefined
        ? new LaneTally(losses, signs, commonLoss, first.labelScale === 'spread')
        : new ClassTally(losses, classes.count)
    this.#intervals = each.map((settings) => learnedIntervals(settings, [], backend))
    this.#results = resultsFor(0, this.#lanes)
  }

  /** Returns the size of the table, before it is allocated. */
  static size(each: readonly Settings[]): TableSize {
    const [first] = each
    const { bits, precision, lanes } = first
    const rows = 2 ** (bits === 'grow' ? firstBits : bits)
    const { bytes } = layoutOf(ruleOf(first), rows, lanesOf(each), precision)
    const states = laneStates(ruleOf(first), rows)
    return { rule: nameOf(first), bits, models: each.length, lanesEach: lanes, states, bytes }
  }

  async learn(indexed: Batch): Promise<void> {
    const batch = this.#store.adopt(indexed)
    noteConstant(this.#plan, this.#store.rows)
    if (this.#results.status.length < batch.size) this.#results = resultsFor(batch.size, this.#lanes)
    const prepared = this.#targets.learned(batch)
    await this.#backend.learnAsync(this.#plan, this.#store.table, forBackend(prepared), this.#results)
    this.#targets.restore(prepared, this.#results, this.#lanes)
    this.#targets.measure(prepared, this.#results, this.#lanes)
    this.#names.learn(indexed, this.#results.status)
    this.#tally.add(batch, this.#results)
    for (const [model, intervals] of this.#intervals.entries())
      intervals?.learn(batch, this.#outcomeOf(model, batch.size))
  }

  tallied(model: number): Tallied {
    return this.#tally.of(model)
  }

  /** Returns the example at which a lane of the model diverged; 0: none. */
  dropped(model: number): number {
    const [first] = this.#each
    if (this.#lanes === first.lanes) return 0
    const at = engineScalars.length + ruleOf(first).scalars.length
    const rounds = this.#lanesOf(model).map((l) => this.#store.table.scalars[at + l])
    const left = rounds.filter((round) => round > 0)
    return left.length === 0 ? 0 : Math.min(...left)
  }

  parameters(model: number): Record<string, number | string> {
    const settings = this.#each[model]
    const { params, lanes } = settings
    return Object.fromEntries(
      ruleOf(settings).params.map((p, j) => [p.name, paramText(p, params[j * lanes])]),
    )
  }

  /** Returns the model as a learner, bit-identical to a separate run. `classes`: with the names so far. */
  learner(model: number, classes: ClassSetting | undefined): Learner {
    const settings = { ...this.#each[model], classes }
    const { counts, sums } = this.tallied(model)
    const { table, keys } = this.#store.storing()
    const own =
      this.#each.length === 1 ? table : selectLanes(settings, table, this.#lanesOf(model), this.#backend)
    const memory = this.#targets.memoryOf(this.#lanesOf(model))
    const { unnamed } = this.#names
    const names = allSteps(this.#names.storing())
    const state = {
      settings,
      counts,
      table: own,
      keys,
      sums: [...sums, ...memory, ...this.#store.ignored, ...(this.#intervals[model]?.state ?? [])],
      names,
      unnamed,
    }
    return new Learner({ backend: this.#backend.name }, state)
  }

  /** Returns the predictions of a model for the last examples. */
  #outcomeOf(model: number, size: number): Pick<Outcome, 'predictions' | 'scores' | 'status'> {
    const { predictions: all, status } = this.#results
    const lanes = this.#lanesOf(model)
    const each = lanes.length
    const own = new Float64Array(size * each)
    for (let e = 0; e < size; e++)
      for (const [k, lane] of lanes.entries()) own[e * each + k] = all[e * this.#lanes + lane]
    return { predictions: own, status, ...(this.#each[model].classes === undefined ? {} : { scores: own }) }
  }

  #lanesOf(model: number): number[] {
    const models = this.#each.length
    return Array.from({ length: this.#each[model].lanes }, (_, k) => k * models + model)
  }
}

function lanesOf(each: readonly Settings[]): number {
  return each.length * each[0].lanes
}

/** Returns the plan of all models: their lanes by class, then by model. */
function together(each: readonly Settings[]): Plan {
  const models = each.length
  const [first] = each
  const lanes = lanesOf(each)
  const plans = each.map((settings) => learningPlan(settings))
  const classOf = (l: number): number => Math.floor(l / models)
  const own = each.map(measureOf)
  const measures: LaterMeasure[] = []
  for (let l = 1; l < lanes; l++) {
    const [measure, last] = [own[l % models], own[(l - 1) % models]]
    if (!same(measure, last)) measures.push({ ...measure, from: l })
  }
  return {
    ...learningPlan(first),
    ...(first.laneClasses === undefined
      ? {}
      : { classes: Float64Array.from({ length: lanes }, (_, l) => classOf(l)) }),
    ...(measures.length === 0 ? {} : { measures }),
    params: Float64Array.from(
      { length: (first.params.length / first.lanes) * lanes },
      (_, i) => plans[(i % lanes) % models].params[Math.floor(i / lanes) * first.lanes + classOf(i % lanes)],
    ),
  }
}

function measureOf(settings: Settings): Measure {
  const { loss, lossParams, clip, clipMin, clipMax } = learningPlan(settings)
  return { loss, lossParams, clip, clipMin, clipMax }
}

function same(a: Measure, b: Measure): boolean {
  return (
    a.loss === b.loss &&
    a.lossParams.every((value, j) => value === b.lossParams[j]) &&
    a.clip === b.clip &&
    a.clipMin === b.clipMin &&
    a.clipMax === b.clipMax
  )
}
