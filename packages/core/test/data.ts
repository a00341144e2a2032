import { type Batch, type LossId, losses, namedRules, type RuleName } from '@ol/spec'
import { isFull, rotation } from '../../spec/test/grid.js'
import { backendInfo } from '../src/backend/backends.js'
import { Learner } from '../src/learner/learner.js'
import type { AnyLearnerOptions } from '../src/options/learner-options.js'
import { checkOptions } from '../src/options/resolve-options.js'

const { name, note } = backendInfo('auto')
if (name !== 'native' && process.env.OL_REQUIRE_NATIVE === '1')
  throw new Error(`OL_REQUIRE_NATIVE is set, and there is no native backend: ${note}`)

/** The backends of this machine, so that each test says on which it runs. */
export const backends: readonly ('native' | 'fallback')[] =
  name === 'native' ? ['native', 'fallback'] : ['fallback']

const some = rotation()

/** Every rule with the losses that it takes: in a short run the first, and one that is another with the next rule. */
export const rulesAndLosses: readonly (readonly [RuleName, LossId])[] = Object.values(namedRules).flatMap(
  (rule) => {
    const [first, ...others] = (Object.keys(losses) as LossId[]).filter(
      (loss) => rule.othersRefused !== true || rule.losses?.includes(loss) !== false,
    )
    return [first, ...some(others, 1)].map((loss) => [rule.id as RuleName, loss] as const)
  },
)

/** The same on each backend: in a short run the losses of a rule take turns, and the first of the next rule begins with the other. */
export const casesOnBackends: readonly (readonly [RuleName, LossId, 'native' | 'fallback'])[] =
  rulesAndLosses.flatMap(([rule, loss], number) => {
    const first = rulesAndLosses.findIndex(([id]) => id === rule)
    const turn = number - first + Object.keys(namedRules).indexOf(rule)
    return backends
      .filter((_, b) => isFull || backends.length === 1 || (b + turn) % 2 === 0)
      .map((backend) => [rule, loss, backend] as const)
  })

/** Returns a generator of numbers in [0, 1) (mulberry32), the same on every machine. */
export function random(seed: number): () => number {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0
    let t = Math.imul(seed ^ (seed >>> 15), 1 | seed)
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296
  }
}

/** `size` examples of up to 6 features whose labels depend on them. */
export function randomBatch(seed: number, size: number, loss: LossId = 'squared'): Batch {
  const next = random(seed)
  const offsets = new Uint32Array(size + 1)
  const indices: number[] = []
  const values: number[] = []
  const labels = new Float64Array(size)
  for (let e = 0; e < size; e++) {
    let score = -0.3
    const count = 1 + Math.floor(next() * 6)
    for (let i = 0; i < count; i++) {
      const index = Math.floor(next() * 40)
      const value = (next() - 0.4) * 10 ** Math.floor(next() * 3)
      indices.push(index)
      values.push(value)
      score += value * ((index % 7) - 3)
    }
    offsets[e + 1] = indices.length
    const kind = losses[loss].labels
    const real = Math.round(score * 10) / 10
    labels[e] = kind === 'sign' ? (score > 0 ? 1 : -1) : kind === 'count' ? Math.round(Math.abs(real)) : real
  }
  return {
    size,
    offsets,
    indices: Uint32Array.from(indices),
    values: Float64Array.from(values),
    labels,
    weights: Float64Array.from({ length: size }, () => Math.floor(next() * 3)),
  }
}

/** Returns a learner that may learn: it has been over the batch where it needs a first pass. */
export function prepared(options: AnyLearnerOptions, batch: Batch): Learner {
  const learner = new Learner(checkOptions(options))
  if (learner.needsFirstPass) learner.fitScales(batch)
  return learner
}

/**
 * Returns a batch as a rule can take it: with no more than 8 features, and as many as a table has rows, for one with
 * a matrix.
 */
export function batchFor(rule: RuleName, batch: Batch, bits: number | 'grow' = 3): Batch {
  if (namedRules[rule].kind !== 'matrix' || bits === 'grow') return batch
  return { ...batch, indices: batch.indices.map((index) => index % 2 ** Math.min(3, bits)) }
}

/** Returns the precisions that a rule takes. */
export function precisionsOf(rule: RuleName): readonly ('float32' | 'float64')[] {
  return namedRules[rule].kind === 'matrix' ? ['float64'] : ['float32', 'float64']
}

/** Consecutive parts of a batch, each with arrays of its own. */
export function* parts(batch: Batch, size: number): Generator<Batch, void, void> {
  for (let from = 0; from < batch.size; from += size) {
    const to = Math.min(batch.size, from + size)
    const [a, b] = [batch.offsets[from], batch.offsets[to]]
    yield {
      size: to - from,
      offsets: batch.offsets.slice(from, to + 1).map((o) => o - a),
      indices: batch.indices.slice(a, b),
      ...(batch.upper === undefined ? {} : { upper: batch.upper.slice(a, b) }),
      values: batch.values.slice(a, b),
      labels: batch.labels.slice(from, to),
      weights: batch.weights?.slice(from, to),
    }
  }
}

/** Returns the code and message of the OLError that `action` throws. */
export function thrown(action: () => unknown): { code: string; message: string } {
  try {
    action()
  } catch (error) {
    return error as { code: string; message: string }
  }
  return { code: 'nothing was thrown', message: '' }
}

export async function rejected(promise: Promise<unknown>): Promise<{ code: string; message: string }> {
  try {
    await promise
  } catch (error) {
    return error as { code: string; message: string }
  }
  return { code: 'nothing was thrown', message: '' }
}

/** Returns whether two files are the same; much faster than toEqual. */
export function same(a: Uint8Array, b: Uint8Array): boolean {
  return Buffer.compare(a, b) === 0
}

/** Rows of two classes that many columns say in a sum, so that all experts are dropped. */
export function sums(count: number): Batch {
  const next = random(5)
  const columns = 12
  const values = Float64Array.from({ length: count * columns }, () => next() * 2 - 1)
  const labels = Float64Array.from({ length: count }, (_, e) => {
    const own = values.subarray(e * columns, (e + 1) * columns)
    return own.reduce((sum, x, k) => sum + (k % 2 === 0 ? -2 : 3) * x, 0) > 0.3 * (next() - 0.5) ? 1 : -1
  })
  const offsets = Uint32Array.from({ length: count + 1 }, (_, e) => e * columns)
  return {
    size: count,
    offsets,
    indices: Uint32Array.from(values, (_, i) => 1 + (i % columns)),
    values,
    labels,
  }
}
