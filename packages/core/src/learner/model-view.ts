import type { BackendName, Divisors, LossId, Precision, RuleId } from '@ol/spec'
import type { BackendInfo } from '../backend/choose.js'
import type { ModelState } from '../model/model-file.js'
import type { AnyLearnerOptions } from '../options/learner-options.js'
import { neededPart } from '../options/needed-part.js'
import type { JsonValue, StoredPrecision } from '../options/settings.js'
import { checkObject } from '../stream/check-arguments.js'
import { allSteps, type Steps } from '../table/steps.js'
import type { ProgressiveValidation } from '../validation/progressive-validation.js'
import type { ValidationReport } from '../validation/validation-report.js'
import type { FeatureImportance, NamesInfo } from './importance.js'
import { checkKey, type InspectOptions, type LaneInfo } from './inspect.js'
import type { LearnerParts } from './learner-parts.js'
import { busyOf, type LearnerState } from './learner-state.js'
import type { MemoryUse } from './memory-use.js'
import type { ModelWeight } from './model-weights.js'
import type { InspectingPart } from './parts/inspecting-part.js'
import type { StoringPart } from './parts/storing-part.js'
import type { SaveOptions } from './save-options.js'
import type { Sparsity } from './sparsity.js'

/** The read-only view of a model: its options, its weights, its report, and its bytes. */
export class ModelView {
  readonly #state: LearnerState
  readonly #parts: LearnerParts

  /** @internal */
  constructor(state: LearnerState, parts: LearnerParts) {
    this.#state = state
    this.#parts = parts
  }

  get #inspecting(): InspectingPart {
    return neededPart(this.#parts, 'inspecting')
  }

  get #storing(): StoringPart {
    return neededPart(this.#parts, 'storing')
  }

  /** the update rule */
  get rule(): RuleId {
    return this.#state.settings.rule
  }

  /** the rule that a distilled model was learned by; undefined: this one learns */
  get predictOnly(): RuleId | undefined {
    return this.#state.settings.predictOnly
  }

  /** the precision of the weights of a distilled model where it is not that of its table; undefined: it is */
  get storedPrecision(): StoredPrecision | undefined {
    return this.#state.settings.storedPrecision
  }

  /** the loss that is minimized */
  get loss(): LossId {
    return this.#state.settings.loss
  }

  /** The table has 2^bits slots; 'grow': a slot for each feature. */
  get bits(): number | 'grow' {
    return this.#state.settings.bits
  }

  /** precision of the table */
  get precision(): Precision {
    return this.#state.settings.precision
  }

  /** all options, defaults filled in */
  get options(): AnyLearnerOptions {
    return this.#inspecting.optionsOf(this.#state.current)
  }

  /** the JSON value that the model carries: how its input was read */
  get input(): JsonValue | undefined {
    return this.#state.settings.input
  }

  /** warnings about settings that are allowed; empty where there are none */
  get warnings(): readonly string[] {
    return this.#inspecting.warningsOf(this.#state.settings)
  }

  /** the backend that this learner runs on */
  get backend(): BackendName {
    return this.#state.backend.name
  }

  /** the backend, what was requested, and why not native */
  get backendInfo(): BackendInfo {
    return this.#state.info
  }

  /** the models that this learner holds side by side */
  get lanes(): readonly LaneInfo[] {
    const { settings, mixtureWeights, table } = this.#state.ensemble
    return this.#inspecting.laneInfos(settings, mixtureWeights, this.classes, table)
  }

  /** labels that were too far from those before them to learn from: see the option `outliers` */
  get farLabels(): number {
    return this.#state.ensemble.far?.count ?? 0
  }

  /** examples since the model was made or loaded of which a lane learned a smaller error: see the option `outliers` */
  get farErrors(): number {
    return this.#state.ensemble.far?.errorCount ?? 0
  }

  /** values, of examples learned from, that were not: of features past the most that the option `maxFeatures` allows */
  get ignoredValues(): number {
    return Math.round(this.#state.ensemble.rows?.ignored ?? 0)
  }

  /** the labels of the classes, by number; the empty string: one that never occurred; undefined without classes */
  get classes(): readonly (number | string)[] | undefined {
    return this.#state.classes?.labels()
  }

  /**
   * the classes as the `classes` option takes them, and as a reader does: names as far as they are known; of task binary the
   * labels of -1 and +1
   */
  get classNames(): readonly string[] | undefined {
    return this.#state.settings.signNames ?? this.#state.classes?.setting.names
  }

  /** features that have a slot of their own; undefined where slots are shared by hash */
  get slots(): number | undefined {
    return this.#state.ensemble.rows?.size
  }

  /** @deprecated Use `slots`. */
  get rows(): number | undefined {
    return this.slots
  }

  /** bytes that the model takes in memory */
  get memory(): MemoryUse {
    const { table, rows } = this.#state.ensemble
    return { table: table.layout.bytes, index: rows?.bytes ?? 0 }
  }

  /** whether the model learns only after `fitScales` */
  get needsFirstPass(): boolean {
    return this.#state.firstPass?.missing === true
  }

  /**
   * With `prenormalize`: what the feature of each slot (with bits 'grow': of a key) is divided by, for a reader to do
   * before it makes products of features; 0 where the first pass did not see it. Batches with `normalized` are not
   * divided again. Each time a copy.
   */
  get scales(): Divisors | undefined {
    const divisors = this.#state.firstPass?.divisors
    return typeof divisors === 'function' ? divisors : divisors?.slice()
  }

  /** @deprecated Use `scales`. */
  get divisors(): Divisors | undefined {
    return this.scales
  }

  /**
   * Returns progressive validation over all that this model has ever learned from.
   *
   * @returns counts, average loss, and what depends on the kind of the model
   */
  report(): ValidationReport {
    const { backend, settings, progress } = this.#state
    // with this part it is that
    const whole = progress as ProgressiveValidation
    const { validationReportOf } = neededPart(this.#parts, 'streaming')
    return validationReportOf(backend.name, settings.rule, whole, this.classes)
  }

  /**
   * Writes the model as it is when this is called: wholly or, on any error, not at all. The file is written in slices, between which
   * other work goes on, learning included: what it changes is copied before.
   *
   * @param path the file to write or to replace
   * @param options with predictOnly without what learning needs: see `SaveOptions`
   * @throws OLError: OL_FILE_UNREADABLE, OL_FILE_DIRECTORY where it cannot be written; OL_BUSY while a batch is learned from
   */
  async save(path: string, options: SaveOptions = {}): Promise<void> {
    const { saveModel } = neededPart(this.#parts, 'saving')
    await saveModel(path, busyOf(this.#state), (kept) =>
      this.#storing.storedModel(this.#state, this.#parts, options, kept),
    )
  }

  /** @internal what `save` stores */
  stored(options: SaveOptions): Steps<ModelState> {
    return this.#storing.storedModel(this.#state, this.#parts, options)
  }

  /**
   * Returns how many bytes `save` would write. A file grows with the slots that were touched, up to that of a table whose slots all
   * are; that of bits 'grow' with its features, without end.
   *
   * @param slots `touched`: now; `all`: with every slot of the table
   * @returns the size of the model file
   * @throws OLError: OL_BUSY while a batch is learned from
   */
  fileSize(slots: 'touched' | 'all' = 'touched'): number {
    return allSteps(this.#storing.modelSize(this.#storing.modelOf(this.#state), slots === 'all'))
  }

  /**
   * Returns the bytes that `save` writes.
   *
   * @param options as of `save`
   * @returns a model file, as `Learner.fromBytes` reads it
   * @throws OLError: OL_BUSY while a batch is learned from
   */
  toBytes(options: SaveOptions = {}): Uint8Array {
    const { modelToBytes } = this.#storing
    return modelToBytes(allSteps(this.#storing.storedModel(this.#state, this.#parts, options)))
  }

  /**
   * Iterates over the weights that are not 0, by slot, in the features' own units.
   *
   * @param lane of a class, or 0 for the model and from 1 its replicates, or what a mixture has kept: see `lanes`;
   *   default: the model as it predicts, with classes its first (of a mixture: see `inspect`)
   * @returns an iterator over index (of the feature) and weight
   * @throws OLError: OL_PARAMETER where there is no such lane; OL_BUSY while a batch is learned from
   */
  *weights(lane?: number): IterableIterator<ModelWeight> {
    this.#state.busy?.refuseInFlight()
    for (const weight of this.#inspecting.weightsOf(this.#state, lane)) {
      yield weight
      this.#state.busy?.refuseInFlight()
    }
  }

  /**
   * Returns the features that contribute most to the score where they are present: by |weight| times scale, largest
   * first; of equal ones the lower index first. With classes those of each class in turn.
   *
   * @param options how many (default 20), and of which lane (default: of the model as it predicts)
   * @returns at most `top` features of each class
   * @throws OLError: OL_PARAMETER where there is no such lane; OL_BUSY while a batch is learned from
   */
  inspect(options: InspectOptions = {}): FeatureImportance[] {
    checkObject(options)
    this.#state.busy?.refuseInFlight()
    return this.#inspecting.importances(this.#state, options)
  }

  /** what is known of the names of its features */
  get names(): NamesInfo {
    const { limit = 0, size: known = 0, unnamed: incomplete = false } = this.#state.names ?? {}
    return { limit, known, incomplete }
  }

  /**
   * Counts the names of features that share a slot with another, whose weights are therefore one.
   *
   * @returns how many of the names that the model keeps
   */
  nameCollisions(): number {
    return this.#inspecting.nameCollisions(this.#state)
  }

  /**
   * Returns the name of a feature.
   *
   * @param index the hash of the feature, in [0, 2^32)
   * @param upper with bits 'grow': the upper half of its key, in [0, 2^32)
   * @returns the name; undefined where the model does not know it
   * @throws OLError: OL_PARAMETER for numbers that are no halves of a key
   */
  nameOf(index: number, upper = 0): string | undefined {
    checkKey(index, upper)
    return this.#state.names?.nameOf(index, upper)
  }

  /**
   * Counts the weights that are not 0 (the L0 norm), penalties of the examples so far included.
   *
   * @returns those of all lanes, and the slots that hold anything
   * @throws OLError: OL_BUSY while a batch is learned from
   */
  sparsity(): Sparsity {
    this.#state.busy?.refuseInFlight()
    return this.#inspecting.sparsityOf(this.#state)
  }

  /**
   * Returns the weight of a feature in the model as it predicts, with classes in the first; in the unit of the feature as it is
   * learned from (with `prenormalize`: divided).
   *
   * @param index the hash of the feature, in [0, 2^32)
   * @param upper with bits 'grow': the upper half of its key, in [0, 2^32)
   * @returns the weight; 0 where there is none
   * @throws OLError: OL_PARAMETER for numbers that are no halves of a key; OL_KEYS where `upper` is missing
   */
  weight(index: number, upper?: number): number {
    this.#state.busy?.refuseInFlight()
    const slot = this.#inspecting.slotOf(this.#state, index, upper)
    return slot === undefined ? 0 : this.#inspecting.weightOfSlot(this.#state, slot)
  }

  /**
   * Returns the slot of a feature in the table.
   *
   * @param index the hash of the feature, in [0, 2^32)
   * @param upper with bits 'grow': the upper half of its key, in [0, 2^32)
   * @returns the slot, from 0; undefined where the feature has none yet
   * @throws OLError: OL_PARAMETER for numbers that are no halves of a key; OL_KEYS where `upper` is missing
   */
  slotOf(index: number, upper?: number): number | undefined {
    return this.#inspecting.slotOf(this.#state, index, upper)
  }

  /**
   * Returns the weight of a slot: see `weight`.
   *
   * @param slot from 0
   * @returns the weight; 0 where the slot is free
   * @throws OLError: OL_PARAMETER where the table has no such slot; OL_BUSY while a batch is learned from
   */
  weightOfSlot(slot: number): number {
    this.#state.busy?.refuseInFlight()
    return this.#inspecting.weightOfSlot(this.#state, slot)
  }

  /**
   * Returns the slot of a feature.
   *
   * @deprecated Use `slotOf`; this name goes with the next version.
   */
  rowOf(index: number, upper?: number): number | undefined {
    return this.slotOf(index, upper)
  }

  /**
   * Returns the weight of a slot.
   * @deprecated Use `weightOfSlot`; this name goes with the next version.
   */
  weightAt(slot: number): number {
    return this.weightOfSlot(slot)
  }
}
