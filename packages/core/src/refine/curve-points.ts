import { type CurvePlace, placeOn } from '@ol/fallback'
import {
  type BendingPlan,
  type CurveState,
  curveWindow,
  cutsAreDue,
  curveEach as each,
  curveFixed as fixed,
} from '@ol/spec'
import { curveLengths } from './refinement-sizes.js'

/** With fewer different quantiles there is no curve. */
const fewest = 3

/**
 * Curves over the scores of columns, each a piecewise linear function between cut points at the quantiles of recent
 * scores. Beyond the first and the last it is constant. Each point has a weight, and the evidence that its learner
 * keeps.
 */
export class CurvePoints implements CurvePlace {
  readonly columns: number
  readonly #most: number
  /** the evidence of a point before the first example */
  readonly #start: number
  /** its `points` are the three arrays below, one after another */
  readonly state: CurveState
  /** by column: where the points are */
  readonly #cuts: Float64Array
  /** by column and point: the value of the curve there */
  readonly weights: Float64Array
  /** by column and point: the evidence of its learner */
  readonly evidence: Float64Array
  /** the place of the score found last: the point before it, and the share of the next one */
  low = 0
  share = 0

  /** `most`: cut points of a column; `state`: scalars, scores and points as stored in a model file */
  constructor(columns: number, most: number, start: number, state?: readonly Float64Array[]) {
    this.columns = columns
    this.#most = most
    this.#start = start
    const lengths = curveLengths(columns, most)
    const [scalars, scores, points] = lengths.map(
      (length, i) => state?.[i].slice() ?? new Float64Array(length),
    )
    this.state = { scalars, scores, points }
    const all = columns * most
    this.#cuts = points.subarray(0, all)
    this.weights = points.subarray(all, 2 * all)
    this.evidence = points.subarray(2 * all)
  }

  /** The arrays of a model file. */
  get stored(): readonly Float64Array[] {
    const { scalars, scores, points } = this.state
    return [scalars.slice(), scores.slice(), points.slice()]
  }

  /** The examples so far. */
  get examples(): number {
    return this.state.scalars[0]
  }

  /** Whether any column has cut points. */
  get begun(): boolean {
    for (let column = 0; column < this.columns; column++) if (this.has(column)) return true
    return false
  }

  plan(binary: boolean): BendingPlan {
    return { binary, columns: this.columns, most: this.#most }
  }

  /** Whether a column has cut points. */
  has(column: number): boolean {
    return this.#countOf(column) > 0
  }

  /** Finds where a score lies on the curve of a column that has cut points, and returns the value of the curve there. */
  at(column: number, score: number): number {
    return placeOn(this, this.#cuts, this.weights, column * this.#most, this.#countOf(column), score)
  }

  #countOf(column: number): number {
    return this.state.scalars[fixed + each * column + 1]
  }

  /** Records the score of a column for the current example. */
  note(column: number, score: number): void {
    this.state.scores[column * curveWindow + (this.examples % curveWindow)] = score
  }

  /** Ends an example whose scores were recorded; computes new cut points when it is time. */
  next(): void {
    this.state.scalars[0]++
    this.cutIfDue()
  }

  /** Cuts the curves again after an example, when it is time. */
  cutIfDue(): void {
    if (!cutsAreDue(this.examples)) return
    for (let column = 0; column < this.columns; column++) this.#cut(column)
  }

  /** Cuts the curve of a column again, with the values that it had. */
  #cut(column: number): void {
    const { scalars, scores } = this.state
    const since = scalars[fixed + each * column]
    const known = Math.min(curveWindow, this.examples - since)
    const from = this.examples - known
    const late = Float64Array.from(
      { length: known },
      (_, i) => scores[column * curveWindow + ((from + i) % curveWindow)],
    ).sort()
    const cuts = quantiles(late, this.#most)
    if (cuts.length < fewest) return
    const values = this.has(column) ? cuts.map((cut) => this.at(column, cut)) : new Float64Array(cuts.length)
    const base = column * this.#most
    this.#cuts.set(cuts, base)
    this.weights.set(values, base)
    this.evidence.fill(this.#start, base, base + cuts.length)
    scalars[fixed + each * column + 1] = cuts.length
  }

  /** Returns the same with further columns, which have no scores yet. */
  grown(columns: number): CurvePoints {
    const grown = new CurvePoints(columns, this.#most, this.#start)
    const { scalars, scores } = grown.state
    scalars.set(this.state.scalars)
    for (let column = this.columns; column < columns; column++) scalars[fixed + each * column] = this.examples
    scores.set(this.state.scores)
    grown.#cuts.set(this.#cuts)
    grown.weights.set(this.weights)
    grown.evidence.set(this.evidence)
    return grown
  }
}

/** Returns the distinct values among evenly spaced quantiles, by linear interpolation; none if there are no numbers. */
function quantiles(sorted: Float64Array, most: number): Float64Array {
  const found: number[] = []
  if (sorted.length === 0) return new Float64Array(0)
  for (let i = 0; i < most; i++) {
    const place = (i * (sorted.length - 1)) / (most - 1)
    const low = Math.floor(place)
    const high = Math.min(low + 1, sorted.length - 1)
    const cut = sorted[low] + (place - low) * (sorted[high] - sorted[low])
    if (found.length === 0 || cut > found[found.length - 1]) found.push(cut)
  }
  return Float64Array.from(found)
}
