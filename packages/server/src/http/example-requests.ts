import { setImmediate } from 'node:timers/promises'
import type { Features } from '@ol/core'
import type { PlainExample } from '@ol/pipeline'
import { type ErrorCode, invalid, OLError, valueText } from '@ol/spec'
import type { ExpiredFeatures, LateLabels } from '../late/late-labels.js'
import { type AnswerParts, type Answers, errorJson, numberText } from '../model/answer.js'
import { exampleOf, olError } from '../model/example.js'
import type { Service } from '../service.js'
import { countRefusal } from '../service-counts.js'
import { type Accepted, recordOf } from '../store/record.js'

/** The number of examples that are learned together: other requests are answered between two such groups. */
const together = 256

/** Values of a request; each may be made on demand. */
export interface Values {
  readonly length: number
  at(place: number): unknown
}

/** How learned examples are answered. */
export interface Learning {
  /** the ids of the predictions whose features they have */
  readonly joins?: readonly string[]
  /** the JSON in which they were sent: the log keeps these bytes */
  readonly sent?: readonly Uint8Array[] | undefined
  /** the answer is `{}` instead of the prediction */
  readonly minimal?: boolean
}

/** The answer to a learned example if the client wants only errors. */
export const nothingMore = '{}'

/** Processes requests of all forms: JSON in, JSON text out. */
export class ExampleRequests {
  readonly #service: Service
  readonly #late: LateLabels

  constructor(service: Service, late: LateLabels) {
    this.#service = service
    this.#late = late
  }

  /** Predicts an example, and keeps its features if it has an id. */
  predict(value: unknown, parts: AnswerParts): string {
    const example = exampleOf(value, false, true)
    const id = idOf(value)
    if (id === undefined) return this.#service.predict([example], parts).json(0)
    if (this.#late.has(id)) this.#late.keep(id, example, 0)
    const answer = this.#service.predict([example], parts).json(0)
    const { label: _, ...unlabelled } = example
    this.#late.keep(id, unlabelled, JSON.stringify(example.features).length)
    return `{"id":${JSON.stringify(id)},${answer.slice(1)}`
  }

  /** Returns an answer once the features that wait for labels are kept. */
  whenKept<T>(answer: T): T | Promise<T> {
    const keeping = this.#service.store?.keeping
    return keeping === undefined ? answer : keeping.then(() => answer)
  }

  /** Predicts each of several examples: an error takes the place of its answer. Other requests are answered meanwhile. */
  async predictEach(values: Values, parts: AnswerParts): Promise<string[]> {
    const answers: string[] = []
    for (let from = 0; from < values.length; from += together) {
      if (from > 0) await setImmediate()
      answers.push(...this.#predictPart(partOf(values, from, from + together), parts))
    }
    return answers
  }

  /** Predicts several examples as one batch, which is faster, if all are valid and none has an id. */
  #predictPart(values: readonly unknown[], parts: AnswerParts): string[] {
    try {
      if (values.every((value) => idOf(value) === undefined)) {
        const answers = this.#service.predict(
          values.map((value) => exampleOf(value, false, true)),
          parts,
        )
        return values.map((_, e) => answers.json(e))
      }
    } catch (error) {
      // one of them is bad: predicting each separately shows which
      olError(error)
    }
    return values.map((value) => this.#inPlace(() => this.predict(value, parts)))
  }

  /** Learns an example. */
  async learn(value: unknown, { joins, sent, minimal = false }: Learning = {}): Promise<string> {
    const example = exampleOf(value, true)
    const learned = await this.#service.learn([example], this.#records([example], joins, sent))
    return minimal ? nothingMore : learned.json(0)
  }

  /**
   * Learns features whose labels have not arrived in time, with one label for all. Those that the server cannot learn
   * now expire again.
   *
   * @param say is called with the reason if features cannot be learned at all
   */
  async learnExpired(
    expired: readonly ExpiredFeatures[],
    label: unknown,
    say: (text: string) => void,
  ): Promise<void> {
    const answers = await this.learnEach(
      expired.map(({ example }) => ({ ...example, label })),
      { joins: expired.map(({ id }) => id), minimal: true },
    )
    for (const [k, { id }] of expired.entries()) {
      const { error } = JSON.parse(answers[k]) as { error?: { code: ErrorCode; message: string } }
      if (error === undefined) this.#late.settle(id)
      else if (ofServer.includes(error.code)) this.#late.restoreExpired(id)
      else {
        this.#late.remove(id)
        say(`features whose label did not come are not learned: ${error.message}`)
      }
    }
  }

  /** Learns several examples in order: an error takes the place of its answer. */
  async learnEach(values: Values, how: Learning = {}): Promise<string[]> {
    const answers: string[] = new Array(values.length)
    const parts: Promise<void>[] = []
    for (let from = 0; from < values.length; from += together)
      parts.push(this.#learnPart(values, how, from, Math.min(values.length, from + together), answers))
    await Promise.all(parts)
    return answers
  }

  #learnPart(values: Values, how: Learning, from: number, until: number, answers: string[]): Promise<void> {
    const places: number[] = []
    const examples: PlainExample[] = []
    for (let place = from; place < until; place++)
      answers[place] = this.#inPlace(() => {
        examples.push(exampleOf(values.at(place), true))
        places.push(place)
        return ''
      })
    if (places.length === 0) return Promise.resolve()
    let learning: Promise<Answers>
    try {
      const own = <T>(all: readonly T[] | undefined): readonly T[] | undefined =>
        all === undefined ? undefined : places.map((place) => all[place])
      learning = this.#service.learn(examples, this.#records(examples, own(how.joins), own(how.sent)))
    } catch (error) {
      // at once, so that later examples are learned after these
      return this.#refuse(error, values, how, places, answers)
    }
    return this.#settle(learning, values, how, places, answers)
  }

  /** Answers examples once they are learned. It does not keep them: otherwise a large request would be in memory as a whole. */
  async #settle(
    learning: Promise<Answers>,
    values: Values,
    how: Learning,
    places: readonly number[],
    answers: string[],
  ): Promise<void> {
    try {
      const learned = await learning
      for (const [e, place] of places.entries())
        answers[place] = how.minimal === true ? nothingMore : learned.json(e)
    } catch (error) {
      await this.#refuse(error, values, how, places, answers)
    }
  }

  /** Answers examples if one of them is bad, or none could be learned. */
  async #refuse(
    error: unknown,
    values: Values,
    how: Learning,
    places: readonly number[],
    answers: string[],
  ): Promise<void> {
    if (places.length > 1 && isOfExample(error)) {
      // the others are learned, in order
      const each = places.map((place) => this.#learnPart(values, how, place, place + 1, answers))
      await Promise.all(each)
      return
    }
    for (const place of places)
      answers[place] = this.#inPlace(() => {
        throw error
      })
  }

  /** Returns examples in the form of the log; none without a log. */
  #records(
    examples: readonly PlainExample[],
    joins: readonly string[] | undefined,
    sent: readonly Uint8Array[] | undefined,
  ): readonly Accepted[] {
    if (this.#service.store === undefined) return []
    const time = Date.now()
    return examples.map((example, e) => recordOf(example, time, joins?.[e], sent?.[e]))
  }

  explain(value: unknown): string {
    const { features } = exampleOf(value, false)
    const explanation = this.#service.explain(features as Features)
    // the prediction next to it has these members: its probability is of the positive class if there are two, while the
    // explanation's is of the predicted class
    const {
      prediction: _,
      predicted: __,
      probability: ___,
      score,
      features: parts,
      further,
      ...rest
    } = explanation
    const answer = this.#service.model.answers([{ features }]).json(0)
    const whole = { score: finite(score), ...rest, features: parts, further }
    return `${answer.slice(0, -1)},"explanation":${JSON.stringify(whole)}}`
  }

  explainEach(values: Values): string[] {
    return partOf(values).map((value) => this.#inPlace(() => this.explain(value)))
  }

  /** Learns the features that an id names. */
  async label(value: unknown, minimal = false): Promise<string> {
    if (typeof value !== 'object' || value === null || Array.isArray(value))
      throw new OLError('OL_REQUEST', 'Expected an object { id, label }')
    const { features, label, weight } = value as Partial<Record<string, unknown>>
    for (const name in value)
      if (!membersOfLabel.has(name) && !(name === 'features' && isEmpty(features)))
        throw invalid('OL_REQUEST', 'a member of a label', 'id, label or weight', name)
    const id = idOf(value)
    if (id === undefined) throw new OLError('OL_REQUEST', 'Expected the id of a prediction but received none')
    const waiting = this.#late.take(id)
    if (waiting === undefined)
      throw new OLError(
        'OL_REQUEST',
        `Expected the id of a prediction that waits for its label but received ${valueText(id)}: it is unknown, answered or too late`,
        { value: id },
      )
    try {
      const whole = { ...waiting, label, ...(weight === undefined ? {} : { weight }) }
      const answer = await this.learn(whole, { joins: [id], minimal })
      this.#late.settle(id)
      return answer
    } catch (error) {
      this.#late.restore(id)
      throw error
    }
  }

  labelEach(values: Values, minimal = false): Promise<string[]> {
    return Promise.all(
      partOf(values).map((value) =>
        this.label(value, minimal).catch((error: unknown) => this.refused(error)),
      ),
    )
  }

  /** Returns the answer of `work`, or the error in its place. */
  #inPlace(work: () => string): string {
    try {
      return work()
    } catch (error) {
      return this.refused(error)
    }
  }

  /** Counts an error of an example, and returns the answer; throws a fault of the server. */
  refused(error: unknown): string {
    if (!(error instanceof OLError)) throw error
    countRefusal(this.#service.counts, error)
    return errorJson(error)
  }
}

const ofServer: readonly ErrorCode[] = ['OL_LIMIT', 'OL_STORE', 'OL_PREDICT_ONLY', 'OL_MEMORY']

/** Returns whether an error is an example's, not the server's. */
function isOfExample(error: unknown): boolean {
  return error instanceof OLError && !ofServer.includes(error.code)
}

/** Returns the values [from, until). */
function partOf(values: Values, from = 0, until: number = values.length): readonly unknown[] {
  return Array.from({ length: Math.min(until, values.length) - from }, (_, k) => values.at(from + k))
}

/** The members of the label of a prediction. */
const membersOfLabel = new Set(['id', 'label', 'weight'])

/** Returns whether features have no member: a row of Arrow without columns of features. */
function isEmpty(features: unknown): boolean {
  return typeof features === 'object' && features !== null && Object.keys(features).length === 0
}

/** Returns the id of a request: throws OL_REQUEST for an id that is not a string of up to 200 characters. */
function idOf(value: object | unknown): string | undefined {
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : undefined
  if (id === undefined) return undefined
  if (typeof id !== 'string' || id === '' || id.length > 200)
    throw invalid('OL_REQUEST', 'id', 'a string of 1 to 200 characters', id)
  // the store uses UTF-8, which has no such character
  if (/\p{Surrogate}/u.test(id)) throw invalid('OL_REQUEST', 'id', 'a string without lone surrogates', id)
  return id
}

function finite(value: number): number | null {
  return numberText(value) === 'null' ? null : value
}
