import { type StateRange, stateRanges } from '@ol/spec'

/** The number of inspections that are kept. */
export const inspections = 3

/** A mixture may have lost at most this share of its loss more without the pruned lanes. */
export const tolerance = 0.001

/** Says which lanes of a mixture are far behind. */
export interface Inspected {
  /** examples so far */
  readonly rounds: number
  /** Returns how far each lane is behind, in units of the logarithm of its weight; Infinity once pruned. */
  deficits(): Float64Array
  /** Returns the deficits at the inspections so far, the latest first, and stores these as the latest. */
  inspect(deficits: Float64Array): readonly Float64Array[]
}

/** A mixture without some of its lanes, to measure what it would lose. */
export interface Trial {
  /** by lane: 1 if the trial continues without it */
  readonly skipped: Float64Array
  /** the losses of the mixture with all lanes, and without the skipped ones; added to */
  readonly lost: Float64Array
}

const deficit: StateRange = { min: 0, max: Number.POSITIVE_INFINITY }

/** The ranges of the numbers that a model file keeps of `Inspections`. */
export const inspectionRanges: {
  readonly lanes: readonly StateRange[]
  readonly rounds: readonly StateRange[]
} = {
  lanes: [...new Array<StateRange>(inspections).fill(deficit), stateRanges.probability],
  rounds: [stateRanges.roundNumber, deficit, deficit],
}

/** The deficits of lanes at the last inspections, and the trial of a mixture without those that are far behind. */
export class Inspections {
  /** examples so far */
  rounds = 0
  #deficits: readonly Float64Array[]
  /** by lane: 1 if the trial continues without it */
  #skipped: Float64Array
  /** the loss since the last inspection with all lanes, and without those on trial */
  readonly #lost: Float64Array = new Float64Array(2)

  /** `state`: as stored in a model file */
  constructor(lanes: number, state?: readonly Float64Array[]) {
    if (state !== undefined) {
      this.rounds = state[0][0]
      this.#lost.set(state[0].subarray(1))
    }
    const rows = state?.[1] ?? new Float64Array((inspections + 1) * lanes)
    const row = (i: number): Float64Array => rows.slice(i * lanes, (i + 1) * lanes)
    this.#deficits = Array.from({ length: inspections }, (_, i) => row(i))
    this.#skipped = row(inspections)
  }

  get state(): readonly Float64Array[] {
    return [
      Float64Array.of(this.rounds, ...this.#lost),
      Float64Array.from([...this.#deficits, this.#skipped].flatMap((row) => [...row])),
    ]
  }

  /** The deficits of each lane at the last inspections, the latest first. */
  get deficits(): readonly Float64Array[] {
    return this.#deficits
  }

  /** See `Inspected`. */
  note(deficits: Float64Array): readonly Float64Array[] {
    const known = this.#deficits
    this.#deficits = [deficits, ...known.slice(0, -1)]
    return known
  }

  /** The trial that continues; undefined if there is none. */
  get trial(): Trial | undefined {
    return this.#skipped.includes(1) ? { skipped: this.#skipped, lost: this.#lost } : undefined
  }

  /**
   * Returns the lanes that the trial since the last inspection could do without, and begins another trial without the
   * candidates, the farthest behind first. Lanes that are far behind can help together if the others are too confident:
   * after a trial that lost too much, the next one spares twice as many.
   */
  dispensable(candidates: readonly number[]): readonly number[] {
    const lanes = this.#skipped.length
    const [lost, without] = this.#lost
    const passed = without <= lost * (1 + tolerance)
    const tried = [...this.#skipped.keys()].filter((l) => this.#skipped[l] === 1)
    const left = passed ? 0 : 2 * (lanes - tried.length)
    const next = candidates.slice(0, Math.max(0, lanes - left))
    this.#skipped = this.#skipped.map((_, l) => (next.includes(l) ? 1 : 0))
    this.#lost.fill(0)
    return passed ? tried.filter((l) => candidates.includes(l)) : []
  }

  /** Keeps these lanes alone. */
  select(lanes: readonly number[]): void {
    const kept = (row: Float64Array): Float64Array => Float64Array.from(lanes, (l) => row[l])
    this.#deficits = this.#deficits.map(kept)
    this.#skipped = kept(this.#skipped)
  }

  /** Adds lanes that were never behind, up to this number. */
  resize(lanes: number): void {
    const widened = (row: Float64Array): Float64Array =>
      Float64Array.from({ length: lanes }, (_, l) => row[l] ?? 0)
    this.#deficits = this.#deficits.map(widened)
    this.#skipped = widened(this.#skipped)
  }
}

/** Returns a count, limited to exact numbers, because a model file with a larger one is refused. */
export function boundedCount(count: number): number {
  return Math.min(count, stateRanges.counted.max)
}
