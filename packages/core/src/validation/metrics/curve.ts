/** The main figure after a number of labelled examples. */
export interface CurvePoint {
  /** labelled examples so far */
  readonly labelled: number
  /** their weight */
  readonly weight: number
  /** the main figure over all of them */
  readonly overall: number
  /** the same since the point before; NaN if there was no weight */
  readonly sinceLast: number
}

/** The growth from one point to the next, 2^(1/4): four points for each doubling. */
const growth = 1.189207115002721

/** Collects the points of a curve of even density on the log scale. */
export class FigureCurve {
  /** labelled examples, weight and sum of each point */
  readonly #points: (readonly [labelled: number, weight: number, sum: number])[] = []
  readonly #root: boolean
  /** the number of labelled examples of the next point */
  next = 1

  /** `root`: the figure is the root of an average */
  constructor(root: boolean) {
    this.#root = root
  }

  /** Adds a point with the sums of all labelled examples so far. */
  add(labelled: number, weight: number, sum: number): void {
    this.#points.push([labelled, weight, sum])
    this.next = Math.max(labelled + 1, Math.floor(labelled * growth))
  }

  /** Returns the points, and one for the sums of now. */
  points(labelled: number, weight: number, sum: number): readonly CurvePoint[] {
    const all = [...this.#points]
    if (labelled > (all.at(-1)?.[0] ?? 0)) all.push([labelled, weight, sum])
    const figure = (average: number): number => (this.#root ? Math.sqrt(average) : average)
    return all.map(([count, total, terms], i) => {
      const [, lastTotal, lastTerms] = i === 0 ? [0, 0, 0] : all[i - 1]
      return {
        labelled: count,
        weight: total,
        overall: figure(terms / total),
        sinceLast: figure((terms - lastTerms) / (total - lastTotal)),
      }
    })
  }

  state(): Float64Array {
    return Float64Array.from(this.#points.flat())
  }

  restore(points: Float64Array): void {
    for (let i = 0; i < points.length; i += 3) this.add(points[i], points[i + 1], points[i + 2])
  }
}
