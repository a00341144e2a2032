import type { PassResult } from './dataset-pass.js'
import type { Runner } from './runner.js'
import type { PassUnit } from './units.js'

/**
 * The number of rates side by side in one pass of the first shuffle, and around the best rate in passes of later
 * shuffles.
 */
const width = 16
const widthAgain = 8

/** The number to minimize: `mistakes`, `loss`, or `square` of the pass. */
export type Objective = 'mistakes' | 'loss' | 'square'

export interface Search {
  /** the pass without the learning rates and the seed */
  readonly unit: Omit<PassUnit, 'lanes' | 'seed'>
  /** the range of the rates to try */
  readonly range: readonly [number, number]
  readonly objective: Objective
  readonly seeds: readonly number[]
  /** the text that is shown during the search */
  readonly description: string
}

export interface Best {
  readonly seed: number
  readonly rate: number
  readonly loss: number
  /** the pass with the rates around the best, and the position of the best */
  readonly result: PassResult
  readonly lane: number
}

export interface Searched {
  /** the best rate of each shuffle */
  readonly best: readonly Best[]
  /** objective over rate on the first shuffle, rates ascending */
  readonly curve: readonly (readonly [rate: number, loss: number])[]
  readonly size: number
}

/** Returns the number of passes of a search. */
export function passesOf(search: Pick<Search, 'seeds'>): number {
  return 1 + search.seeds.length
}

/**
 * Searches for the learning rate: tries sixteen rates over the range on the first shuffle, in one pass; then sixteen
 * between the two neighbors of the best, and eight on every further shuffle.
 */
export async function searchRate(runner: Runner, search: Search): Promise<Searched> {
  const { unit, seeds, objective, description } = search
  const run = (rates: readonly number[], seed: number): Promise<PassResult> =>
    runner.pass({ ...unit, seed, lanes: { learningRate: rates } }, `${description}, shuffle ${seed}`)
  const coarse = logGrid(search.range[0], search.range[1], width)
  const first = await run(coarse, seeds[0])
  const at = lowest(first[objective])
  const around = [coarse[Math.max(0, at - 1)], coarse[Math.min(width - 1, at + 1)]] as const
  const fine = seeds.map((_, k) => logGrid(around[0], around[1], k === 0 ? width : widthAgain))
  const results = await Promise.all(seeds.map((seed, k) => run(fine[k], seed)))
  const best = results.map((result, k) => {
    const lane = lowest(result[objective])
    return { seed: seeds[k], rate: fine[k][lane], loss: result[objective][lane], result, lane }
  })
  const points = [
    ...coarse.map((rate, l) => [rate, first[objective][l]] as const),
    ...fine[0].map((rate, l) => [rate, results[0][objective][l]] as const),
  ]
  return { best, curve: points.sort((a, b) => a[0] - b[0]), size: first.size }
}

/** Returns n numbers from `from` to `to` with a constant ratio. */
export function logGrid(from: number, to: number, n: number): number[] {
  const step = Math.log(to / from) / (n - 1)
  return Array.from({ length: n }, (_, k) => Number((from * Math.exp(step * k)).toPrecision(6)))
}

/** Returns the place of the smallest number; NaN is skipped. */
export function lowest(values: readonly number[]): number {
  return values.reduce((best, v, k) => (v < values[best] || Number.isNaN(values[best]) ? k : best), 0)
}
