import { twinOf } from '@ol/fallback'
import { type Batch, type LossId, modifiedRule, namedRules, type RuleName } from '@ol/spec'
import type { AnyLearnerOptions } from '../src/options/learner-options.js'
import { parts, prepared, random, randomBatch } from './data.js'

export const grown = (Object.keys(namedRules) as RuleName[]).filter(
  (rule) => namedRules[rule].kind !== 'matrix',
)

/** Returns whether sums over the whole table, in the order of its rows, go into a prediction. */
export function sumsTable(rule: RuleName): boolean {
  const { begin, reduce, sweep, finish } = twinOf(modifiedRule(rule))
  return [begin, reduce, sweep, finish].some((part) => part !== undefined)
}

/** Returns a batch of a few hundred features, whose keys have two halves; every fifth example has no label. */
export function wideBatch(seed: number, size: number, loss?: LossId): Batch {
  const batch = randomBatch(seed, size, loss)
  const next = random(seed + 1)
  const names = batch.indices.map((index) => index + 40 * Math.floor(next() * 8))
  return {
    ...batch,
    indices: names.map((name) => Math.imul(name, 2654435761)),
    upper: names.map((name) => Math.imul(name + 1, 2246822519)),
    values: batch.values.map((x) => (next() < 0.05 ? 0 : x)),
    labels: batch.labels.map((y) => (next() < 0.2 ? Number.NaN : y)),
  }
}

/**
 * Returns the batch with each feature's row in a growing table for its index: those that are never learned come last.
 */
export function byAppearance(batch: Batch, all: boolean): Batch {
  const rows = new Map<number, number>()
  const add = (i: number): void => {
    const { indices, values } = batch
    if (values[i] !== 0 && !rows.has(indices[i])) rows.set(indices[i], rows.size)
  }
  for (let e = 0; e < batch.size; e++) {
    if (!all && (Number.isNaN(batch.labels[e]) || batch.weights?.[e] === 0)) continue
    for (let i = batch.offsets[e]; i < batch.offsets[e + 1]; i++) add(i)
  }
  for (let i = 0; i < batch.indices.length; i++) add(i)
  const { upper: _, ...others } = batch
  return { ...others, indices: batch.indices.map((index) => rows.get(index) ?? 0) }
}

/** Bits of a table in which no two features of a batch collide. */
export function bitsApart({ indices }: Batch): number {
  let bits = 8
  while (new Set(indices.map((i) => i % 2 ** bits)).size < new Set(indices).size) bits++
  return bits
}

/** Learns part by part, with predictions of other features between them that must leave no trace. */
export function learned(
  options: AnyLearnerOptions,
  batch: Batch,
  size: number,
): { bytes: Uint8Array; predictions: number[] } {
  const learner = prepared(options, batch)
  const predictions: number[] = []
  const others = wideBatch(99, 20)
  for (const part of parts(batch, size)) {
    learner.predict({ ...others, indices: others.indices.map((i) => i ^ 0x5555) })
    predictions.push(...learner.learn(part))
  }
  return { bytes: learner.toBytes(), predictions }
}
