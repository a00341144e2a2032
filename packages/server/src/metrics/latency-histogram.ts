/** The latencies of a route's answers with one status. */
interface Series {
  readonly route: string
  readonly status: number
  /** answers by latency bound; the last entry counts answers beyond all bounds */
  readonly counts: Float64Array
  sum: number
}

const name = 'ol_request_seconds'

/**
 * A histogram of latencies by route and status, in the text format of Prometheus. Each answer adds to it. The histogram
 * of prom-client checks and joins labels each time, which took longer than computing the features of an example.
 */
export class LatencyHistogram {
  readonly #bounds: readonly number[]
  readonly #series = new Map<string, Series[]>()

  /** @param bounds in seconds, ascending */
  constructor(bounds: readonly number[]) {
    this.#bounds = bounds
  }

  observe(route: string, status: number, seconds: number): void {
    const series = this.#series.get(route)?.[status] ?? this.#add(route, status)
    let bound = 0
    while (bound < this.#bounds.length && seconds > this.#bounds[bound]) bound++
    series.counts[bound]++
    series.sum += seconds
  }

  #add(route: string, status: number): Series {
    const series = { route, status, counts: new Float64Array(this.#bounds.length + 1), sum: 0 }
    const ofRoute = this.#series.get(route) ?? []
    ofRoute[status] = series
    this.#series.set(route, ofRoute)
    return series
  }

  text(): string {
    const all = [...this.#series.values()].flatMap((ofRoute) => Object.values(ofRoute))
    return `# HELP ${name} seconds from the head of a request to the end of its answer
# TYPE ${name} histogram
${all.map((series) => this.#seriesText(series)).join('')}`
  }

  #seriesText({ route, status, counts, sum }: Series): string {
    const own = `route="${route}",status="${status}"`
    let count = 0
    const buckets = [...this.#bounds, '+Inf'].map((bound, k) => {
      count += counts[k]
      return `${name}_bucket{le="${bound}",${own}} ${count}\n`
    })
    return `${buckets.join('')}${name}_sum{${own}} ${sum}\n${name}_count{${own}} ${count}\n`
  }
}
