import { weightOf } from '@ol/fallback'
import {
  type Backend,
  type BackendName,
  type Batch,
  type Divisors,
  invalid,
  type LabelKind,
  type LossId,
  losses,
  OLError,
  type Precision,
  type RuleId,
  status,
} from '@ol/spec'
import { type BackendInfo, chooseBackend } from '../backend/backends.js'
import { checkBatch, copyBatch, isBatch } from '../examples/check-batch.js'
import { BatchBuilder, type Example, type Features } from '../examples/features.js'
import { FirstPass, firstPassArrays } from '../examples/first-pass.js'
import { percentileInterval } from '../lanes/bootstrap.js'
import { Classes, probabilitiesOf } from '../lanes/classes.js'
import { Ensemble } from '../lanes/ensemble.js'
import { LaneSums } from '../lanes/lane-sums.js'
import type { Outcome } from '../lanes/outcome.js'
import type { Model } from '../model/model-file.js'
import { modelFromBytes, modelFromFile, modelToBytes, modelToFile } from '../model/model-io.js'
import type { AnyLearnerOptions, LearnerOptions } from '../options/learner-options.js'
import { applyLink, links } from '../options/links.js'
import { settingsUnder } from '../options/model-options.js'
import { resolveOptions } from '../options/resolve.js'
import type { JsonValue, Settings } from '../options/settings.js'
import { optionsOf, warningsOf } from '../options/stored.js'
import { type BatchStream, isStream, overlap, ProgressCaller, type StreamOptions } from '../stream/streams.js'
import { ProgressiveValidation } from '../validation/progressive-validation.js'
import { type Report, reportOf } from '../validation/validation-report.js'
import { Busy } from './busy.js'
import { checkHorizon } from './horizon.js'
import { type LaneInfo, lanesOf, type ModelWeight, topWeights, weightsOf } from './inspect.js'

import { type PredictedBatch, type PredictionInterval, predictedBatch } from './predictions.js'

export interface BatchOptions {
  /** see `StreamOptions.trusted` */
  readonly trusted?: boolean | undefined
}

/**
 * A linear model over hashed features, learned one example at a time.
 *
 * `learn` predicts, then learns, and returns the prediction; `predict` changes nothing; `evaluate` measures the loss
 * without learning. The first two take one example, a batch, or a stream of batches.
 *
 * P is what a prediction for one example is: a number, or with `classes` the label of a class, which is a text where
 * classes have names: `new Learner<string>({ classes: ['cat', 'dog'] })`.
 */
export class Learner<P extends number | string = number> {
  readonly #settings: Settings
  readonly #ensemble: Ensemble
  readonly #firstPass: FirstPass
  readonly #classes: Classes | undefined
  readonly #backend: Backend
  readonly #info: BackendInfo
  readonly #progress: ProgressiveValidation
  readonly #labels: LabelKind
  #builder: BatchBuilder | undefined
  readonly #busy = new Busy()

  /**
   * Makes a learner that has seen nothing.
   *
   * @param options everything has a default
   * @throws OLError: OL_PARAMETER, OL_RULE, OL_LOSS for options out of their range; OL_MEMORY where the table does not fit;
   *   OL_BACKEND, OL_ADDON_BROKEN where the backend asked for cannot be used
   */
  constructor(options?: LearnerOptions)
  /** @internal with the contents of a model file: OL_MODEL_MISMATCH where the options contradict them */
  constructor(options: AnyLearnerOptions, model: Model | undefined)
  constructor(options: AnyLearnerOptions = {}, model?: Model) {
    const { backend: choice, ...rest } = options
    this.#settings = model === undefined ? resolveOptions(rest) : settingsUnder(model.settings, rest)
    const { backend, info } = chooseBackend(choice)
    const { loss, classes } = this.#settings
    this.#backend = backend
    this.#info = info
    this.#labels = classes === undefined ? losses[loss].labels : 'class'
    const learned = (model?.counts.labelled ?? 0) > 0
    this.#classes = classes === undefined ? undefined : new Classes(classes, learned)
    const shape = { classes: classes?.count ?? 0, replicates: this.#settings.bootstrap?.replicates ?? 0 }
    const sums = model?.sums ?? []
    const laneSums = new LaneSums(shape, model === undefined ? undefined : sums)
    const ofFirstPass = firstPassArrays(this.#settings, 0).length
    const memory = sums.slice(laneSums.arrays.length, sums.length - ofFirstPass)
    this.#ensemble = new Ensemble(this.#settings, backend, model, memory)
    const { rows } = this.#ensemble
    this.#firstPass = new FirstPass(this.#settings, sums.slice(sums.length - ofFirstPass), rows)
    this.#progress = new ProgressiveValidation(loss, model?.counts, laneSums)
  }

  /**
   * Reads a model file and goes on exactly where its learner stopped. Options may change rates, clip, link, update,
   * input and backend; any other that differs from the model's is OL_MODEL_MISMATCH. A file that is not wholly and
   * exactly a model is OL_MODEL_FORMAT, OL_MODEL_CHECKSUM or OL_MODEL_VERSION.
   */
  static async load<P extends number | string = number>(
    path: string,
    options: AnyLearnerOptions = {},
  ): Promise<Learner<P>> {
    return new Learner<P>(options, await modelFromFile(path, chooseBackend(options.backend).backend))
  }

  /** `load` from memory. */
  static fromBytes<P extends number | string = number>(
    bytes: Uint8Array,
    options: AnyLearnerOptions = {},
  ): Learner<P> {
    return new Learner<P>(options, modelFromBytes(bytes, chooseBackend(options.backend).backend))
  }

  /** Learns from one example; returns the prediction made before. OL_DIVERGED where the step left the numbers. */
  learn(example: Example): P
  /**
   * Learns from the examples of a batch in order; returns the predictions made before each: with classes their numbers,
   * from 0 (-1: no score is a number).
   */
  learn(batch: Batch, options?: BatchOptions): Float64Array
  /**
   * Learns from a stream of batches, reading the next while one is learned from off the main thread. Resolves to the
   * report of this stream. After a rejection the batches before it are learned, and the model is whole.
   */
  learn(stream: BatchStream, options?: StreamOptions): Promise<Report>
  learn(
    input: Example | Batch | BatchStream,
    options: StreamOptions = {},
  ): P | Float64Array | Promise<Report> {
    this.#busy.refuseWhileLearning()
    this.#refuseBeforeFirstPass()
    if (isStream(input)) return this.#learnStream(input, options)
    if (isBatch(input)) return this.#learnBatch(input, options)
    return this.#learnExample(input)
  }

  /** The prediction that learning from these features would return. */
  predict(features: Features): P
  predict(batch: Batch, options?: BatchOptions): Float64Array
  /** Predictions for the batches of a stream, as they come. */
  predict(stream: BatchStream, options?: BatchOptions): AsyncIterable<PredictedBatch>
  predict(
    input: Features | Batch | BatchStream,
    options: BatchOptions = {},
  ): P | Float64Array | AsyncIterable<PredictedBatch> {
    if (isStream(input)) return this.#predictStream(input, options)
    this.#busy.refuseInFlight()
    if (isBatch(input)) return this.#predictBatch(input, options)
    return this.#answer(this.#predictOne(input))
  }

  /**
   * The scores of the classes, example by example, then class by class; without classes the score of each example.
   * Scores have no link.
   */
  scores(input: Features | Batch, options: BatchOptions = {}): Float64Array {
    this.#busy.refuseInFlight()
    const outcome = isBatch(input) ? this.#outcomeOf(input, options) : this.#predictOne(input)
    return (outcome.scores ?? outcome.predictions).slice()
  }

  /**
   * The probabilities of the classes, example by example, then class by class, each example's of sum 1: under logistic
   * loss the normalized probabilities of each class against the others, under other losses the softmax of the scores.
   * Without classes the probability of the label 1: OL_LOSS where the loss is not logistic.
   */
  probabilities(input: Features | Batch, options: BatchOptions = {}): Float64Array {
    const scores = this.scores(input, options)
    const { loss } = this.#settings
    if (this.#classes === undefined) {
      if (losses[loss].link !== 'logistic')
        throw new OLError('OL_LOSS', `The scores of ${loss} loss have no probabilities`, { value: loss })
      return applyLink('logistic', scores)
    }
    const { count } = this.#classes
    for (let at = 0; at < scores.length; at += count) probabilitiesOf(loss, scores, at, count, scores)
    return scores
  }

  /** A prediction and the percentile interval of those of the replicates: OL_PARAMETER without `bootstrap`. */
  interval(features: Features, level = 0.9): PredictionInterval {
    this.#busy.refuseInFlight()
    if (this.#settings.bootstrap === undefined)
      throw new OLError('OL_PARAMETER', 'Intervals need a learner with bootstrap replicates', {
        expected: 'bootstrap: 2 or more',
      })
    const { predictions, replicates } = this.#predictOne(features)
    const link = links[this.#settings.link]
    const all = replicates === undefined ? new Float64Array(0) : replicates.predictions.slice(1)
    return {
      prediction: link(predictions[0]),
      ...percentileInterval(applyLink(this.#settings.link, all), level),
    }
  }

  /**
   * Average loss over a stream without learning; the model does not change. Classes that only this stream names are
   * named in its report alone.
   */
  async evaluate(stream: BatchStream, options: StreamOptions = {}): Promise<Report> {
    this.#busy.refuseInFlight()
    // the number of the next example: the weights of the replicates go by it
    let round = 0
    return this.#overStream(stream, options, this.#classes?.copy(), async (batch) => {
      this.#busy.refuseInFlight()
      const first = round
      round += batch.size
      return this.#ensemble.predict(this.#firstPass.apply(batch), first)
    })
  }

  /**
   * The first pass over the data, for `prenormalize` and for rules that need one (`needsFirstPass`): finds the scales of
   * the features and learns nothing. Returns the number of examples; those without a label count too.
   * OL_FIRST_PASS where the model has no use for one, or has had one; OL_INPUT_EMPTY without examples.
   */
  survey(batch: Batch, options?: BatchOptions): number
  survey(stream: BatchStream, options?: Pick<StreamOptions, 'trusted' | 'signal'>): Promise<number>
  survey(
    input: Batch | BatchStream,
    options: Pick<StreamOptions, 'trusted' | 'signal'> = {},
  ): number | Promise<number> {
    this.#busy.refuseWhileLearning()
    if (!this.needsFirstPass) {
      const text = 'The model takes no first pass: its rule and prenormalize need none, or it has had one'
      throw new OLError('OL_FIRST_PASS', text)
    }
    const pass = this.#firstPass.start(this.#ensemble.store)
    const add = (batch: Batch): void => {
      this.#checkUnlabelled(batch, options)
      pass.add(batch)
    }
    if (isStream(input))
      return this.#busy.overStream(async () => {
        for await (const batch of input) {
          options.signal?.throwIfAborted()
          add(batch)
        }
        return pass.done()
      })
    add(input)
    return pass.done()
  }

  /** Whether the model learns only after `survey`. */
  get needsFirstPass(): boolean {
    return this.#firstPass.missing
  }

  /**
   * With `prenormalize`: what the feature of each row (of a growing table: of a key) is divided by, for a reader to do
   * before it makes products of features; 0 where the first pass did not see it. Batches with `normalized` are not divided
   * again.
   */
  get divisors(): Divisors | undefined {
    return this.#firstPass.divisors
  }

  /** Examples as a batch, hashed as this model hashes. With classes, texts that are new get their numbers here. */
  batch(examples: Iterable<Example>): Batch {
    const builder = new BatchBuilder(this.#settings, this.#classes ?? this.#labels)
    for (const example of examples) builder.add(example)
    return builder.take()
  }

  /** Writes the model file: wholly or, on any error, not at all. Learning may go on before it resolves. */
  async save(path: string): Promise<void> {
    await modelToFile(path, this.#model())
  }

  /** The bytes that `save` writes. */
  toBytes(): Uint8Array {
    return modelToBytes(this.#model())
  }

  /** Progressive validation over all that this model has ever learned from. */
  report(): Report {
    return reportOf(this.backend, this.rule, this.#progress, this.classes)
  }

  /**
   * The weights of a lane that are not 0, by row, in the features' own units. Lanes: one for each class, or the model and
   * its replicates, or what a mixture has not given up (`lanes` says which).
   */
  *weights(lane = 0): IterableIterator<ModelWeight> {
    this.#busy.refuseInFlight()
    this.#checkLane(lane)
    for (const weight of this.#weightsOf(lane)) {
      yield weight
      this.#busy.refuseInFlight()
    }
  }

  #weightsOf(lane: number): Iterable<ModelWeight> {
    const { plan, table, rows, unit } = this.#ensemble
    return weightsOf(plan, table, lane, this.#firstPass.byRow, rows, unit, this.bits === 'grow')
  }

  /**
   * The weight of one index, in the unit of the feature as it is learned from (with `prenormalize`: divided); 0 where
   * there is none. With bits 'grow' a feature has `upper`, too, the other half of its key: OL_KEYS without it. OL_PARAMETER
   * where they are not those of a feature.
   */
  weight(index: number, upper?: number): number {
    this.#busy.refuseInFlight()
    const row = this.rowOf(index, upper)
    return row === undefined ? 0 : this.weightAt(row)
  }

  /** The row of a feature, see `weight`; undefined where it has none yet. */
  rowOf(index: number, upper?: number): number | undefined {
    const { table, rows } = this.#ensemble
    for (const [name, half] of Object.entries({ index, upper: upper ?? 0 }))
      if (!(Number.isInteger(half) && half >= 0 && half <= 0xffffffff))
        throw invalid('OL_PARAMETER', name, 'a whole number >= 0 and < 2^32', half)
    if (rows === undefined) return index % table.rows
    if (this.bits !== 'grow') return rows.rowOf(index)
    if (upper === undefined)
      throw new OLError(
        'OL_KEYS',
        "With bits 'grow' a feature is found by both halves of its key: pass `upper`",
        {
          value: index,
        },
      )
    return rows.rowOf(index, upper)
  }

  /** The weight of a row, see `weight`: OL_PARAMETER where the table has no such row. */
  weightAt(row: number): number {
    this.#busy.refuseInFlight()
    const { plan, table, unit } = this.#ensemble
    if (!(Number.isInteger(row) && row >= 0 && row < table.rows))
      throw invalid('OL_PARAMETER', 'row', `a whole number >= 0 and < ${table.rows}`, row)
    return unit * weightOf(plan, table, row, 0)
  }

  /** The `top` weights of largest magnitude, largest first; of equal ones the lower index first. */
  inspect(
    options: { readonly top?: number | undefined; readonly lane?: number | undefined } = {},
  ): ModelWeight[] {
    this.#busy.refuseInFlight()
    const { lane = 0, top = 20 } = options
    this.#checkLane(lane)
    return topWeights(this.#weightsOf(lane), top)
  }

  /** The models that this learner holds side by side. */
  get lanes(): readonly LaneInfo[] {
    const { settings, mixtureWeights } = this.#ensemble
    return lanesOf(settings, mixtureWeights, this.classes)
  }

  /** What the classes are called, by number; the empty text: one that was never met. Undefined without classes. */
  get classes(): readonly (number | string)[] | undefined {
    return this.#classes?.labels()
  }

  /** The classes as the `classes` option takes them, and as a reader does: names as far as they are known. */
  get classNames(): readonly string[] | undefined {
    return this.#classes?.setting.names
  }

  get rule(): RuleId {
    return this.#settings.rule
  }

  get loss(): LossId {
    return this.#settings.loss
  }

  get bits(): number | 'grow' {
    return this.#settings.bits
  }

  /** Features that have a row of their own; undefined where rows are shared by hash. */
  get rows(): number | undefined {
    return this.#ensemble.rows?.size
  }

  /** Bytes that the model takes in memory: its table, and the index of its features where it has one. */
  get memory(): { readonly table: number; readonly index: number } {
    const { table, rows } = this.#ensemble
    return { table: table.layout.bytes, index: rows?.bytes ?? 0 }
  }

  get precision(): Precision {
    return this.#settings.precision
  }

  /** All options, defaults filled in. */
  get options(): AnyLearnerOptions {
    return optionsOf(this.#current())
  }

  /** The JSON value that the model carries: how its input was read. */
  get input(): JsonValue | undefined {
    return this.#settings.input
  }

  /** What is allowed and still worth knowing, in words; empty where there is nothing to say. */
  get warnings(): readonly string[] {
    return warningsOf(this.#settings)
  }

  /** The backend that this learner runs on. */
  get backend(): BackendName {
    return this.#backend.name
  }

  /** The backend, what was asked for, and why not native. */
  get backendInfo(): BackendInfo {
    return this.#info
  }

  #learnExample(example: Example): P {
    const batch = this.#collect((builder) => builder.add(example))
    const results = this.#ensemble.learn(this.#admitted(batch), this.#progress.examples)
    this.#learned(batch, results)
    if (results.status[0] === status.diverged) {
      const text =
        'Learning from this example would leave a weight or the prediction not finite; it was not learned from'
      throw new OLError('OL_DIVERGED', text, { value: results.predictions[0] })
    }
    return this.#answer(results)
  }

  #predictOne(features: Features): Outcome {
    const batch = this.#collect((builder) => builder.addUnlabelled(features))
    return this.#ensemble.predict(this.#firstPass.apply(batch))
  }

  /** The prediction for one example, as users read it. */
  #answer({ predictions }: Outcome): P {
    const [prediction] = predictions
    const answer =
      this.#classes === undefined ? links[this.#settings.link](prediction) : this.#classes.labelOf(prediction)
    // the type that the caller named for this learner
    return answer as P
  }

  #learnBatch(batch: Batch, options: BatchOptions): Float64Array {
    this.#checkLabelled(batch, options.trusted === true, this.#classes)
    const results = this.#ensemble.learn(this.#admitted(batch), this.#progress.examples)
    this.#learned(batch, results)
    return applyLink(this.#settings.link, results.predictions.slice())
  }

  #predictBatch(batch: Batch, options: BatchOptions): Float64Array {
    return applyLink(this.#settings.link, this.#outcomeOf(batch, options).predictions.slice())
  }

  #outcomeOf(batch: Batch, options: BatchOptions): Outcome {
    this.#checkUnlabelled(batch, options)
    return this.#ensemble.predict(this.#firstPass.apply(batch))
  }

  #checkUnlabelled(batch: Batch, { trusted = false }: BatchOptions): void {
    checkBatch(batch, { labels: undefined, wide: this.bits === 'grow', trusted })
  }

  /** `classes`: those that take the names of the batch. */
  #checkLabelled(batch: Batch, trusted: boolean, classes: Classes | undefined): void {
    checkBatch(batch, { labels: this.#labels, classes: classes?.count, wide: this.bits === 'grow', trusted })
    classes?.adopt(batch.classNames)
  }

  #learned(batch: Batch, results: Outcome): void {
    this.#progress.add(batch, results)
    this.#classes?.keep(batch.classNames)
  }

  async *#predictStream(
    stream: BatchStream,
    options: BatchOptions,
  ): AsyncGenerator<PredictedBatch, void, void> {
    for await (const batch of stream) {
      this.#busy.refuseInFlight()
      yield predictedBatch(batch, this.#outcomeOf(batch, options), this.#settings.link)
    }
  }

  #learnStream(stream: BatchStream, options: StreamOptions): Promise<Report> {
    const learn = async (batch: Batch): Promise<Outcome> => {
      const results = await this.#ensemble.learnAsync(this.#admitted(batch), this.#progress.examples)
      this.#learned(batch, results)
      return results
    }
    return this.#busy.overStream(() =>
      this.#overStream(stream, options, this.#classes, (batch) => this.#busy.overBatch(() => learn(batch))),
    )
  }

  async #overStream(
    stream: BatchStream,
    options: StreamOptions,
    classes: Classes | undefined,
    run: (batch: Batch) => Promise<Outcome>,
  ): Promise<Report> {
    const trusted = options.trusted === true
    const caller = new ProgressCaller(this.#emptyProgress(), options, classes)
    const accept = (given: Batch): Batch => {
      this.#checkLabelled(given, trusted, classes)
      return trusted ? given : copyBatch(given)
    }
    await overlap(stream, options.signal, accept, async (batch) => {
      const results = await run(batch)
      caller.add(batch, results)
      if (options.onBatch === undefined) return
      await options.onBatch({
        ...predictedBatch(batch, results, this.#settings.link),
        progress: caller.progress,
        classes: classes?.labels(),
      })
    })
    return reportOf(this.backend, this.rule, caller.progress, classes?.labels())
  }

  #emptyProgress(): ProgressiveValidation {
    return new ProgressiveValidation(this.loss, undefined, new LaneSums(this.#progress.laneSums().shape))
  }

  #checkLane(lane: number): void {
    const { lanes } = this.#ensemble.settings
    if (!Number.isInteger(lane) || lane < 0 || lane >= lanes)
      throw invalid('OL_PARAMETER', 'lane', `a whole number >= 0 and < ${lanes}`, lane)
  }

  /** The settings as they stand: with the lanes that a mixture has kept, and the names of classes that it learned. */
  #current(): Settings {
    return { ...this.#ensemble.settings, classes: this.#classes?.kept }
  }

  /** A batch of one example. A getter of its features may call this learner: it then finds no builder to disturb. */
  #collect(add: (builder: BatchBuilder) => void): Batch {
    const builder = this.#builder ?? new BatchBuilder(this.#settings, this.#classes ?? this.#labels)
    this.#builder = undefined
    add(builder)
    this.#builder = builder
    return builder.lend()
  }

  #model(): Model {
    this.#busy.refuseInFlight()
    const { store, memory } = this.#ensemble
    const { stored } = store
    const ofFirstPass = this.#firstPass.arrays(this.rows ?? store.table.rows)
    const sums = [...this.#progress.laneSums().arrays, ...memory, ...ofFirstPass]
    return { settings: this.#current(), counts: this.#progress.state(), ...stored, sums }
  }

  /** The batch as the backend is to learn it: OL_HORIZON past the most examples that the rule can learn from. */
  #admitted(batch: Batch): Batch {
    checkHorizon(this.#settings.rule, this.#progress.examples, batch.size)
    return this.#firstPass.apply(batch)
  }

  #refuseBeforeFirstPass(): void {
    if (!this.needsFirstPass) return
    const { rule, prenormalize } = this.#settings
    const why = prenormalize === 'none' ? `Rule ${rule}` : `prenormalize ${prenormalize}`
    throw new OLError(
      'OL_FIRST_PASS',
      `${why} needs a first pass over the data (survey) before the model learns`,
    )
  }
}
