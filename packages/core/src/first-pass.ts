import { type Batch, invalid, limits, OLError, rules, type Table } from '@ol/spec'
import { acceptableValue } from './batches.js'
import type { Settings } from './settings.js'

/**
 * What each feature is divided by before it is learned from or predicted: nothing, the largest |x| or the root mean square
 * of the data of a first pass (Ross, Mineiro, Langford 2013, section 6).
 */
export const prenormalizers = ['none', 'max', 'square'] as const
export type Prenormalize = (typeof prenormalizers)[number]

/** Whether a model of these settings goes over the data once before it learns. */
function hasFirstPass(settings: Settings): boolean {
  return settings.prenormalize !== 'none' || rules[settings.rule].firstPass === true
}

/**
 * The arrays that a model file keeps of the first pass: the number of its examples, 0 where there was none; with
 * `prenormalize` the divisor of each row, 0 where the pass saw nothing.
 */
export function firstPassArrays(settings: Settings): readonly { name: string; shape: readonly number[] }[] {
  if (!hasFirstPass(settings)) return []
  const examples = { name: 'first_pass', shape: [1] }
  return settings.prenormalize === 'none'
    ? [examples]
    : [examples, { name: 'divisor', shape: [2 ** settings.bits] }]
}

/**
 * The first pass of a model: for `prenormalize` it finds what to divide features by, for a rule with `firstPass` it
 * fills shared state 0 of the table with the largest |x|. The constant is a feature like any other.
 */
export class FirstPass {
  readonly #settings: Settings
  #examples: number
  #divisors: Float64Array | undefined

  /** `arrays`: those of `firstPassArrays`, of a model that is loaded */
  constructor(settings: Settings, arrays: readonly Float64Array[] = []) {
    this.#settings = settings
    this.#examples = arrays.length > 0 ? arrays[0][0] : 0
    this.#divisors =
      settings.prenormalize === 'none' ? undefined : (arrays[1] ?? new Float64Array(2 ** settings.bits))
  }

  get divisors(): Float64Array | undefined {
    return this.#divisors
  }

  /** In the order of `firstPassArrays`. */
  get arrays(): readonly Float64Array[] {
    if (!hasFirstPass(this.#settings)) return []
    const examples = Float64Array.of(this.#examples)
    return this.#divisors === undefined ? [examples] : [examples, this.#divisors]
  }

  /** Whether the model waits for its first pass. */
  get missing(): boolean {
    return this.#examples === 0 && hasFirstPass(this.#settings)
  }

  /** Starts a pass: what it finds is kept when it is `done`, which throws OL_INPUT_EMPTY where there was no example. */
  start(table: Table): { add(batch: Batch): void; done(): number } {
    const { prenormalize, bits } = this.#settings
    const sums = new Float64Array(2 ** bits)
    let examples = 0
    return {
      add: (batch) => {
        collect(sums, batch, prenormalize === 'square')
        examples += batch.size
      },
      done: () => {
        if (examples === 0) throw new OLError('OL_INPUT_EMPTY', 'There are no examples for the first pass')
        if (prenormalize === 'square')
          for (let i = 0; i < sums.length; i++) sums[i] = Math.sqrt(sums[i] / examples)
        if (prenormalize === 'none') fillScales(table, sums)
        else this.#divisors = sums
        this.#examples = examples
        return examples
      },
    }
  }

  /**
   * The batch as the backend is to see it: each value divided, 0 where the first pass did not see the feature. OL_VALUE
   * where a quotient is outside the accepted range.
   */
  apply(batch: Batch): Batch {
    return divided(batch, this.#divisors)
  }
}

/** A batch with each value divided, unless it was before; see `FirstPass.apply`. */
export function divided(batch: Batch, divisors: Float64Array | undefined): Batch {
  if (divisors === undefined || batch.normalized === true) return batch
  const { indices, values } = batch
  const mask = divisors.length - 1
  const quotients = new Float64Array(values.length)
  for (let i = 0; i < values.length; i++) {
    const d = divisors[indices[i] & mask]
    const quotient = d > 0 ? values[i] / d : 0
    if (!acceptableValue(quotient)) {
      const range = `a magnitude of 0 or in [${limits.minValue}, ${limits.maxValue}] after division by ${d}`
      throw invalid('OL_VALUE', `the feature of index ${indices[i]}`, range, values[i])
    }
    quotients[i] = quotient
  }
  return { ...batch, values: quotients, normalized: true }
}

/** Adds a batch to the largest |x|, or to the sum of x^2, of each row. */
function collect(sums: Float64Array, batch: Batch, square: boolean): void {
  const mask = sums.length - 1
  const { indices, values } = batch
  for (let i = 0; i < values.length; i++) {
    const row = indices[i] & mask
    const x = values[i]
    const size = x < 0 ? -x : x
    if (square) sums[row] += x * x
    else if (size > sums[row]) sums[row] = size
  }
}

function fillScales({ shared, layout }: Table, scales: Float64Array): void {
  for (let row = 0; row < scales.length; row++)
    shared[layout.sharedStart + row * layout.sharedStride] = scales[row]
}
