import { fallback } from '@ol/fallback'
import {
  type Backend,
  type BackendName,
  type Batch,
  type LabelKind,
  type LossId,
  losses,
  OLError,
  type Plan,
  type Precision,
  type Results,
  type RuleId,
  status,
  type Table,
} from '@ol/spec'
import { type BackendInfo, chooseBackend } from './backends.js'
import { checkBatch, copyBatch, isBatch, resultsFor } from './batches.js'
import { BatchBuilder, type Example, type Features } from './features.js'
import { type ModelWeight, topWeights, weightsOf } from './inspect.js'
import { applyLink, links } from './links.js'
import type { Model } from './model-file.js'
import { settingsUnder } from './model-header.js'
import { modelFromBytes, modelFromFile, modelToBytes, modelToFile } from './model-io.js'
import { type LearnerOptions, optionsOf, resolveOptions, warningsOf } from './options.js'
import { planOf } from './plan.js'
import { Progress } from './progress.js'
import { type Report, reportOf } from './report.js'
import type { JsonValue, Settings } from './settings.js'
import { type BatchStream, isStream, overlap, ProgressCaller, type StreamOptions } from './streams.js'
import { createTable } from './table.js'

/** What `predict` makes of a batch of a stream. */
export interface PredictedBatch {
  readonly batch: Batch
  readonly predictions: Float64Array
}

export interface BatchOptions {
  /** see `StreamOptions.trusted` */
  readonly trusted?: boolean | undefined
}

/**
 * A linear model over hashed features, learned one example at a time.
 *
 * `learn` predicts, then learns, and returns the prediction; `predict` changes nothing; `evaluate` measures the loss
 * without learning. The first two take one example, a batch, or a stream of batches.
 */
export class Learner {
  readonly #settings: Settings
  readonly #plan: Plan
  readonly #table: Table
  readonly #backend: Backend
  readonly #info: BackendInfo
  readonly #progress: Progress
  readonly #labels: LabelKind
  /** results of a single example, which never leave a call */
  readonly #single: Results
  #builder: BatchBuilder | undefined
  /** a batch is being learned from off the main thread */
  #inFlight = false
  /** a stream is being learned from */
  #streaming = false

  /**
   * `model`: the contents of a model file, as `load` and `fromBytes` pass them.
   * Errors: OL_PARAMETER, OL_RULE, OL_LOSS, OL_MEMORY, OL_BACKEND, OL_ADDON_BROKEN; with a model OL_MODEL_MISMATCH.
   */
  constructor(options: LearnerOptions = {}, model?: Model) {
    const { backend: choice, ...rest } = options
    this.#settings = model === undefined ? resolveOptions(rest) : settingsUnder(model.settings, rest)
    const { backend, info } = chooseBackend(choice)
    const { rule, loss, bits, lanes, precision } = this.#settings
    this.#backend = backend
    this.#info = info
    this.#plan = planOf(this.#settings)
    this.#labels = losses[loss].labels
    this.#table = model?.table ?? createTable(rule, bits, lanes, precision, backend)
    this.#progress = new Progress(loss, model?.counts)
    this.#single = resultsFor(1, lanes)
  }

  /**
   * Reads a model file and goes on exactly where its learner stopped. Options may change rates, clip, link, update,
   * input and backend; any other that differs from the model's is OL_MODEL_MISMATCH. A file that is not wholly and
   * exactly a model is OL_MODEL_FORMAT, OL_MODEL_CHECKSUM or OL_MODEL_VERSION.
   */
  static async load(path: string, options: LearnerOptions = {}): Promise<Learner> {
    return new Learner(options, await modelFromFile(path, chooseBackend(options.backend).backend))
  }

  /** `load` from memory. */
  static fromBytes(bytes: Uint8Array, options: LearnerOptions = {}): Learner {
    return new Learner(options, modelFromBytes(bytes, chooseBackend(options.backend).backend))
  }

  /** Learns from one example; returns the prediction made before. OL_DIVERGED where the step left the numbers. */
  learn(example: Example): number
  /** Learns from the examples of a batch in order; returns the predictions made before each. */
  learn(batch: Batch, options?: BatchOptions): Float64Array
  /**
   * Learns from a stream of batches, reading the next while one is learned from off the main thread. Resolves to the
   * report of this stream. After a rejection the batches before it are learned, and the model is whole.
   */
  learn(stream: BatchStream, options?: StreamOptions): Promise<Report>
  learn(
    input: Example | Batch | BatchStream,
    options: StreamOptions = {},
  ): number | Float64Array | Promise<Report> {
    this.#refuseWhileLearning()
    if (isStream(input)) return this.#learnStream(input, options)
    if (isBatch(input)) return this.#learnBatch(input, options)
    return this.#learnExample(input)
  }

  /** The prediction that learning from these features would return. */
  predict(features: Features): number
  predict(batch: Batch, options?: BatchOptions): Float64Array
  /** Predictions for the batches of a stream, as they come. */
  predict(stream: BatchStream, options?: BatchOptions): AsyncIterable<PredictedBatch>
  predict(
    input: Features | Batch | BatchStream,
    options: BatchOptions = {},
  ): number | Float64Array | AsyncIterable<PredictedBatch> {
    if (isStream(input)) return this.#predictStream(input, options)
    this.#refuseInFlight()
    if (isBatch(input)) return this.#predictBatch(input, options)
    const batch = this.#collect((builder) => builder.addUnlabelled(input))
    quickest(this.#backend, batch).predict(this.#plan, this.#table, batch, this.#single)
    return links[this.#settings.link](this.#single.predictions[0])
  }

  /** Average loss over a stream without learning; the model does not change. */
  async evaluate(stream: BatchStream, options: StreamOptions = {}): Promise<Report> {
    this.#refuseInFlight()
    return this.#overStream(stream, options, async (batch) => {
      this.#refuseInFlight()
      return this.#run('predict', batch)
    })
  }

  /** Examples as a batch, hashed as this model hashes. */
  batch(examples: Iterable<Example>): Batch {
    const builder = new BatchBuilder(this.#settings, this.#labels)
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
    return reportOf(this.backend, this.rule, this.#progress)
  }

  /** The weights that are not 0, by row, in the features' own units. */
  *weights(): IterableIterator<ModelWeight> {
    this.#refuseInFlight()
    for (const weight of weightsOf(this.#plan, this.#table)) {
      yield weight
      this.#refuseInFlight()
    }
  }

  /** The `top` weights of largest magnitude, largest first; of equal ones the lower index first. */
  inspect(options: { readonly top?: number | undefined } = {}): ModelWeight[] {
    this.#refuseInFlight()
    return topWeights(weightsOf(this.#plan, this.#table), options.top ?? 20)
  }

  get rule(): RuleId {
    return this.#settings.rule
  }

  get loss(): LossId {
    return this.#settings.loss
  }

  get bits(): number {
    return this.#settings.bits
  }

  get precision(): Precision {
    return this.#settings.precision
  }

  /** All options, defaults filled in. */
  get options(): LearnerOptions {
    return optionsOf(this.#settings)
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

  #learnExample(example: Example): number {
    const batch = this.#collect((builder) => builder.add(example))
    const results = this.#single
    quickest(this.#backend, batch).learn(this.#plan, this.#table, batch, results)
    this.#progress.add(batch, results)
    if (results.status[0] === status.diverged) {
      const text =
        'Learning from this example would leave a weight or the prediction not finite; it was not learned from'
      throw new OLError('OL_DIVERGED', text, { value: results.predictions[0] })
    }
    return links[this.#settings.link](results.predictions[0])
  }

  #learnBatch(batch: Batch, options: BatchOptions): Float64Array {
    checkBatch(batch, { labels: this.#labels, trusted: options.trusted === true })
    const results = this.#run('learn', batch)
    this.#progress.add(batch, results)
    return applyLink(this.#settings.link, results.predictions)
  }

  #predictBatch(batch: Batch, options: BatchOptions): Float64Array {
    checkBatch(batch, { labels: undefined, trusted: options.trusted === true })
    return applyLink(this.#settings.link, this.#run('predict', batch).predictions)
  }

  async *#predictStream(
    stream: BatchStream,
    options: BatchOptions,
  ): AsyncGenerator<PredictedBatch, void, void> {
    for await (const batch of stream) {
      this.#refuseInFlight()
      yield { batch, predictions: this.#predictBatch(batch, options) }
    }
  }

  async #learnStream(stream: BatchStream, options: StreamOptions): Promise<Report> {
    this.#streaming = true
    try {
      return await this.#overStream(stream, options, async (batch) => {
        const results = resultsFor(batch.size, this.#settings.lanes)
        this.#inFlight = true
        try {
          await this.#backend.learnAsync(this.#plan, this.#table, batch, results)
        } finally {
          this.#inFlight = false
        }
        this.#progress.add(batch, results)
        return results
      })
    } finally {
      this.#streaming = false
    }
  }

  async #overStream(
    stream: BatchStream,
    options: StreamOptions,
    run: (batch: Batch) => Promise<Results>,
  ): Promise<Report> {
    const trusted = options.trusted === true
    const caller = new ProgressCaller(new Progress(this.loss), options)
    const accept = (given: Batch): Batch => {
      checkBatch(given, { labels: this.#labels, trusted })
      return trusted ? given : copyBatch(given)
    }
    await overlap(stream, options.signal, accept, async (batch) => {
      const results = await run(batch)
      caller.add(batch, results)
      if (options.onBatch === undefined) return
      const predictions = applyLink(this.#settings.link, results.predictions)
      await options.onBatch({ batch, predictions, progress: caller.progress })
    })
    return reportOf(this.backend, this.rule, caller.progress)
  }

  #run(verb: 'learn' | 'predict', batch: Batch): Results {
    const results = resultsFor(batch.size, this.#settings.lanes)
    quickest(this.#backend, batch)[verb](this.#plan, this.#table, batch, results)
    return results
  }

  /** A batch of one example. A getter of its features may call this learner: it then finds no builder to disturb. */
  #collect(add: (builder: BatchBuilder) => void): Batch {
    const builder = this.#builder ?? new BatchBuilder(this.#settings, this.#labels)
    this.#builder = undefined
    add(builder)
    this.#builder = builder
    return builder.lend()
  }

  #model(): Model {
    this.#refuseInFlight()
    return { settings: this.#settings, counts: this.#progress.state(), table: this.#table }
  }

  #refuseInFlight(): void {
    if (this.#inFlight)
      throw new OLError('OL_BUSY', 'The model is learning a batch off the main thread; await it first')
  }

  #refuseWhileLearning(): void {
    this.#refuseInFlight()
    if (this.#streaming) throw new OLError('OL_BUSY', 'The model is learning from a stream; await it first')
  }
}

/**
 * Below so many features, crossing into the addon costs more than the addon saves (about 0.6 microseconds a call).
 * The bytes are the same either way.
 */
const fewFeatures = 48

/** The backend that a batch is done on. */
function quickest(backend: Backend, batch: Batch): Backend {
  return batch.size === 1 && batch.offsets[1] - batch.offsets[0] < fewFeatures ? fallback : backend
}
