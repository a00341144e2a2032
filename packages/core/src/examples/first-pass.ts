import {
  type Batch,
  type Divisors,
  invalid,
  limits,
  OLError,
  ruleOf,
  stateRanges,
  type Table,
} from '@ol/spec'
import type { LaneState } from '../lanes/lane-sums.js'
import type { Settings } from '../options/settings.js'
import type { FeatureIndex } from '../table/feature-index.js'
import { bitsFor } from '../table/growing-store.js'
import type { Store } from '../table/store.js'
import { acceptableValue } from './check-batch.js'

/** Returns whether a model of these settings makes a first pass over the data before it learns. */
function hasFirstPass(settings: Settings): boolean {
  return settings.prenormalize !== 'none' || ruleOf(settings).firstPass === true
}

/**
 * Returns the arrays that a model file keeps of the first pass: the number of its examples, 0 if there was none;
 * with `prenormalize` the divisor of each row, 0 if the pass did not see the feature.
 */
export function firstPassArrays(settings: Settings, rows: number): readonly LaneState[] {
  if (!hasFirstPass(settings)) return []
  const examples = { name: 'first_pass', shape: [1], ranges: [stateRanges.counted] }
  return settings.prenormalize === 'none'
    ? [examples]
    : [examples, { name: 'divisor', shape: [rows], ranges: [stateRanges.meanMagnitude] }]
}

/**
 * The first pass of a model: for `prenormalize` it finds the divisors of features, for a rule with `firstPass` it fills
 * shared state 0 of the table with the largest |x|. The constant is a feature like any other.
 */
export class FirstPass {
  readonly #settings: Settings
  #examples: number
  /** by row */
  #divisors: Float64Array | undefined
  #rows: FeatureIndex | undefined

  /**
   * `arrays`: the arrays of `firstPassArrays` of a loaded model; `rows`: the index of their rows, if the table grows
   */
  constructor(settings: Settings, arrays: readonly Float64Array[] = [], rows?: FeatureIndex) {
    this.#settings = settings
    this.#rows = rows
    this.#examples = arrays.length > 0 ? arrays[0][0] : 0
    if (settings.prenormalize !== 'none') this.#divisors = arrays[1] ?? fresh(settings)
  }

  /** By row; a growing table has as many rows as the features that the first pass saw. */
  get byRow(): Float64Array | undefined {
    return this.#divisors
  }

  get divisors(): Divisors | undefined {
    const divisors = this.#divisors
    const rows = this.#rows
    if (divisors === undefined || this.#settings.bits !== 'grow') return divisors
    return (index, upper) => {
      const row = rows?.rowOf(index, upper)
      return row === undefined ? 0 : divisors[row]
    }
  }

  /** In the order of `firstPassArrays`. */
  arrays(rows: number): readonly Float64Array[] {
    if (!hasFirstPass(this.#settings)) return []
    const examples = Float64Array.of(this.#examples)
    return this.#divisors === undefined ? [examples] : [examples, resized(this.#divisors, rows)]
  }

  /** Whether the model waits for its first pass. */
  get missing(): boolean {
    return this.#examples === 0 && hasFirstPass(this.#settings)
  }

  /** Throws OL_FIRST_PASS if the model waits for its first pass. */
  refuseMissing(): void {
    if (!this.missing) return
    const { rule, prenormalize } = this.#settings
    const why = prenormalize === 'none' ? `rule ${rule}` : `prenormalize ${prenormalize}`
    const text = `Expected a first pass over the data, which ${why} needs, but there was none: call fitScales first`
    throw new OLError('OL_FIRST_PASS', text)
  }

  /**
   * Starts a pass: `done` keeps its result, or throws OL_INPUT_EMPTY if there was no example. The
   * features that it sees are the first of a growing table.
   */
  start(store: Store): { add(batch: Batch): void; done(): number } {
    const { prenormalize } = this.#settings
    const rows = store.emptyRows()
    let sums = fresh(this.#settings)
    let examples = 0
    return {
      add: (batch) => {
        // the first pass needs no labels
        const all = { ...batch, labels: new Float64Array(batch.size), weights: undefined }
        const located =
          rows === undefined
            ? batch
            : rows.locate(all, true, (needed) => {
                if (needed > sums.length) sums = resized(sums, 2 ** bitsFor(needed))
              })
        collect(sums, located, prenormalize === 'square')
        examples += batch.size
      },
      done: () => {
        if (examples === 0)
          throw new OLError('OL_INPUT_EMPTY', 'Expected examples for the first pass but received none')
        if (rows !== undefined) {
          store.take(rows)
          this.#rows = rows
        }
        const found = rows === undefined ? sums : resized(sums, rows.size)
        if (prenormalize === 'square')
          for (let i = 0; i < found.length; i++) found[i] = Math.sqrt(found[i] / examples)
        if (prenormalize === 'none') fillScales(store.table, found)
        else this.#divisors = found
        this.#examples = examples
        return examples
      },
    }
  }

  /**
   * Returns the batch for the backend: each value divided, 0 if the first pass did not see the feature. Throws OL_VALUE
   * if a quotient is outside the accepted range.
   */
  apply(batch: Batch): Batch {
    return divided(batch, this.divisors)
  }
}

/** The sums at the start of a first pass. */
function fresh({ bits }: Settings): Float64Array {
  return new Float64Array(bits === 'grow' ? 0 : 2 ** bits)
}

/** Returns numbers truncated to a length, or padded with zeros. */
function resized(numbers: Float64Array, length: number): Float64Array {
  if (numbers.length === length) return numbers
  const other = new Float64Array(length)
  other.set(numbers.subarray(0, length))
  return other
}

/** Returns a batch with each value divided, unless it is marked as divided; see `FirstPass.apply`. */
export function divided(batch: Batch, divisors: Divisors | undefined): Batch {
  if (divisors === undefined || batch.normalized === true) return batch
  const { indices, upper, values } = batch
  const mask = divisors.length - 1
  // a borrowed example has capacity for more
  const count = batch.offsets[batch.size]
  const quotients = new Float64Array(count)
  for (let i = 0; i < count; i++) {
    const d =
      typeof divisors === 'function' ? divisors(indices[i], upper?.[i] ?? 0) : divisors[indices[i] & mask]
    // a missing value stays one
    const quotient = d > 0 || values[i] !== values[i] ? values[i] / d : 0
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
    if (square) sums[row] += x === x ? x * x : 0
    else if (size > sums[row]) sums[row] = size
  }
}

function fillScales({ shared, layout }: Table, scales: Float64Array): void {
  for (let row = 0; row < scales.length; row++)
    shared[layout.sharedStart + row * layout.sharedStride] = scales[row]
}
