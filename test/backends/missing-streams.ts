import type { LossId } from '@ol/spec'
import { edgeStreams, type PlainExample, random, stream } from './streams.js'

// Streams in which features are missing: a value of NaN.

type Feature = PlainExample['features'][number]

const missing = Number.NaN
const dense = [50, 51, 52]

/** Returns examples in which features are missing at random; features 50 to 52 are in all of them. */
export function withMissing(examples: readonly PlainExample[], seed: number, share = 0.25): PlainExample[] {
  const next = random(seed)
  return examples.map((example) => {
    const all: Feature[] = [
      ...dense.map((i) => [i, 10 * (i - 49) + next()] as const),
      ...example.features,
      [60, missing],
    ]
    return { ...example, features: all.map(([i, x]) => [i, next() < share ? missing : x] as const) }
  })
}

/** Returns the examples without the features that are missing. */
export function withoutMissing(examples: readonly PlainExample[]): PlainExample[] {
  return examples.map((e) => ({ ...e, features: e.features.filter(([, x]) => x === x) }))
}

/** Streams chosen for their edges. */
export function missingStreams(
  loss: LossId,
  labels: 'sign' | 'real' | 'count',
): Record<string, PlainExample[]> {
  const y = (i: number): number => edgeStreams(loss).ties[2 * (i % 4)].label
  const each = (size: number, features: (i: number) => readonly Feature[]): PlainExample[] =>
    Array.from({ length: size }, (_, i) => ({ label: y(i), features: features(i) }))
  const plain = stream(120, 91, labels)
  return {
    'all features missing': each(6, () => [
      [1, missing],
      [2, missing],
    ]),
    'missing in the first example': each(9, (i) => [
      [1, i === 0 ? missing : i],
      [2, i < 4 ? missing : 3 - i],
    ]),
    'only ever missing': each(9, (i) => [
      [1, missing],
      [2, 1 + i],
    ]),
    'missing where a feature becomes dense, and where it no longer is': each(60, (i) => [
      ...(i % 3 === 1 ? [[1, missing] as const] : []),
      ...(i > 3 && i < 9 ? [[2, i % 2 === 0 ? missing : i] as const] : []),
      ...(i > 20 ? [[3, i % 4 === 0 ? missing : 1 / i] as const] : []),
      ...(i < 30 ? [[4, i % 4 === 1 ? missing : 2 * i] as const] : []),
    ]),
    'features that share a slot': each(40, (i) => [
      [7, i % 2 === 0 ? missing : 3 + i],
      [7 + 64, i % 3 === 0 ? missing : 1],
      [7, i % 5 === 0 ? 0 : missing],
      [8, i % 2 === 0 ? 1 : missing],
      [8, i % 2 === 0 ? -1 : missing],
    ]),
    weights: withMissing(plain, 92).map((e, i) => ({ ...e, weight: [1, 0.5, 0, 1e6, 1e-9][i % 5] })),
    'no labels': withMissing(plain, 93).map((e, i) => (i % 3 === 0 ? { ...e, label: Number.NaN } : e)),
    'under scales': withMissing(
      stream(120, 94, labels, (i) => 10 ** ((i % 60) - 30)),
      95,
    ),
    'nearly all of them': withMissing(plain, 96, 0.9),
    few: withMissing(plain, 97, 0.02),
  }
}
