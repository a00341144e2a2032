import { curveLengths, curveWindow, curveEach as each, curveFixed as fixed } from './refinement-sizes.js'

/** Examples before the first cut points; there are new ones whenever there are twice as many examples. */
const first = 256
/** Quantiles with fewer different values make no curve. */
const fewest = 3

/**
 * Curves over the scores of columns, each a piecewise linear function between cut points at the quantiles of late scores. Beyond the
 * first and the last it is constant. Each point has a weight, and the evidence that its learner keeps.
 */
export class CurvePoints {
  readonly columns: number
  readonly #most: number
  /** the evidence of a point before the first example */
  readonly #start: number
  readonly #scalars: Float64Array
  /** by column, then example modulo the window */
  readonly #scores: Float64Array
  /** the three arrays below, one after another */
  readonly #points: Float64Array
  /** by column: where the points are */
  readonly #cuts: Float64Array
  /** by column and point: the value of the curve there */
  readonly weights: Float64Array
  /** by column and point: what its learner knows of it */
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
    this.#scalars = scalars
    this.#scores = scores
    this.#points = points
    const all = columns * most
    this.#cuts = points.subarray(0, all)
    this.weights = points.subarray(all, 2 * all)
    this.evidence = points.subarray(2 * all)
  }

  get state(): readonly Float64Array[] {
    return [this.#scalars.slice(), this.#scores.slice(), this.#points.slice()]
  }

  /** Whether a column has cut points. */
  has(column: number): boolean {
    return this.#scalars[fixed + each * column + 1] > 0
  }

  /** Finds where a score lies on the curve of a column that has cut points, and returns the value of the curve there. */
  at(column: number, score: number): number {
    const cuts = this.#cuts
    const base = column * this.#most
    const count = this.#scalars[fixed + each * column + 1]
    let low = 0
    let high = count
    // the first point that is not below the score
    while (low < high) {
      const middle = (low + high) >> 1
      if (cuts[base + middle] < score) low = middle + 1
      else high = middle
    }
    if (low === 0 || low === count) {
      this.low = base + (low === 0 ? 0 : count - 1)
      this.share = 0
      return this.weights[this.low]
    }
    this.low = base + low - 1
    this.share = (score - cuts[this.low]) / (cuts[this.low + 1] - cuts[this.low])
    return (1 - this.share) * this.weights[this.low] + this.share * this.weights[this.low + 1]
  }

  /** Notes the score of a column of the current example. */
  note(column: number, score: number): void {
    this.#scores[column * curveWindow + (this.#scalars[0] % curveWindow)] = score
  }

  /** Ends an example whose scores were noted; where it is time, there are new cut points. */
  next(): void {
    const examples = ++this.#scalars[0]
    // powers of 2 from the first on are multiples of it
    if (examples % first !== 0 || !Number.isInteger(Math.log2(examples))) return
    for (let column = 0; column < this.columns; column++) this.#cut(column)
  }

  /** Cuts the curve of a column again, with the values that it had. */
  #cut(column: number): void {
    const since = this.#scalars[fixed + each * column]
    const known = Math.min(curveWindow, this.#scalars[0] - since)
    const from = this.#scalars[0] - known
    const late = Float64Array.from(
      { length: known },
      (_, i) => this.#scores[column * curveWindow + ((from + i) % curveWindow)],
    ).sort()
    const cuts = quantiles(late, this.#most)
    if (cuts.length < fewest) return
    const values = this.has(column) ? cuts.map((cut) => this.at(column, cut)) : new Float64Array(cuts.length)
    const base = column * this.#most
    this.#cuts.set(cuts, base)
    this.weights.set(values, base)
    this.evidence.fill(this.#start, base, base + cuts.length)
    this.#scalars[fixed + each * column + 1] = cuts.length
  }

  /** Returns the same with further columns, which have no scores yet. */
  grown(columns: number): CurvePoints {
    const grown = new CurvePoints(columns, this.#most, this.#start)
    grown.#scalars.set(this.#scalars)
    for (let column = this.columns; column < columns; column++)
      grown.#scalars[fixed + each * column] = this.#scalars[0]
    grown.#scores.set(this.#scores)
    grown.#cuts.set(this.#cuts)
    grown.weights.set(this.weights)
    grown.evidence.set(this.evidence)
    return grown
  }
}

/** Returns the different ones of evenly spaced quantiles, by linear interpolation; none where there are no numbers. */
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
