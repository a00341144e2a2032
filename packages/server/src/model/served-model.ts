import { type Example, type Features, type FeaturesOf, Learner } from '@ol/core'
import { groupsUnder, scoresWithIntervals, type TaskTerms, textBackend, wantedNames } from '@ol/core/internal'
import { type PlainExample, Session } from '@ol/pipeline'
import { type AnyLearner, type Batcher, batcherFor } from '@ol/pipeline/internal'
import { LineReader, type LinesRead, type Schema } from '@ol/reader'
import { type Batch, batchPart, OLError } from '@ol/spec'
import { type AnswerParts, type Answers, answersOf, predictionAlone } from './answer.js'

/** A model that is served: how requests become batches, and scores become answers. */
export class ServedModel {
  readonly session: Session
  readonly #terms: TaskTerms | undefined
  #learning: Batcher | undefined
  /** the examples of the batch that `take` returns */
  #joined: Batcher | undefined
  #predicting: Batcher | undefined
  #lines: LineReader | undefined
  readonly #plain: boolean
  /**
   * whether each example must be predicted before it is learned: scores of learning differ from scores of predictions
   */
  readonly #oneByOne: boolean
  /** whether labels with new names add classes */
  readonly grows: boolean

  constructor(learner: AnyLearner) {
    this.session = new Session(learner)
    // without products the learner's own builder is the fastest
    this.#plain = this.session.schema?.expand === undefined
    // the getter builds the options each time
    const { mostClasses, link = 'identity' } = learner.options
    this.grows = mostClasses !== undefined
    if (!this.grows) this.#terms = this.session.terms
    this.#oneByOne = link !== 'identity' || this.terms.task === 'multiclass'
  }

  get learner(): AnyLearner {
    return this.session.learner
  }

  get terms(): TaskTerms {
    return this.#terms ?? this.session.terms
  }

  /** Returns a labelled batch: see `forget`. */
  labelled(examples: readonly PlainExample[]): Batch {
    this.#learning ??= this.#batcher()
    return this.#learning.batch(examples)
  }

  /** whether examples of several requests may be one batch: no example changes how another is read or answered */
  get joins(): boolean {
    return this.#plain && !this.grows && !this.#oneByOne
  }

  /** Adds a labelled example to the next batch, if the model joins examples. */
  add(example: PlainExample): void {
    this.#joined ??= this.#batcher()
    this.#joined.add(example)
  }

  /** Returns the examples that were added since the last call. */
  take(): Batch {
    this.#joined ??= this.#batcher()
    return this.#joined.take()
  }

  #batcher(): Batcher {
    return batcherFor(this.session, {}, true, undefined, wantedNames(this.learner))
  }

  /** Forgets labels that were numbered and will not be learned. */
  forget(): void {
    this.#learning = undefined
    this.#predicting = undefined
    this.#lines = undefined
  }

  /** Returns the scores of an example, or of several. */
  scores(examples: readonly PlainExample[]): Float64Array {
    const [first] = examples
    if (this.#plain && examples.length === 1 && first.initial === undefined)
      return this.learner.scores(objectOf(first.features))
    return this.learner.scores(this.#unlabelled(examples), { trusted: true })
  }

  #unlabelled(examples: readonly PlainExample[]): Batch {
    this.#predicting ??= batcherFor(this.session, {}, false)
    return this.#predicting.batch(examples)
  }

  /** Returns the answers to examples; throws OL_PARAMETER for an interval if the model learned none. */
  answers(examples: readonly PlainExample[], parts: AnswerParts = predictionAlone): Answers {
    if (parts.interval === undefined) return answersOf(this.terms, this.scores(examples), parts)
    const { scores, intervalOf } = scoresWithIntervals(this.learner, this.#unlabelled(examples))
    return answersOf(this.terms, scores, parts, intervalOf)
  }

  /** Learns a batch without computing answers; the model becomes the same. */
  relearn(batch: Batch): void {
    this.learner.learn(batch, { trusted: true })
  }

  /** Learns a batch that `labelled`, `take` or `lines` made, and returns the scores from before. */
  learn(batch: Batch): Float64Array {
    const { learner, terms } = this
    if (!this.#oneByOne) return learner.learn(batch, { trusted: true })
    // each is predicted before it is learned, and after the earlier ones are learned
    const each = Array.from({ length: batch.size }, (_, e) => {
      const one = batchPart(batch, e, e + 1)
      const scores = learner.scores(one, { trusted: true })
      learner.learn(one, { trusted: true })
      return scores
    })
    const width = terms.task === 'multiclass' ? this.terms.labels.length : 1
    const all = new Float64Array(batch.size * width).fill(Number.NEGATIVE_INFINITY)
    for (const [e, scores] of each.entries()) all.set(scores, e * width)
    return all
  }

  /**
   * Reads lines of VW text, with the names that the model does not know yet. The batch borrows its arrays: it is valid
   * until the next call.
   */
  lines(bytes: Uint8Array): LinesRead {
    this.#lines ??= new LineReader(lineSchema(this.session), textBackend(this.learner.backend), 1 << 20)
    const names = wantedNames(this.learner)
    return this.#lines.read(bytes, {
      reuseBuffers: true,
      wantsName: (index, upper) => names.wants(index, upper),
    })
  }

  /** Throws for a model that cannot learn one example at a time. */
  refuseUnlearnable(): void {
    const { learner } = this
    if (learner.predictOnly !== undefined)
      throw new OLError(
        'OL_PREDICT_ONLY',
        'Expected a model that can learn but it was saved for predictions alone',
      )
    if (learner.needsFirstPass)
      throw new OLError(
        'OL_FIRST_PASS',
        `Expected a model that learns from its first example on but rule ${learner.rule} needs a first pass over the data`,
      )
  }
}

function objectOf(features: Example['features']): object & FeaturesOf<Features> {
  return features as object & FeaturesOf<Features>
}

/** Returns how to read lines for a model, whatever its own input was. */
function lineSchema({ learner, schema, labels: { labels, classes } }: Session): Schema {
  const { hash = 'strings', hashSeed = 0, constant = true, missingAs = 'value' } = learner.options
  const names = learner.classNames
  const count = learner.classes?.length
  const pair =
    schema?.labelTexts ??
    (count === undefined && names?.length === 2 ? ([names[0], names[1]] as const) : null)
  return {
    format: 'vw',
    hash,
    hashSeed,
    constant,
    missingAs,
    labels,
    positive: schema?.positive ?? null,
    labelTexts: pair === null ? null : [pair[0], pair[1]],
    ...(classes === undefined || count === undefined ? {} : { classes: { count, names: names ?? null } }),
    ...(learner.bits === 'grow' ? { wide: true } : {}),
    ...(groupsUnder(learner.options) ? { groups: true } : {}),
    ...(schema?.expand === undefined ? {} : { expand: schema.expand }),
  } as Schema
}

/** Returns the model in the bytes of a file; throws OL_MODEL_* if there is none. */
export function modelOfBytes(bytes: Uint8Array, backend?: 'auto' | 'native' | 'fallback'): ServedModel {
  return new ServedModel(Learner.fromBytes<number | string>(bytes, backend === undefined ? {} : { backend }))
}
