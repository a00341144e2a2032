import type { PlainExample } from '@ol/pipeline'
import { OLError } from '@ol/spec'

interface Waiting {
  readonly example: PlainExample
  readonly bytes: number
  /** the time by `performance.now` */
  readonly until: number
  /** whether its label, or the label of expired features, has arrived and is being learned */
  taken: boolean
}

export interface LateOptions {
  readonly milliseconds: number
  readonly most: number
  readonly mostBytes: number
}

/** Features whose label has not arrived in time. */
export interface ExpiredFeatures {
  readonly id: string
  readonly example: PlainExample
}

/** The store in which features outlive the process; absent: they are only in memory. */
export interface KeptFeatures {
  /** @param until milliseconds since 1970 */
  keep(id: string, example: PlainExample, until: number): void
  remove(id: string): void
}

/** The approximate memory of an example besides its text: objects take several times their text. */
const overhead = 200

/** The features of predictions whose labels are awaited, oldest first. */
export class LateLabels {
  readonly #waiting = new Map<string, Waiting>()
  readonly #options: LateOptions
  readonly #kept: KeptFeatures | undefined
  #bytes = 0
  #taken = 0
  joined = 0
  expired = 0
  unknown = 0

  constructor(options: LateOptions, kept?: KeptFeatures) {
    this.#options = options
    this.#kept = kept
  }

  get size(): number {
    return this.#waiting.size - this.#taken
  }

  /** Whether the label of an id is awaited: the id then cannot name another prediction. */
  has(id: string): boolean {
    return this.#waiting.has(id)
  }

  /**
   * Keeps the features of a prediction.
   *
   * @param bytes of its text
   * @throws OLError OL_LIMIT if a limit is reached; OL_REQUEST if the label of its id is already awaited
   */
  keep(id: string, example: PlainExample, bytes: number): void {
    const { most, mostBytes, milliseconds } = this.#options
    if (this.#waiting.has(id))
      throw new OLError(
        'OL_REQUEST',
        'Expected a new id for each prediction but a prediction with this id still waits for its label',
        { value: id },
      )
    const own = memoryOf(id, bytes)
    if (this.size >= most || this.#bytes + own > mostBytes)
      throw new OLError(
        'OL_LIMIT',
        `${this.size} predictions wait for their labels, and no more may: try again later`,
      )
    this.#add(id, example, own, milliseconds)
    this.#kept?.keep(id, example, Date.now() + milliseconds)
  }

  /**
   * Continues with features that were kept before, even beyond the limits, in the order in which they expire. None
   * waits longer than new ones.
   *
   * @param until milliseconds since 1970
   */
  resume(id: string, example: PlainExample, bytes: number, until: number): void {
    this.#add(id, example, memoryOf(id, bytes), Math.min(until - Date.now(), this.#options.milliseconds))
  }

  #add(id: string, example: PlainExample, bytes: number, milliseconds: number): void {
    this.#bytes += bytes
    this.#waiting.set(id, { example, bytes, until: performance.now() + milliseconds, taken: false })
  }

  /**
   * Takes the example of an id, only once, so that a label that arrives twice counts once. The id cannot name another
   * prediction until the caller calls `settle` or `restore`.
   */
  take(id: string): PlainExample | undefined {
    const found = this.#waiting.get(id)
    // an example that is too late counts as expired, even before `expire` is called
    if (found === undefined || found.taken || found.until <= performance.now()) {
      this.unknown++
      return undefined
    }
    this.#take(found)
    this.joined++
    return found.example
  }

  /** Puts back what `take` returned and could not be learned: it waits for the rest of its time. */
  restore(id: string): void {
    this.joined--
    this.#putBack(id)
  }

  /**
   * Takes the examples whose label has not arrived in time, with their ids, for `settle`, `remove` or `restoreExpired`.
   *
   * @param most the largest number to take
   */
  expire(
    most: number = Number.POSITIVE_INFINITY,
    now: number = performance.now(),
  ): readonly ExpiredFeatures[] {
    const expired: ExpiredFeatures[] = []
    for (const [id, waiting] of this.#waiting) {
      if (waiting.until > now || expired.length >= most) break
      if (waiting.taken) continue
      this.#take(waiting)
      expired.push({ id, example: waiting.example })
    }
    this.expired += expired.length
    return expired
  }

  /** Puts back what `expire` returned and could not be learned. */
  restoreExpired(id: string): void {
    this.expired--
    this.#putBack(id)
  }

  /** Forgets the features that were taken: they are learned, and the store has removed them. */
  settle(id: string): void {
    const found = this.#waiting.get(id)
    if (found === undefined) return
    this.#waiting.delete(id)
    this.#bytes -= found.bytes
    this.#taken--
  }

  /** Forgets the features that were taken, in the store, too. */
  remove(id: string): void {
    this.settle(id)
    this.#kept?.remove(id)
  }

  #take(waiting: Waiting): void {
    waiting.taken = true
    this.#taken++
  }

  #putBack(id: string): void {
    const found = this.#waiting.get(id)
    if (found === undefined) return
    found.taken = false
    this.#taken--
  }
}

/** Returns the approximate memory of features. */
function memoryOf(id: string, bytes: number): number {
  return overhead + 2 * id.length + 4 * bytes
}
